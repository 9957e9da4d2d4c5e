#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli models, chats and what chat keeps: providers with their keys in the keyring, consent,
conversations on disk, their branches, scripts that have them again, prompts and resources in them,
and models that answer what servers ask.

Usage: test-cli-models.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import stat

from cli_sandbox import (AUTHORIZATION, DEMO, DONE, PROTOCOL, REFUSED, UNREACHABLE, USAGE, check,
                         read_error, run_tests)
from model_demo import ModelDemo
from model_stub import KINDS, ModelStub, Reply, call, find_results, say

KEY = "sk-very-secret-0123456789"
KIND = "openai-chat"
CHATS = (".local", "share", "spyglass", "conversations")
MODELS = (".config", "spyglass", "models.json")


def chat(sandbox, stub, *words, kind=KIND, **more):
    return sandbox.run("chat", "--provider", kind, "--base-url", stub.url, "--model", "m", *words,
                       **more)


def go_on(sandbox, stub, identity, *words):
    return chat(sandbox, stub, *words, "--continue", identity)


def list_chats(sandbox):
    return json.loads(check(sandbox.run("chats", "--json"), DONE).stdout)


def find_id(sandbox):
    (entry,) = list_chats(sandbox)
    return entry["id"]


def read_file(sandbox, identity):
    return [json.loads(line) for line in sandbox.read(*CHATS, identity + ".jsonl").splitlines()]


def read_turns(sandbox, identity):
    shown = json.loads(check(sandbox.run("chats", "show", identity, "--json"), DONE).stdout)
    return shown["turns"]


def describe(turns):
    return [block["text"] for turn in turns for block in turn["blocks"]]


def read_messages(stub, index):
    return [(message["role"], message.get("content"))
            for message in stub.requests[index][2]["messages"]]


def test_nothing_is_kept_unasked(sandbox):
    with ModelStub(say(KIND, "Hi.")) as stub:
        check(chat(sandbox, stub, "Hello"), DONE)
    assert list_chats(sandbox) == []
    assert not os.path.exists(sandbox.path(*CHATS))
    assert not os.path.exists(sandbox.path(*MODELS))


def test_kept_and_gone_on(sandbox):
    """In every dialect what goes back the next time is what would have gone back at once."""
    for kind in KINDS:
        replies = [call(kind, ("echo", '{"message":"hé"}')), say(kind, "It said hé."),
                   say(kind, "Goodbye.")]
        with ModelStub(*replies) as stub:
            result = check(chat(sandbox, stub, "Echo", "--save", "--json", "--allow-tools", "--", DEMO, kind=kind),
                           DONE)
            saved = [json.loads(line) for line in result.stdout.splitlines()][-2]
            assert saved["event"] == "saved", saved
            check(chat(sandbox, stub, "Bye", "--continue", saved["id"], "--", DEMO, kind=kind), DONE)
            later = stub.requests[2][2]
        path = sandbox.path(*CHATS, saved["id"] + ".jsonl")
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600, oct(os.stat(path).st_mode)
        assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700
        (_, text, failed), = find_results(kind, later)
        assert "hé" in text and not failed, (kind, text)
        # Gemini's parts go back as they came.
        assert "id hé." in json.dumps(later, ensure_ascii=False), (kind, later)
        turns = read_turns(sandbox, saved["id"])
        assert [turn["role"] for turn in turns] == ["user", "assistant", "tools", "assistant",
                                                    "user", "assistant"], (kind, turns)
        lines = read_file(sandbox, saved["id"])
        assert lines[0]["spyglass"] == "conversation" and lines[0]["title"] == "Echo", lines[0]
        assert all("echo" in line["turn"] for line in lines
                   if line.get("turn", {}).get("role") == "assistant"), (kind, lines)
        check(sandbox.run("chats", "delete", saved["id"]), DONE)
    assert list_chats(sandbox) == []


def test_verbatim(sandbox):
    """What a provider sent goes back as it was spelled, from the disk as well."""
    kind = "anthropic"
    with ModelStub(call(kind, ("echo", '{"message": "1.10", "n":1e2,"u":"\\u00e9"}')),
                   say(kind, "Well."), say(kind, "Again.")) as stub:
        check(chat(sandbox, stub, "Go", "--save", "--", DEMO, kind=kind), DONE)
        check(chat(sandbox, stub, "More", "--continue", find_id(sandbox), "--", DEMO, kind=kind),
              DONE)
        first, second = stub.requests[1][2]["messages"], stub.requests[2][2]["messages"]
    assert second[:3] == first[:3], (first, second)
    assert "1e2" in sandbox.read(*CHATS, find_id(sandbox) + ".jsonl")


