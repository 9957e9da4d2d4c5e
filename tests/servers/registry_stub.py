# SPDX-License-Identifier: GPL-3.0-or-later
"""A registry of MCP servers on this machine, REST v0.1, for tests. What is asked for below /MODE is
answered as that mode does: /fail with 500, /slow after a minute, /broken with half a JSON document, /odd with
another one, /oversize with too much, /away with a redirection off this machine, /loop with one to
itself.
"""

import json
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler

from local_server import LocalServer

OFFICIAL = "io.modelcontextprotocol.registry/official"
SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"


def entry(name, description, version, status="active", latest=True, **more):
    return {"server": {"$schema": SCHEMA, "name": name, "description": description,
                       "version": version, **more},
            "_meta": {OFFICIAL: {"status": status, "isLatest": latest,
                                 "publishedAt": "2025-10-03T14:22:05.123456Z",
                                 "updatedAt": "2025-10-03T14:22:05.123456Z"}}}


def npm(identifier, version, **more):
    return {"registryType": "npm", "registryBaseUrl": "https://registry.npmjs.org",
            "identifier": identifier, "version": version, "runtimeHint": "npx",
            "transport": {"type": "stdio"}, **more}


ENTRIES = [
    entry("io.github.modelcontextprotocol/everything",
          "A server that exercises all the features of the protocol", "2025.9.25",
          title="Everything",
          repository={"url": "https://github.com/modelcontextprotocol/servers", "source": "github",
                      "subfolder": "src/everything"},
          packages=[npm("@modelcontextprotocol/server-everything", "2025.9.25")]),
    entry("io.github.modelcontextprotocol/filesystem",
          "Secure file operations with configurable access controls", "2025.8.21",
          title="Filesystem",
          repository={"url": "https://github.com/modelcontextprotocol/servers",
                      "source": "github"},
          packages=[npm("@modelcontextprotocol/server-filesystem", "2025.8.21",
                        packageArguments=[
                            {"type": "positional", "valueHint": "folder", "isRepeated": True,
                             "isRequired": True, "format": "filepath",
                             "description": "A folder that the server may read and change"}])]),
    entry("io.github.modelcontextprotocol/memory",
          "Memory that outlasts a conversation, kept as a knowledge graph", "2025.9.25",
          title="Memory",
          packages=[npm("@modelcontextprotocol/server-memory", "2025.9.25",
                        environmentVariables=[
                            {"name": "MEMORY_FILE_PATH", "format": "filepath",
                             "description": "Where the graph is kept",
                             "placeholder": "/home/you/memory.json"}])]),
    entry("com.example/weather",
          "Forecasts and alerts for any place, from the national weather services", "1.4.0",
          title="Weather", websiteUrl="https://weather.example.com/mcp",
          repository={"url": "https://github.com/example/weather-mcp", "source": "github"},
          packages=[
              npm("@example/weather-mcp", "1.4.0",
                  packageArguments=[
                      {"type": "named", "name": "--units", "default": "metric",
                       "choices": ["metric", "imperial"], "description": "Units of measurement"},
                      {"type": "named", "name": "--days", "format": "number", "default": "5",
                       "description": "Days of the forecast"}],
                  environmentVariables=[
                      {"name": "WEATHER_API_KEY", "isRequired": True, "isSecret": True,
                       "description": "A key from weather.example.com/keys"},
                      {"name": "WEATHER_CACHE", "format": "boolean", "default": "true",
                       "description": "Keep forecasts for ten minutes"}]),
              {"registryType": "oci", "registryBaseUrl": "https://docker.io",
               "identifier": "example/weather-mcp", "version": "1.4.0", "runtimeHint": "docker",
               "transport": {"type": "stdio"},
               "runtimeArguments": [{"type": "named", "name": "-e", "value": "WEATHER_API_KEY={key}",
                                     "variables": {"key": {"isRequired": True, "isSecret": True,
                                                           "description": "API key"}}}]}],
          remotes=[{"type": "streamable-http", "url": "https://weather.example.com/{region}/mcp",
                    "variables": {"region": {"description": "Nearest region", "default": "eu",
                                             "choices": ["eu", "us", "ap"]}},
                    "headers": [{"name": "Authorization", "value": "Bearer {token}",
                                 "isRequired": True, "isSecret": True,
                                 "variables": {"token": {"isRequired": True, "isSecret": True,
                                                         "description": "Access token"}}}]}]),
    entry("com.example/weather",
          "Forecasts for any place", "1.3.2", latest=False, title="Weather",
          packages=[npm("@example/weather-mcp", "1.3.2")]),
    entry("com.example/weather",
          "Forecasts for any place", "1.0.0", latest=False, status="deprecated",
          packages=[npm("@example/weather-mcp", "1.0.0")]),
    entry("io.github.acme/postgres-reader",
          "Read-only queries against a PostgreSQL database, with its schema as resources", "0.9.1",
          packages=[{"registryType": "pypi", "registryBaseUrl": "https://pypi.org",
                     "identifier": "acme-postgres-mcp", "version": "0.9.1", "runtimeHint": "uvx",
                     "transport": {"type": "stdio"},
                     "packageArguments": [{"type": "positional", "valueHint": "database_url",
                                           "isRequired": True, "isSecret": True,
                                           "description": "postgresql://user@host/database"}]}]),
    entry("io.github.github/github-mcp-server",
          "Connect AI assistants to GitHub: repositories, issues, pull requests, workflows",
          "0.13.0", title="GitHub",
          repository={"url": "https://github.com/github/github-mcp-server", "source": "github"},
          packages=[{"registryType": "oci", "registryBaseUrl": "https://ghcr.io",
                     "identifier": "github/github-mcp-server", "version": "0.13.0",
                     "transport": {"type": "stdio"},
                     "runtimeArguments": [
                         {"type": "named", "name": "-e",
                          "value": "GITHUB_PERSONAL_ACCESS_TOKEN={token}", "isRequired": True,
                          "variables": {"token": {"isRequired": True, "isSecret": True,
                                                  "description": "Personal access token"}}}]}],
          remotes=[{"type": "streamable-http", "url": "https://api.githubcopilot.com/mcp/",
                    "headers": [{"name": "Authorization", "isSecret": True,
                                 "description": "“Bearer ” and a token"}]}]),
    entry("com.example.notes/notes", "Search and write notes", "2.0.0", title="Notes",
          remotes=[{"type": "sse", "url": "https://notes.example.com/sse"}]),
    entry("io.github.old/abandoned", "Not maintained any more", "0.1.0", status="deprecated",
          packages=[npm("abandoned-mcp", "0.1.0")]),
    entry("io.github.spam/free-tokens", "Removed by the registry", "9.9.9", status="deleted",
          packages=[npm("free-tokens", "9.9.9")]),
    entry("dev.nuget/timezones", "Time zones and what time it is where", "3.1.0",
          packages=[{"registryType": "nuget", "registryBaseUrl": "https://api.nuget.org/v3/index.json",
                     "identifier": "TimeZones.Mcp", "version": "3.1.0", "runtimeHint": "dnx",
                     "transport": {"type": "stdio"}}]),
    entry("io.github.acme/bundle-only", "A server that is published as a bundle", "1.0.1",
          title="Bundle Only",
          packages=[{"registryType": "mcpb", "fileSha256": "ab" * 32,
                     "identifier": "https://github.com/acme/bundle/releases/download/v1/x.mcpb",
                     "version": "1.0.1", "transport": {"type": "stdio"}}]),
    entry("io.github.acme/says-nothing", "Has neither packages nor remotes", "1.0.0"),
    entry("io.github.a-very-long-namespace-of-a-department/and-a-server-name-that-never-seems-to-end",
          "A description as long as the registry allows one to be: one hundred characters and not "
          "one more!", "1.0.0-beta.20251125.1",
          title="The Server With a Title That Is as Long as Titles of Servers May Be by the Rules of "
                "the Registry",
          packages=[npm("@department/" + "server-" * 12 + "end", "1.0.0-beta.20251125.1")]),
]
ENTRIES += [entry(f"com.example.many/server-{number:02}", f"One of many, number {number}", "1.0.0",
                  packages=[npm(f"@many/server-{number:02}", "1.0.0")]) for number in range(1, 61)]


