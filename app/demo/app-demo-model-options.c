/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-options.h"

#include <gio/gio.h>

#define BUILT_IN "/io/github/spyglass_mcp/Spyglass/demo/model.json"
#define MAX_DELAY 600000
#define MAX_SPEED 1000000

/* The callbacks of the command line have the group's data, which is another's. */
static AppDemoModelOptions *parsed;

static gboolean
set_script (const char *name, const char *value, gpointer data, GError **error)
{
  parsed->enabled = TRUE;
  g_free (parsed->script);
  parsed->script = g_strdup (value);
  return TRUE;
}

void
app_demo_model_options_add (AppDemoModelOptions *self, GOptionGroup *group)
{
  const GOptionEntry entries[] = {
    { "model", 0, G_OPTION_FLAG_OPTIONAL_ARG | G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK,
      set_script,
      "Serve a language model that says what a script says (default: a built-in one, about this "
      "demo's tools), on --port; it speaks the APIs of OpenAI, Anthropic, Gemini and Ollama",
      "SCRIPT" },
    { "model-speed", 0, 0, G_OPTION_ARG_INT, &self->speed,
      "Pieces of text a second (default 0: as fast as can be); the script may say otherwise", "N" },
    { "model-delay", 0, 0, G_OPTION_ARG_INT, &self->delay,
      "Milliseconds before each response (default 0); the script may say otherwise", "N" },
    { "model-key", 0, 0, G_OPTION_ARG_STRING, &self->key, "Answer only who sends this API key",
      "KEY" },
    { "model-record", 0, 0, G_OPTION_ARG_FILENAME, &self->record,
      "Append every request to the model with its headers, keys included, to this file, a JSON "
      "object a line",
      "FILE" },
    { "model-stamps", 0, 0, G_OPTION_ARG_NONE, &self->stamps,
      "Tell when a stream begins, in its header X-Sent-At, and on standard error when a client hung "
      "up: microseconds of the monotonic clock",
      NULL },
    { "model-print", 0, 0, G_OPTION_ARG_NONE, &self->print, "Print the built-in script, and end",
      NULL },
    { NULL }
  };

  parsed = self;
  g_option_group_add_entries (group, entries);
}

gboolean
app_demo_model_options_check (const AppDemoModelOptions *self, GError **error)
{
  if (self->delay < 0 || self->delay > MAX_DELAY || self->speed < 0 || self->speed > MAX_SPEED)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--model-delay is from 0 to %d, --model-speed from 0 to %d", MAX_DELAY,
                   MAX_SPEED);
      return FALSE;
    }
  if (!self->enabled &&
      (self->delay > 0 || self->speed > 0 || self->key != NULL || self->record != NULL ||
       self->stamps))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "What begins with --model- needs --model");
      return FALSE;
    }
  return TRUE;
}

GBytes *
app_demo_model_options_load_built_in (void)
{
  g_autoptr (GError) error = NULL;
  GBytes *text = g_resources_lookup_data (BUILT_IN, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

  g_assert_no_error (error);
  return text;
}

AppDemoModelOptions *
app_demo_model_options_new (void)
{
  return g_new0 (AppDemoModelOptions, 1);
}

void
app_demo_model_options_free (AppDemoModelOptions *self)
{
  g_free (self->script);
  g_free (self->record);
  g_free (self->key);
  g_free (self);
}
