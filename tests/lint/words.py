#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person reads uses the words of the specification, of JSON Schema, of browsers' network
panels and of GNOME. Wordings that were retired stay retired: in what is translated, in the
interface files, the man pages, the settings' descriptions and the README."""

import re
import sys

import lint

# A retired wording, as it must not be met again, what is said instead, and the folder that this
# holds for if it is not all of them. What begins with ^ and ends with $ is a whole text.
RETIRED = [
    (r"^Way$", "Direction"),
    (r"^Took$", "Duration"),
    (r"^Answer$", "Response", "ui/log/"),
    (r"^Id$|\bNew id\b", "ID"),
    (r"^With findings$", "With Issues"),
    (r"[Ff]etch the [Ll]ists", "Refresh"),
    (r"How the List Is Asked For", "List Options"),
    (r"^One page at a time$", "Load page by page"),
    (r"[Pp]arameters of your own", "Custom parameters"),
    (r"what the request carries in _meta", "Request metadata (_meta)"),
    (r"Who May Call This Tool", "Approval"),
    (r"^As for the Server$|^As the [Ss]erver [Ll]ikes$", "Use server default, Server default"),
    (r"[Tt]ell [Mm]odels of|[Mm]odels told of|model is told of|Whose Models Are Told",
     "Include in export, Target format"),
    (r"^no hints$", "no annotations"),
    (r"^closed world$|^open world$", "local only, external access"),
    (r"^not destructive$", "non-destructive"),
    (r"\bdict\b|\bstr \(length|\blist \(length", "object, array, string"),
    (r"^each once$", "unique items"),
    (r"^Do Not Send$", "Unset"),
    (r"Take from an Object", "Insert Result…"),
    (r"[Pp]aste a Reference", "Paste Reference"),
    (r"Pin for This Server", "Always Use This Value"),
    (r"Offer Objects in Every Field", "Suggest Results in All Fields"),
    (r"[Ss]et in advance|[Pp]re-configured", "Preset values"),
    (r"Empty the Form", "Clear"),
    (r"[Tt]idy the JSON|\b[Ll]ay Out\b|\b[Ll]aid [Oo]ut\b|^as it [Cc]ame$",
     "Format JSON, Pretty, Original"),
    (r"^Sends\b", "Request"),
    (r"things? to look at", "problems"),
    (r"Must be text, is|[Mm]ust be \w+, (but )?is", "Expected string, got number"),
    (r"Model Sees|^Is Sent$", "Visible to Model, Sent"),
    (r"The result appears here", "No result yet."),
    (r"waiting for your approval", "Approval required"),
    (r"^Run “|^Don['’]t Run$|Don['’]t Ask Again", "Call “x”? Call, Cancel, Always Allow"),
    (r"tool reports an error", "Tool error"),
    (r"Fetch Whole", "Load Full Object"),
    (r"^_?Open Path…$", "Go to Path…"),
    (r"[Ll]ook It Up\b", "Preview"),
    (r"same as last time", "Reused from last call"),
    (r"the same in many tools", "Shared argument"),
    (r"^_?Watch$|^watching\b", "Subscribe, Subscribed"),
    (r"[Rr]ead again by itself", "Refresh automatically"),
    (r"without its partner|\bis none: |was let go|is off in\b", "unmatched, invalid, dropped, problems"),
    (r"deals (only )?with (things|what)|as the protocol says", "interacts with, the specification"),
    (r"^What is \w+$|^What to know$|[Aa]s the Server Has It", "Comparison, Notes"),
    (r"\b(is|are) no (image|address|JSON|MCP)", "is not a"),
    (r"\bby itself\b|\bby themselves\b|^By Itself$", "automatically, Automation"),
    (r"may be JSON values", "Allow non-string arguments"),
    (r"^Ask the Server$", "Refresh"),
    (r"Clear Finished", "Clear completed"),
    (r"%\w+ (is|are) not finished", "running"),
    (r"^began\b", "started"),
    (r"Waits for You", "No Requests"),
    (r"asks for a language model", "Sampling request from"),
    (r"in the model['’]s place", "Response"),
    (r"Offer it next time", "Remember"),
    (r"^As Asked$", "View JSON"),
    (r"asks which folders", "Roots request from"),
    (r"Tell of None", "Share No Folders"),
    (r"took its question back|taken back by the server", "Cancelled by the server"),
    (r"Nothing says", "Missing …"),
    (r"means nothing\.|says nothing to a model", "was removed (not supported)"),
    (r"^Remarks?$", "Warnings"),
    (r"[Rr]eached by", "Command, URL"),
    (r"[Ss]tandard input and output$", "stdio"),
    (r"Protocol revision", "Protocol version"),
    (r"stands alone", "Stateless"),
    (r"[Ww]hat the server says unasked|Stream of [Nn]otifications", "Notification stream"),
    (r"What It Offers|^(not )?offered$", "Capabilities, Supported, Not supported"),
    (r"^Good for\b", "Cacheable for"),
    (r"have told each other", "negotiated"),
    (r"tells a model about itself", "Instructions for models"),
    (r"process printed", "Standard error output"),
    (r"What Spyglass Starts or Opens", "Command / URL"),
    (r"nothing else is passed on", "Only … and these variables are passed."),
    (r"Patience", "Timeouts"),
    (r"to offer$", "Protocol version"),
    (r"[Nn]ame and password", "Basic"),
    (r"that somebody looks at", "Loading icons reveals your address to that host"),
    (r"as they came", "Raw details"),
    (r"Nothing listens", "Connection refused at"),
    (r"breaks the protocol; tell|tell its author", "Invalid MCP response. Report it to …"),
    (r"What was typed|We are let in|Something listens|The host has an address",
     "Address, DNS, TCP connection, Authentication"),
    (r"It ends at|It speaks MCP|It answers a message|It offers a stream",
     "Failed at: MCP handshake, HTTP POST, SSE stream (GET)"),
    (r"^not needed$", "skipped"),
    (r"Choose a cell to write", "Select a cell to add, update or remove the server."),
    (r"[Nn]ame of the [Ee]ntry", "Server name"),
    (r"^Look Again$", "Retry"),
    (r"sent as it stands|as it stands\b", "unchanged"),
    (r"What is sent appears here", "Responses appear here."),
    (r"nothing to send yet", "Empty message"),
    (r"Moving About", "Navigation"),
    (r"Next part of the window", "Next pane"),
    (r"It Was Not Saved|Leave it at that|I Have Done It|Got It", "Could Not Save, Keep, Done, OK"),
    (r"is one word too many", "Unexpected argument “x”."),
    (r"what is better changed", "Check a server's definitions for problems"),
    (r"[Tt]ake over what another", "Import another application's servers"),
    (r"from elsewhere, and allow", "Review an imported server's command and approve it"),
    (r"[Hh]old a JSON value against|held against", "Validate a JSON value against …"),
    (r"How it is reached|How it is shown", "Connection and protocol, Output"),
    (r"[Pp]rove who you are", "Client certificate for TLS (PEM)"),
    (r"goes before the same", "takes precedence over"),
    (r"that is an array but", "“tools” is missing; expected an array."),
    (r"What came instead", "Received instead"),
    (r"\bstands twice|[Mm]end the file|[Pp]ut it right|[Mm]end it",
     "appears twice; Fix the file; correct it"),
    (r"It was not confirmed|you agree beforehand", "Not confirmed. Use --yes to …"),
    (r"allow a weaker place|a weaker place", "add --secrets-in-file"),
    (r"does not offer to log", "does not support logging"),
    (r"is no address of", "is not a server address"),
    (r"Nobody sees that it says", "Invisible text: “A”."),
    (r"comes closest", "the closest is number 1"),
    # The window, walked a second time
    (r"[Ww]rite (it )?to [Cc]lients|[Ss]ervers in [Aa]pplications|^Clients$", "Applications, Add to Applications…"),
    (r"whether it has it as Spyglass", "Compare server entries across applications."),
    (r"^It is there\b|is there as it is here|there, and not as it is here", "Up to date, Different, Disabled"),
    (r"Model Bench|\b[Bb]ench of [Mm]odels|Watch a Model Use", "Playground, Try Your Tools with a Model"),
    (r"what it makes of the results", "how it uses the results"),
    (r"[Ii]s [Gg]iven: |[Tt]hat the [Mm]odel [Ii]s [Gg]iven", "Available: …, Available Tools"),
    (r"knows a few sentences", "answers a few sample questions"),
    (r"Let the Scripted Model", "Draft with Scripted Model"),
    (r"^Composer$", "Raw Message"),
    (r"asks for your input, during", "needs your input for “x”"),
    (r"needs an answer to .*declined", "You declined the sampling request."),
    (r"What happens to a sampling request|from the start of Spyglass",
     "How to handle sampling requests. Limits reset when Spyglass restarts."),
    (r"gets this list when it asks", "Sent when the server requests roots. Does not grant access."),
    (r"^Ask Me Each Time$", "Ask every time"),
    (r"not where version managers", "Command “x” not found."),
    (r"^Problem with: ", "Check your settings, network, server"),
    (r"Look at its own log", "Check the server's log and try again."),
    (r"Read what the server printed", "See the output below."),
    (r"No result yet\. Press", "Press Ctrl+Enter to call, read"),
    (r"as shown ≈", "nothing: the size is said once"),
    (r"Session with initialize", "Stateful"),
    (r"Reconnect what was open", "Reopen connections"),
    (r"Watches the scripts in", "Watch the script files"),
    (r"current arguments of its form", "Uses the current arguments"),
    (r"run one after the other, and check", "Save a tool call to run it again and check its result."),
    (r"lists have changed\.", "Resources changed: 1 removed (x)"),
    (r"says that it changes nothing|The server says (it|nothing)", "Marked read-only, No annotations"),
    (r"does no more than calling it once", "Repeated calls have no extra effect"),
    (r"only with the server['’]s own data", "Does not access external systems"),
    (r"asks who you are|wants to know who you are", "This server requires you to sign in."),
    (r"says when you begin", "Determined when you continue"),
    (r"Everything begins with its refusal", "Sends an unauthenticated request; the server should reject it."),
    (r"^Choice of authorization server$", "Select authorization server"),
    (r"who Spyglass is there|Decides what is asked for", "Determines the client identity, scopes and resource"),
    (r"what the browser brought back", "Validates the callback"),
    (r"Though it is not|Though the document", "Even if …"),
    (r"Works, against the|Nobody['’]s fault", "Works, but violates the spec; No problem found"),
    (r"Full Path of the Program", "Use Absolute Path"),
    (r"[Aa]s the application would, as far as", "Starts the server and lists its tools."),
    (r"Everything else stays as it is", "Nothing else changes; a backup is kept."),
    (r"had no line end", "No newline at end of file"),
    (r"would be written from here", "− current, + new"),
    (r"Read for the project that", "Used when the project is open in x."),
    (r"family of resources|Where the server lists it", "Resource template, Listed URI"),
    (r"Take Off This Page|Replace by Its Value|it may be gone",
     "Remove from List, Replace with Value, From an earlier session; may no longer exist"),
    (r"begins a line", "Enter to send, Shift+Enter for a new line"),
    (r"whole numbers, from 0 on", "Whole numbers ≥ 0"),
    (r"will read it when it starts", "Restart x to apply."),
    (r"otherwise they are saved as plain|is asked for by the other",
     "Otherwise “x” is saved as plain text; x asks for this value."),
    (r"There are no servers in it|No server could be read", "No servers, No readable servers"),
    (r"Server Keeps Objects for", "Object Lifetime"),
    (r"does not take type", "Expects a string, got an object."),
    (r"^takes references$", "accepts references"),
    (r"Not Included \(optional\)", "From (optional), To, exclusive (optional)"),
    (r"^Part of a Result$|^Not there$", "Result Part, Missing"),
    (r"stands for what an earlier", "Use {{x}} for the result of the call “x”"),
    (r"An array of objects, each with", "JSON array of checks: …"),
    (r"Any result but", "Any result except an error"),
    (r"may change something:", "“x” is not marked as read-only"),
    (r"Copy What Is Shown", "Copy"),
    (r"nothing is recorded, and results|^Record Again$", "history is off; Resume Recording"),
    (r"Try to Sign In Again", "Sign In Again…"),
    (r"(code|token|browser) came|took the token", "Authorization code received, Access token received"),
    (r"Asks once more", "Repeats the request"),
    (r"^It cannot go on$", "Blocking"),
    (r"that of another issuer|all that the resource|as its metadata spells",
     "Issuer mismatch, all scopes of the resource"),
    (r"What is changed here holds|Accept another issuer", "Changes apply when the step runs again."),
    (r"asks for more access", "Additional permission required: x"),
    (r"What the Model Is Told|[Ww]ord a tool otherwise|^Told to the Model$",
     "Tool Descriptions, Sent to Model"),
    (r"What Fills the Context|^What was said before$", "Context Usage, Conversation"),
    (r"^Asks you$|^Asks to call|^Don['’]t$", "Approval required, Waiting for approval: x, Deny"),
    (r"does not say that this tool only", "Not marked as read-only."),
    (r"What came until then", "Stopped. Partial response kept."),
    (r"not a format that models take", "unsupported format, omitted"),
    (r"^As it likes$|In which it may call|Behind the system prompt", "Auto, Maximum tool rounds, …"),
    (r"What you write, and what servers return", "Your messages and tool results are sent to …"),
    (r"It goes to the keyring|may need none", "Stored in the keyring."),
    (r"Write what is asked|no difference was seen|Begin with the Present|^The model has to call it$",
     "Enter a question., no significant difference, Start from Current, Force the tool call"),
    (r"Notify when a model has|While you are at another", "Notify when a response is ready"),
    (r"^Keep For$|^Keep at Most$|keeps it for good", "Retention (days), Maximum size, 0: unlimited"),
    (r"Not Signed In Anywhere", "No Signed-In Servers"),
    (r"Changes Were Made|^%u \w+ (was|were) imported", "2 Files Changed, 3 servers imported"),
]
RETIRED = [(re.compile(row[0]), row[1], row[2] if len(row) > 2 else "") for row in RETIRED]