def test_forks(sandbox):
    with ModelStub(*[say(KIND, text) for text in ("One.", "Two.", "Other.", "Third.")]) as stub:
        check(chat(sandbox, stub, "First", "--save"), DONE)
        identity = find_id(sandbox)
        check(go_on(sandbox, stub, identity, "Second"), DONE)
        check(go_on(sandbox, stub, identity, "Instead", "--from", "3"), DONE)
        assert describe(read_turns(sandbox, identity)) == ["First", "One.", "Instead", "Other."]
        assert read_messages(stub, 2) == [("user", "First"), ("assistant", "One."),
                                          ("user", "Instead")], read_messages(stub, 2)
        # The old branch stays, and asking again is a branch as well.
        check(go_on(sandbox, stub, identity, "--again"), DONE)
        assert describe(read_turns(sandbox, identity)) == ["First", "One.", "Instead", "Third."]
    lines = [line for line in read_file(sandbox, identity) if "turn" in line]
    said = {line["id"]: line["turn"]["blocks"][0]["text"] for line in lines}
    parents = {said[line["id"]]: said.get(line.get("parent")) for line in lines}
    assert parents == {"First": None, "One.": "First", "Second": "One.", "Two.": "Second",
                       "Instead": "One.", "Other.": "Instead", "Third.": "Instead"}, parents


def test_lost_answer_is_asked_for_again(sandbox):
    lost = say(KIND, "Once upon a time", cut=True)
    lost.events = lost.events[:1]
    with ModelStub(lost, say(KIND, "The end.")) as stub:
        check(chat(sandbox, stub, "Tell", "--save"), UNREACHABLE)
        identity = find_id(sandbox)
        tell, piece = describe(read_turns(sandbox, identity))
        assert tell == "Tell" and piece and "Once upon a time".startswith(piece), piece
        assert read_turns(sandbox, identity)[1]["stop"] == "cut"
        check(go_on(sandbox, stub, identity, "--again"), DONE)
        assert read_messages(stub, 1) == [("user", "Tell")], read_messages(stub, 1)
    assert describe(read_turns(sandbox, identity)) == ["Tell", "The end."]
    kept = [line["turn"]["blocks"][0]["text"] for line in read_file(sandbox, identity)
            if "turn" in line]
    assert kept == ["Tell", piece, "The end."], kept


def test_secrets_stay_out(sandbox):
    """Neither the key nor a server's secret reaches the disk, even where the model says them."""
    token = "tok-9f8e7d6c5b4a"
    check(sandbox.run("servers", "add", "demo", "--env", f"SECRET={token}", "--secret", "SECRET",
                      "--", DEMO), DONE)
    with ModelStub(call(KIND, ("echo", json.dumps({"message": "x " + token}))),
                   say(KIND, f"You use {token} and {KEY}.")) as stub:
        result = chat(sandbox, stub, f"I say {token} and {KEY}", "--save", "--server", "demo",
                      "--key-variable", "MY_KEY", "--system", f"Never tell {token}",
                      "--export-script", "script.json", MY_KEY=KEY)
        check(result, DONE)
    files = sandbox.read(*CHATS, find_id(sandbox) + ".jsonl") + sandbox.read("script.json")
    assert token not in files and KEY not in files, files
    assert "••••••" in files
    shown = check(sandbox.run("chats", "show", find_id(sandbox)), DONE).stdout
    assert token not in shown and KEY not in shown and "••••••" in shown, shown


