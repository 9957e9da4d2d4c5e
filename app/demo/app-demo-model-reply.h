/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModelReply: one response of the scripted model, whatever the dialect: the step of the
 * script, made definite for the request. AppDemoModelFrames: the same as it is streamed, piece by
 * piece, which a dialect's writer makes of it.
 */

#pragma once

#include "app-demo-model-ask.h"
#include "mcp-json-writer.h"

G_BEGIN_DECLS

typedef struct
{
  char       *id;
  char       *name;      /* as the request has the tool */
  const char *arguments; /* as the model writes them */
  const char *object;    /* (nullable): the same where it is a JSON object */
} AppDemoModelCall;

typedef struct
{
  const AppDemoModelAsk    *ask;
  const McpModelScriptStep *step;
  guint                     number;  /* of the response; ids are made of it */
  gint64                    created; /* seconds */
  char                     *id;      /* without the dialect's prefix */
  char                     *model;
  char                     *think; /* (nullable) */
  char                     *say;   /* "" where there is nothing */
  GPtrArray                *calls; /* (element-type AppDemoModelCall) */
  McpModelStop              stop;
  McpModelUsage             usage;      /* all of it */
  const char               *cache_miss; /* (nullable): static: why a cache would not have helped */
} AppDemoModelReply;

/** @ask, @step: kept, not copied. Returns: (transfer full) */
AppDemoModelReply *app_demo_model_reply_new (AppDemoModelAsk          *ask,
                                             const McpModelScriptStep *step,
                                             const char               *model,
                                             guint                     number);
void               app_demo_model_reply_free (AppDemoModelReply *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoModelReply, app_demo_model_reply_free)

/** An error, as the script or the server has it */
typedef struct
{
  guint       status;
  const char *type; /* (nullable) */
  const char *message;
  gint64      wait;   /* ms; -1: none */
  guint       number; /* of the response */
} AppDemoModelError;

typedef struct
{
  GBytes  *data;
  gboolean is_piece; /* it takes its time, and is counted */
} AppDemoModelFrame;

typedef enum {
  APP_DEMO_MODEL_EVENTS,
  APP_DEMO_MODEL_NAMED_EVENTS, /* “event” says the type as well */
  APP_DEMO_MODEL_LINES,
  APP_DEMO_MODEL_ARRAY,
} AppDemoModelFraming;

typedef struct
{
  AppDemoModelFraming framing;
  GPtrArray          *list; /* (element-type AppDemoModelFrame) */
} AppDemoModelFrames;

/** Returns: (transfer full) */
AppDemoModelFrames *app_demo_model_frames_new (AppDemoModelFraming framing);
void                app_demo_model_frames_free (AppDemoModelFrames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoModelFrames, app_demo_model_frames_free)

/** Adds a JSON object. @type: (nullable): of a named event
 * @is_piece: whether it is a piece of what the model says
 * @json: (transfer full): in one line */
void app_demo_model_frames_add (AppDemoModelFrames *self,
                                gboolean            is_piece,
                                const char         *type,
                                char               *json);
/** Adds what is framed already. */
void app_demo_model_frames_add_raw (AppDemoModelFrames *self, const char *text);

/** Cuts a text into what a model says in one go: words with the blank before them, and no more of
 * them than a few letters. Returns: (transfer full): no element is "" */
GStrv app_demo_model_split (const char *text);

G_END_DECLS
