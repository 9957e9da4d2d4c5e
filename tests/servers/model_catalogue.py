# SPDX-License-Identifier: GPL-3.0-or-later
"""What servers of language models say beside their responses: lists of models, and the text that a
template makes of a request."""

from model_script import dump, read_text

CONTEXT = 131072
MAX_OUTPUT = 8192
BORN = 1767225600  # 2026-01-01
DETAILS = {"parent_model": "", "format": "script", "family": "demo", "families": ["demo"],
           "parameter_size": "0B", "quantization_level": "none"}


def list_models(vendor, model):
    if vendor == "anthropic":
        one = {"type": "model", "id": model, "display_name": model,
               "created_at": "2026-01-01T00:00:00Z", "max_input_tokens": CONTEXT,
               "max_tokens": MAX_OUTPUT}
        return {"data": [one], "has_more": False, "first_id": model, "last_id": model}
    if vendor == "gemini":
        return {"models": [describe_gemini(model)]}
    return {"object": "list", "data": [{"id": model, "object": "model", "created": BORN,
                                        "owned_by": "spyglass-demo"}]}


def describe_gemini(model):
    return {"name": f"models/{model}", "version": "1", "displayName": model,
            "inputTokenLimit": CONTEXT, "outputTokenLimit": MAX_OUTPUT, "thinking": True,
            "supportedGenerationMethods": ["generateContent", "streamGenerateContent",
                                           "countTokens"]}


def find(method, path, vendor, model):
    """The document at a path; None where this is no such path"""
    one = {"name": model, "model": model, "size": 1024, "digest": "demo", "details": DETAILS}
    if (method, path) == ("POST", "/api/show") or (method, path) == ("GET", "/api/show"):
        return {"details": DETAILS, "model_info": {"general.architecture": "demo",
                                                   "demo.context_length": CONTEXT},
                "capabilities": ["completion", "tools", "thinking"]}
    if method != "GET":
        return None
    return {
        "/v1/models": list_models(vendor, model),
        f"/v1beta/models/{model}": describe_gemini(model),
        "/v1beta/models": list_models("gemini", model),
        "/api/tags": {"models": [{**one, "modified_at": "2026-01-01T00:00:00Z"}]},
        "/api/ps": {"models": [{**one, "context_length": CONTEXT}]},
        "/api/version": {"version": "0.0.0-demo"},
    }.get(path)


def render(body):
    """What llama.cpp's template makes of a request: the tools first, then each message between its
    marks."""
    text = ""
    if body.get("tools"):
        text += "<|im_start|>system\nYou may call these tools:\n<tools>\n"
        text += "".join(dump(tool) + "\n" for tool in body["tools"]) + "</tools><|im_end|>\n"
    for message in body.get("messages", ()):
        text += f"<|im_start|>{message.get('role', 'user')}\n{read_text(message.get('content'))}"
        if message.get("tool_calls"):
            text += f"<tool_call>{dump(message['tool_calls'])}</tool_call>"
        text += "<|im_end|>\n"
    return {"prompt": text + "<|im_start|>assistant\n"}
