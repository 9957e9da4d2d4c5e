#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes of commands.toml and options.toml, the one table of the command line, what the program
reads and the manual page; its exit statuses are those of app/base/app-failure.h.

Usage: generate.py SOURCE-FOLDER VERSION TABLE.c OPTIONS.h COMMANDS.h PAGE.1
"""

import json
import os
import re
import sys
import tomllib

# How an option is read, and the type of the member that its value goes to.
KINDS = {
    "flag": ("G_OPTION_ARG_NONE", "gboolean "),
    "text": ("G_OPTION_ARG_STRING", "char *"),
    "texts": ("G_OPTION_ARG_STRING_ARRAY", "char **"),
    "path": ("G_OPTION_ARG_FILENAME", "char *"),
    "count": ("G_OPTION_ARG_INT", "int "),
    "seconds": ("G_OPTION_ARG_DOUBLE", "double "),
}
NOTE = "/* Made by generate.py of commands.toml and options.toml. */\n\n"
ROFF = {"\\": "\\e", "-": "\\-", "“": "\\(lq", "”": "\\(rq", "…": "...", "→": "\\[->]",
        "←": "\\[<-]", "\u00a0": "\\~"}


class Table:
    def __init__(self, folder):
        commands, options = (self.read(folder, name) for name in ("commands.toml", "options.toml"))
        self.sets = commands["sets"]
        self.groups = options["group"]
        self.left = options.get("left", [])
        self.options = [option for group in self.groups for option in group["option"]]
        self.commands = commands["command"]
        failures = os.path.join(folder, os.pardir, "base", "app-failure.h")
        with open(failures, encoding="utf-8") as file:
            self.failures = file.read()
        first = {}
        for command in self.commands:
            command["word"] = None
            command["base"], _, word = command["name"].partition(" ")
            if word:
                command["word"] = word
            base = first.setdefault(command["base"], command)
            for key in ("needs", "takes"):
                command.setdefault(key, base.get(key))
        for group in self.groups:
            for option in group["option"]:
                option.setdefault("takes", group.get("takes", []))
        words = {word for option in self.options for word in option["takes"]}
        self.takes = sorted(words | {word for command in self.commands
                                     for word in self.expand(command["takes"])})
        if len(self.takes) > 32:
            sys.exit("options.toml: more than 32 words in “takes”")

    @staticmethod
    def read(folder, name):
        with open(os.path.join(folder, name), "rb") as file:
            return tomllib.load(file)

    def expand(self, words):
        """The words that are meant, sets among them resolved."""
        found = []
        for word in words or []:
            found += self.expand(self.sets[word]) if word in self.sets else [word]
        return found


def count_arguments(usage):
    """How many "NAME [TOOL…]" are at least, and at most."""
    words = re.sub(r"\[.*\]", "", usage).split()
    every = re.sub(r"\[[^A-Z]*=.*?\]", "", usage).split()
    return len(words), "G_MAXUINT" if "…" in usage else len(every)


# The program

def text(value):
    return json.dumps(value, ensure_ascii=False) if value is not None else "NULL"


def marked(value):
    """To be translated."""
    return f"N_ ({text(value)})" if value is not None else "NULL"


def strings(values):
    if not values:
        return "NULL"
    return "(const char *const[]){ %s, NULL }" % ", ".join(map(text, values))


def exits(values):
    """Each status, and where it is so, without markup."""
    if not values:
        return "NULL"
    rows = "".join(f"{{ {status}, {marked(value.replace('`', ''))} }}, "
                   for status, value in values.items())
    return f"(const AppCliExit[]){{ {rows}{{ 0 }} }}"


def bits(words):
    return " | ".join("APP_CLI_TAKES_" + word.upper().replace("-", "_") for word in words) or "0"


def function_of(command):
    return command.get("run", "app_cli_" + re.sub(r"\W", "_", command["name"])) or "NULL"


def write_options_header(table):
    out = NOTE + "#pragma once\n\n#include <gio/gio.h>\n\n"
    out += "/* Which options a command takes. */\ntypedef enum {\n"
    for number, word in enumerate(table.takes):
        out += f"  {bits([word])} = 1u << {number},\n"
    out += "} AppCliTakes;\n"
    members = {}
    for option in table.options:
        struct, _, member = option["member"].partition(".")
        kind = KINDS[option["kind"]][1]
        if member:
            members.setdefault(struct, {})[member] = kind
        if "also" in option:
            struct, _, member = option["also"].partition(".")
            members[struct][member] = "char *" if option["kind"] == "texts" else kind
    for struct, fields in members.items():
        name = "AppCli" + "".join(part.title() for part in struct.split("_"))
        fields = "".join(f"  {kind}{field};\n" for field, kind in fields.items())
        out += f"\ntypedef struct\n{{\n{fields}}} {name};\n"
    return out


def write_commands_header(table):
    out = NOTE + '#pragma once\n\n#include "app-cli.h"\n\n'
    functions = {function_of(command) for command in table.commands if "header" not in command}
    for function in sorted(functions - {"NULL"}):
        out += f"AppCliStatus {function} (AppCli *cli, GError **error);\n"
    return out


def initialize(members):
    """What is NULL or 0 is left out."""
    return "  { %s },\n" % ",\n    ".join(f".{name} = {value}" for name, value in members.items()
                                        if value not in ("NULL", "0", 0))


def write_option(option):
    places = {key: f"G_STRUCT_OFFSET (AppCliInvocation, {option[key]})"
              for key in ("member", "also") if key in option}
    return initialize({
        "name": text(option["name"]),
        "letter": f"'{option['letter']}'" if "letter" in option else "0",
        "kind": KINDS[option["kind"]][0],
        **places,
        **{key: text(option.get(key)) for key in ("property", "word", "setting")},
        "summary": marked(option["summary"]),
        "value": marked(option.get("value")),
        "takes": bits(option["takes"]),
        "choices": text(option.get("choices")),
    })


def write_command(command, table):
    fewest, most = count_arguments(command.get("arguments", ""))
    return initialize({
        "name": text(command["base"]),
        "word": text(command["word"]),
        "old": text(command.get("old")),
        "others": strings(command.get("others")),
        "is_default": "TRUE" if command.get("default") else "0",
        "arguments": text(command.get("arguments", "")),
        "summary": marked(command["summary"]),
        "run": function_of(command),
        "needs": "APP_CLI_NEEDS_" + (command["needs"] or "nothing").upper(),
        "takes": bits(table.expand(command["takes"])),
        "min": command.get("min", fewest),
        "max": most,
        "wrong": marked(command.get("wrong")),
        "choices": strings(command.get("choices")),
        "exits": exits(command.get("exits")),
        "examples": strings(command.get("examples")),
    })


def write_source(table):
    headers = {"app-cli-command.h", "app-cli-option.h", "app-cli-commands.h"}
    headers |= {command["header"] for command in table.commands if "header" in command}
    out = NOTE + "".join(f'#include "{header}"\n' for header in sorted(headers))
    out += "\n#include <glib/gi18n.h>\n\nconst AppCliCommand app_cli_command_table[] = {\n"
    out += "".join(write_command(command, table) for command in table.commands)
    out += "  { NULL },\n};\n\n"
    for number, group in enumerate(table.groups):
        out += f"static const AppCliOption options_{number}[] = {{\n"
        out += "".join(map(write_option, group["option"])) + "  { NULL },\n};\n\n"
    out += "const AppCliOptionGroup app_cli_option_table[] = {\n"
    for number, group in enumerate(table.groups):
        out += initialize({"name": text(group["name"]), "title": marked(group["title"] + ":"),
                           "is_folded": "TRUE" if group.get("folded") else "0",
                           "options": f"options_{number}"})
    out += "  { NULL },\n};\n\nconst AppCliLeftOption app_cli_left_table[] = {\n"
    out += "".join(initialize({"name": text(left["name"]), "summary": marked(left["summary"])})
                   for left in table.left)
    return out + "  { NULL },\n};\n"


# The manual page

def roff(value):
    return "".join(ROFF.get(character, character) for character in value)


MARKUP = re.compile(r"`([^`]+)`|(?<![\w-])(--[a-z][a-z0-9-]*)|(?<!\w)_(?=\S)([^`]+?)(?<=\S)_(?!\w)")


def inline(value):
    """`bold`, --option and _slanted_."""
    out, end = "", 0
    for match in MARKUP.finditer(value):
        font = "I" if match[3] else "B"
        out += roff(value[end:match.start()])
        out += f"\\f{font}{roff(match[match.lastindex])}\\fP"
        end = match.end()
    return out + roff(value[end:])


def block(value):
    """Lines of running text, none of which is a request."""
    lines = [line.strip() for line in inline(value.strip()).splitlines()]
    return "".join(("\\&" if line[0] in ".'" else "") + line + "\n" for line in lines)


def paragraphs(value, between):
    return between.join(block(part) for part in value.split("\n\n"))


def entry(term, value):
    return ".TP\n" + block(term) + paragraphs(value.strip(), ".IP\n")


def slant_arguments(usage):
    return re.sub(r"[A-Z][A-Z-]*", r"_\g<0>_", usage)


def tell_exits(row):
    """The statuses that say something of this row, as a sentence behind its text."""
    said = [f"{status} where {text}" for status, text in row.get("exits", {}).items()]
    return f" The exit status is {', and '.join(said)}." if said else ""


def rows_with_terms(rows, term_of):
    """The terms that share a text, and that text."""
    terms = []
    for row in rows:
        terms.append(term_of(row))
        if not row.get("joined"):
            yield ", ".join(terms), row.get("manual", row["summary"] + ".") + tell_exits(row)
            terms = []


def term_of_command(command):
    words = [f"`{command['base']}`" if command["word"] is None or command.get("default")
             else f"`{command['name']}`"]
    if command.get("default"):
        words.append(f"[`{command['word']}`]")
    if "arguments" in command:
        words.append(slant_arguments(command["arguments"]))
    return " ".join(words)


def term_of_option(option):
    letter = f"`-{option['letter']}`, " if "letter" in option else ""
    value = "=" + slant_arguments(option["value"]) if "value" in option else ""
    return f"{letter}`--{option['name']}`{value}"


def write_commands(table):
    return ".SH COMMANDS\n" + "".join(entry(*row)
                                      for row in rows_with_terms(table.commands, term_of_command))


def write_options(table):
    out = ".SH OPTIONS\n"
    for group in table.groups:
        out += f".SS {group['title']}\n" + (block(group["manual"]) if "manual" in group else "")
        out += "".join(entry(*row) for row in rows_with_terms(group["option"], term_of_option))
    return out


def write_examples(table):
    lines = [line for command in table.commands for line in command.get("examples", [])]
    lines = "".join(roff(f"spyglass-cli {line}") + "\n" for line in lines)
    return f".SH EXAMPLES\n.nf\n{lines}.fi\n"


def write_failures(table):
    """The status that is a failure of what was asked for, and not of asking."""
    said = [f"`{row['name']}`: {row['exits']['1']}" for row in table.commands
            if "1" in row.get("exits", {})]
    return entry("`1`", "What was asked for failed. " + "; ".join(said) + ".")


def write_exits(table):
    """The statuses of failures, and the words by which scripts are told of each."""
    words = {}
    for status, word in re.findall(r'\(?(\w+), "(\w+)"\) *\\?\n', table.failures):
        words.setdefault(status, {})[f"`{word}`"] = None
    out = ""
    row = re.compile(r'  X \((\w+), (\d+), ((?:"[^"]*"[ \\\n]*)+)\)')
    for name, value, text in row.findall(table.failures):
        text = "".join(re.findall(r'"([^"]*)"', text))
        codes = ", ".join(words.get(name, {}))
        out += entry(f"`{value}`", f"{text} In JSON: {codes}.")
    return out


def write_text(part):
    """One block of the frame."""
    if part.startswith("# "):
        return f'.SH {roff(part[2:])}\n'
    if part.startswith("## "):
        return f'.SS {roff(part[3:])}\n'
    if part.startswith("```"):
        return ".PP\n.nf\n.RS\n" + roff(part[4:-3]) + ".RE\n.fi\n"
    term, separator, value = part.partition("\n:   ")
    if separator:
        return entry(term, value)
    return ".PP\n" + block(part)


def write_page(table, frame, version, date):
    made = {"@COMMANDS@": write_commands, "@OPTIONS@": write_options, "@EXAMPLES@": write_examples,
            "@FAILURES@": write_failures, "@EXITS@": write_exits}
    out = '.\\" Made by generate.py of commands.toml, options.toml and manual.md.\n'
    out += f'.TH SPYGLASS-CLI 1 "{date}" "Spyglass {version}" "User Commands"\n'
    for part in re.findall(r"```\n.*?\n```|(?:(?!\n\n).)+", frame, re.S):
        part = part.strip("\n")
        out += made[part](table) if part in made else write_text(part)
    return re.sub(r"(\.S[HS] .*\n)\.PP\n", r"\1", out)


def main():
    folder, version, date, source, options, commands, page = sys.argv[1:]
    table = Table(folder)
    with open(os.path.join(folder, "manual.md"), encoding="utf-8") as file:
        frame = file.read()
    for path, made in ((source, write_source(table)), (options, write_options_header(table)),
                       (commands, write_commands_header(table)),
                       (page, write_page(table, frame, version, date))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)


if __name__ == "__main__":
    main()
