// SPDX-License-Identifier: GPL-3.0-or-later
//
// A server with sessions on the official SDK 1 or 2, whose tools ask and log in the two ways that
// the SDK has: as part of the call, or with the server's own methods, which say nothing of the call
// and use the stream of a GET where the transport is streamable HTTP.
//
// Usage: sdk-asking.mjs 1|2 stdio|http|json|sse
// Over HTTP it prints "Listening on URL" to its error stream. The SDK is found in $SPYGLASS_TOOLS.

import { randomUUID } from "node:crypto";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";

const [, , sdk, way] = process.argv;
const modules = path.join(process.env.SPYGLASS_TOOLS, "node_modules");
const require = createRequire(path.join(process.env.SPYGLASS_TOOLS, "package.json"));
const load = (file) =>
  import(pathToFileURL(path.join(modules, "@modelcontextprotocol/sdk/dist/esm/server", file)));

const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const form = {
  mode: "form",
  message: "Your name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};
const prompt = {
  messages: [{ role: "user", content: { type: "text", text: "Colour?" } }],
  maxTokens: 10,
};
const log = (data) => ({ level: "warning", logger: "sdk", data });

async function loadSdk() {
  if (sdk === "1") {
    const { McpServer } = await load("mcp.js");
    return {
      McpServer,
      Stdio: (await load("stdio.js")).StdioServerTransport,
      Http: (await load("streamableHttp.js")).StreamableHTTPServerTransport,
      Sse: (await load("sse.js")).SSEServerTransport,
      // How a handler speaks as part of its call.
      ask: (context, method, params, schema) => context.sendRequest({ method, params }, schema),
      tell: (context, method, params) => context.sendNotification({ method, params }),
      types: await import(pathToFileURL(path.join(modules,
        "@modelcontextprotocol/sdk/dist/esm/types.js"))),
    };
  }
  const { McpServer } = require("@modelcontextprotocol/server");
  return {
    McpServer,
    Stdio: require("@modelcontextprotocol/server/stdio").StdioServerTransport,
    Http: require("@modelcontextprotocol/node").NodeStreamableHTTPServerTransport,
    ask: (context, method, params) => context.mcpReq.send({ method, params }),
    tell: (context, method, params) => context.mcpReq.notify({ method, params }),
    types: {},
  };
}

function makeServer({ McpServer, ask, tell, types }) {
  const capabilities = { tools: {}, logging: {} };
  const server = new McpServer({ name: "asking", title: "Asking", version: sdk }, { capabilities });
  const add = (name, handle) => server.registerTool(name, { description: name }, handle);
  const { ElicitResultSchema: Elicited, CreateMessageResultSchema: Sampled } = types;

  add("echo", () => text("here"));
  add("ask", async () => text(await server.server.elicitInput(form)));
  add("ask_model", async () => text(await server.server.createMessage(prompt)));
  add("list_roots", async () => text(await server.server.listRoots()));
  add("log", async () => {
    await server.sendLoggingMessage(log("beside"));
    return text("logged");
  });
  add("ask_in_call", async (context) =>
    text(await ask(context, "elicitation/create", form, Elicited)));
  add("ask_model_in_call", async (context) =>
    text(await ask(context, "sampling/createMessage", prompt, Sampled)));
  add("log_in_call", async (context) => {
    await tell(context, "notifications/message", log("within"));
    return text("logged");
  });
  return server;
}

function listen(handle, place) {
  const server = http.createServer((request, response) =>
    handle(request, response).catch((error) => {
      process.stderr.write(`${error.stack}\n`);
      response.destroy();
    }));

  server.listen(0, "127.0.0.1", () =>
    process.stderr.write(`Listening on http://127.0.0.1:${server.address().port}${place}\n`));
}

const all = await loadSdk();
const sessions = new Map();

if (way === "stdio") {
  await makeServer(all).connect(new all.Stdio());
} else if (way === "sse") {
  listen(async (request, response) => {
    const url = new URL(request.url, "http://localhost");

    if (request.method === "GET" && url.pathname === "/sse") {
      const transport = new all.Sse("/messages", response);

      sessions.set(transport.sessionId, transport);
      await makeServer(all).connect(transport);
      return;
    }
    const transport = sessions.get(url.searchParams.get("sessionId"));

    if (transport) await transport.handlePostMessage(request, response);
    else response.writeHead(404).end();
  }, "/sse");
} else {
  listen(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);

    if (id && !transport) {
      response.writeHead(404).end();
      return;
    }
    if (!transport) {
      transport = new all.Http({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: way === "json",
        onsessioninitialized: (given) => sessions.set(given, transport),
      });
      await makeServer(all).connect(transport);
    }
    await transport.handleRequest(request, response);
  }, "/mcp");
}
