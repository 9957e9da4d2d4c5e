// SPDX-License-Identifier: GPL-3.0-or-later
// A server that speaks HTTP/2 alone, over TLS: http2-server.mjs KEY CERTIFICATE. Prints its port.
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";

const [key, cert] = process.argv.slice(2).map((path) => readFileSync(path));
const results = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "h2", version: "1" },
  },
  "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
  ping: {},
};

const server = createSecureServer({ key, cert, allowHTTP1: false });
server.on("stream", (stream, headers) => {
  const parts = [];
  stream.on("error", () => {});
  stream.on("data", (part) => parts.push(part));
  stream.on("end", () => {
    if (headers[":method"] !== "POST") {
      stream.respond({ ":status": 405 }, { endStream: true });
      return;
    }
    const { id, method } = JSON.parse(Buffer.concat(parts).toString());
    if (id === undefined) {
      stream.respond({ ":status": 202 }, { endStream: true });
      return;
    }
    const body = results[method]
      ? { result: results[method] }
      : { error: { code: -32601, message: "Method not found" } };
    stream.respond({ ":status": 200, "content-type": "application/json" });
    stream.end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