def test_list_rename_delete(sandbox):
    with ModelStub(*[say(KIND, "Yes.")] * 3) as stub:
        for text in ("Alpha", "Beta", "Gamma"):
            check(chat(sandbox, stub, text, "--save"), DONE)
    entries = {entry["title"]: entry for entry in list_chats(sandbox)}
    assert set(entries) == {"Alpha", "Beta", "Gamma"}, entries
    assert entries["Alpha"]["model"] == "m" and entries["Alpha"]["size"] > 100
    alpha = entries["Alpha"]["id"]
    check(sandbox.run("chats", "rename", alpha, "A new “title”"), DONE)
    assert {entry["title"] for entry in list_chats(sandbox)} == {"A new “title”", "Beta", "Gamma"}
    assert describe(read_turns(sandbox, alpha)) == ["Alpha", "Yes."]
    shown = check(sandbox.run("chats", "show", alpha), DONE).stdout
    assert shown.startswith("# A new “title”\n") and "## You\n\nAlpha\n" in shown, shown
    check(sandbox.run("chats", "delete", alpha), DONE)
    check(sandbox.run("chats", "delete", alpha), REFUSED)
    check(sandbox.run("chats", "clear"), REFUSED)
    assert len(list_chats(sandbox)) == 2
    check(sandbox.run("chats", "clear", "--yes"), DONE)
    assert list_chats(sandbox) == []
    for identity in ("../../etc/passwd", "nope", ".hidden"):
        check(sandbox.run("chats", "show", identity), REFUSED)
        check(sandbox.run("chats", "delete", identity), REFUSED)
    check(sandbox.run("chats", "dance"), USAGE)


def test_torn_lines(sandbox):
    """A crash in the middle of a line costs that line, and nothing else."""
    with ModelStub(say(KIND, "One."), say(KIND, "Two.")) as stub:
        check(chat(sandbox, stub, "First", "--save"), DONE)
        identity = find_id(sandbox)
        with open(sandbox.path(*CHATS, identity + ".jsonl"), "a", encoding="utf-8") as file:
            file.write('{"id": "torn", "turn": {"role": "us')
        shown = check(sandbox.run("chats", "show", identity), DONE)
        assert "⚠ 1 line of this conversation" in shown.stderr, shown.stderr
        assert describe(read_turns(sandbox, identity)) == ["First", "One."]
        gone_on = check(go_on(sandbox, stub, identity, "Second"), DONE)
        assert "⚠ 1 line of this conversation" in gone_on.stderr, gone_on.stderr
    assert describe(read_turns(sandbox, identity)) == ["First", "One.", "Second", "Two."]
    header = sandbox.read(*CHATS, identity + ".jsonl").splitlines()[0]
    newer = header.replace('"version":1', '"version":2').replace('"version": 1', '"version": 2')
    sandbox.write(newer + "\n", *CHATS, "newer.jsonl")
    assert "newer" in read_error(check(sandbox.run("chats", "show", "newer"), REFUSED))["message"]
    sandbox.write("nothing\n", *CHATS, "other.jsonl")
    check(sandbox.run("chats", "show", "other"), REFUSED)
    assert [entry["id"] for entry in list_chats(sandbox)] == [identity]


def test_script_has_it_again(sandbox):
    """What the demo's model said is had again from the script of the conversation."""
    steps = [{"when": {"turn": 1}, "say": "Let me see.",
              "call": [{"tool": "echo", "arguments": {"message": "hé"}}]},
             {"when": {"after_tool": "echo"}, "say": "It said hé."}]
    with ModelDemo(DEMO, steps) as demo:
        words = ("chat", "Echo", "--provider", KIND, "--base-url", demo.url + "/v1", "--model", "m")
        first = check(sandbox.run(*words, "--save", "--export-script", "script.json", "--", DEMO),
                      DONE)
    script = json.loads(sandbox.read("script.json"))
    assert len(script["steps"]) == 2, script
    printed = json.loads(check(sandbox.run("chats", "script", find_id(sandbox)), DONE).stdout)
    assert printed["steps"] == script["steps"], (printed, script)
    with ModelDemo(DEMO, script["steps"]) as demo:
        words = ("chat", "Echo", "--provider", KIND, "--base-url", demo.url + "/v1", "--model", "m")
        again = check(sandbox.run(*words, "--", DEMO), DONE)
    assert again.stdout == first.stdout and "It said hé." in again.stdout, (first, again)


def test_wrong_ways(sandbox):
    with ModelStub(say(KIND, "One.")) as stub:
        check(chat(sandbox, stub, "--again"), USAGE)
        check(chat(sandbox, stub, "x", "--from", "2"), USAGE)
        check(chat(sandbox, stub, "First", "--save"), DONE)
        identity = find_id(sandbox)
        check(go_on(sandbox, stub, identity, "text", "--again"), USAGE)
        check(go_on(sandbox, stub, identity, "text", "--from", "9"), USAGE)
        check(go_on(sandbox, stub, "nope", "text"), REFUSED)


