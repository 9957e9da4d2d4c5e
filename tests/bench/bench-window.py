#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window: how soon it is there beside an empty one of libadwaita's, what memory it takes, how
long its main loop is away, and how soon a large result is painted.

Everything is measured on a display (Xvfb), a session bus and a home of its own. Starts are
interleaved rounds of the real programs, from the process's start to the end of its first frame;
memory is the process's own. An iteration is the time from one poll of the main loop to the next.
"""

import argparse
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
AIM_START = 1.5
# Machines differ by a factor of two and more: a turn is held against the first frame of an empty
# window in the same run, of which it may take a third.
AIM_TURN = 1 / 3
AIM_FORM_MS = 100
AIM_CONVERSATION_MS = 300
# Of the frames of a long list 95 % may take so many times what they take of a short one.
AIM_LIST = 1.5
# What a result in JSON may cost at its peak, beside the idle window, by the size of its text.
AIM_MEMORY = 4.5
PARTS = ["scenes", "form", "lists", "conversation", "results"]
MODEL_SERVER = os.path.join(ROOT, "tests", "servers", "model_server.py")
INSIDE = "WINDOW_BENCH_INSIDE"
OUTPUT = "WINDOW_BENCH_OUTPUT"
# One programme for the display and the bus, so that nothing of the person's is touched.
WRAPPER = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24 -nolisten tcp", "dbus-run-session", "--"]


def own_desktop():
    """Runs this script again with a display, a bus and a home of its own."""
    for tool in ("xvfb-run", "dbus-run-session"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed (./dev setup)")
            return 0
    with tempfile.TemporaryDirectory(prefix="spyglass-bench-") as home:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        env = dict(os.environ, **{INSIDE: home}, HOME=home, SPYGLASS_BENCH_CACHE=cache,
                   GDK_BACKEND="x11", GSK_RENDERER="cairo", GDK_DEBUG="gl-disable", GTK_USE_PORTAL="0",
                   ADW_DISABLE_PORTAL="1", GSETTINGS_BACKEND="keyfile", GIO_USE_VFS="local",
                   LC_ALL="C.UTF-8")
        for name in ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS",
                     "GTK_A11Y", "NO_AT_BRIDGE", "G_DEBUG", "GTK_THEME", "XAUTHORITY"):
            env.pop(name, None)
        # What the bus and the accessibility bus say about themselves is not the benchmark's: they
        # have no output, and this script prints through a descriptor of its own.
        with os.fdopen(os.dup(1), "w") as output:
            env[OUTPUT] = str(output.fileno())
            quiet = None if "WINDOW_BENCH_STACKS" in env else subprocess.DEVNULL
            return subprocess.call([*WRAPPER, sys.executable, *sys.argv], env=env, stderr=quiet,
                                   stdout=subprocess.DEVNULL, pass_fds=[output.fileno()])


def make_home(env, name):
    """A fresh set of folders; returns the environment with it."""
    folder = os.path.join(os.environ[INSIDE], name)
    env = dict(env)
    for variable in ("CONFIG", "DATA", "CACHE", "STATE"):
        env[f"XDG_{variable}_HOME"] = os.path.join(folder, variable.lower())
        os.makedirs(env[f"XDG_{variable}_HOME"])
    env["XDG_RUNTIME_DIR"] = os.path.join(folder, "run")
    os.makedirs(env["XDG_RUNTIME_DIR"], mode=0o700)
    return env


def add_demo(env, demo):
    """The demo server as a profile, and as what was shown last."""
    folder = os.path.join(env["XDG_CONFIG_HOME"], "spyglass")
    os.makedirs(folder)
    with open(os.path.join(folder, "servers.yaml"), "w", encoding="utf-8") as file:
        file.write(f"servers:\n  demo:\n    command: {json.dumps(demo)}\n")
    folder = os.path.join(env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
    os.makedirs(folder)
    with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
        file.write("[io/github/spyglass_mcp/Spyglass]\nlast-server='demo'\nlast-page='tools'\n")


def start_once(program, env, probe, **more):
    """Runs a program with the probe; returns what it reports."""
    path = os.path.join(os.environ[INSIDE], "report")
    env = dict(env, LD_PRELOAD=probe, WINDOW_BENCH_REPORT=path, WINDOW_BENCH_SETTLE="800", **more)
    env["WINDOW_BENCH_START"] = str(time.monotonic_ns())
    subprocess.run([program], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=None if "WINDOW_BENCH_STACKS" in env else subprocess.DEVNULL,
                   timeout=60, check=True)
    with open(path, encoding="ascii") as file:
        report = {name: float(value) for name, value in map(str.split, file)}
    os.unlink(path)
    if "end" not in report or (more and "live.rss" not in report):
        sys.exit(f"{program}: the probe's report is not whole: {report}")
    return report


def median(rows, name):
    return statistics.median(row[name] for row in rows)


def verdict(good):
    return "reached" if good else "MISSED"


def bench_start(programs, env, rounds):
    """Prints the table of starts; returns the empty window's time to its first frame."""
    kinds = {
        "empty window": (programs["empty"], make_home(env, "empty"), {}),
        "spyglass, first run": (programs["spyglass"], make_home(env, "first"), {}),
        "spyglass, live session": (programs["spyglass"], make_home(env, "live"),
                                   {"WINDOW_BENCH_CONNECT": "Tools"}),
    }
    add_demo(kinds["spyglass, live session"][1], programs["demo"])
    rows = {kind: [] for kind in kinds}
    for number in range(rounds + 1):
        for kind, (program, home, more) in kinds.items():
            report = start_once(program, home, programs["probe"], **more)
            if number > 0:  # the first one warms the caches and starts the accessibility bus
                rows[kind].append(report)

    print(f"{'median of ' + str(rounds):<24} {'libraries':>10} {'present':>9} {'1st frame':>10} "
          f"{'least':>8} {'CPU':>8} {'RSS':>9} {'PSS':>9} {'worst iteration after':>23}")
    for kind, reports in rows.items():
        print(f"{kind:<24} {median(reports, 'loaded'):>7.0f} ms"
              f" {median(reports, 'present'):>6.0f} ms"
              f" {median(reports, 'first'):>7.0f} ms {min(r['first'] for r in reports):>5.0f} ms"
              f" {median(reports, 'computed'):>5.0f} ms"
              f" {median(reports, 'settled.rss') / 1024:>5.1f} MiB"
              f" {median(reports, 'settled.pss') / 1024:>5.1f} MiB"
              f" {median(reports, 'after.worst'):>6.1f} ms, of all"
              f" {max(r['after.worst'] for r in reports):>5.1f}")
    live = rows["spyglass, live session"]
    print(f"{'  connected, listed':<24} {'':>10} {'':>9} {'':>10} {'':>8} {'':>8}"
          f" {median(live, 'live.rss') / 1024:>5.1f} MiB"
          f" {median(live, 'live.pss') / 1024:>5.1f} MiB"
          f" {median(live, 'live.worst'):>6.1f} ms, of all"
          f" {max(r['live.worst'] for r in live):>5.1f}")

    base = median(rows["empty window"], "first")
    for kind in list(rows)[1:]:
        ratio = median(rows[kind], "first") / base
        print(f"first frame of {kind}: {ratio:.2f} × the empty window's;"
              f" aim {AIM_START}: {verdict(ratio <= AIM_START)}")
    print()
    return base


