// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vendors' own SDKs, which share no code with what is tested, asking the server that the first
// word of the command line names. The packages are found in $SPYGLASS_TOOLS.

import path from "node:path";
import { pathToFileURL } from "node:url";

const modules = path.join(process.env.SPYGLASS_TOOLS, "node_modules");
const load = (file) => import(pathToFileURL(path.join(modules, file)));
const { default: OpenAI } = await load("openai/index.mjs");
const { default: Anthropic } = await load("@anthropic-ai/sdk/index.mjs");
const url = process.argv[2];

export const genai = await load("@google/genai/dist/node/index.mjs");
export const openai = new OpenAI({ apiKey: "key-of-openai", baseURL: `${url}/v1` });
export const anthropic = new Anthropic({ apiKey: "key-of-anthropic", baseURL: url });
export const gemini = new genai.GoogleGenAI({
  apiKey: "key-of-gemini",
  httpOptions: { baseUrl: url },
});

// What standard input says in JSON
export async function readInput() {
  let text = "";

  for await (const piece of process.stdin)
    text += piece;
  return JSON.parse(text);
}