def test_switches(sandbox):
    """One that left says so; in a list that was written before it does nothing."""
    words = ("--provider", "anthropic", "--base-url", "http://127.0.0.1:9", "--model", "m")
    check(sandbox.run("chat", "One", *words, "--switch", "nonsense"), USAGE)
    left = check(sandbox.run("chat", "One", *words, "--switch", "cache_diagnostics"), USAGE)
    assert "was removed" in read_error(left)["message"], left
    sandbox.write(json.dumps({"version": 1, "providers": {"kept": {"provider": {
        "id": "kept", "dialect": "anthropic", "base": "http://127.0.0.1:9/v1",
        "switches": ["cache_diagnostics", "no_tool_choice"]}}}}), *MODELS)
    (kept,) = read_models(sandbox)
    assert "error" not in kept and kept["provider"]["switches"] == ["no_tool_choice"], kept


# Providers

def add_demo(sandbox, demo, name="demo", *words):
    check(sandbox.run("models", "add", name, "--provider", KIND, "--base-url", demo.url + "/v1",
                      "--model", "scripted", *words), DONE)


def read_models(sandbox):
    return json.loads(check(sandbox.run("models", "--json"), DONE).stdout)


def test_providers(sandbox):
    assert read_models(sandbox) == []
    with ModelDemo(DEMO) as demo:
        add_demo(sandbox, demo)
        (entry,) = read_models(sandbox)
        assert entry["id"] == "demo" and entry["default"] and entry["local"], entry
        assert entry["model"] == "scripted" and entry["provider"]["dialect"] == KIND, entry
        path = sandbox.path(*MODELS)
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        check(sandbox.run("models", "add", "demo", "--provider", "ollama"), USAGE)
        # Neither the provider nor its model need be named.
        said = check(sandbox.run("chat", "hello"), DONE).stdout
        assert said.strip(), said
        shown = json.loads(check(sandbox.run("models", "show", "demo", "--json"), DONE).stdout)
        assert shown and all("id" in item for item in shown), shown
        tested = json.loads(check(sandbox.run("models", "test", "demo", "--json"), DONE).stdout)
        assert tested["seconds"] >= 0 and tested["models"] == len(shown), tested
        check(sandbox.run("models", "add", "second", "--provider", "ollama", "--model", "q"), DONE)
        check(sandbox.run("models", "default", "second", "--model", "other"), DONE)
        assert [(each["id"], each["default"], each["model"]) for each in read_models(sandbox)] == [
            ("demo", False, "scripted"), ("second", True, "other")]
    check(sandbox.run("models", "test", "demo"), UNREACHABLE)
    check(sandbox.run("models", "remove", "demo"), DONE)
    check(sandbox.run("models", "remove", "demo"), USAGE)
    assert [each["id"] for each in read_models(sandbox)] == ["second"]
    check(sandbox.run("models", "add", "a/b", "--provider", "ollama"), REFUSED)
    check(sandbox.run("models", "add", "x", "--provider", "nobody"), USAGE)


def test_file_of_a_person(sandbox):
    """What a person wrote stays, and what is wrong is told and hurts no other entry."""
    text = json.dumps({"comment": "mine", "version": 1, "providers": {
        "good": {"note": 1.10, "provider": {"id": "good", "dialect": "ollama",
                                            "base": "http://127.0.0.1:1"}},
        "bad": {"provider": {"id": "bad", "dialect": "klingon", "base": "http://127.0.0.1:1"}}}})
    sandbox.write(text.replace("1.1", "1.10"), *MODELS)
    entries = {entry["id"]: entry for entry in read_models(sandbox)}
    assert "klingon" in entries["bad"]["error"] and "error" not in entries["good"], entries
    check(sandbox.run("chat", "x", "--provider", "bad", "--model", "m"), REFUSED)
    check(sandbox.run("models", "default", "good", "--model", "m"), DONE)
    after = sandbox.read(*MODELS)
    assert '"comment": "mine"' in after and "1.10" in after and "klingon" in after, after
    sandbox.write("{", *MODELS)
    check(sandbox.run("models", "default", "good"), REFUSED)
    assert sandbox.read(*MODELS) == "{"
    sandbox.write('{"version": 2}', *MODELS)
    check(sandbox.run("models"), REFUSED)