def play(programs, env, *arguments, prepare=None):
    """Runs scenes in a home of their own; returns the lines that they report."""
    number = play.count = getattr(play, "count", 0) + 1
    home = make_home(env, f"scenes-{number}")
    if prepare:
        prepare(programs, home)
    run = subprocess.run([programs["scenes"], *arguments], env=home, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, timeout=170,
                         stderr=None if "WINDOW_BENCH_STACKS" in env else subprocess.DEVNULL)
    if run.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: exit status {run.returncode}")
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith(b"{")]


def other_server():
    """server-everything, where the Node programs are installed."""
    cache = os.environ.get("SPYGLASS_BENCH_CACHE") or os.path.expanduser("~/.cache")
    tools = os.environ.get("SPYGLASS_TOOLS") or os.path.join(cache, "spyglass", "tools")
    node = os.path.join(tools, "node_modules", "node", "bin", "node")
    entry = os.path.join(tools, "node_modules", "@modelcontextprotocol", "server-everything",
                         "dist", "index.js")
    return [node, entry, "stdio"] if os.path.exists(node) and os.path.exists(entry) else []


def own(row):
    """Of the two times the smaller is the window's own: what it computed is in both."""
    return min(row["worst"], row["cpu"])


def spread(rows, value):
    """The median of what value() says of the rounds' rows, with the least and the most."""
    values = [value(row) for row in rows]
    return f"{statistics.median(values):6.1f} [{min(values):.1f}–{max(values):.1f}]"


