/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-format.h"

#include <string.h>

/* A shortened name: this much of it, "_", and the beginning of a SHA-256. */
#define KEPT 55u
#define HASH 8u

#define LETTERS G_CSET_A_2_Z G_CSET_a_2_z "_"
#define PLAIN LETTERS G_CSET_DIGITS "-"

typedef struct
{
  const char *text;
  const char *title;
  const char *first;      /* characters that a name may begin with */
  const char *characters; /* and go on with */
  const char *property;   /* (nullable): those of arguments, up to APP_EXPORT_MAX_NAME */
  guint       max_tools;
} Vendor;

static const Vendor vendors[APP_EXPORT_N_FORMATS] = {
  [APP_EXPORT_OPENAI_CHAT] = { "openai-chat", "OpenAI Chat Completions", PLAIN, PLAIN, NULL, 128 },
  [APP_EXPORT_OPENAI_STRICT] = { "openai-strict", "OpenAI Chat Completions, strict", PLAIN, PLAIN,
                                 NULL, 128 },
  [APP_EXPORT_OPENAI_RESPONSES] = { "openai-responses", "OpenAI Responses", PLAIN, PLAIN, NULL,
                                    128 },
  [APP_EXPORT_OPENAI_RESPONSES_STRICT] = { "openai-responses-strict", "OpenAI Responses, strict",
                                           PLAIN, PLAIN, NULL, 128 },
  [APP_EXPORT_ANTHROPIC] = { "anthropic", "Anthropic Messages", PLAIN, PLAIN, PLAIN ".", 0 },
  [APP_EXPORT_GEMINI] = { "gemini", "Gemini", LETTERS, PLAIN ".:", NULL, 128 },
  [APP_EXPORT_GEMINI_OPENAPI] = { "gemini-openapi", "Gemini, OpenAPI schema", LETTERS, PLAIN ".:",
                                  NULL, 128 },
  [APP_EXPORT_OLLAMA] = { "ollama", "Ollama", PLAIN, PLAIN, NULL, 0 },
};

const char *
app_export_format_to_text (AppExportFormat self)
{
  g_return_val_if_fail ((guint)self < APP_EXPORT_N_FORMATS, NULL);
  return vendors[self].text;
}

gboolean
app_export_format_from_text (const char *text, AppExportFormat *format)
{
  for (guint i = 0; i < APP_EXPORT_N_FORMATS; i++)
    if (g_strcmp0 (vendors[i].text, text) == 0)
      {
        *format = (AppExportFormat)i;
        return TRUE;
      }
  return FALSE;
}

const char *
app_export_format_get_title (AppExportFormat self)
{
  g_return_val_if_fail ((guint)self < APP_EXPORT_N_FORMATS, NULL);
  return vendors[self].title;
}

gboolean
app_export_format_is_strict (AppExportFormat self)
{
  return self == APP_EXPORT_OPENAI_STRICT || self == APP_EXPORT_OPENAI_RESPONSES_STRICT;
}

gboolean
app_export_format_is_gemini (AppExportFormat self)
{
  return self == APP_EXPORT_GEMINI || self == APP_EXPORT_GEMINI_OPENAPI;
}

gboolean
app_export_format_is_responses (AppExportFormat self)
{
  return self == APP_EXPORT_OPENAI_RESPONSES || self == APP_EXPORT_OPENAI_RESPONSES_STRICT;
}

guint
app_export_format_get_max_tools (AppExportFormat self)
{
  g_return_val_if_fail ((guint)self < APP_EXPORT_N_FORMATS, 0);
  return vendors[self].max_tools;
}

/* One "_" for each character that is not admitted, however many bytes it has. */
static GString *
spell (const char *name, const char *first, const char *characters)
{
  GString *out = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gboolean plain = (guchar)*p < 0x80 && strchr (characters, *p) != NULL;

      if (p == name && plain && strchr (first, *p) == NULL)
        g_string_append_c (out, '_');
      g_string_append_c (out, plain ? *p : '_');
    }
  if (out->len == 0)
    g_string_append_c (out, '_');
  return out;
}

static char *
end_with_hash (GString *spelled, const char *name, guint salt)
{
  g_autofree char *salted = salt > 0 ? g_strdup_printf ("%s\n%u", name, salt) : g_strdup (name);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, salted, -1);

  g_string_truncate (spelled, MIN (spelled->len, KEPT));
  g_string_append_c (spelled, '_');
  g_string_append_len (spelled, hash, HASH);
  return g_string_free (spelled, FALSE);
}

static char *
dup_name (const Vendor *vendor, gboolean is_property, const char *name)
{
  if (is_property && vendor->property == NULL)
    return g_strdup (name);
  GString *spelled = is_property ? spell (name, vendor->property, vendor->property)
                                 : spell (name, vendor->first, vendor->characters);
  return spelled->len > APP_EXPORT_MAX_NAME ? end_with_hash (spelled, name, 0)
                                            : g_string_free (spelled, FALSE);
}

gboolean
app_export_format_takes_property (AppExportFormat self, const char *name)
{
  g_return_val_if_fail ((guint)self < APP_EXPORT_N_FORMATS, FALSE);
  g_autofree char *spelled = dup_name (&vendors[self], TRUE, name);
  return g_str_equal (spelled, name);
}

/* Names that stay as they are go first: no other one may take them away. */
GPtrArray *
app_export_format_map_names (AppExportFormat self, gboolean are_properties, GPtrArray *names)
{
  const Vendor *vendor = &vendors[self];
  GPtrArray    *out = g_ptr_array_new_full (names->len, g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name = dup_name (vendor, are_properties, names->pdata[i]);

      if (g_str_equal (names->pdata[i], name) && !g_hash_table_contains (taken, name))
        g_hash_table_add (taken, name);
      else
        g_clear_pointer (&name, g_free);
      g_ptr_array_add (out, g_steal_pointer (&name));
    }
  for (guint i = 0; i < names->len; i++)
    {
      if (out->pdata[i] != NULL)
        continue;
      char *name = dup_name (vendor, are_properties, names->pdata[i]);
      for (guint salt = 0; g_hash_table_contains (taken, name); salt++)
        {
          GString *plain =
              spell (names->pdata[i], are_properties ? vendor->property : vendor->first,
                     are_properties ? vendor->property : vendor->characters);

          g_free (name);
          name = end_with_hash (plain, names->pdata[i], salt);
        }
      g_hash_table_add (taken, name);
      out->pdata[i] = name;
    }
  return out;
}
