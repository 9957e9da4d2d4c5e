/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoRegistry: everything that the demo offers, read once from the definitions of its systems
 * and paired with the functions that do the work.
 */

#pragma once

#include "app-demo-system.h"

G_BEGIN_DECLS

typedef struct
{
  char                *name;       /* of a tool or prompt; the URI or URI template else */
  McpJsonValue         definition; /* as listed; the registry holds the document */
  AppDemoHandle        handle;     /* (nullable): resources and templates have none */
  const AppDemoSystem *system;
  gboolean             own_task;
} AppDemoItem;

AppDemoRegistry *app_demo_registry_new (const AppDemoOptions *options);
void             app_demo_registry_free (AppDemoRegistry *self);

/** Lists of AppDemoItem, in the order of the systems. Returns: (transfer none) */
GPtrArray *app_demo_registry_get_tools (AppDemoRegistry *self);
GPtrArray *app_demo_registry_get_resources (AppDemoRegistry *self);
GPtrArray *app_demo_registry_get_templates (AppDemoRegistry *self);
GPtrArray *app_demo_registry_get_prompts (AppDemoRegistry *self);
/** Returns: (transfer none) (nullable): the item called @name */
const AppDemoItem *app_demo_registry_find (GPtrArray *items, const char *name);

/** Returns: (transfer none) (element-type AppDemoSystem): the systems that are offered */
GPtrArray *app_demo_registry_get_systems (AppDemoRegistry *self);
/** The same, to be changed. Returns: (transfer none) (nullable) */
AppDemoItem *app_demo_registry_find_item (GPtrArray *items, const char *name);
/** Adds one more item to a list while clients are connected. @definition: JSON text */
void app_demo_registry_add (AppDemoRegistry *self,
                            GPtrArray       *items,
                            const char      *definition,
                            AppDemoHandle    handle);
/** Gives an item another definition. @definition: JSON text */
void     app_demo_registry_redefine (AppDemoRegistry *self,
                                     AppDemoItem     *item,
                                     const char      *definition);
gboolean app_demo_registry_remove (GPtrArray *items, const char *name);

/** Returns: (transfer full): the definitions file of that name, compact, so that parts of it can be
 * spliced into a message of one line */
McpJsonDocument *app_demo_registry_load (const char *name);

G_END_DECLS