STRING = r'"(?:[^"\\]|\\.)*"'
CALL = re.compile(r"\b(?:_|N_)\s*\(\s*((?:%s\s*)+)" % STRING)
PLURAL = re.compile(r"\b(?:ngettext|C_|NC_)\s*\(\s*((?:%s\s*)+),\s*((?:%s\s*)+)" % (STRING, STRING))
PART = re.compile(STRING)
MARKED = re.compile(r'translatable="yes"[^>]*>([^<]*)<', re.S)
ESCAPES = {r"\"": '"', r"\n": "\n", r"\\": "\\"}
# These print other systems' words: an object-store server's own text.
FOREIGN = ("app/cli/app-cli-show.c", "app/result/app-card-preview.c")


def joined(literals):
    text = "".join(part[1:-1] for part in PART.findall(literals))
    return re.sub(r'\\["n\\]', lambda found: ESCAPES[found.group()], text)


def texts(tree, path):
    """What a person reads of a file, with the line where it begins."""
    text = tree.read(path)
    if path.endswith(".c"):
        found = [(match.start(), joined(match.group(1))) for match in CALL.finditer(text)]
        for match in PLURAL.finditer(text):
            found += [(match.start(), joined(part)) for part in match.groups()]
    elif path.endswith(".ui"):
        found = [(match.start(1), match.group(1)) for match in MARKED.finditer(text)]
    else:
        yield from tree.lines(path)
        return
    for start, said in found:
        yield text.count("\n", 0, start) + 1, said


