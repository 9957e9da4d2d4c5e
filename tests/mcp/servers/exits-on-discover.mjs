// SPDX-License-Identifier: GPL-3.0-or-later
//
// A server of 2025-11-25 that ends when it is asked anything before initialize, as some do; with
// --silent it says nothing instead.

import readline from "node:readline";

const silent = process.argv.includes("--silent");
let opened = false;

function say(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);

  if (method === "initialize") {
    opened = true;
    say({
      id,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "touchy", version: "1" },
      },
    });
  } else if (opened && method === "tools/list") {
    say({ id, result: { tools: [{ name: "t", inputSchema: { type: "object" } }] } });
  } else if (!opened && !silent) {
    process.stderr.write("expected initialize\n");
    process.exit(1);
  }
});
