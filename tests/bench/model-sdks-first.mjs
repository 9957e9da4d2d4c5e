// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks a scripted model for each line of standard input, "DIALECT URL", through the SDK of the
// vendor, and prints when the first text came and when the server had sent it: microseconds of the
// monotonic clock.

import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const modules = path.join(process.env.SPYGLASS_TOOLS, "node_modules");
const load = (file) => import(pathToFileURL(path.join(modules, file)));
const { default: OpenAI } = await load("openai/index.mjs");
const { default: Anthropic } = await load("@anthropic-ai/sdk/index.mjs");
const { GoogleGenAI } = await load("@google/genai/dist/node/index.mjs");

const text = "Go on.";
const messages = [{ role: "user", content: text }];
const clients = new Map();

function client(name, make) {
  if (!clients.has(name)) clients.set(name, make());
  return clients.get(name);
}

function openai(url) {
  return client("openai", () => new OpenAI({ apiKey: "key", baseURL: `${url}/v1` }));
}

// Each returns an iterator, what text an event has, and the headers of the response, once there is
// an event.
const dialects = {
  async "openai-chat"(url) {
    const { data, response } = await openai(url).chat.completions.create(
      { model: "scripted", messages, stream: true }).withResponse();

    return [data, (event) => event.choices[0]?.delta?.content,
      () => response.headers.get("x-sent-at")];
  },
  async "openai-responses"(url) {
    const { data, response } = await openai(url).responses.create(
      { model: "scripted", input: messages, stream: true }).withResponse();

    return [data, (event) => event.type === "response.output_text.delta" && event.delta,
      () => response.headers.get("x-sent-at")];
  },
  async anthropic(url) {
    const { data, response } = await client("anthropic", () => new Anthropic(
      { apiKey: "key", baseURL: url })).messages.create(
      { model: "scripted", max_tokens: 100, messages, stream: true }).withResponse();

    return [data, (event) => event.type === "content_block_delta" && event.delta.text,
      () => response.headers.get("x-sent-at")];
  },
  async gemini(url) {
    const stream = await client("gemini", () => new GoogleGenAI(
      { apiKey: "key", httpOptions: { baseUrl: url } })).models.generateContentStream(
      { model: "scripted", contents: text });

    return [stream, (event) => event.text,
      (event) => event.sdkHttpResponse?.headers?.["x-sent-at"]];
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [dialect, url] = line.split(" ");
  const [stream, getText, getSent] = await dialects[dialect](url);
  let first, sent;

  for await (const event of stream)
    if (first === undefined && getText(event)) {
      first = process.hrtime.bigint() / 1000n;
      sent = getSent(event);
    }
  process.stdout.write(`${first ?? 0} ${sent ?? 0}\n`);
}
