/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-options.h"

#include <string.h>

#define SHUFFLED "shuffled"

void
app_model_options_init (AppModelOptions *self)
{
  g_autoptr (AppModelResultFormat) result_format = app_model_result_format_new ();

  *self = (AppModelOptions){ 0 };
  self->rounds = APP_MODEL_ROUNDS;
  self->parallel = -1;
  self->seed = g_random_int ();
  self->result_format = *result_format;
  self->result_formats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                (GDestroyNotify)app_model_result_format_free);
  self->factors = app_token_factors_new ();
}

void
app_model_options_clear (AppModelOptions *self)
{
  g_clear_pointer (&self->choice_name, g_free);
  g_clear_pointer (&self->parameters, mcp_json_document_unref);
  g_clear_pointer (&self->approved, app_approved_tools_unref);
  g_clear_pointer (&self->overlays, app_tool_overlays_unref);
  g_clear_pointer (&self->allow, g_strfreev);
  g_clear_pointer (&self->deny, g_strfreev);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->result_format.expression, g_free);
  g_clear_pointer (&self->result_formats, g_hash_table_unref);
  g_clear_pointer (&self->prices, app_price_list_unref);
  g_clear_pointer (&self->factors, app_token_factors_free);
}

void
app_model_options_take_result_format (AppModelOptions      *self,
                                      const char           *name,
                                      AppModelResultFormat *result_format)
{
  g_hash_table_insert (self->result_formats, g_strdup (name), result_format);
}

void
app_model_options_take_usual_result_format (AppModelOptions      *self,
                                            AppModelResultFormat *result_format)
{
  g_free (self->result_format.expression);
  self->result_format = *result_format;
  result_format->expression = NULL;
  app_model_result_format_free (result_format);
}

const AppModelResultFormat *
app_model_options_find_result_format (const AppModelOptions *self,
                                      const char            *told,
                                      const char            *name)
{
  const AppModelResultFormat *result_format = g_hash_table_lookup (self->result_formats, told);

  if (result_format == NULL)
    result_format = g_hash_table_lookup (self->result_formats, name);
  return result_format != NULL ? result_format : &self->result_format;
}

static gboolean
is_any_of (char **patterns, const char *full, const char *name)
{
  for (guint i = 0; patterns[i] != NULL; i++)
    if (g_pattern_match_simple (patterns[i], full) || g_pattern_match_simple (patterns[i], name))
      return TRUE;
  return FALSE;
}

gboolean
app_model_options_takes_tool (const AppModelOptions *self, const char *server, const char *name)
{
  g_autofree char *full = g_strconcat (server, "__", name, NULL);

  return (self->allow == NULL || is_any_of (self->allow, full, name)) &&
         (self->deny == NULL || !is_any_of (self->deny, full, name));
}

gboolean
app_model_options_set_order (AppModelOptions *self, const char *text)
{
  guint64 seed;

  if (g_str_has_prefix (text, SHUFFLED ":"))
    {
      if (!g_ascii_string_to_unsigned (text + strlen (SHUFFLED ":"), 10, 0, G_MAXUINT32, &seed,
                                       NULL))
        return FALSE;
      self->seed = (guint32)seed;
      self->order = APP_MODEL_SHUFFLED;
      return TRUE;
    }
  if (g_str_equal (text, SHUFFLED))
    self->order = APP_MODEL_SHUFFLED;
  else if (g_str_equal (text, "server"))
    self->order = APP_MODEL_SERVERS_ORDER;
  else if (g_str_equal (text, "sorted"))
    self->order = APP_MODEL_SORTED;
  else
    return FALSE;
  return TRUE;
}
