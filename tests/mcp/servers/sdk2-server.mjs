// SPDX-License-Identifier: GPL-3.0-or-later
//
// A server on the official SDK 2, which speaks 2026-07-28 and, unless told otherwise, the revisions
// before it too.
//
// Usage: sdk2-server.mjs stdio|http [--modern-only]
// Over HTTP it prints "Listening on URL" to its error stream. The SDK is found in $SPYGLASS_TOOLS.

import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.env.SPYGLASS_TOOLS, "package.json"));
const {
  McpServer,
  acceptedContent,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
} = require("@modelcontextprotocol/server");
const { serveStdio } = require("@modelcontextprotocol/server/stdio");
const { toNodeHandler } = require("@modelcontextprotocol/node");

const HOUR = 3600000;

let notify; // over HTTP: tells subscribers what changed
let nListed = 0;

const text = (words) => ({ content: [{ type: "text", text: words }] });

function addTools(server) {
  server.registerTool(
    "echo",
    {
      description: "Says what it is told",
      inputSchema: fromJsonSchema({
        type: "object",
        properties: { words: { type: "string" } },
        required: ["words"],
      }),
    },
    ({ words }) => text(words),
  );

  server.registerTool(
    "place",
    {
      description: "Wants two of its arguments in headers",
      inputSchema: fromJsonSchema({
        type: "object",
        properties: {
          region: { type: "string", "x-mcp-header": "Region" },
          count: { type: "integer", "x-mcp-header": "Count" },
        },
      }),
    },
    ({ region, count }) => text(`${region} ${count}`),
  );

  server.registerTool(
    "confirm",
    { description: "Asks before it answers" },
    (context) => {
      const schema = {
        type: "object",
        properties: { sure: { type: "boolean" } },
        required: ["sure"],
      };
      const answer = acceptedContent(context.mcpReq.inputResponses, "sure", fromJsonSchema(schema));
      if (answer === undefined) {
        return inputRequired({
          inputRequests: {
            sure: inputRequired.elicit({ message: "Are you sure?", requestedSchema: schema }),
          },
        });
      }
      return text(answer.sure ? "confirmed" : "not confirmed");
    },
  );

  server.registerTool(
    "wait",
    { description: "Never ends, unless it is cancelled" },
    (context) =>
      new Promise((resolve) => {
        context.mcpReq.signal.addEventListener("abort", () => {
          process.stderr.write("cancelled\n");
          resolve(text("cancelled"));
        });
      }),
  );

  server.registerTool("change", { description: "Says that the tools changed" }, () => {
    if (notify) notify.toolsChanged();
    else server.sendToolListChanged();
    return text("changed");
  });
}

function makeServer() {
  const server = new McpServer(
    { name: "sdk2", title: "On SDK 2", version: "1.0.0" },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} },
      instructions: "For tests.",
      cacheHints: {
        "tools/list": { ttlMs: HOUR, cacheScope: "private" },
        "server/discover": { ttlMs: HOUR, cacheScope: "public" },
      },
    },
  );

  addTools(server);
  server.registerResource(
    "count",
    "count://readings",
    { cacheHint: { ttlMs: HOUR, cacheScope: "public" } },
    (uri) => ({ contents: [{ uri: uri.href, text: `${++nListed}` }] }),
  );
  server.registerPrompt("greet", { description: "Greets" }, () => ({
    messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
  }));
  return server;
}

function serveHttp(modernOnly) {
  const handler = createMcpHandler(makeServer, { legacy: modernOnly ? "reject" : "stateless" });
  const server = http.createServer(toNodeHandler(handler));

  notify = handler.notify;
  server.listen(0, "127.0.0.1", () => {
    process.stderr.write(`Listening on http://127.0.0.1:${server.address().port}/mcp\n`);
  });
}

const modernOnly = process.argv.includes("--modern-only");

if (process.argv[2] === "http") serveHttp(modernOnly);
else serveStdio(makeServer, { legacy: modernOnly ? "reject" : "serve" });
