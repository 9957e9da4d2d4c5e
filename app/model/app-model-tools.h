/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelTools: what a model is told of the tools of one or several sessions, as they are listed
 * now, in the form of a dialect, and which tool of which session a name means. Tools that are kept
 * from models are not in it, nor is what is preset of the others. Sorted by name, so that the same
 * tools always make the same text, unless a person wants another order. What overlays say of them
 * is in it, and where they are wanted our own tools for kept results. Immutable: it stays as it is
 * where a list changes meanwhile. Main thread only. Reference counted.
 *
 * Where there are several servers, the name of each goes before its tools' own: server__tool.
 */

#pragma once

#include "app-model-objects.h"
#include "app-model-options.h"
#include "app-client-name.h"
#include "app-session.h"
#include "app-tool-export.h"
#include "mcp-model-dialect.h"

typedef struct _AppModelTools AppModelTools;

/** Which tool a name means. */
typedef struct
{
  AppSession       *session; /* (nullable): %NULL for one of ours, and where it is of no server */
  McpTool          *tool;    /* as the model was told of it: without what is preset */
  const char       *server;  /* what it is called here: no two are alike */
  McpJsonValue      overlay; /* see app_tool_overlays_find(); may be none */
  AppModelLocalTool local;
  AppExportNames   *names; /* (nullable): where the model has other names of arguments */
} AppModelTool;

/** @sessions: (element-type AppSession): their lists were fetched; held
 * @options: (nullable): for order and overlays; needed for the call only. Returns: (transfer full)
 */
AppModelTools *app_model_tools_new (GPtrArray             *sessions,
                                    const McpModelDialect *dialect,
                                    const AppModelOptions *options);
/** The same tools and ours. Returns: (transfer full) */
AppModelTools *app_model_tools_new_with_objects (AppModelTools *self);
gboolean       app_model_tools_has_objects (AppModelTools *self);
/** Whether a server has tools that are called like ours, which then have a prefix. */
gboolean       app_model_tools_needs_prefix (AppModelTools *self);
AppModelTools *app_model_tools_ref (AppModelTools *self);
void           app_model_tools_unref (AppModelTools *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelTools, app_model_tools_unref)

guint app_model_tools_get_n_items (AppModelTools *self);
/** Returns: (transfer none): the tools, each as it is told */
AppToolExport *app_model_tools_get_export (AppModelTools *self);
/** Returns: (transfer full) (nullable): the value of "tools" in a request; %NULL where there are
 * none */
char *app_model_tools_dup_text (AppModelTools *self);
/** Returns: (transfer none) (nullable): lives as long as @self */
const AppModelTool *app_model_tools_find (AppModelTools *self, const char *name);
/** The name that a model was told. @name: that one, or the tool's own where no other server has one
 * of it. Returns: (transfer none) (nullable) */
const char *app_model_tools_find_name (AppModelTools *self, const char *name);
/** What another application would call the tools of the servers; ours are not among them.
 * Returns: (transfer full) (element-type AppClientName): in the order of the tools */
GListModel *app_model_tools_create_names (AppModelTools *self, const AppClientNaming *naming);
/** What the tools of servers said when the person approved them, for AppModelOptions.
 * @book: (nullable): see app_approved_tools_new(). Returns: (transfer full) */
AppApprovedTools *app_model_tools_create_approved (AppModelTools *self, StoreProfileList *book);
/** Returns: how tools are written in a dialect */
AppExportFormat app_model_tools_find_format (const McpModelDialect *dialect);
/** What the servers say of how they are to be used, each under its name.
 * Returns: (transfer full) (nullable): %NULL where none of them says anything */
char *app_model_tools_dup_instructions (AppModelTools *self);
