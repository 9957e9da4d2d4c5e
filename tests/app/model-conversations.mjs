// SPDX-License-Identifier: GPL-3.0-or-later
//
// Has conversations with models as a program of the vendors' own SDKs has them. What was sent is
// told by the server.
//
// Usage: model-conversations.mjs URL <CONVERSATIONS: see ask-model.c; here "api" says who is asked,
// and where "runner" is true, the SDK's own loop calls the tools (OpenAI's for Chat Completions;
// Anthropic's keeps the conversation at the server).

import { anthropic, gemini, genai, openai, readInput } from "./model-clients.mjs";

const isText = (parts) => parts.length === 1 && parts[0].text !== undefined;
// What the APIs without a mark for results that failed are told
const tell = ({ text, is_error }) => (is_error ? `Tool execution failed: ${text}` : text);
const toUrl = ({ type, data }) => `data:${type};base64,${data}`;
const isNamed = (choice) => !["auto", "none", "required", undefined].includes(choice);

// OpenAI: Chat Completions

function makeChatBody({ model, system, tools, choice, parallel, max_tokens }) {
  return {
    model,
    messages: system ? [{ role: "system", content: system }] : [],
    tools: tools?.map(({ name, description, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    })),
    tool_choice: isNamed(choice) ? { type: "function", function: { name: choice } } : choice,
    parallel_tool_calls: parallel,
    max_completion_tokens: max_tokens,
    stream_options: { include_usage: true },
  };
}

const toChatPart = ({ text, image }) =>
  image ? { type: "image_url", image_url: { url: toUrl(image) } } : { type: "text", text };

function* makeChatMessages({ user, results }, calls) {
  for (const [i, result] of (results ?? []).entries())
    yield { role: "tool", tool_call_id: calls[i].id, content: tell(result) };
  const shown = (results ?? []).flatMap(({ images }, i) =>
    images
      ? [{ text: `The image that the tool ${calls[i].function.name} returned:` },
         ...images.map((image) => ({ image }))]
      : []);
  if (shown.length > 0)
    yield { role: "user", content: shown.map(toChatPart) };
  if (user)
    yield { role: "user", content: isText(user) ? user[0].text : user.map(toChatPart) };
}

// What an answer has and a request does not stays here, as in the SDK's own loop.
const toChatRequest = ({ role, content, tool_calls }) => ({
  role,
  content,
  tool_calls: tool_calls?.map(({ id, type, function: { name, arguments: given } }) => ({
    id,
    type,
    function: { name, arguments: given },
  })),
});

async function chat(conversation) {
  const body = makeChatBody(conversation);
  let message;

  for (const turn of conversation.turns) {
    body.messages.push(...makeChatMessages(turn, message?.tool_calls));
    ({ message } = (await openai.chat.completions.stream(body).finalChatCompletion()).choices[0]);
    body.messages.push(toChatRequest(message));
  }
}

async function runChat(conversation) {
  const body = makeChatBody(conversation);
  const results = conversation.turns.flatMap(({ results }) => results ?? []);

  body.messages.push(...makeChatMessages(conversation.turns[0]));
  for (const tool of body.tools)
    tool.function.function = () => tell(results.shift());
  await openai.chat.completions.runTools({ ...body, stream: true }).finalContent();
}

// OpenAI: Responses

const toInputPart = ({ text, image }) =>
  image
    ? { type: "input_image", image_url: toUrl(image), detail: "auto" }
    : { type: "input_text", text };

function* makeInput({ user, results }, calls) {
  for (const [i, result] of (results ?? []).entries())
    yield {
      type: "function_call_output",
      call_id: calls[i].call_id,
      output: result.images
        ? [{ text: tell(result) }, ...result.images.map((image) => ({ image }))].map(toInputPart)
        : tell(result),
    };
  if (user)
    yield { role: "user", content: isText(user) ? user[0].text : user.map(toInputPart) };
}