def test_key_in_the_keyring(sandbox):
    sandbox.allow_leaks()
    with ModelStub(*[say(KIND, "Yes.")] * 3) as stub:
        check(sandbox.run("models", "add", "work", "--provider", KIND, "--base-url", stub.url,
                          "--model", "m", "--key-variable", "MY_KEY", MY_KEY=KEY), DONE)
        check(sandbox.run("chat", "Hello", "--provider", "work"), DONE)
        assert stub.requests[0][1]["Authorization"] == "Bearer " + KEY
        # What the command line says goes first.
        check(sandbox.run("chat", "Hello", "--key-variable", "OTHER", OTHER="sk-other-key"), DONE)
        assert stub.requests[1][1]["Authorization"] == "Bearer sk-other-key"
        assert KEY not in sandbox.read(*MODELS)
        check(sandbox.run("models", "remove", "work"), DONE)
        check(sandbox.run("models", "add", "work", "--provider", KIND, "--base-url", stub.url,
                          "--model", "m"), DONE)
        check(sandbox.run("chat", "Hello"), DONE)
        assert "Authorization" not in stub.requests[2][1], stub.requests[2][1]


def test_without_keyring(sandbox):
    sandbox.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    del sandbox.env["SECRET_BACKEND"]
    words = ("models", "add", "work", "--provider", KIND, "--base-url", "http://127.0.0.1:1/v1",
             "--key-variable", "MY_KEY")
    result = sandbox.run(*words, MY_KEY=KEY)
    assert result.returncode != DONE and KEY not in result.stderr, result
    assert read_models(sandbox) == []
    check(sandbox.run(*words, "--secrets-in-file", MY_KEY=KEY), DONE)
    assert KEY not in sandbox.read(*MODELS)
    path = sandbox.path(".local", "share", "spyglass", "secrets.json")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600 and KEY in sandbox.read(
        ".local", "share", "spyglass", "secrets.json")


def test_consent(sandbox):
    """What tools return goes nowhere else before somebody has agreed, once for each server."""
    check(sandbox.run("servers", "add", "one", "--", DEMO), DONE)
    check(sandbox.run("models", "add", "far", "--provider", KIND, "--base-url",
                      "https://models.invalid/v1", "--model", "m", "--key-variable", "MY_KEY",
                      "--secrets-in-file", MY_KEY=KEY), DONE)
    words = ("chat", "Hello", "--provider", "far")
    error = read_error(check(sandbox.run(*words, "--server", "one"), REFUSED))
    assert "https://models.invalid/v1" in error["message"] and "one" in error["message"], error
    assert "consent" not in sandbox.read(*MODELS)
    # Nobody is there, but now it is tried, and asked no more.
    check(sandbox.run(*words, "--server", "one", "--yes"), UNREACHABLE)
    assert "consent" in sandbox.read(*MODELS)
    check(sandbox.run(*words, "--server", "one"), UNREACHABLE)
    check(sandbox.run("servers", "add", "two", "--", DEMO), DONE)
    check(sandbox.run(*words, "--server", "two"), REFUSED)
    # Another address is another matter.
    sandbox.write(sandbox.read(*MODELS).replace('"base": "https://models.invalid/v1"',
                                                '"base": "https://other.invalid/v1"'), *MODELS)
    check(sandbox.run(*words, "--server", "one"), REFUSED)


def test_consent_without_profile(sandbox):
    """A program that is not kept may have any name: consent for one is not consent for all."""
    check(sandbox.run("models", "add", "far", "--provider", KIND, "--base-url",
                      "https://models.invalid/v1", "--model", "m"), DONE)
    words = ("chat", "Hello", "--provider", "far")
    check(sandbox.run(*words, "--yes", "--", DEMO), UNREACHABLE)
    assert "consent" not in sandbox.read(*MODELS)
    check(sandbox.run(*words, "--", DEMO), REFUSED)


