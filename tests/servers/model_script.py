# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scripted model says to a request, whatever the API: the script, where the conversation
is, the reply that its step makes, and the frames that the reply is streamed in."""

import hashlib
import json
import re

BYTES_A_TOKEN = 4
MAX_PIECE = 12  # letters of the longest piece
SEAL = "sealed by spyglass-demo: "
# The members of a request that a model reads, in any API
READ_MEMBERS = ("contents", "input", "instructions", "messages", "system", "systemInstruction",
                "tools")
STEP_MEMBERS = {"when", "think", "say", "call", "image", "stop", "usage", "delay_ms",
                "tokens_per_second", "think_tags", "cut_after", "fail"}


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def count(text):
    return -(-len((text or "").encode()) // BYTES_A_TOKEN)


def seal(thought):
    """What a vendor puts beside a thought, so that it comes back unchanged."""
    return hashlib.sha256((SEAL + thought).encode()).hexdigest()


def read_text(content):
    """The texts of a message: a string, or the parts of a list that have a “text”."""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content or ()
                   if isinstance(part, dict) and isinstance(part.get("text"), str))


def has_part(content, name, value=None):
    return isinstance(content, list) and any(
        isinstance(part, dict) and name in part and value in (None, part[name])
        for part in content)


# The script

def is_tool(name, wanted):
    """Whether a tool is @wanted, or that tool of some server."""
    return name == wanted or ("__" in name and name.split("__", 1)[1] == wanted)


def find_tool(tools, wanted):
    if wanted in tools:
        return wanted
    return next((name for name in tools if is_tool(name, wanted)), None)


class Script:
    def __init__(self, text):
        value = json.loads(text)
        self.steps = value if isinstance(value, list) else value["steps"]
        self.model = "scripted" if isinstance(value, list) else value.get("model", "scripted")
        for step in self.steps:
            strange = set(step) - STEP_MEMBERS
            if strange:
                raise ValueError(f"A step has no member “{strange.pop()}”")

    def pick(self, ask):
        return next((step for step in self.steps if fits(step.get("when", {}), ask)), None)


def fits(when, ask):
    after = when.get("after_tool")
    if when.get("turn", ask.turn) != ask.turn:
        return False
    if (after is True and ask.after is None) or (after is False and ask.after is not None):
        return False
    if isinstance(after, str) and (ask.after is None or not is_tool(ask.after, after)):
        return False
    if "has_tool" in when and find_tool(ask.offered, when["has_tool"]) is None:
        return False
    return "user_matches" not in when or re.search(
        when["user_matches"], ask.user or "", re.IGNORECASE) is not None


# The request

class Ask:
    """Where the conversation is, and how the response is wanted; an API's reader fills it."""

    def __init__(self, body):
        self.body = body
        self.model = body.get("model") if isinstance(body.get("model"), str) else None
        self.is_streamed = body.get("stream") is True
        self.wants_usage = self.wants_sealed = self.is_array = self.may_not_call = False
        self.tools = []
        self.size = -(-sum(len(dump(body[name]).encode()) for name in READ_MEMBERS
                           if name in body) // BYTES_A_TOKEN)
        self.n_turns, self.was_model = 0, False
        self.user = self.after = self.fault = None
        self.calls, self.pending = {}, {}

    @property
    def turn(self):
        return self.n_turns + 1

    @property
    def offered(self):
        return [] if self.may_not_call else self.tools

    def find_fault(self, text):
        self.fault = self.fault or text

    def check_pending(self):
        """Behind its turn, each call of the model's has a result before anything else is said."""
        for key in self.pending:
            self.find_fault(f"The call “{key}” has no result")

    def add_model(self):
        """A message of the model's, or a part of one: parts that follow each other are one turn."""
        if not self.was_model:
            self.check_pending()
            self.n_turns += 1
        self.was_model = True

    def add_call(self, key, name):
        if isinstance(key, str) and isinstance(name, str):
            self.pending[key] = True
            self.calls[key] = name

    def add_user(self, text):
        self.check_pending()
        self.was_model, self.after, self.user = False, None, text

    def add_result(self, key, name=None):
        self.was_model = False
        if isinstance(key, str) and self.pending.pop(key, None) is None:
            self.find_fault(f"There is a result of “{key}”, and no such call")
        self.after = name or self.calls.get(key, "")

    def add_tool(self, name):
        if isinstance(name, str):
            self.tools.append(name)

    def check_seal(self, thought, found):
        if isinstance(found, str) and found != seal(thought):
            self.find_fault("What the model thought was changed: its seal is not right")

    def finish(self, demands_results):
        self.check_pending()
        if not demands_results:
            self.fault = None


# The reply

class Call:
    """@arguments: as the model writes them; @object: the same where it is a JSON object"""

    def __init__(self, scripted, ask, index):
        self.name = find_tool(ask.offered, scripted["tool"]) or scripted["tool"]
        self.id = scripted.get("id") or f"call_{ask.turn:06}{index + 1:03}"
        self.arguments = scripted.get("arguments_text")
        if self.arguments is None:
            self.arguments = dump(scripted.get("arguments", {}))
        try:
            value = json.loads(self.arguments or "{}")
        except ValueError:
            value = None
        self.object = value if isinstance(value, dict) else None


class Reply:
    """The step of a script, made definite for a request."""

    def __init__(self, ask, step, number, created):
        self.ask, self.step, self.created = ask, step, created
        self.id, self.model = f"{number:08x}", ask.model
        scripted = step.get("call", ())
        self.calls = [] if ask.may_not_call else [
            Call(one, ask, i) for i, one in enumerate(scripted)]
        tagged = step.get("think_tags", False) and "think" in step
        self.think = None if tagged else step.get("think")
        self.say = (f"<think>{step['think']}</think>" if tagged else "") + (step.get("say") or "")
        if not self.say and len(self.calls) < len(scripted):
            self.say = "I may not call a tool now, so this is all that I can say."
        self.image = step.get("image")
        self.stop = step.get("stop") or ("calls" if self.calls else "end")
        thought = count(self.think)
        self.usage = {"input": ask.size, "cached": 0, "cache_write": 0, "reasoning": thought,
                      "output": thought + count(self.say) + sum(
                          count(call.name) + count(call.arguments) for call in self.calls)}
        self.usage.update(step.get("usage", {}))


class Error:
    def __init__(self, status, message, kind=None, wait=-1, number=0):
        self.status, self.message, self.type = status, message, kind
        self.wait, self.number = wait, number


class Frames:
    """What a response is streamed in. @framing: "events", "named" events, "lines" or an "array" """

    def __init__(self, framing):
        self.framing = framing
        self.list = []  # pairs of the bytes, and whether it is a piece of what the model says

    def add(self, value, is_piece=False, kind=None):
        text = dump(value)
        if self.framing == "named":
            text = f"event: {kind}\ndata: {text}\n\n"
        elif self.framing == "events":
            text = f"data: {text}\n\n"
        elif self.framing == "lines":
            text += "\n"
        else:
            text = (",\n" if self.list else "[") + text
        self.list.append((text.encode(), is_piece))

    def add_raw(self, text):
        self.list.append((text.encode(), False))


def split(text):
    """What a model says in one go: words with the blank before them, of no more than a few
    letters."""
    pieces, start = [], 0
    while start < len(text or ""):
        end = start + 1
        while end < len(text) and end - start < MAX_PIECE and text[end] not in " \n":
            end += 1
        pieces.append(text[start:end])
        start = end
    return pieces
