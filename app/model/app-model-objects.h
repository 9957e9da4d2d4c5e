/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelObjects: the results of one conversation that were too long to be told, kept whole among
 * the person's objects (or in memory, where there is no object cache of these), and what a model
 * may do with them: look at them with two tools of ours, which have the names, texts and schemas of
 * those of the object-store servers, and name them in arguments: "@obj_007.path". A model reaches
 * no other object. Secrets are masked before one is kept, so that no piece of one can be asked for.
 * Main thread only.
 *
 * Where a server has tools of these names, ours begin with "spyglass__", and so do the ids: its
 * objects have the same.
 *
 * Source: deepset-mcp-server 65f0f2d (Apache-2.0): tools/object_store.py
 */

#pragma once

#include "app-model-mask.h"
#include "app-model-result-format.h"
#include "mcp-tool.h"

/* Of one conversation; the oldest go. */
#define APP_MODEL_OBJECTS_MAX 1000u
#define APP_MODEL_OBJECTS_BYTES (512ull * 1024ull * 1024ull)
/* Bytes of arguments with all objects in them. */
#define APP_MODEL_OBJECTS_MAX_ARGUMENTS (64u * 1024u * 1024u)

#define APP_MODEL_OBJECTS_PREFIX "spyglass"

typedef enum {
  APP_MODEL_NOT_LOCAL, /* a server's */
  APP_MODEL_GET_OBJECT,
  APP_MODEL_GET_SLICE,
} AppModelLocalTool;

#define APP_MODEL_N_LOCAL_TOOLS 2u

typedef struct _AppModelObjects AppModelObjects;

/** Returns: (transfer full) */
AppModelObjects *app_model_objects_new (void);
/** What is on its way is still kept. */
void app_model_objects_unref (AppModelObjects *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelObjects, app_model_objects_unref)

/** Whether anything was kept so far. */
gboolean app_model_objects_has_any (AppModelObjects *self);
/** Whether ids and tools of ours need the prefix, from now on. */
void app_model_objects_set_prefixed (AppModelObjects *self, gboolean prefixed);

/** Ids that results of an earlier run have told stay theirs, though their objects are gone: none of
 * now is called so. @turns: (element-type McpModelTurn) */
void app_model_objects_add_lost (AppModelObjects *self, GPtrArray *turns);

/** @value: held. @session: whose result it is. @mask: needed for the call only
 * @callback: its source is %NULL */
void app_model_objects_keep_async (AppModelObjects    *self,
                                   AppSession         *session,
                                   McpJsonValue        value,
                                   const char         *tool,
                                   AppModelMask       *mask,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** Returns: (transfer full) (nullable): the id under which the model knows it */
char *
app_model_objects_keep_finish (AppModelObjects *self, GAsyncResult *result, GError **error);
/** What a model is shown of one at first. @hidden: (out): characters that were cut off
 * Returns: (transfer full) */
char *app_model_objects_dup_preview (AppModelObjects            *self,
                                     const char                 *id,
                                     const AppModelResultFormat *result_format,
                                     guint64                    *hidden);

/** One of our tools. Returns: (transfer full) */
McpTool *app_model_objects_new_tool (AppModelLocalTool kind);
/** Whether a server's tool has the name of one of ours. */
gboolean app_model_objects_is_name (const char *name);
/** @arguments: that fit its schema. @text: (out) (transfer full): what the model is told
 * Returns: whether it came to something; else @text says why not */
gboolean app_model_objects_call (AppModelObjects            *self,
                                 AppModelLocalTool           kind,
                                 McpJsonValue                arguments,
                                 const AppModelResultFormat *result_format,
                                 char                      **text);

/** The arguments with the values in the places of the references to them, every other byte as it
 * is. What names no object of ours stays; where it only looks so, and the tool resolves no
 * references itself, that is an error.
 * @tool: (nullable). @changes: (element-type AppModelChange): those are added
 * Returns: (transfer full) (nullable): JSON text; %NULL with G_IO_ERROR, in English */
char *app_model_objects_resolve (AppModelObjects *self,
                                 McpJsonValue     arguments,
                                 McpTool         *tool,
                                 GPtrArray       *changes,
                                 GError         **error);
