/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-options.h"

static gboolean
refuse (const char *name, const char *value, gpointer data, GError **error)
{
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
      "%s: this program serves no language model any more, the scripted model is a part of "
      "Spyglass. Use “spyglass-cli chat --provider scripted --script FILE”, or choose "
      "“Scripted model” in the window, in place of a provider with this program's address. "
      "Scripts stay as they are: see spyglass-cli(1)",
      name);
  return FALSE;
}

void
app_demo_model_options_add (GOptionGroup *group)
{
  static const char *const names[] = { "model", "model-speed", "model-delay", "model-key",
                                       "model-record", "model-stamps", "model-print" };
  GOptionEntry             entries[G_N_ELEMENTS (names) + 1] = { { NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    entries[i] = (GOptionEntry){ .long_name = names[i],
                                 .flags = G_OPTION_FLAG_HIDDEN | G_OPTION_FLAG_OPTIONAL_ARG,
                                 .arg = G_OPTION_ARG_CALLBACK,
                                 .arg_data = refuse };
  g_option_group_add_entries (group, entries);
}