def test_conversation_goes_elsewhere(sandbox):
    """What was said stays where it was said until somebody says otherwise."""
    with ModelStub(say(KIND, "One."), say(KIND, "Two.")) as stub:
        check(chat(sandbox, stub, "Mine", "--save"), DONE)
        identity = find_id(sandbox)
        # Its kind has an address of its own, which is not where it was.
        error = read_error(check(sandbox.run("chat", "More", "--continue", identity,
                                             OPENAI_API_KEY=KEY), REFUSED))
        assert "api.openai.com" in error["message"] and KEY not in error["message"], error
        check(sandbox.run("models", "add", "far", "--provider", KIND, "--base-url",
                          "https://models.invalid/v1", "--model", "m"), DONE)
        words = ("chat", "More", "--continue", identity, "--provider", "far")
        error = read_error(check(sandbox.run(*words), REFUSED))
        assert "https://models.invalid/v1" in error["message"], error
        check(sandbox.run(*words, "--yes"), UNREACHABLE)
        # Now it has been there, and on this machine nobody asks.
        check(sandbox.run(*words), UNREACHABLE)
        check(go_on(sandbox, stub, identity, "Back"), DONE)
        check(sandbox.run(*words), REFUSED)
    setups = [line["setup"] for line in read_file(sandbox, identity) if "setup" in line]
    assert [setup["address"] for setup in setups][1] == "https://models.invalid", setups


def test_looking_for_servers(sandbox):
    with ModelDemo(DEMO) as demo:
        host = demo.url.split("://")[1]
        found = json.loads(check(sandbox.run("models", "find", "--json", OLLAMA_HOST=host),
                                 DONE).stdout)
    (entry,) = [each for each in found if each["kind"] == "ollama"]
    assert entry["base"] == demo.url and entry["models"], entry


def test_refused_key(sandbox):
    with ModelDemo(DEMO, None, "--model-key", KEY) as demo:
        add_demo(sandbox, demo)
        result = sandbox.run("models", "test", "demo")
        assert result.returncode == AUTHORIZATION, result
        assert KEY not in result.stderr


# What servers ask a model

ERAS = ("modern", "legacy")


def ask_model(sandbox, model, *words, era="modern", **more):
    return sandbox.run("call", "ask_model", "--era", era, "--sampling-model", model, *words, "--",
                       DEMO, **more)


def add_stub(sandbox, stub, kind=KIND, name="stub"):
    check(sandbox.run("models", "add", name, "--provider", kind, "--base-url", stub.url, "--model",
                      "m"), DONE)


def test_sampling(sandbox):
    """In each dialect and era the model is asked what the server wants, and its answer sent."""
    for kind in KINDS:
        for era in ERAS:
            with ModelStub(say(kind, "Blue.")) as stub:
                add_stub(sandbox, stub, kind)
                result = check(ask_model(sandbox, "stub", era=era), DONE)
                (_, _, body), = stub.requests
            answer = json.loads(result.stdout)
            assert answer["role"] == "assistant" and answer["stopReason"] == "endTurn", answer
            assert answer["content"] == {"type": "text", "text": "Blue."}, (kind, era, answer)
            assert "answered by" in result.stderr, result.stderr
            text = json.dumps(body)
            assert "Answer in one word." in text and "Name a colour." in text, (kind, body)
            assert ("0.2" in text) == (kind != "anthropic"), (kind, body)
            assert ("END" in text) == (kind != "openai-responses"), (kind, body)
            assert "50" in text, (kind, body)
            assert ("temperature" in result.stderr) == (kind == "anthropic"), (kind, result.stderr)
            check(sandbox.run("models", "remove", "stub"), DONE)


def test_sampling_with_tools(sandbox):
    """Its tools are the server's to run: the call goes back, and its result to the model."""
    for kind in KINDS:
        replies = call(kind, ("get_stock", '{"product":"pens"}')), say(kind, "Twelve.")
        with ModelStub(*replies) as stub:
            add_stub(sandbox, stub, kind)
            result = check(ask_model(sandbox, "stub/other", "--arg", "with_tools=true"), DONE)
            first, second = (request[2] for request in stub.requests)
        assert "get_stock" in json.dumps(first["tools"]), (kind, first)
        if kind == "gemini":
            # What did not come from it as it stands has no ids.
            text = json.dumps([part for content in second["contents"] for part in content["parts"]
                               if "functionResponse" in part])
            assert "12 pieces" in text and "get_stock" in text, text
        else:
            ((_, text, failed),) = find_results(kind, second)
            assert text == "12 pieces" and not failed, (kind, text)
        assert json.loads(result.stdout)["content"]["text"] == "Twelve.", (kind, result.stdout)
        if kind == KIND:
            assert first["model"] == "other" and first.get("tool_choice") in ("auto", None), first
            assert second["tool_choice"] == "none", second
        check(sandbox.run("models", "remove", "stub"), DONE)


