// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signs in at the server whose URL each line of standard input is, as the client of the official
// SDK does it: from the refusal to the token, as somebody new. Prints the milliseconds of each.

import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const { auth, extractWWWAuthenticateParams } = await import(pathToFileURL(path.join(
  process.env.SPYGLASS_TOOLS, "node_modules/@modelcontextprotocol/sdk/dist/esm/client/auth.js")));
const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "sdk", version: "1" },
  },
});

// Keeps everything in memory, and follows the sign-in page to where it leads.
class Person {
  redirectUrl = "http://127.0.0.1:9/callback";
  clientMetadata = {
    client_name: "sdk",
    redirect_uris: [this.redirectUrl],
    application_type: "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };

  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.given; }
  saveTokens(tokens) { this.given = tokens; }
  codeVerifier() { return this.verifier; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  discoveryState() { return this.discovered; }
  saveDiscoveryState(state) { this.discovered = state; }
  async redirectToAuthorization(url) {
    const page = await fetch(url, { redirect: "manual" });

    this.back = new URL(page.headers.get("location")).searchParams;
  }
}

async function signIn(serverUrl) {
  const person = new Person();
  const refusal = await fetch(serverUrl, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body,
  });
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(refusal);

  await refusal.text();
  await auth(person, { serverUrl, resourceMetadataUrl, scope });
  await auth(person, {
    serverUrl,
    resourceMetadataUrl,
    scope,
    authorizationCode: person.back.get("code"),
    iss: person.back.get("iss") ?? undefined,
  });
  if (!person.given?.access_token) throw new Error("no token");
}

for await (const serverUrl of readline.createInterface({ input: process.stdin })) {
  const start = performance.now();

  await signIn(serverUrl);
  process.stdout.write(`${(performance.now() - start).toFixed(3)}\n`);
}
