/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-settings.h"
#include "spyglass-config.h"

static GSettingsSchema *
lookup_schema (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  return source != NULL
             ? g_settings_schema_source_lookup (source, SPYGLASS_APPLICATION_ID, TRUE)
             : NULL;
}

GSettings *
ui_settings_get (void)
{
  static GSettings *settings;
  static gsize      ready;

  if (g_once_init_enter (&ready))
    {
      g_autoptr (GSettingsSchema) schema = lookup_schema ();
      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
      g_once_init_leave (&ready, 1);
    }
  return settings;
}

/* GSettings aborts on a key that its schema does not have, and on a value of another type. */
static GSettings *
settings_with (const char *key, const char *type)
{
  GSettings *settings = ui_settings_get ();
  if (settings == NULL)
    return NULL;

  g_autoptr (GSettingsSchema) schema = NULL;
  g_object_get (settings, "settings-schema", &schema, NULL);
  if (!g_settings_schema_has_key (schema, key))
    return NULL;
  if (type != NULL)
    {
      g_autoptr (GSettingsSchemaKey) described = g_settings_schema_get_key (schema, key);
      const GVariantType *actual = g_settings_schema_key_get_value_type (described);
      if (!g_variant_type_equal (actual, G_VARIANT_TYPE (type)))
        return NULL;
    }
  return settings;
}

void
ui_settings_bind (const char *key, gpointer object, const char *property, GSettingsBindFlags flags)
{
  GSettings *settings = settings_with (key, NULL);
  if (settings != NULL)
    g_settings_bind (settings, key, object, property, flags);
}

int
ui_settings_get_int (const char *key, int fallback)
{
  GSettings *settings = settings_with (key, "i");
  return settings != NULL ? g_settings_get_int (settings, key) : fallback;
}

/* Writing waits for the disk where the settings are a file: only what is new is written. */
void
ui_settings_set_int (const char *key, int value)
{
  GSettings *settings = settings_with (key, "i");
  if (settings != NULL && g_settings_get_int (settings, key) != value)
    g_settings_set_int (settings, key, value);
}

gboolean
ui_settings_get_boolean (const char *key, gboolean fallback)
{
  GSettings *settings = settings_with (key, "b");
  return settings != NULL ? g_settings_get_boolean (settings, key) : fallback;
}

char *
ui_settings_get_string (const char *key, const char *fallback)
{
  GSettings *settings = settings_with (key, "s");
  return settings != NULL ? g_settings_get_string (settings, key) : g_strdup (fallback);
}

void
ui_settings_set_string (const char *key, const char *value)
{
  GSettings       *settings = settings_with (key, "s");
  g_autofree char *old = settings != NULL ? g_settings_get_string (settings, key) : NULL;

  if (old != NULL && !g_str_equal (old, value))
    g_settings_set_string (settings, key, value);
}

GVariant *
ui_settings_dup_value (const char *key, const char *type)
{
  GSettings *settings = settings_with (key, type);
  return settings != NULL ? g_settings_get_value (settings, key) : NULL;
}

void
ui_settings_set_value (const char *key, GVariant *value)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);
  GSettings *settings = settings_with (key, g_variant_get_type_string (taken));

  if (settings != NULL)
    g_settings_set_value (settings, key, taken);
}