def test_sampling_stops(sandbox):
    long = say(KIND, "Blue as")
    long.events[1]["choices"][0]["finish_reason"] = "length"
    with ModelStub(long) as stub:
        add_stub(sandbox, stub)
        answer = json.loads(check(ask_model(sandbox, "stub"), DONE).stdout)
    assert answer["stopReason"] == "maxTokens", answer
    check(sandbox.run("models", "remove", "stub"), DONE)
    # Responses has no word for a text that ends an answer: it is cut.
    kind = "openai-responses"
    with ModelStub(say(kind, "Blue.END and more")) as stub:
        add_stub(sandbox, stub, kind)
        answer = json.loads(check(ask_model(sandbox, "stub"), DONE).stdout)
    assert answer["stopReason"] == "stopSequence" and answer["content"]["text"] == "Blue.", answer


def test_sampling_refused_parameters(sandbox):
    """A temperature that a model does not take is no reason to fail."""
    refusal = Reply(KIND, status=400, body={"error": {
        "message": "Unsupported value: 'temperature' does not support 0.2 with this model.",
        "type": "invalid_request_error", "param": "temperature", "code": "unsupported_value"}})
    with ModelStub(refusal, say(KIND, "Blue.")) as stub:
        add_stub(sandbox, stub)
        result = check(ask_model(sandbox, "stub"), DONE)
        assert "temperature" in stub.requests[0][2] and "temperature" not in stub.requests[1][2]
    assert json.loads(result.stdout)["content"]["text"] == "Blue.", result.stdout
    assert "refuses the temperature" in result.stderr, result.stderr


def test_sampling_fails(sandbox):
    """The server hears that it was declined; the call goes on."""
    with ModelStub(Reply(KIND, status=401, body={"error": {"message": "No such key."}})) as stub:
        add_stub(sandbox, stub)
        result = ask_model(sandbox, "stub")
    assert "No such key." in result.stderr, result.stderr
    assert '"text": "Blue' not in result.stdout
    check(ask_model(sandbox, "nobody/m"), USAGE)
    check(sandbox.run("models", "add", "far", "--provider", KIND, "--base-url",
                      "https://models.invalid/v1", "--model", "m"), DONE)
    result = ask_model(sandbox, "far")
    assert "nobody has agreed" in result.stderr, result.stderr


# Prompts and resources

def test_prompts_and_resources(sandbox):
    for kind in KINDS:
        with ModelStub(say(kind, "Fine."), say(kind, "Well.")) as stub:
            check(chat(sandbox, stub, "--prompt", "describe_product", "--prompt-arg", "id=speaker-3",
                       "--resource", "product://guide", "--save", "--", DEMO, kind=kind), DONE)
            body = json.dumps(stub.requests[0][2])
            turns = read_turns(sandbox, find_id(sandbox))
            assert turns[0]["blocks"][0]["text"].startswith("Resource product://guide:\n"), turns[0]
            assert [turn["role"] for turn in turns][-1] == "assistant" and len(turns) > 2, turns
            for turn in turns[:-1]:
                for block in turn["blocks"]:
                    if block["kind"] == "text":
                        assert json.dumps(block["text"])[1:-1][:40] in body, (kind, block, body)
            # With a text, that is what is answered.
            check(chat(sandbox, stub, "Shorter", "--prompt", "describe_product", "--prompt-arg",
                       "id=speaker-3", "--", DEMO, kind=kind), DONE)
            assert "Shorter" in json.dumps(stub.requests[1][2])
        check(sandbox.run("chats", "clear", "--yes"), DONE)


def test_wrong_prompts(sandbox):
    with ModelStub() as stub:
        check(chat(sandbox, stub, "x", "--prompt", "nope", "--", DEMO), PROTOCOL)
        check(chat(sandbox, stub, "x", "--resource", "product://nope", "--", DEMO), PROTOCOL)
        check(chat(sandbox, stub, "x", "--prompt", "describe_product"), USAGE)
        check(chat(sandbox, stub, "x", "--prompt-arg", "a=b", "--", DEMO), USAGE)
        assert stub.requests == []


if __name__ == "__main__":
    run_tests(globals())