def judge(rows, aim):
    return "" if statistics.median(map(own, rows)) <= aim else "  MISSED"


def rounds_of(programs, env, rounds, *arguments, prepare=None):
    """{scene: its rows, one of each round}, in the order of the scenes"""
    scenes = {}
    for _ in range(rounds):
        for row in play(programs, env, *arguments, prepare=prepare):
            scenes.setdefault(row["scene"], []).append(row)
    return scenes


def bench_scenes(programs, env, aim, rounds):
    print(f"{'main loop, aim ' + format(aim, '.0f') + ' ms':<38} {'turns':>6}"
          f" {'worst turn, ms':>20} {'computing, ms':>20} {'99 %, ms':>9} {'RSS, MiB':>9}")
    scenes = rounds_of(programs, env, rounds, "session", programs["demo"], *other_server())
    for scene, rows in scenes.items():
        print(f"{scene:<38} {median(rows, 'iterations'):>6.0f}"
              f" {spread(rows, lambda row: row['worst']):>20}"
              f" {spread(rows, lambda row: row['cpu']):>20}"
              f" {median(rows, 'p99'):>9.1f} {median(rows, 'rss') / 1024:>9.1f}{judge(rows, aim)}")
    print()


def bench_results(programs, env, aim, rounds, sizes):
    print(f"{'result, aim ' + format(aim, '.0f') + ' ms':<22} {'reply → painted, ms':>24}"
          f" {'reading alone, ms':>24} {'times':>6}"
          f" {'worst turn, ms':>20} {'computing, ms':>20} {'expand':>7} {'scroll':>7}"
          f" {'RSS before, peak':>20} {'× its text':>10}")
    for tool, label in (("large_text", "text"), ("large_json", "JSON in text"),
                        ("make_table", "structured")):
        for size in sizes:
            scenes = rounds_of(programs, env, rounds, "result", programs["demo"], tool, str(size))
            rows = scenes["reply to painted"]
            alone = scenes.pop("alone")
            times = median(rows, "painted") / median(alone, "alone")
            idle, peak = median(rows, "idle"), median(rows, "peak")
            cost = (peak - idle) * 1024 / size
            print(f"{label:<15} {size // 1000000:>3} MB"
                  f" {spread(rows, lambda row: row['painted']):>24}"
                  f" {spread(alone, lambda row: row['alone']):>24} {times:>6.2f}"
                  f" {spread(rows, lambda row: row['worst']):>20}"
                  f" {spread(rows, lambda row: row['cpu']):>20}"
                  f" {told(scenes['expand'])} {told(scenes['scroll'])}"
                  f" {idle / 1024:>7.0f}, {peak / 1024:>5.0f} MiB {cost:>10.2f}"
                  f"{judge([row for each in scenes.values() for row in each], aim)}"
                  f"{'  TOO MUCH' if tool == 'large_json' and cost > AIM_MEMORY else ''}")
    print()


def add_wide_tool(tools):
    """One more tool: three hundred arguments at the top."""
    properties = {f"argument_{number}": {"type": ("string", "integer", "boolean")[number % 3],
                                         "description": "What it is for"}
                  for number in range(300)}
    tools.append({"name": "wide", "inputSchema": {"type": "object", "properties": properties}})


