/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModelOptions: what was asked of the demo's scripted model on the command line. Nobody
 * writes it after parsing.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gboolean enabled;
  gboolean stamps; /* see AppDemoModelPace */
  gboolean print;  /* the built-in script, and end */
  char    *script; /* (nullable): a file; the built-in one else */
  char    *record; /* (nullable): a file */
  char    *key;    /* (nullable): that requests must carry */
  int      delay;  /* ms before each response */
  int      speed;  /* pieces a second; 0: as fast as can be */
} AppDemoModelOptions;

AppDemoModelOptions *app_demo_model_options_new (void);
void                 app_demo_model_options_free (AppDemoModelOptions *self);
/** Adds the options of the command line to @group. */
void app_demo_model_options_add (AppDemoModelOptions *self, GOptionGroup *group);
/** Returns: %FALSE with @error set where the options do not agree */
gboolean app_demo_model_options_check (const AppDemoModelOptions *self, GError **error);
/** Returns: (transfer full): the text of the built-in script */
GBytes *app_demo_model_options_load_built_in (void);

G_END_DECLS
