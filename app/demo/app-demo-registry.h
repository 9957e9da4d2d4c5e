/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoRegistry: everything that the demo offers, read once from the definitions of its systems
 * and paired with the functions that do the work.
 */

#pragma once

#include "app-demo-system.h"

typedef enum {
  APP_DEMO_TOOLS,
  APP_DEMO_RESOURCES,
  APP_DEMO_TEMPLATES,
  APP_DEMO_PROMPTS,
  APP_DEMO_N_KINDS,
} AppDemoKind;

typedef struct
{
  char                *name;       /* of a tool or prompt; the URI or URI template else */
  McpJsonValue         definition; /* as listed; the registry holds the document */
  McpJsonValue         response;   /* what is prepared for it, or no value */
  AppDemoHandle        handle;
  const AppDemoSystem *system;
  gboolean             own_task;
} AppDemoItem;

/** To be read by all. */
struct _AppDemoRegistry
{
  GPtrArray *systems;   /* AppDemoSystem, not owned */
  GPtrArray *documents; /* McpJsonDocument; first those of the systems, in their order */
  GPtrArray *items[APP_DEMO_N_KINDS];
};

AppDemoRegistry *app_demo_registry_new (const AppDemoOptions *options);
void             app_demo_registry_free (AppDemoRegistry *self);

/** Returns: (transfer none): what the list of this kind is called */
const char *app_demo_registry_get_list (AppDemoKind kind);
/** Returns: what stands at @pointer in the definitions of @system */
McpJsonValue app_demo_registry_get_data (AppDemoRegistry     *self,
                                         const AppDemoSystem *system,
                                         const char          *pointer);
/** Returns: (transfer none) (nullable): the item called @name */
AppDemoItem *app_demo_registry_find (AppDemoRegistry *self, AppDemoKind kind, const char *name);
/** Adds one more item to a list while clients are connected. @definition: JSON text
 * Returns: (transfer none) */
AppDemoItem *app_demo_registry_add (AppDemoRegistry     *self,
                                    AppDemoKind          kind,
                                    const char          *definition,
                                    const AppDemoSystem *system);
/** Gives an item another definition. @definition: JSON text */
void app_demo_registry_redefine (AppDemoRegistry *self, AppDemoItem *item, const char *definition);

/** Returns: (transfer full): the definitions file of that name, compact, so that parts of it can be
 * spliced into a message of one line */
McpJsonDocument *app_demo_registry_load (const char *name);
