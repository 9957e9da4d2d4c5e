// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks a server of language models through the vendors' own SDKs.
//
// Usage: model-sdks.mjs URL <QUESTIONS. QUESTIONS: a JSON array of {"api", "action", "body"}: the
// action is stream (default), whole, list or count. Prints a JSON array of what the SDK made of each
// answer: {"result"}, or {"error": {"name", "status", "code", "message"}}.

import { anthropic, gemini, openai, readInput } from "./model-clients.mjs";

async function gather(stream) {
  const chunks = [];

  for await (const chunk of await stream)
    chunks.push(chunk);
  return chunks;
}

const actions = {
  chat: {
    stream: (body) => openai.chat.completions.stream(body).finalChatCompletion(),
    whole: (body) => openai.chat.completions.create(body),
    list: async () => (await openai.models.list()).data,
  },
  responses: {
    stream: (body) => openai.responses.stream(body).finalResponse(),
    whole: (body) => openai.responses.create(body),
    count: (body) => openai.responses.inputTokens.count(body),
  },
  messages: {
    stream: (body) => anthropic.messages.stream(body).finalMessage(),
    whole: (body) => anthropic.messages.create(body),
    list: async () => (await anthropic.models.list()).data,
    count: (body) => anthropic.messages.countTokens(body),
  },
  gemini: {
    stream: (body) => gather(gemini.models.generateContentStream(body)),
    whole: (body) => gemini.models.generateContent(body),
    list: async () => gather(gemini.models.list()),
    count: (body) => gemini.models.countTokens(body),
  },
};

async function ask({ api, action = "stream", body }) {
  try {
    return { result: await actions[api][action](body) };
  } catch (error) {
    const { name, status, code, message } = error;

    return { error: { name, status, code, message } };
  }
}

const answers = [];
for (const question of await readInput())
  answers.push(await ask(question));
process.stdout.write(JSON.stringify(answers));
