// SPDX-License-Identifier: GPL-3.0-or-later
//
// An authorization server on oidc-provider, whose person says yes to everything, and a server on the
// official SDK that its tokens open. Neither shares code with what is tested.
//
// Usage: oidc-server.mjs [--life SECONDS] [--opaque] [--jwk JSON]
// --life: of access tokens. --opaque: these are no JWT, and the server asks for each whether it
// holds. --jwk: the public key of a client called "machine".
// Prints "Listening on URL" and "Authorization server at URL" to its error stream. GET /log at the
// server returns what both were asked. The packages are found in $SPYGLASS_TOOLS.

import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const modules = path.join(process.env.SPYGLASS_TOOLS, "node_modules");
const load = (file) => import(pathToFileURL(path.join(modules, file)));
const { values: given } = parseArgs({
  options: {
    life: { type: "string", default: "3600" },
    opaque: { type: "boolean", default: false },
    jwk: { type: "string" },
  },
});
const { default: Provider } = await load("oidc-provider/lib/index.js");
const { createRemoteJWKSet, jwtVerify } = await load("jose/dist/webapi/index.js");
const { McpServer } = await load("@modelcontextprotocol/sdk/dist/esm/server/mcp.js");
const { StreamableHTTPServerTransport } = await load(
  "@modelcontextprotocol/sdk/dist/esm/server/streamableHttp.js");

const log = [];
const scopes = ["mcp:read", "mcp:write"];
const guard = { id: "guard", secret: "of-the-server-that-asks" };

async function listen() {
  const server = http.createServer();

  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

const { server: issuerServer, origin: issuer } = await listen();
const { server: resourceServer, origin } = await listen();
const resource = `${origin}/mcp`;

// The authorization server

const clients = [{
  client_id: guard.id,
  client_secret: guard.secret,
  grant_types: [],
  response_types: [],
  redirect_uris: [],
}];

if (given.jwk) {
  clients.push({
    client_id: "machine",
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [JSON.parse(given.jwk)] },
  });
}

const provider = new Provider(issuer, {
  clients,
  cookies: { keys: ["of-this-run-alone"] },
  scopes: ["openid", "offline_access"],
  pkce: { required: () => true },
  interactions: { url: (context, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  ttl: { AccessToken: Number(given.life), ClientCredentials: Number(given.life) },
  rotateRefreshToken: () => true,
  enabledJWA: { clientAuthSigningAlgValues: ["ES256", "RS256"] },
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true },
    revocation: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (context, client) => client.clientId === guard.id },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (context, indicator) => {
        if (indicator !== resource) throw new Error(`no such resource: ${indicator}`);
        return {
          scope: scopes.join(" "),
          audience: resource,
          accessTokenFormat: given.opaque ? "opaque" : "jwt",
          jwt: given.opaque ? undefined : { sign: { alg: "RS256" } },
        };
      },
    },
  },
});

async function agree(context) {
  const { prompt, params, session, grantId } =
    await provider.interactionDetails(context.req, context.res);
  let answer = { login: { accountId: "ada" } };

  if (prompt.name === "consent") {
    const grant = grantId ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });

    if (prompt.details.missingOIDCScope)
      grant.addOIDCScope(prompt.details.missingOIDCScope.join(" "));
    for (const [name, missing] of Object.entries(prompt.details.missingResourceScopes ?? {}))
      grant.addResourceScope(name, missing.join(" "));
    answer = { consent: { grantId: await grant.save() } };
  }
  await provider.interactionFinished(context.req, context.res, answer,
    { mergeWithLastSubmission: prompt.name === "consent" });
  context.respond = false;
}

provider.use(async (context, next) => {
  if (context.path.startsWith("/interaction/")) {
    await agree(context);
    return;
  }
  await next();
  log.push({
    path: context.path,
    status: context.status,
    asked: { ...context.oidc?.params },
    answered: typeof context.body === "object" && context.is("*/*") ? context.body : null,
  });
});
for (const event of ["server_error", "authorization.error", "grant.error"])
  provider.on(event, (context, error) =>
    process.stderr.write(`${event}: ${error.message} ${error.error_detail ?? ""}\n`));
issuerServer.on("request", provider.callback());

// The server that its tokens open

const jwks = createRemoteJWKSet(new URL(`${issuer}/jwks`));

async function introspect(token) {
  const pair = Buffer.from(`${guard.id}:${guard.secret}`).toString("base64");
  const response = await fetch(`${issuer}/token/introspection`, {
    method: "POST",
    headers: { authorization: `Basic ${pair}` },
    body: new URLSearchParams({ token }),
  });
  const claims = await response.json();

  if (!claims.active || claims.aud !== resource) throw new Error("not active");
  return claims;
}

async function verify(token) {
  if (given.opaque) return introspect(token);
  const options = { issuer, audience: resource, typ: "at+jwt" };

  return (await jwtVerify(token, jwks, options)).payload;
}

function makeServer() {
  const server = new McpServer({ name: "guarded", title: "Guarded", version: "1" },
    { capabilities: { tools: {} } });

  server.registerTool("look", { description: "Reads", annotations: { readOnlyHint: true } },
    () => ({ content: [{ type: "text", text: "looked" }] }));
  server.registerTool("change", { description: "Writes" },
    () => ({ content: [{ type: "text", text: "changed" }] }));
  return server;
}

function refuse(response, status, parameters) {
  const text = Object.entries({
    ...parameters,
    resource_metadata: `${origin}/.well-known/oauth-protected-resource/mcp`,
  }).map(([name, value]) => `${name}="${value}"`).join(", ");

  response.writeHead(status, { "www-authenticate": `Bearer ${text}` }).end();
}

function answer(response, value) {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readBody(request) {
  let body = "";

  for await (const part of request) body += part;
  return body ? JSON.parse(body) : undefined;
}

async function serve(request, response) {
  const { authorization = "" } = request.headers;
  const body = await readBody(request);
  let claims;

  if (!authorization.startsWith("Bearer ")) {
    refuse(response, 401, { scope: "mcp:read" });
    return 401;
  }
  try {
    claims = await verify(authorization.slice(7));
  } catch (error) {
    refuse(response, 401, { error: "invalid_token", error_description: error.message.replaceAll('"', "'") });
    return 401;
  }
  const held = (claims.scope ?? "").split(" ");
  const needed = body?.method === "tools/call" && body.params?.name === "change" ? "mcp:write"
    : "mcp:read";

  if (!held.includes(needed)) {
    refuse(response, 403, { error: "insufficient_scope", scope: needed });
    return 403;
  }
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined,
    enableJsonResponse: true });

  await makeServer().connect(transport);
  await transport.handleRequest(request, response, body);
  return response.statusCode;
}

resourceServer.on("request", async (request, response) => {
  const { pathname } = new URL(request.url, origin);

  try {
    if (pathname === "/log") answer(response, log);
    else if (pathname === "/.well-known/oauth-protected-resource/mcp")
      answer(response, { resource, authorization_servers: [issuer], scopes_supported: scopes });
    else if (pathname === "/mcp")
      log.push({
        path: pathname,
        token: request.headers.authorization?.slice(7),
        status: await serve(request, response),
      });
    else response.writeHead(404).end();
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    response.destroy();
  }
});

process.stderr.write(`Authorization server at ${issuer}\nListening on ${resource}\n`);
