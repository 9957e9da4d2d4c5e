# SPDX-License-Identifier: GPL-3.0-or-later
"""The APIs that a scripted model is asked in, each written after what its vendor says, and apart
from Spyglass' own client, so that both cannot share a misreading.

Of each API: read(ask), stream(reply, frames), whole(reply), fail(error), count(ask), and
stream_failure(reply, error, frames): an error that ends a stream."""

import base64
import datetime

from model_script import dump, has_part, read_text, seal, split


def objects(value):
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def member(value, *path):
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


class Chat:
    """OpenAI's Chat Completions, as compatible servers have it too: what is thought is
    “reasoning_content”."""

    content_type, framing, demands_results = "text/event-stream; charset=utf-8", "events", True

    def read(self, ask):
        for message in objects(ask.body.get("messages")):
            role, content = message.get("role"), message.get("content")
            if role == "assistant":
                ask.add_model()
                for call in objects(message.get("tool_calls")):
                    ask.add_call(call.get("id"), member(call, "function", "name"))
            elif role == "tool":
                ask.add_result(message.get("tool_call_id"))
            # Images of results follow them as a message of the user.
            elif role == "user" and (ask.after is None or not has_part(content, "image_url")):
                ask.add_user(read_text(content))
        for tool in objects(ask.body.get("tools")):
            ask.add_tool(member(tool, "function", "name"))
        ask.may_not_call = ask.body.get("tool_choice") == "none"
        ask.wants_usage = member(ask.body, "stream_options", "include_usage") is True

    def reason(self, reply):
        return {"calls": "tool_calls", "length": "length", "context": "length",
                "filter": "content_filter"}.get(reply.stop, "stop")

    def usage(self, usage):
        return {"prompt_tokens": usage["input"], "completion_tokens": usage["output"],
                "total_tokens": usage["input"] + usage["output"],
                "prompt_tokens_details": {"cached_tokens": usage["cached"], "audio_tokens": 0},
                "completion_tokens_details": {
                    "reasoning_tokens": usage["reasoning"], "audio_tokens": 0,
                    "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0}}

    def begin(self, reply, kind, choices):
        return {"id": f"chatcmpl-{reply.id}", "object": kind, "created": reply.created,
                "model": reply.model, "service_tier": "default", "system_fingerprint": "fp_demo",
                "choices": choices}

    def stream(self, reply, frames):
        def add(delta, is_piece=True, reason=None):
            chunk = self.begin(reply, "chat.completion.chunk", [
                {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}])
            if reply.ask.wants_usage:
                chunk["usage"] = None
            frames.add(chunk, is_piece)

        add({"role": "assistant", "content": "", "refusal": None}, False)
        for piece in split(reply.think):
            add({"reasoning_content": piece})
        for piece in split(reply.say):
            add({"refusal" if reply.stop == "refusal" else "content": piece})
        for i, call in enumerate(reply.calls):
            add({"tool_calls": [{"index": i, "id": call.id, "type": "function", "function": {
                "name": call.name, "arguments": ""}}]})
            for piece in split(call.arguments):
                add({"tool_calls": [{"index": i, "function": {"arguments": piece}}]})
        add({}, False, self.reason(reply))
        if reply.ask.wants_usage:
            frames.add({**self.begin(reply, "chat.completion.chunk", []),
                        "usage": self.usage(reply.usage)})
        frames.add_raw("data: [DONE]\n\n")

    def whole(self, reply):
        refused, text = reply.stop == "refusal", reply.say or None
        message = {"role": "assistant", "content": None if refused else text,
                   "refusal": text if refused else None, "annotations": []}
        if reply.think is not None:
            message["reasoning_content"] = reply.think
        if reply.calls:
            message["tool_calls"] = [
                {"id": call.id, "type": "function",
                 "function": {"name": call.name, "arguments": call.arguments}}
                for call in reply.calls]
        return {**self.begin(reply, "chat.completion", [
            {"index": 0, "message": message, "logprobs": None,
             "finish_reason": self.reason(reply)}]), "usage": self.usage(reply.usage)}

    def fail(self, error):
        kind = {401: "authentication_error", 429: "rate_limit_error"}.get(
            error.status, "invalid_request_error" if error.status < 500 else "server_error")
        code = error.type or {401: "invalid_api_key", 429: "rate_limit_exceeded"}.get(error.status)
        return {"error": {"message": error.message, "type": kind, "param": None, "code": code}}

    def stream_failure(self, _, error, frames):
        frames.add(self.fail(error))

    def count(self, ask):
        """Of local servers: OpenAI has no such path."""
        return {"input_tokens": ask.size}


class Responses:
    """OpenAI's Responses"""

    content_type, framing, demands_results = "text/event-stream; charset=utf-8", "named", True

    def read(self, ask):
        given = ask.body.get("input")
        if isinstance(given, str):
            ask.add_user(given)
        for item in objects(given):
            kind, role = item.get("type"), item.get("role")
            if kind == "function_call_output":
                ask.add_result(item.get("call_id"))
            elif role == "user":
                ask.add_user(read_text(item.get("content")))
            elif role == "assistant" or kind in ("reasoning", "function_call"):
                ask.add_model()
                ask.add_call(item.get("call_id"), item.get("name"))
                if kind == "reasoning":
                    ask.check_seal(read_text(item.get("summary")), item.get("encrypted_content"))
        for tool in objects(ask.body.get("tools")):
            ask.add_tool(tool.get("name"))
        ask.wants_sealed = "reasoning.encrypted_content" in (ask.body.get("include") or ())
        ask.may_not_call = ask.body.get("tool_choice") == "none"

    # One item of the output, empty as it begins or whole

    def reasoning(self, reply, is_whole):
        item = {"id": f"rs_{reply.id}", "type": "reasoning", "summary": [
            {"type": "summary_text", "text": reply.think}] if is_whole else []}
        if reply.ask.wants_sealed and is_whole:
            item["encrypted_content"] = seal(reply.think)
        return item

    def part(self, reply, text):
        if reply.stop == "refusal":
            return {"type": "refusal", "refusal": text}
        return {"type": "output_text", "annotations": [], "logprobs": [], "text": text}

    def message(self, reply, is_whole):
        return {"id": f"msg_{reply.id}", "type": "message",
                "status": "completed" if is_whole else "in_progress", "role": "assistant",
                "content": [self.part(reply, reply.say)] if is_whole else []}

    def call(self, reply, index, is_whole):
        call = reply.calls[index]
        return {"id": f"fc_{reply.id}{index}", "type": "function_call",
                "status": "completed" if is_whole else "in_progress",
                "arguments": call.arguments if is_whole else "", "call_id": call.id,
                "name": call.name}

    def image(self, reply):
        return {"id": f"ig_{reply.id}", "type": "image_generation_call", "status": "completed",
                "result": reply.image["data"]}

    def output(self, reply):
        items = [self.reasoning(reply, True)] if reply.think is not None else []
        items += [self.message(reply, True)] if reply.say else []
        items += [self.image(reply)] if reply.image else []
        return items + [self.call(reply, i, True) for i in range(len(reply.calls))]

    def status(self, reply):
        return "incomplete" if reply.stop in ("length", "filter") else "completed"

    def response(self, reply, status, error=None):
        is_whole = status != "in_progress" and error is None
        usage = reply.usage
        return {
            "id": f"resp_{reply.id}", "object": "response", "created_at": reply.created,
            "status": status, "background": False,
            "error": error and {"code": error.type or "server_error", "message": error.message},
            "incomplete_details": {
                "reason": "content_filter" if reply.stop == "filter" else "max_output_tokens"}
            if status == "incomplete" else None,
            "instructions": None, "model": reply.model, "parallel_tool_calls": True,
            "previous_response_id": None, "store": False, "tool_choice": "auto", "tools": [],
            "metadata": {}, "output": self.output(reply) if is_whole else [],
            "usage": {
                "input_tokens": usage["input"],
                "input_tokens_details": {"cached_tokens": usage["cached"],
                                         "cache_write_tokens": usage["cache_write"]},
                "output_tokens": usage["output"],
                "output_tokens_details": {"reasoning_tokens": usage["reasoning"]},
                "total_tokens": usage["input"] + usage["output"]} if is_whole else None}

    def stream(self, reply, frames):
        def add(kind, is_piece=False, **members):
            frames.add({"type": kind, "sequence_number": len(frames.list), **members}, is_piece,
                       kind)

        def add_response(kind, status):
            add(f"response.{kind}", response=self.response(reply, status))

        def add_texts(prefix, names, item, text, logprobs):
            """@names: the members that count parts, and that has all of the text"""
            counter, whole = names
            where = {"item_id": item["id"], "output_index": output}
            if counter:
                where[counter] = 0
            for piece in split(text):
                add(f"{prefix}.delta", True, **where, delta=piece, **logprobs)
            add(f"{prefix}.done", **where, **{whole: text}, **logprobs)

        output = 0
        add_response("created", "in_progress")
        add_response("in_progress", "in_progress")
        if reply.think is not None:
            item = self.reasoning(reply, False)
            where = {"item_id": item["id"], "output_index": output, "summary_index": 0}
            add("response.output_item.added", output_index=output, item=item)
            add("response.reasoning_summary_part.added", **where,
                part={"type": "summary_text", "text": ""})
            add_texts("response.reasoning_summary_text", ("summary_index", "text"), item,
                      reply.think, {})
            add("response.reasoning_summary_part.done", **where,
                part={"type": "summary_text", "text": reply.think})
            add("response.output_item.done", output_index=output, item=self.reasoning(reply, True))
            output += 1
        if reply.say:
            refused = reply.stop == "refusal"
            item = self.message(reply, False)
            where = {"item_id": item["id"], "output_index": output, "content_index": 0}
            add("response.output_item.added", output_index=output, item=item)
            add("response.content_part.added", **where, part=self.part(reply, ""))
            add_texts("response.refusal" if refused else "response.output_text",
                      ("content_index", "refusal" if refused else "text"), item, reply.say,
                      {} if refused else {"logprobs": []})
            add("response.content_part.done", **where, part=self.part(reply, reply.say))
            add("response.output_item.done", output_index=output, item=self.message(reply, True))
            output += 1
        if reply.image:
            for kind in ("added", "done"):
                add(f"response.output_item.{kind}", output_index=output, item=self.image(reply))
            output += 1
        for i, call in enumerate(reply.calls):
            item = self.call(reply, i, False)
            add("response.output_item.added", output_index=output, item=item)
            add_texts("response.function_call_arguments", (None, "arguments"), item,
                      call.arguments, {})
            add("response.output_item.done", output_index=output, item=self.call(reply, i, True))
            output += 1
        add_response(self.status(reply), self.status(reply))

    def whole(self, reply):
        return self.response(reply, self.status(reply))

    def fail(self, error):
        return CHAT.fail(error)

    def stream_failure(self, reply, error, frames):
        """As it was seen: the error is an object within the event."""
        frames.add({"type": "error", "sequence_number": len(frames.list), "error": {
            "type": "rate_limit_error" if error.status == 429 else "server_error",
            "code": error.type, "message": error.message, "param": None}}, kind="error")
        frames.add({"type": "response.failed", "sequence_number": len(frames.list),
                    "response": self.response(reply, "failed", error)}, kind="response.failed")

    def count(self, ask):
        return {"object": "response.input_tokens", "input_tokens": ask.size}


class Messages:
    """Anthropic's Messages"""

    content_type, framing, demands_results = "text/event-stream; charset=utf-8", "named", True

    def read(self, ask):
        for message in objects(ask.body.get("messages")):
            content = message.get("content")
            if message.get("role") == "assistant":
                ask.add_model()
            elif message.get("role") == "user" and not has_part(content, "type", "tool_result"):
                ask.add_user(read_text(content))
            for block in objects(content):
                if block.get("type") == "tool_use":
                    ask.add_call(block.get("id"), block.get("name"))
                elif block.get("type") == "tool_result":
                    ask.add_result(block.get("tool_use_id"))
                elif block.get("type") == "thinking":
                    ask.check_seal(block.get("thinking") or "", block.get("signature"))
        for tool in objects(ask.body.get("tools")):
            ask.add_tool(tool.get("name"))
        ask.may_not_call = member(ask.body, "tool_choice", "type") == "none"

    def reason(self, reply):
        return {"calls": "tool_use", "length": "max_tokens", "sequence": "stop_sequence",
                "context": "model_context_window_exceeded", "filter": "refusal",
                "refusal": "refusal", "pause": "pause_turn"}.get(reply.stop, "end_turn")

    def usage(self, usage, output):
        """@output: tokens of the response so far"""
        return {"input_tokens": max(usage["input"] - usage["cached"] - usage["cache_write"], 0),
                "cache_creation_input_tokens": usage["cache_write"],
                "cache_read_input_tokens": usage["cached"], "output_tokens": output,
                "service_tier": "standard", "output_tokens_details": {
                    "thinking_tokens": usage["reasoning"] if output == usage["output"] else 0}}

    def message(self, reply, content, reason, output):
        return {"id": f"msg_{reply.id}", "type": "message", "role": "assistant",
                "model": reply.model, "content": content,
                "stop_reason": reason, "stop_sequence": None,
                "usage": self.usage(reply.usage, output)}

    def stream(self, reply, frames):
        def add_block(block, deltas):
            """@deltas: (type, member, text) of each"""
            frames.add({"type": "content_block_start", "index": index, "content_block": block},
                       kind="content_block_start")
            if index == 0:
                frames.add({"type": "ping"}, kind="ping")
            for kind, name, text in deltas:
                frames.add({"type": "content_block_delta", "index": index,
                            "delta": {"type": kind, name: text}}, True, "content_block_delta")
            frames.add({"type": "content_block_stop", "index": index}, kind="content_block_stop")

        index = 0
        frames.add({"type": "message_start", "message": self.message(reply, [], None, 1)},
                   kind="message_start")
        if reply.think is not None:
            add_block({"type": "thinking", "thinking": "", "signature": ""},
                      [("thinking_delta", "thinking", piece) for piece in split(reply.think)] +
                      [("signature_delta", "signature", seal(reply.think))])
            index += 1
        if reply.say:
            add_block({"type": "text", "text": ""},
                      [("text_delta", "text", piece) for piece in split(reply.say)])
            index += 1
        for call in reply.calls:
            # Of a call without arguments there is nothing but an empty piece.
            pieces = split("" if call.arguments == "{}" else call.arguments)
            add_block({"type": "tool_use", "id": call.id, "name": call.name, "input": {}},
                      [("input_json_delta", "partial_json", piece) for piece in ("", *pieces)])
            index += 1
        frames.add({"type": "message_delta", "delta": {"stop_reason": self.reason(reply),
                                                       "stop_sequence": None},
                    "usage": self.usage(reply.usage, reply.usage["output"])}, kind="message_delta")
        frames.add({"type": "message_stop"}, kind="message_stop")

    def whole(self, reply):
        content = []
        if reply.think is not None:
            content.append({"type": "thinking", "thinking": reply.think,
                            "signature": seal(reply.think)})
        if reply.say:
            content.append({"type": "text", "text": reply.say})
        for call in reply.calls:
            given = call.object if call.object is not None else {"INVALID_JSON": call.arguments}
            content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": given})
        return self.message(reply, content, self.reason(reply), reply.usage["output"])

    def fail(self, error):
        kind = error.type or {
            401: "authentication_error", 402: "billing_error", 403: "permission_error",
            404: "not_found_error", 413: "request_too_large", 429: "rate_limit_error",
            504: "timeout_error", 529: "overloaded_error"}.get(
                error.status, "invalid_request_error" if error.status < 500 else "api_error")
        return {"type": "error", "error": {"type": kind, "message": error.message},
                "request_id": f"req_{error.number:08x}"}

    def stream_failure(self, _, error, frames):
        frames.add(self.fail(error), kind="error")

    def count(self, ask):
        return {"input_tokens": ask.size}


class Gemini:
    """Gemini's generateContent: each event is a whole response, a call comes in one piece, and
    nothing marks the end."""

    content_type, framing, demands_results = "text/event-stream", "events", False

    def read(self, ask):
        for content in objects(ask.body.get("contents")):
            parts = content.get("parts")
            if content.get("role") == "model":
                ask.add_model()
            elif not has_part(parts, "functionResponse"):
                ask.add_user(read_text(parts))
            for part in objects(parts):
                if "functionResponse" in part:
                    ask.add_result(member(part, "functionResponse", "id"),
                                   member(part, "functionResponse", "name"))
        for group in objects(ask.body.get("tools")):
            for tool in objects(group.get("functionDeclarations")):
                ask.add_tool(tool.get("name"))
        ask.may_not_call = member(ask.body, "toolConfig", "functionCallingConfig",
                                  "mode") == "NONE"

    def reason(self, reply):
        # A call that is no JSON does not come through: the API says so in its place.
        if any(call.object is None for call in reply.calls):
            return "MALFORMED_FUNCTION_CALL"
        return {"length": "MAX_TOKENS", "context": "MAX_TOKENS", "filter": "SAFETY",
                "refusal": "SAFETY"}.get(reply.stop, "STOP")

    def sign(self, reply):
        return base64.b64encode((reply.id + reply.think).encode()).decode()

    def call(self, reply, index):
        call = reply.calls[index]
        if call.object is None:
            return []
        part = {"functionCall": {"id": call.id, "name": call.name, "args": call.object}}
        # Of calls side by side the first one has it.
        if reply.think is not None and index == 0:
            part["thoughtSignature"] = self.sign(reply)
        return [part]

    def image(self, reply):
        return {"inlineData": {"mimeType": reply.image["mime_type"], "data": reply.image["data"]}}

    def response(self, reply, parts, is_last):
        """Of the counts the last one holds."""
        usage = reply.usage
        candidate = {"content": {"parts": parts, "role": "model"}, "index": 0}
        counts = {"promptTokenCount": usage["input"],
                  "totalTokenCount": usage["input"] + (usage["output"] if is_last else 0)}
        if is_last:
            candidate["finishReason"] = self.reason(reply)
            counts["candidatesTokenCount"] = max(usage["output"] - usage["reasoning"], 0)
        if usage["cached"] > 0:
            counts["cachedContentTokenCount"] = usage["cached"]
        if is_last and usage["reasoning"] > 0:
            counts["thoughtsTokenCount"] = usage["reasoning"]
        return {"candidates": [candidate], "usageMetadata": counts, "modelVersion": reply.model,
                "responseId": reply.id}

    def stream(self, reply, frames):
        if reply.ask.is_array:
            frames.framing = "array"
        for piece in split(reply.think):
            frames.add(self.response(reply, [{"text": piece, "thought": True}], False), True)
        for piece in split(reply.say):
            frames.add(self.response(reply, [{"text": piece}], False), True)
        if reply.image:
            frames.add(self.response(reply, [self.image(reply)], False), True)
        for i in range(len(reply.calls)):
            frames.add(self.response(reply, self.call(reply, i), False), True)
        last = {"text": ""}
        if reply.think is not None and not reply.calls:
            last["thoughtSignature"] = self.sign(reply)
        frames.add(self.response(reply, [last], True))
        if reply.ask.is_array:
            frames.add_raw("]")

    def whole(self, reply):
        parts = [{"text": reply.think, "thought": True}] if reply.think is not None else []
        parts += [{"text": reply.say}] if reply.say else []
        parts += [self.image(reply)] if reply.image else []
        for i in range(len(reply.calls)):
            parts += self.call(reply, i)
        return self.response(reply, parts, True)

    def fail(self, error):
        """How long to wait is said in the body."""
        status = error.type or {
            400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED",
            404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}.get(
                error.status, "INTERNAL")
        found = {"code": error.status, "message": error.message, "status": status}
        if error.wait >= 0:
            found["details"] = [{"@type": "type.googleapis.com/google.rpc.RetryInfo",
                                 "retryDelay": f"{error.wait // 1000}.{error.wait % 1000:03}s"}]
        return {"error": found}

    def stream_failure(self, _, error, frames):
        """It comes as it is, between the events."""
        frames.add_raw(dump(self.fail(error)) + "\n")

    def count(self, ask):
        return {"totalTokens": ask.size}


class Ollama:
    """Ollama's own API: a line of JSON for each piece; calls come whole."""

    content_type, framing, demands_results = "application/x-ndjson", "lines", False
    token_ns = 5000000  # that a token takes, as the counts at the end say

    def read(self, ask):
        for message in objects(ask.body.get("messages")):
            role = message.get("role")
            if role == "assistant":
                ask.add_model()
            elif role == "tool":
                ask.add_result(message.get("tool_call_id"), message.get("tool_name"))
            # Images of results may follow them as a message of the user.
            elif role == "user" and (ask.after is None or "images" not in message):
                ask.add_user(read_text(message.get("content")))
            for call in objects(message.get("tool_calls")):
                ask.add_call(call.get("id"), member(call, "function", "name"))
        for tool in objects(ask.body.get("tools")):
            ask.add_tool(member(tool, "function", "name"))
        # A stream is the rule here.
        ask.is_streamed = ask.body.get("stream") is not False

    def call(self, reply, index):
        call = reply.calls[index]
        return {"id": call.id, "function": {"index": index, "name": call.name,
                                            "arguments": call.object}}

    def malformed(self, reply):
        """The first call whose arguments are no object; the server breaks off then."""
        return next(({"error": f"error parsing tool call: raw='{call.arguments}', err=invalid JSON"}
                     for call in reply.calls if call.object is None), None)

    def line(self, reply, done=False, **message):
        time = datetime.datetime.fromtimestamp(reply.created, datetime.timezone.utc)
        return {"model": reply.model, "created_at": time.strftime("%Y-%m-%dT%H:%M:%S.000000000Z"),
                "message": {"role": "assistant", "content": "", **message}, "done": done}

    def last(self, reply, **message):
        """What is 0 is left out."""
        taken, said = reply.usage["input"], reply.usage["output"]
        line = {**self.line(reply, True, **message),
                "done_reason": "length" if reply.stop in ("length", "context") else "stop",
                "total_duration": (taken + said) * self.token_ns + 1000000,
                "load_duration": 1000000, "prompt_eval_duration": taken * self.token_ns,
                "eval_duration": said * self.token_ns}
        if taken > 0:
            line["prompt_eval_count"] = taken
        if said > 0:
            line["eval_count"] = said
        return line

    def stream(self, reply, frames):
        for piece in split(reply.think):
            frames.add(self.line(reply, thinking=piece), True)
        for piece in split(reply.say):
            frames.add(self.line(reply, content=piece), True)
        malformed = self.malformed(reply)
        if malformed:
            frames.add(malformed, True)
            return
        for i in range(len(reply.calls)):
            frames.add(self.line(reply, tool_calls=[self.call(reply, i)]), True)
        frames.add(self.last(reply))

    def whole(self, reply):
        message = {"content": reply.say}
        if reply.think is not None:
            message["thinking"] = reply.think
        if reply.calls:
            message["tool_calls"] = [self.call(reply, i) for i in range(len(reply.calls))]
        return self.malformed(reply) or self.last(reply, **message)

    def fail(self, error):
        return {"error": error.message}

    def stream_failure(self, _, error, frames):
        frames.add(self.fail(error))

    def count(self, _):
        return None


CHAT, RESPONSES, MESSAGES, GEMINI, OLLAMA = Chat(), Responses(), Messages(), Gemini(), Ollama()