def list_servers(query):
    """As the registry does: the cursor is the last name and version, the search is in the name."""
    found = [item for item in ENTRIES
             if query.get("version") != "latest" or item["_meta"][OFFICIAL]["isLatest"]]
    search = query.get("search", "").lower()
    found = [item for item in found if search in item["server"]["name"].lower()
             or search in item["server"].get("title", "").lower()]
    keys = [item["server"]["name"] + ":" + item["server"]["version"] for item in found]
    first = keys.index(query["cursor"]) + 1 if query.get("cursor") in keys else 0
    limit = min(int(query.get("limit", 30)), 100)
    page = found[first:first + limit]
    metadata = {"count": len(page)}
    if first + limit < len(found):
        metadata["nextCursor"] = keys[first + limit - 1]
    return {"servers": page, "metadata": metadata}


def get_server(name, version):
    for item in ENTRIES:
        if item["server"]["name"] == name and (
                item["_meta"][OFFICIAL]["isLatest"] if version == "latest"
                else item["server"]["version"] == version):
            return item
    return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers)))
        url = urllib.parse.urlsplit(self.path)
        parts = [urllib.parse.unquote(part) for part in url.path.strip("/").split("/")]
        query = dict(urllib.parse.parse_qsl(url.query))
        try:
            self.route(parts, query)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def route(self, parts, query):
        mode = parts[0]
        if mode == "fail":
            self.answer(500, {"title": "Internal Server Error", "status": 500})
        elif mode == "slow":
            self.server.stopping.wait(60)
            self.answer(200, list_servers(query))
        elif mode == "broken":
            self.answer(200, b'{"servers": [{"server": {"name": "a')
        elif mode == "odd":
            self.answer(200, {"items": []})
        elif mode == "empty":
            self.answer(200, {"servers": [], "metadata": {"count": 0}})
        elif mode == "oversize":
            self.answer(200, b'{"servers": [' + b" " * (17 * 1024 * 1024) + b"]}")
        elif mode == "away":
            self.answer(302, b"", Location="https://example.com/v0.1/servers")
        elif mode == "loop":
            self.answer(302, b"", Location=self.path)
        elif mode == "pause":
            time.sleep(2)
            self.route(parts[1:], query)
        elif parts[:2] == ["v0.1", "servers"] and len(parts) == 2:
            self.answer(200, list_servers(query))
        elif parts[:2] == ["v0.1", "servers"] and len(parts) == 5 and parts[3] == "versions":
            found = get_server(parts[2], parts[4])
            self.answer(200, found) if found else self.answer(404, {"title": "Not Found"})
        else:
            self.answer(404, {"title": "Not Found", "status": 404})


class RegistryStub(LocalServer):
    """The registry, while it is entered. It gives its address; what was asked is in asked: (path,
    headers)."""

    def __init__(self):
        super().__init__(Handler)
        self.asked = []
        self.stopping = threading.Event()

    def __exit__(self, *_):
        self.stopping.set()
        super().__exit__()