def check(tree):
    paths = tree.select(".c", ".ui", under=["mcp", "store", "app", "ui"])
    paths += tree.select(".1", ".gschema.xml", ".in", under=["data"])
    paths += tree.select(".toml", "manual.md", under=["app/cli"])
    paths += [path for path in tree.paths if path == "README.md"]
    for path in paths:
        if path in FOREIGN or path.startswith("app/demo/"):
            continue
        for number, said in texts(tree, path):
            for pattern, instead, folder in RETIRED:
                if path.startswith(folder) and pattern.search(said.strip()):
                    yield f"{path}:{number}: “{said.strip()[:70]}”; say: {instead}"


PROOFS = [
    ({"ui/ui-a.c": 'x = _("Duration");'}, None),
    ({"ui/ui-a.c": 'x = _("Took");'}, "say: Duration"),
    ({"ui/ui-a.c": 'x = _("It took long");'}, None),
    ({"ui/ui-a.c": 'x = _("It connects "\n  "by itself.");'}, "automatically"),
    ({"ui/ui-a.c": 'x = ngettext ("%d", "%d things to look at", n);'}, "say: problems"),
    ({"ui/ui-a.c": 'g_debug ("dict");'}, None),
    ({"ui/ui-a.ui": '<property name="label" translatable="yes">Got It</property>'}, "OK"),
    ({"ui/ui-a.ui": '<property name="name">Got It</property>'}, None),
    ({"data/spyglass-cli.1": "Hold a JSON value against a schema"}, "Validate"),
    ({"README.md": "Server profiles and Patience"}, "Timeouts"),
]

if __name__ == "__main__":
    sys.dont_write_bytecode = True
    lint.main(check, PROOFS)
