/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-settings.h"

#include "mcp-json-document.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppSettings
{
  GObject parent_instance;

  guint    connect_timeout;
  guint    request_timeout;
  guint    total_timeout;
  guint64  message_limit;
  guint    log_entries;
  guint64  log_bytes;
  guint    view_items;
  guint    view_depth;
  guint    view_characters;
  guint    close_grace;
  char    *approval;
  gboolean reconnect;
  gboolean icons_from_other_hosts;
  gboolean references_everywhere;
};

enum {
  PROP_0,
  PROP_CONNECT_TIMEOUT,
  PROP_REQUEST_TIMEOUT,
  PROP_TOTAL_TIMEOUT,
  PROP_MESSAGE_LIMIT,
  PROP_LOG_ENTRIES,
  PROP_LOG_BYTES,
  PROP_VIEW_ITEMS,
  PROP_VIEW_DEPTH,
  PROP_VIEW_CHARACTERS,
  PROP_CLOSE_GRACE,
  PROP_APPROVAL,
  PROP_RECONNECT,
  PROP_OTHER_HOSTS,
  PROP_REFERENCES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppSettings, app_settings, G_TYPE_OBJECT)

typedef struct
{
  const char *name;
  GType       type;
  gsize       offset;
  guint64     fallback; /* of a string: "ask" */
  guint64     minimum;
  guint64     maximum;
} Setting;

/* Of a message. */
#define MOST_BYTES MCP_JSON_MAX_BYTES

#define SETTING(name, type, field, ...)                                      \
  {                                                                          \
    name, G_TYPE_##type, G_STRUCT_OFFSET (AppSettings, field), ##__VA_ARGS__ \
  }

/* A timeout of 0 is "no deadline". */
static const Setting settings[N_PROPS] = {
  [PROP_CONNECT_TIMEOUT] =
      SETTING ("connect-timeout", UINT, connect_timeout, APP_DEFAULT_CONNECT_TIMEOUT, 0, G_MAXUINT),
  [PROP_REQUEST_TIMEOUT] =
      SETTING ("request-timeout", UINT, request_timeout, APP_DEFAULT_REQUEST_TIMEOUT, 0, G_MAXUINT),
  [PROP_TOTAL_TIMEOUT] =
      SETTING ("total-timeout", UINT, total_timeout, APP_DEFAULT_TOTAL_TIMEOUT, 0, G_MAXUINT),
  [PROP_MESSAGE_LIMIT] =
      SETTING ("message-limit", UINT64, message_limit, MOST_BYTES, 1024, MOST_BYTES),
  [PROP_LOG_ENTRIES] =
      SETTING ("log-entries", UINT, log_entries, APP_DEFAULT_LOG_ENTRIES, 10, 1000000),
  [PROP_LOG_BYTES] =
      SETTING ("log-bytes", UINT64, log_bytes, APP_DEFAULT_LOG_BYTES, 1024, G_MAXUINT64),
  [PROP_VIEW_ITEMS] = SETTING ("view-items", UINT, view_items, APP_DEFAULT_VIEW_ITEMS, 1, 1000),
  [PROP_VIEW_DEPTH] = SETTING ("view-depth", UINT, view_depth, APP_DEFAULT_VIEW_DEPTH, 1, 100),
  [PROP_VIEW_CHARACTERS] =
      SETTING ("view-characters", UINT, view_characters, APP_DEFAULT_VIEW_CHARACTERS, 10, 4096),
  [PROP_CLOSE_GRACE] =
      SETTING ("close-grace", UINT, close_grace, APP_DEFAULT_CLOSE_GRACE, 0, 60000),
  [PROP_APPROVAL] = SETTING ("approval", STRING, approval),
  [PROP_RECONNECT] = SETTING ("reconnect", BOOLEAN, reconnect, TRUE),
  [PROP_OTHER_HOSTS] = SETTING ("icons-from-other-hosts", BOOLEAN, icons_from_other_hosts),
  [PROP_REFERENCES] = SETTING ("references-everywhere", BOOLEAN, references_everywhere),
};

MCP_DEFINE_FINALIZE (AppSettings, app_settings)
{
  g_free (self->approval);
}

