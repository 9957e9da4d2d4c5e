/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchObjects: the results of one conversation that were too long to be told, kept whole among
 * the person's objects (or in memory, where there is no keeper of these), and what a model may do
 * with them: look at them with two tools of ours, which have the names, texts and schemas of those
 * of the object-store servers, and name them in arguments: "@obj_007.path". A model reaches no
 * other object. Secrets are masked before one is kept, so that no piece of one can be asked for.
 * Main thread only.
 *
 * Where a server has tools of these names, ours begin with "spyglass__", and so do the ids: its
 * objects have the same.
 *
 * Source: deepset-mcp-server 65f0f2d (Apache-2.0): tools/object_store.py
 */

#pragma once

#include "app-bench-mask.h"
#include "app-bench-telling.h"
#include "mcp-tool.h"

G_BEGIN_DECLS

/* Of one conversation; the oldest go. */
#define APP_BENCH_OBJECTS_MAX 1000u
#define APP_BENCH_OBJECTS_BYTES (512ull * 1024ull * 1024ull)
/* Bytes of arguments with all objects in them. */
#define APP_BENCH_OBJECTS_MAX_ARGUMENTS (64u * 1024u * 1024u)

#define APP_BENCH_OBJECTS_PREFIX "spyglass"

typedef enum {
  APP_BENCH_NOT_LOCAL, /* a server's */
  APP_BENCH_GET_OBJECT,
  APP_BENCH_GET_SLICE,
} AppBenchLocalTool;

#define APP_BENCH_N_LOCAL_TOOLS 2u

typedef struct _AppBenchObjects AppBenchObjects;

/** Returns: (transfer full) */
AppBenchObjects *app_bench_objects_new (void);
/** What is on its way is still kept. */
void app_bench_objects_unref (AppBenchObjects *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchObjects, app_bench_objects_unref)

/** Whether anything was kept so far. */
gboolean app_bench_objects_has_any (AppBenchObjects *self);
/** Whether ids and tools of ours need the prefix, from now on. */
void app_bench_objects_set_prefixed (AppBenchObjects *self, gboolean prefixed);

/** Ids that results of an earlier run have told stay theirs, though their objects are gone: none of
 * now is called so. @turns: (element-type McpModelTurn) */
void app_bench_objects_add_lost (AppBenchObjects *self, GPtrArray *turns);

/** @value: held. @session: whose result it is. @mask: needed for the call only
 * @callback: its source is %NULL */
void app_bench_objects_keep_async (AppBenchObjects    *self,
                                   AppSession         *session,
                                   McpJsonValue        value,
                                   const char         *tool,
                                   AppBenchMask       *mask,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** Returns: (transfer full) (nullable): the id under which the model knows it */
char *
app_bench_objects_keep_finish (AppBenchObjects *self, GAsyncResult *result, GError **error);
/** What a model is shown of one at first. @hidden: (out): characters that were cut off
 * Returns: (transfer full) */
char *app_bench_objects_dup_preview (AppBenchObjects       *self,
                                     const char            *id,
                                     const AppBenchTelling *telling,
                                     guint64               *hidden);

/** One of our tools. Returns: (transfer full) */
McpTool *app_bench_objects_new_tool (AppBenchLocalTool kind);
/** Whether a server's tool has the name of one of ours. */
gboolean app_bench_objects_is_name (const char *name);
/** @arguments: that fit its schema. @text: (out) (transfer full): what the model is told
 * Returns: whether it came to something; else @text says why not */
gboolean app_bench_objects_call (AppBenchObjects       *self,
                                 AppBenchLocalTool      kind,
                                 McpJsonValue           arguments,
                                 const AppBenchTelling *telling,
                                 char                 **text);

/** The arguments with the values in the places of the references to them, every other byte as it
 * is. What names no object of ours stays; where it only looks so, and the tool resolves no
 * references itself, that is an error.
 * @tool: (nullable). @changes: (element-type AppBenchChange): those are added
 * Returns: (transfer full) (nullable): JSON text; %NULL with G_IO_ERROR, in English */
char *app_bench_objects_resolve (AppBenchObjects *self,
                                 McpJsonValue     arguments,
                                 McpTool         *tool,
                                 GPtrArray       *changes,
                                 GError         **error);

G_END_DECLS
