#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of the house: lines, functions, headers, structs and rooms.

`figures.py ROOT` prints them all; `figures.py --unused ROOT` lists the functions that a header
declares and no other product file uses, `--private ROOT` those of a room's door that no other room
or program uses, `--clients ROOT` the headers with one client, `--long ROOT` the long functions.

A line of code is one that is neither blank nor comment. A function is used where its name stands in
a product file other than the one that defines it and the header that declares it; what a type or
autoptr macro of that header names is used by whoever uses the type, and of an asynchronous pair both
halves are used where one is."""

import os
import re
import sys

import lint
import rooms

FLOORS = rooms.FLOORS
UNUSED = "tests/lint/unused.txt"
LONG, TOO_LONG = 60, 100
FIELDS, PROTOTYPES = 25, 30
TOKEN = re.compile(r"\b[A-Za-z_]\w*")
ANY_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+|[^\s\w]')
NOT_CODE = re.compile(
    r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|/\*.*?\*/|//[^\n]*', re.S)
# GNU style: the name of a function that is defined stands at the beginning of a line.
DEFINITION = re.compile(r"^([a-z_]\w*) \(([^;{}]*?)\)\n\{\n(.*?)^\}", re.M | re.S)
# A getter is defined in one line, by the names that its own is made of.
GETTER = re.compile(r"^MCP_DEFINE_(?:PLAIN_)?GETTER \([^,]+, \w+, (\w+), (\w+)\)", re.M)
FLAG = re.compile(r"^MCP_DEFINE_(?:PLAIN_)?FLAG \(\w+, (\w+), (\w+)\)", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
TYPE_MACRO = re.compile(r"^(?:G_DE\w+|[A-Z_]+_DEFINE_\w+) \([^)]*\)", re.M)
TABLE = re.compile(r"\[\w*\]\s*=\s*\{")
STRUCT = re.compile(r"\b(?:struct|union)\b(?:\s+(\w+))?\s*\{")


def code_of(text):
    """@text without comments; the lines stay where they are."""
    return NOT_CODE.sub(lambda found: found[1] or "\n" * found[0].count("\n"), text)


def count_code(code):
    return sum(1 for line in code.split("\n") if line.strip())


def without_strings(code):
    return re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', '""', code)


def functions_of(code):
    """[(name, physical lines with the parameters)] of a .c file"""
    return [(found[1], found[0].count("\n") + 1) for found in DEFINITION.finditer(code)] + \
        [(f"{found[1]}_get_{found[2]}", 1) for found in GETTER.finditer(code)] + \
        [(f"{found[1]}_{found[2]}", 1) for found in FLAG.finditer(code)]


def block_end(code, start):
    """@start: behind a brace. Returns: where its partner is"""
    depth = 1
    for found in re.finditer(r"[{}]", code[start:]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return start + found.start()
    return len(code)


def prototypes_of(code):
    """The names of the functions that a header declares, and those that its macros, type macros and
    inline functions name."""
    code = without_strings(code)
    named = set()
    for pattern in (DIRECTIVE, TYPE_MACRO):
        for found in pattern.finditer(code):
            if not re.match(r"\s*#\s*include", found[0]):
                named.update(TOKEN.findall(found[0]))
        code = pattern.sub("", code)
    declared, statement, position = [], "", 0
    for found in re.finditer(r"[{;]", code):
        if found.start() < position:
            continue
        statement += code[position:found.start()]
        if found[0] == "{":
            position = block_end(code, found.end()) + 1
            if "(" in statement:  # an inline function
                named.update(TOKEN.findall(code[found.start():position]))
                statement = ""
            continue
        position = found.end()
        name = re.search(r"\b([a-z]\w*)\s*\(", statement)
        if name and not re.match(r"\s*(typedef|struct|enum|union|static)\b", statement) \
                and not re.search(r"\(\s*\*", statement[:name.end() + 3]):
            declared.append(name[1])
        statement = ""
    return declared, named


def count_fields(body):
    """@body: of a struct, between its braces; members of nameless structs inside count as its own."""
    count, position, statement = 0, 0, ""
    for found in re.finditer(r"[{;]", body):
        if found.start() < position:
            continue
        statement += body[position:found.start()]
        if found[0] == "{":
            position = block_end(body, found.end())
            if re.search(r"\b(struct|union)\s*$", statement):
                count += max(0, count_fields(body[found.end():position]) - 1)
            statement += " "
            position += 1
            continue
        position = found.end()
        outside = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "", statement)
        count += 1 + outside.count(",") if statement.strip() else 0
        statement = ""
    return count


def structs_of(code):
    """[(name, fields)]"""
    code = DIRECTIVE.sub("", without_strings(code))
    found, position = [], 0
    for match in STRUCT.finditer(code):
        if match.start() < position:
            continue
        position = block_end(code, match.end())
        alias = re.match(r"\}\s*(\w+)", code[position:])
        name = match[1] or (alias[1] if alias else "?")
        found.append((name.lstrip("_"), count_fields(code[match.end():position])))
    return found


class House:
    def __init__(self, tree):
        self.tree = tree
        self.paths = tree.select(".c", ".h", under=FLOORS)
        self.code = {path: code_of(tree.read(path)) for path in self.paths}
        self.tokens = {path: set(TOKEN.findall(without_strings(code)))
                       for path, code in self.code.items()}
        self.functions = {path: functions_of(code) for path, code in self.code.items()
                          if path.endswith(".c")}
        self.homes = {}
        for path, defined in self.functions.items():
            for name, _ in defined:
                self.homes.setdefault(name, set()).add(path)
        self.declared, self.named = {}, {}
        for path in self.headers():
            self.declared[path], self.named[path] = prototypes_of(self.code[path])
        self.users = {}
        # A row of the table of the command line names the function that runs it.
        tables = {path: TOKEN.findall(tree.read(path)) for path in tree.select(".toml", under=FLOORS)}
        for path, tokens in (self.tokens | tables).items():
            for token in tokens:
                self.users.setdefault(token, set()).add(path)
        self.includers = {}
        for path in self.paths:
            for name in set(rooms.INCLUDE.findall(tree.read(path))):
                self.includers.setdefault(name, set()).add(path)

    def headers(self):
        return [path for path in self.paths if path.endswith(".h")]

    def users_of(self, header, name):
        """The files that use a function, but the one that defines it and its header"""
        return self.users.get(name, set()) - self.homes.get(name, set()) - {header}

    def halves(self, name):
        stem = re.sub(r"_(async|finish)$", "", name)
        return {stem, stem + "_async", stem + "_finish"} - {name}

    def is_used(self, header, name, outside=None):
        """@outside: a folder whose files do not count"""
        def others(one):
            return any(not outside or os.path.dirname(path) != outside
                       for path in self.users_of(header, one))

        def paired(one):
            return one in self.declared[header] and (one + name).count("_finish") == 1
        return others(name) or name in self.named[header] or name.endswith("_get_type") or \
            any(paired(half) and others(half) for half in self.halves(name))

    def unused(self):
        """[(header, name)]"""
        return [(header, name) for header in self.headers() for name in self.declared[header]
                if not self.is_used(header, name)]

    def doors(self):
        """The headers that another room or a program includes"""
        return [header for header in self.headers()
                if any(os.path.dirname(path) != os.path.dirname(header)
                       for path in self.includers.get(os.path.basename(header), ()))]

    def private(self):
        """[(header, name)] of doors, which only their own room uses"""
        return [(header, name) for header in self.doors() for name in self.declared[header]
                if not self.is_used(header, name, os.path.dirname(header))]

    def named_by_table(self, header, client):
        """Whether a row of a table of @client's names something of @header's, as that of a feature,
        a page or a dialect does"""
        code = self.code.get(client, "")
        words = set()
        for found in TABLE.finditer(code):
            table = code[found.end():block_end(code, found.end())]
            words |= set(TOKEN.findall(without_strings(table)))
        types = re.findall(r"\b[A-Z]+_TYPE_\w+", self.code[header])
        return not words.isdisjoint([*self.declared[header], *types])

    def lonely(self):
        """[(header, client)] where one file beside its own .c includes it, and no table names it"""
        found = []
        for header in self.headers():
            clients = self.includers.get(os.path.basename(header), set()) - {header[:-2] + ".c"}
            client = next(iter(clients), "nobody")
            if len(clients) <= 1 and not self.named_by_table(header, client):
                found.append((header, client))
        return found

    def long_functions(self, limit):
        return sorted(((lines, name, path) for path, defined in self.functions.items()
                       for name, lines in defined if lines > limit), reverse=True)

    def structs(self):
        return [(fields, name, path) for path, code in self.code.items()
                for name, fields in structs_of(code)]


def read_allowed(tree):
    if not os.path.exists(tree.absolute(UNUSED)):
        return []
    return [line.split("#")[0].strip() for line in tree.read(UNUSED).splitlines()
            if line.split("#")[0].strip()]


def share(part, whole):
    return f"{part} of {whole} ({100 * part / max(1, whole):.1f} %)"


def print_lines(house):
    total, physical = 0, 0
    for floor in FLOORS:
        paths = [path for path in house.paths if path.startswith(floor + "/")]
        code = sum(count_code(house.code[path]) for path in paths)
        lines = sum(house.code[path].count("\n") for path in paths)
        count = sum(len(house.functions.get(path, ())) for path in paths)
        print(f"  {floor:6} {code:7} lines of code, {lines:7} physical, {count:5} functions")
        total, physical = total + code, physical + lines
    functions = sum(len(defined) for defined in house.functions.values())
    print(f"  {'all':6} {total:7} lines of code, {physical:7} physical, {functions:5} functions")
    tokens = sum(len(ANY_TOKEN.findall(code)) for code in house.code.values())
    print(f"tokens a line of code: {tokens / max(1, total):.2f}")
    print(f"functions per 1 000 lines of code: {1000 * functions / max(1, total):.1f}")
    print(f"functions over {LONG} lines: {len(house.long_functions(LONG))}, "
          f"over {TOO_LONG}: {len(house.long_functions(TOO_LONG))}")


def print_headers(house):
    declared = sum(len(names) for names in house.declared.values())
    doors = sum(len(house.declared[header]) for header in house.doors())
    allowed = read_allowed(house.tree)
    unused = [name for _, name in house.unused()]
    print(f"functions in headers that no other product file uses: {share(len(unused), declared)}, "
          f"{len([name for name in unused if name in allowed])} of them in {UNUSED}")
    print("functions of door headers that no other room or program uses: "
          f"{share(len(house.private()), doors)}")
    lonely = [header for header, client in house.lonely()]
    templates = [header for header in lonely if os.path.exists(house.tree.absolute(header[:-2] + ".ui"))]
    print(f"headers with one client: {share(len(lonely), len(house.headers()))}, "
          f"{len(templates)} of them widgets with a template of their own")
    large = [(len(names), header) for header, names in house.declared.items()
             if len(names) > PROTOTYPES]
    print(f"headers over {PROTOTYPES} prototypes: {len(large)}")
    for count, header in sorted(large, reverse=True):
        print(f"  {count:4} {header}")


def print_structs(house):
    structs = house.structs()
    large = sorted((found for found in structs if found[0] > FIELDS), reverse=True)
    print(f"structs over {FIELDS} fields: {len(large)}")
    for fields, name, path in large:
        print(f"  {fields:4} {name} ({path})")
    for name in ("AppSession", "AppCall"):
        prefix = re.sub(r"(?<=.)([A-Z])", r"_\1", name).lower() + "_"
        fields = [found[0] for found in structs if found[1] == name]
        declared = [one for header in house.declared if os.path.basename(header)
                    in (prefix.strip("_").replace("_", "-") + ".h",)
                    for one in house.declared[header]]
        everywhere = [one for names in house.declared.values() for one in names
                      if one.startswith(prefix)]
        stem = prefix.strip("_").replace("_", "-")
        beside = [f"{other} {count}" for count, other, path in structs
                  if re.match(rf"{stem}(-[a-z-]+)?\.[ch]$", os.path.basename(path)) and other != name]
        print(f"{name}: {sum(fields)} fields; {len(declared)} functions in its header, "
              f"{len(everywhere)} that begin with {prefix}; structs of its files with their fields: "
              f"{', '.join(beside) or 'none'}")


def print_rooms(house):
    listed, _ = rooms.read_rooms(house.tree)
    down = sum(name.startswith("!") for used in listed.values() for name in used)
    sizes = {}
    for path in house.functions:
        sizes[os.path.dirname(path)] = sizes.get(os.path.dirname(path), 0) + 1
    print(f"rooms: {len(listed)}; arrows that have to be turned round: {down}; .c files:")
    words = [f"{room} {count}" for room, count in sorted(sizes.items())]
    for start in range(0, len(words), 5):
        print("  " + ", ".join(words[start:start + 5]))


def print_beside(tree):
    def lines(paths):
        return sum(tree.read(path).count("\n") for path in paths)
    print("beside it, physical lines: "
          f".ui {lines(tree.select('.ui', under=FLOORS))}, "
          f".json {lines(tree.select('.json', under=FLOORS))}, "
          f".toml and .md {lines(tree.select('.toml', '.md', under=FLOORS))}, "
          f".py {lines(tree.select('.py', under=FLOORS))}, "
          f".c and .h of tests {lines(tree.select('.c', '.h', under=['tests']))}, "
          f".py of tests {lines(tree.select('.py', under=['tests']))}, "
          f".json of tests {lines(tree.select('.json', under=['tests']))}, "
          f"meson {lines(tree.select('meson.build'))}")


def check(tree):
    """The one rule that is kept by a test: non-static means that another product file uses it."""
    allowed = read_allowed(tree)
    found = House(tree).unused()
    for header, name in found:
        if name not in allowed:
            yield f"{header}: {name} is used by no other file of the product"
    for name in allowed:
        if name not in [one for _, one in found]:
            yield f"{UNUSED}: {name} is used, or no longer there"


HEADER = "void a_one (void);\nvoid a_two_async (int x);\nint a_two_finish (int x);\n"
BODY = "void\na_one (void)\n{\n}\nvoid\na_two_async (int x)\n{\n}\nint\na_two_finish (int x)\n{\n}\n"
PROOFS = [
    ({"mcp/a/a.h": HEADER, "mcp/a/a.c": BODY, "mcp/a/b.c": "a_one (); a_two_async (1);\n"}, None),
    ({"mcp/a/a.h": HEADER, "mcp/a/a.c": BODY, "mcp/a/b.c": "a_two_async (1); /* a_one */\n"},
     "a_one is used by no other"),
    ({"mcp/a/a.h": HEADER, "mcp/a/a.c": BODY, "tests/b.c": "a_one ();\n",
      "mcp/a/b.c": "a_two_finish (1);\n"}, "a_one is used by no other"),
    ({"mcp/a/a.h": HEADER, "mcp/a/a.c": BODY, "mcp/a/b.c": "a_one ();\n"}, "a_two_async is used"),
    ({"mcp/a/a.h": HEADER, "mcp/a/a.c": BODY, "mcp/a/b.c": "a_two_async (1);\n",
      UNUSED: "a_one  # soon\n"}, None),
    ({UNUSED: "a_one  # soon\n"}, "is used, or no longer there"),
    ({"mcp/a/a.h": "G_DEFINE_AUTOPTR_CLEANUP_FUNC (A, a_free)\nvoid a_free (A *a);\n",
      "mcp/a/a.c": "void\na_free (A *a)\n{\n}\n"}, None),
]


def main(arguments):
    if arguments[:1] == ["--check"] or arguments[:1] == ["--self-test"]:
        sys.argv[1:] = [word for word in arguments if word != "--check"]
        lint.main(check, PROOFS)
    house = House(lint.Tree(arguments[-1] if arguments else "."))
    if "--unused" in arguments:
        for header, name in house.unused():
            print(f"{header}: {name}")
    elif "--private" in arguments:
        for header, name in house.private():
            print(f"{header}: {name}")
    elif "--clients" in arguments:
        for header, client in house.lonely():
            print(f"{header}: {client}")
    elif "--long" in arguments:
        for lines, name, path in house.long_functions(LONG):
            print(f"{lines:4} {name} ({path})")
    else:
        print_lines(house)
        print_headers(house)
        print_structs(house)
        print_rooms(house)
        print_beside(house.tree)


if __name__ == "__main__":
    main(sys.argv[1:])
