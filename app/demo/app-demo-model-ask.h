/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModelAsk: what the scripted model was asked, whatever the dialect: where the conversation
 * is, and how the response is wanted. The dialects' readers fill it, message by message.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-model-script.h"

G_BEGIN_DECLS

typedef struct
{
  McpJsonValue  body;  /* lives as long as this */
  char         *model; /* (nullable): as asked for */
  gboolean      is_streamed;
  gboolean      wants_usage;  /* Chat Completions: in the stream */
  gboolean      wants_sealed; /* Responses: what was thought, sealed */
  gboolean      is_array;     /* Gemini: the stream is an array, and no events */
  gboolean      may_not_call; /* the tool choice is none */
  char        **tools;        /* their names */
  gint64        size;         /* tokens, guessed: a quarter of the bytes */
  guint         n_turns;      /* of the model, so far */
  gboolean      was_model;    /* the last message was the model's */
  char         *user;         /* (nullable): what the person said last */
  char         *after;        /* (nullable): the tool whose result came behind that */
  GStrvBuilder *names;        /* of tools, while they are read */
  GHashTable   *calls;        /* id → name of the tool */
  GHashTable   *pending;      /* ids of calls that have no result yet */
  char         *fault;        /* (nullable): why a vendor would refuse the conversation */
} AppDemoModelAsk;

/** @body: an object. Returns: (transfer full) */
AppDemoModelAsk *app_demo_model_ask_new (McpJsonValue body);
void             app_demo_model_ask_free (AppDemoModelAsk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoModelAsk, app_demo_model_ask_free)

/** A message of the model's, or a part of one: parts that follow each other are one turn. */
void app_demo_model_ask_add_model (AppDemoModelAsk *self);
/** A call that the model made; @id: (nullable) */
void app_demo_model_ask_add_call (AppDemoModelAsk *self, McpJsonValue id, McpJsonValue name);
/** A message of the person's. @text: (transfer full) */
void app_demo_model_ask_add_user (AppDemoModelAsk *self, char *text);
/** What came of a call. @id, @name: one of them may be none */
void app_demo_model_ask_add_result (AppDemoModelAsk *self, McpJsonValue id, McpJsonValue name);
/** A tool that may be called */
void app_demo_model_ask_add_tool (AppDemoModelAsk *self, McpJsonValue name);

/** Looks at what a model thought when it comes back: it has to be what was sealed.
 * @thought: a text. @seal: none is allowed, another one is not */
void
app_demo_model_ask_check_seal (AppDemoModelAsk *self, const char *thought, McpJsonValue seal);
/** Ends reading. @demands_results: whether each call needs one, and each result a call */
void app_demo_model_ask_finish (AppDemoModelAsk *self, gboolean demands_results);

/** Where the conversation is. It points to what @self has.
 * @place: (out) */
void app_demo_model_ask_get_place (AppDemoModelAsk *self, McpModelScriptPlace *place);

/** Returns: (transfer full): what a vendor puts beside a thought, so that nobody changes it */
char *app_demo_model_ask_make_seal (const char *thought);
/** The texts of a message: a string, or the parts of an array that have a “text”.
 * Returns: (transfer full) */
char *app_demo_model_ask_dup_text (McpJsonValue content);
/** Whether an array has a part whose member @name exists, or is @value where that is not %NULL */
gboolean
app_demo_model_ask_has_part (McpJsonValue content, const char *name, const char *value);

G_END_DECLS