static void
app_settings_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  gconstpointer at = G_STRUCT_MEMBER_P (object, settings[prop_id].offset);

  if (settings[prop_id].type == G_TYPE_UINT)
    g_value_set_uint (value, *(const guint *)at);
  else if (settings[prop_id].type == G_TYPE_UINT64)
    g_value_set_uint64 (value, *(const guint64 *)at);
  else if (settings[prop_id].type == G_TYPE_BOOLEAN)
    g_value_set_boolean (value, *(const gboolean *)at);
  else
    g_value_set_string (value, *(const char *const *)at);
}

static void
set_approval (AppSettings *self, const char *approval)
{
  if (g_strcmp0 (approval, "auto") != 0 && g_strcmp0 (approval, "never") != 0)
    approval = "ask";
  mcp_property_take_text (self, &self->approval, g_strdup (approval), properties[PROP_APPROVAL]);
}

static void
app_settings_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  g_auto (GValue) before = G_VALUE_INIT;
  gpointer at = G_STRUCT_MEMBER_P (object, settings[prop_id].offset);

  g_value_init (&before, settings[prop_id].type);
  app_settings_get_property (object, prop_id, &before, pspec);
  if (settings[prop_id].type == G_TYPE_STRING)
    set_approval (APP_SETTINGS (object), g_value_get_string (value));
  else if (g_param_values_cmp (pspec, &before, value) != 0)
    {
      if (settings[prop_id].type == G_TYPE_UINT)
        *(guint *)at = g_value_get_uint (value);
      else if (settings[prop_id].type == G_TYPE_UINT64)
        *(guint64 *)at = g_value_get_uint64 (value);
      else
        *(gboolean *)at = g_value_get_boolean (value);
      g_object_notify_by_pspec (object, pspec);
    }
}

static GParamSpec *
new_spec (const Setting *setting)
{
  /* The fallbacks are set as an instance is made. */
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_EXPLICIT_NOTIFY |
                      G_PARAM_STATIC_STRINGS;

  if (setting->type == G_TYPE_UINT)
    return g_param_spec_uint (setting->name, NULL, NULL, setting->minimum, setting->maximum,
                              setting->fallback, flags);
  if (setting->type == G_TYPE_UINT64)
    return g_param_spec_uint64 (setting->name, NULL, NULL, setting->minimum, setting->maximum,
                                setting->fallback, flags);
  if (setting->type == G_TYPE_BOOLEAN)
    return g_param_spec_boolean (setting->name, NULL, NULL, setting->fallback != 0, flags);
  return g_param_spec_string (setting->name, NULL, NULL, "ask", flags);
}

MCP_DEFINE_CLASS (AppSettings, app_settings)
{
  object_class->finalize = app_settings_finalize;
  object_class->get_property = app_settings_get_property;
  object_class->set_property = app_settings_set_property;
  for (guint i = 1; i < N_PROPS; i++)
    properties[i] = new_spec (&settings[i]);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

AppSettings *
app_settings_new (void)
{
  return g_object_new (APP_TYPE_SETTINGS, NULL);
}

MCP_DEFINE_GETTER (guint, AppSettings, app_settings, connect_timeout)
MCP_DEFINE_GETTER (guint, AppSettings, app_settings, request_timeout)
MCP_DEFINE_GETTER (guint, AppSettings, app_settings, total_timeout)
MCP_DEFINE_GETTER (guint64, AppSettings, app_settings, message_limit)
MCP_DEFINE_GETTER (guint, AppSettings, app_settings, log_entries)
MCP_DEFINE_GETTER (guint64, AppSettings, app_settings, log_bytes)

AppTreeLimits
app_settings_get_tree_limits (AppSettings *self)
{
  AppTreeLimits limits = { APP_DEFAULT_VIEW_ITEMS,
                           APP_DEFAULT_VIEW_CHARACTERS,
                           APP_DEFAULT_VIEW_DEPTH };

  g_return_val_if_fail (APP_IS_SETTINGS (self), limits);
  limits.items = self->view_items;
  limits.characters = self->view_characters;
  limits.levels = self->view_depth;
  return limits;
}

MCP_DEFINE_GETTER (guint, AppSettings, app_settings, close_grace)
MCP_DEFINE_GETTER (const char *, AppSettings, app_settings, approval)
MCP_DEFINE_GETTER (gboolean, AppSettings, app_settings, reconnect)
MCP_DEFINE_GETTER (gboolean, AppSettings, app_settings, icons_from_other_hosts)
MCP_DEFINE_GETTER (gboolean, AppSettings, app_settings, references_everywhere)