async function responses(conversation) {
  const { model, system, tools, choice, parallel, max_tokens } = conversation;
  const input = [];
  const body = {
    model,
    instructions: system,
    input,
    tools: tools?.map(({ name, description, inputSchema }) => ({
      type: "function",
      name,
      description,
      parameters: inputSchema,
      strict: false,
    })),
    tool_choice: isNamed(choice) ? { type: "function", name: choice } : choice,
    parallel_tool_calls: parallel,
    max_output_tokens: max_tokens,
    store: false,
    include: ["reasoning.encrypted_content"],
  };
  let output = [];

  for (const turn of conversation.turns) {
    input.push(...makeInput(turn, output.filter(({ type }) => type === "function_call")));
    ({ output } = await openai.responses.stream(body).finalResponse());
    input.push(...output);
  }
}

// Anthropic: Messages

const toBlock = ({ text, image }) =>
  image
    ? { type: "image", source: { type: "base64", media_type: image.type, data: image.data } }
    : { type: "text", text };
const toContent = ({ text, images }) =>
  images ? [{ text }, ...images.map((image) => ({ image }))].map(toBlock) : text;

function makeBody({ model, system, tools, choice, parallel, max_tokens }) {
  const types = { none: "none", auto: "auto", required: "any" };
  const body = {
    model,
    max_tokens,
    system,
    messages: [],
    tools: tools?.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  };

  if (choice !== undefined || parallel !== undefined)
    body.tool_choice = {
      type: isNamed(choice) ? "tool" : types[choice ?? "auto"],
      name: isNamed(choice) ? choice : undefined,
      disable_parallel_tool_use: parallel === undefined ? undefined : !parallel,
    };
  return body;
}

function makeMessage({ user, results }, calls) {
  if (!results)
    return { role: "user", content: isText(user) ? user[0].text : user.map(toBlock) };
  const content = results.map((result, i) => ({
    type: "tool_result",
    tool_use_id: calls[i].id,
    content: toContent(result),
    is_error: result.is_error,
  }));
  return { role: "user", content: [...content, ...(user ?? []).map(toBlock)] };
}

async function messages(conversation) {
  const body = makeBody(conversation);
  let content = [];

  for (const turn of conversation.turns) {
    body.messages.push(makeMessage(turn, content.filter(({ type }) => type === "tool_use")));
    ({ content } = await anthropic.messages.stream(body).finalMessage());
    body.messages.push({ role: "assistant", content });
  }
}

// Google: generateContent

// The part that ends a stream need not say anything: the SDK's own chats leave it out as well.
const saysSomething = ({ text, thoughtSignature }) => text !== "" || thoughtSignature;

const toPart = ({ text, image }) =>
  image ? genai.createPartFromBase64(image.data, image.type) : genai.createPartFromText(text);

const toResponse = ({ text, is_error, images }, { id, name }) =>
  genai.createPartFromFunctionResponse(
    id, name, { [is_error ? "error" : "output"]: text },
    images?.map(({ type, data }) => genai.createFunctionResponsePartFromBase64(data, type)));

async function google({ model, system, tools, choice, max_tokens, turns }) {
  const modes = { auto: "AUTO", none: "NONE", required: "ANY" };
  const contents = [];
  const config = { systemInstruction: system, maxOutputTokens: max_tokens };
  let calls = [];

  if (tools)
    config.tools = [{
      functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parametersJsonSchema: inputSchema,
      })),
    }];
  if (choice)
    config.toolConfig = {
      functionCallingConfig: {
        mode: isNamed(choice) ? "ANY" : modes[choice],
        allowedFunctionNames: isNamed(choice) ? [choice] : undefined,
      },
    };
  for (const { user, results } of turns) {
    const parts = [];

    if (results)
      contents.push(genai.createUserContent(
        results.map((result, i) => toResponse(result, calls[i]))));
    if (user)
      contents.push(genai.createUserContent(user.map(toPart)));
    for await (const chunk of await gemini.models.generateContentStream({ model, contents, config }))
      parts.push(...(chunk.candidates[0].content?.parts ?? []).filter(saysSomething));
    contents.push(genai.createModelContent(parts));
    calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
  }
}

const apis = { chat, responses, messages, gemini: google };

for (const conversation of await readInput())
  await (conversation.runner ? runChat : apis[conversation.api])(conversation);