def bench_forms(programs, env, aim, rounds):
    """How soon the form of a schema is there, and whether opening what is in it is felt."""
    data = os.environ.get("SPYGLASS_SHARED_DATA") or os.path.join(ROOT, "..", "shared", "data")
    corpus = os.path.join(data, "tools-corpus", "ms365-mcp.json")
    if not os.path.exists(corpus):
        print(f"forms skipped: {os.path.normpath(corpus)} is not there")
        return
    with open(corpus, encoding="utf-8") as file:
        tools = json.load(file)["tools"]
    add_wide_tool(tools)
    path = os.path.join(os.environ[INSIDE], "tools.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(tools, file)
    server = [sys.executable, os.path.join(ROOT, "tests", "servers", "changing-server.py"), path]
    print(f"{'form, aim ' + format(aim, '.0f') + ' ms':<24} {'schema':>9}"
          f" {'chosen → painted, ms':>22} {'computing':>10} {'worst turn, ms':>20}"
          f" {'groups':>7} {'worst turn, ms':>20} {'typing, ms':>18}")
    for tool, argument in (("create-sharepoint-list", "siteId"), ("wide", "argument_1")):
        schema = next(each["inputSchema"] for each in tools if each["name"] == tool)
        scenes = rounds_of(programs, env, rounds, "form", tool, argument, *server)
        opened, groups, typing = scenes["open"], scenes["groups"], scenes["type"]
        soon = min(median(opened, "painted"), median(opened, "computed"))
        print(f"{tool:<24} {len(json.dumps(schema)) / 1000:>6.1f} kB"
              f" {spread(opened, lambda row: row['painted']):>22} {median(opened, 'computed'):>10.1f}"
              f" {spread(opened, own):>20} {median(groups, 'count'):>7.0f} {spread(groups, own):>20}"
              f" {spread(typing, own):>18}  aim {AIM_FORM_MS} ms to painted:"
              f" {verdict(soon <= AIM_FORM_MS)}{judge(opened, aim)}{judge(groups, aim)}")
    print()


def fill(home, n_objects, n_exchanges):
    """Puts so many into the file that the program has made: a thousand texts of 1 kB, some of which
    many have. Nothing of it is too old or too much."""
    path = os.path.join(home["XDG_DATA_HOME"], "spyglass", "spyglass.db")
    numbers = "WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i LIMIT ?)"
    now = time.time_ns() // 1000
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("UPDATE exchange_limit SET days = 0, bytes = 0")
        file.execute("DELETE FROM object")
        file.execute(f"INSERT INTO blob (id, hash, size) {numbers} "
                     "SELECT n, randomblob (32), 1000 FROM i", (1000,))
        file.execute("INSERT INTO piece (id, data) SELECT id << 20, CAST ('{\"text\":\"' || "
                     "substr (hex (randomblob (480)), 1, 950) || '\"}' AS BLOB) FROM blob")
        file.execute("INSERT INTO object (blob, kind, type, length, time, server, tool) "
                     f"{numbers} SELECT n % 1000 + 1, 'json', 'dict', 1, ? - n * 1000, "
                     "'server ' || (n % 7), 'tool ' || (n % 31) FROM i", (n_objects, now))
        file.execute("INSERT INTO exchange (time, server, protocol, method, name, outcome, "
                     "error_code, duration, request, response, request_size, response_size, "
                     f"session) {numbers} SELECT ? - n * 1000, 'server ' || (n % 7), "
                     "'2025-11-25', 'tools/call', 'tool ' || (n % 31), 0, 0, 12000, "
                     "n % 1000 + 1, n * 7 % 1000 + 1, 1000, 1000, 'one' FROM i",
                     (n_exchanges, now))


def bench_lists(programs, env, rounds):
    """What is kept, listed and scrolled: many beside a hundred."""
    print(f"{'list':<28} {'open, computing':>20} {'a frame, median, ms':>20} {'95 %, ms':>20}"
          f" {'× 100':>6} {'read a frame, most, visible':>28}")
    for which, many in (("objects", 10000), ("history", 1000000)):
        small = None
        for n in (100, many):
            def prepare(programs, home, n=n, which=which):
                subprocess.run([programs["cli"], "objects", "put", "-"], input=b"1", env=home,
                               stdout=subprocess.DEVNULL, check=True, timeout=60)
                fill(home, n if which == "objects" else 1, n if which == "history" else 1)
            scenes = rounds_of(programs, env, rounds, "list", which, prepare=prepare)
            p95 = median(scenes["scroll"], "p95")
            small = small or p95
            print(f"{which + ', ' + format(n, ','):<28}"
                  f" {spread(scenes['open'], lambda row: row['cpu']):>20}"
                  f" {spread(scenes['scroll'], lambda row: row['median']):>20}"
                  f" {spread(scenes['scroll'], lambda row: row['p95']):>20} {p95 / small:>6.2f}"
                  f" {median(scenes['scroll'], 'read'):>13.1f}"
                  f" {median(scenes['scroll'], 'most'):>6.0f}"
                  f" {median(scenes['scroll'], 'visible'):>7.1f}"
                  f"{'  MISSED' if p95 > AIM_LIST * small else ''}")
    print()


SPEED = 200
PIECES = 2000
TURNS = 1000
CALLS = 200
SAYING = ("The warehouse opens at six, when the first lorry comes from the harbour; headphones stand "
          "on the left, turntables on the right. ")


def answer_paragraphs(number):
    """Some 500 characters each, as a model writes them."""
    yield f"Answer {number}: " + SAYING * 4
    yield "## What follows\n\n- one thing\n- another, with `code` and **weight**\n"
    for part in range(10):
        yield SAYING * 4
    yield "```python\nfor parcel in parcels:\n    print(parcel)\n```" if number % 3 else SAYING * 3


def write_conversation(home, name, n_turns, n_calls):
    """A conversation that is kept, of so many turns, of which some called a tool."""
    folder = os.path.join(home["XDG_DATA_HOME"], "spyglass", "conversations")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    turns = []
    for number in range((n_turns - 2 * n_calls) // 2):
        turns.append({"role": "user", "blocks": [
            {"kind": "text", "text": f"Question {number}? " + SAYING}]})
        if number < n_calls:
            call = {"id": f"call_{number}", "name": "echo"}
            turns.append({"role": "assistant", "model": "bench", "blocks": [
                {"kind": "call", **call, "text": json.dumps({"message": SAYING})}]})
            turns.append({"role": "tools", "blocks": [
                {"kind": "result", **call, "text": (SAYING * 40)[:4000]}]})
        turns.append({"role": "assistant", "model": "bench", "blocks": [
            {"kind": "text", "text": "\n\n".join(answer_paragraphs(number))}]})
    turns[-1]["blocks"][0]["text"] += "\n\nThe end of it."
    with open(os.path.join(folder, name + ".jsonl"), "w", encoding="utf-8") as file:
        file.write('{"spyglass":"conversation","version":1,"title":"Long","created":1700000000000}\n')
        for number, turn in enumerate(turns):
            line = {"id": str(number), "time": 1700000000000 + number, "turn": turn}
            if number > 0:
                line["parent"] = str(number - 1)
            file.write(json.dumps(line) + "\n")


class ScriptedModel:
    """Says one long answer, so many pieces a second."""

    def __init__(self):
        self.text = " ".join(f"{word}" for word in (SAYING * PIECES).split()[:PIECES - 3])
        words = self.text.split(" ")
        # Paragraphs, as an answer has them.
        self.text = "\n\n".join(" ".join(words[at:at + 80]) for at in range(0, len(words), 80))
        self.text += "\n\nThat is all."
        self.file = os.path.join(os.environ[INSIDE], "answer.txt")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(self.text)
        script = os.path.join(os.environ[INSIDE], "script.json")
        with open(script, "w", encoding="utf-8") as file:
            json.dump({"model": "bench", "steps": [
                {"say": self.text, "tokens_per_second": SPEED}]}, file)
        self.process = subprocess.Popen([sys.executable, MODEL_SERVER, f"--model={script}", "--port=0"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if line.startswith("Listening on "):
                self.address = line.split()[-1] + "/v1"
                break

    def choose(self, home):
        """Makes it the model that the person asks."""
        folder = os.path.join(home["XDG_CONFIG_HOME"], "spyglass")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "models.json"), "w", encoding="utf-8") as file:
            json.dump({"version": 1, "default": "bench", "providers": {"bench": {
                "model": "bench", "provider": {"id": "bench", "dialect": "openai-chat",
                                               "base": self.address, "key": "none"}}}}, file)


def bench_conversation(programs, env, rounds):
    """The model bench: a long conversation opened, scrolled, gone on with and closed."""
    model = ScriptedModel()
    # As every GLib from 2.76 on does it: what is freed is not kept for the next one.
    env = dict(env, G_SLICE="always-malloc")

    def prepare(programs, home):
        write_conversation(home, "long", TURNS, CALLS)
        write_conversation(home, "short", 20, 2)
        model.choose(home)
    try:
        scenes = rounds_of(programs, env, rounds, "conversation", "long", "short", model.file,
                           str(PIECES), str(SPEED), prepare=prepare)
    finally:
        model.process.kill()
        model.process.wait()
    opened, close = scenes["open"], scenes["close"]
    print(f"conversation with a model: {TURNS} turns, {median(opened, 'blocks'):.0f} rows")
    soon = min(median(opened, "painted"), median(opened, "shown"))
    print(f"  opened → painted, ms {spread(opened, lambda row: row['painted'])}, of which the main "
          f"thread computed {spread(opened, lambda row: row['shown'])}; aim {AIM_CONVERSATION_MS}: "
          f"{verdict(soon <= AIM_CONVERSATION_MS)}")
    for name, label in (("scroll", "scrolled through"),
                        ("stream", f"{PIECES} tokens, {SPEED} a second"),
                        ("plain", "the same in a bare text view")):
        rows = scenes[name]
        share = statistics.median(row["computed"] / row["took"] for row in rows)
        print(f"  {label:<30} frames, ms: median {spread(rows, lambda row: row['median'])},"
              f" 95 % {spread(rows, lambda row: row['p95'])},"
              f" most {spread(rows, lambda row: row['most'])};"
              f" CPU {median(rows, 'computed') / 1000:.2f} s, {share * 100:.0f} % of a core")
    stream = scenes["stream"]
    good = (median(stream, "median") <= 4 and median(stream, "p95") <= 16 and
            median(stream, "most") <= 50 and
            statistics.median(row["computed"] / row["took"] for row in stream) <= 0.2)
    print(f"  aim while streaming: median 4, 95 % 16, most 50 ms, 20 % of a core: {verdict(good)}")
    more = statistics.median((row["opened"] - row["before"]) / 1024 for row in close)
    first = statistics.median((row["before"] - row["cold"]) / 1024 for row in close)
    left = statistics.median((row["closed"] - row["before"]) / 1024 for row in close)
    print(f"  memory, MiB: open {more:+.1f}, aim 40: {verdict(more <= 40)};"
          f" closed again {left:+.1f}, aim 5: {verdict(left <= 5)}"
          f" ({median(close, 'own') / 1024:+.1f} of its own, the rest of files,"
          f" such as librsvg's; {median(close, 'left') / 1024:+.1f} allocated);"
          f" what the first, short one left behind: {first:+.1f}")
    print()


def told(rows):
    """The worst turn of something that may not have been there to be done."""
    return f"{statistics.median(map(own, rows)):>7.1f}" if rows[0]["count"] else f"{'–':>7}"


def run_inside(arguments):
    build = os.path.realpath(arguments.build)
    programs = {
        "spyglass": os.path.join(build, "ui", "spyglass"),
        "cli": os.path.join(build, "app", "cli", "spyglass-cli"),
        "demo": os.path.join(build, "tests", "demo", "spyglass-demo-hostile"),
        "empty": os.path.join(build, "tests", "bench", "window-bench-empty"),
        "probe": os.path.join(build, "tests", "bench", "window-bench-probe.so"),
        "scenes": os.path.join(build, "tests", "bench", "window-bench-scenes"),
    }
    if not os.path.exists(programs["empty"]):
        print("skipped: built without the window")
        return
    env = dict(os.environ, GSETTINGS_SCHEMA_DIR=os.path.join(build, "data"))
    rounds = 1 if arguments.quick else arguments.rounds
    base = bench_start(programs, env, max(rounds, 3))
    aim = base * AIM_TURN
    print(f"a turn may take {aim:.0f} ms: a third of the empty window's first frame\n")
    if "scenes" in arguments.parts:
        bench_scenes(programs, env, aim, rounds)
    if "form" in arguments.parts:
        bench_forms(programs, env, aim, rounds)
    if "lists" in arguments.parts:
        bench_lists(programs, env, min(rounds, 3))
    if "conversation" in arguments.parts:
        bench_conversation(programs, env, min(rounds, 3))
    if "results" in arguments.parts:
        sizes = [1000000, 10000000] if arguments.quick else [1000000, 10000000, 100000000]
        bench_results(programs, env, aim, rounds, sizes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build-bench"))
    parser.add_argument("--quick", action="store_true", help="few rounds, small results")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--parts", nargs="+", default=PARTS, choices=["starts", *PARTS],
                        help="starts are always timed: the others are held against them")
    arguments = parser.parse_args()
    if INSIDE not in os.environ:
        sys.exit(own_desktop())
    with os.fdopen(int(os.environ[OUTPUT]), "w", buffering=1) as output:
        sys.stdout = output
        try:
            run_inside(arguments)
        except SystemExit as error:
            print(error)
            raise


if __name__ == "__main__":
    main()
