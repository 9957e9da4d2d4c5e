/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-settings.h"

#include "mcp-json-document.h"
#include "mcp-object.h"

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
  gboolean other_hosts;
  gboolean references;
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

G_DEFINE_FINAL_TYPE (AppSettings, app_settings, G_TYPE_OBJECT)

static guint *
find_uint (AppSettings *self, guint prop_id)
{
  switch (prop_id)
    {
    case PROP_CONNECT_TIMEOUT:
      return &self->connect_timeout;
    case PROP_REQUEST_TIMEOUT:
      return &self->request_timeout;
    case PROP_TOTAL_TIMEOUT:
      return &self->total_timeout;
    case PROP_LOG_ENTRIES:
      return &self->log_entries;
    case PROP_VIEW_ITEMS:
      return &self->view_items;
    case PROP_VIEW_DEPTH:
      return &self->view_depth;
    case PROP_VIEW_CHARACTERS:
      return &self->view_characters;
    case PROP_CLOSE_GRACE:
      return &self->close_grace;
    default:
      return NULL;
    }
}

static guint64 *
find_uint64 (AppSettings *self, guint prop_id)
{
  switch (prop_id)
    {
    case PROP_MESSAGE_LIMIT:
      return &self->message_limit;
    case PROP_LOG_BYTES:
      return &self->log_bytes;
    default:
      return NULL;
    }
}

static gboolean *
find_boolean (AppSettings *self, guint prop_id)
{
  switch (prop_id)
    {
    case PROP_RECONNECT:
      return &self->reconnect;
    case PROP_OTHER_HOSTS:
      return &self->other_hosts;
    case PROP_REFERENCES:
      return &self->references;
    default:
      return NULL;
    }
}

MCP_DEFINE_FINALIZE (AppSettings, app_settings)
{
  g_free (self->approval);
}

static void
app_settings_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppSettings *self = APP_SETTINGS (object);

  if (find_uint (self, prop_id) != NULL)
    g_value_set_uint (value, *find_uint (self, prop_id));
  else if (find_uint64 (self, prop_id) != NULL)
    g_value_set_uint64 (value, *find_uint64 (self, prop_id));
  else if (prop_id == PROP_APPROVAL)
    g_value_set_string (value, self->approval);
  else if (find_boolean (self, prop_id) != NULL)
    g_value_set_boolean (value, *find_boolean (self, prop_id));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
set_approval (AppSettings *self, const char *approval)
{
  if (g_strcmp0 (approval, "auto") != 0 && g_strcmp0 (approval, "never") != 0)
    approval = "ask";
  if (g_strcmp0 (self->approval, approval) == 0)
    return;
  g_free (self->approval);
  self->approval = g_strdup (approval);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_APPROVAL]);
}

static void
app_settings_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  AppSettings *self = APP_SETTINGS (object);
  guint       *number = find_uint (self, prop_id);
  guint64     *large = find_uint64 (self, prop_id);
  gboolean    *flag = find_boolean (self, prop_id);

  if (number != NULL)
    {
      if (*number == g_value_get_uint (value))
        return;
      *number = g_value_get_uint (value);
      g_object_notify_by_pspec (object, pspec);
    }
  else if (large != NULL)
    {
      if (*large == g_value_get_uint64 (value))
        return;
      *large = g_value_get_uint64 (value);
      g_object_notify_by_pspec (object, pspec);
    }
  else if (prop_id == PROP_APPROVAL)
    set_approval (self, g_value_get_string (value));
  else if (flag != NULL)
    {
      if (*flag == g_value_get_boolean (value))
        return;
      *flag = g_value_get_boolean (value);
      g_object_notify_by_pspec (object, pspec);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
install_uint (guint prop_id, const char *name, guint minimum, guint maximum, guint fallback)
{
  properties[prop_id] =
      g_param_spec_uint (name, NULL, NULL, minimum, maximum, fallback,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
}

static void
install_uint64 (guint prop_id, const char *name, guint64 minimum, guint64 maximum, guint64 fallback)
{
  properties[prop_id] =
      g_param_spec_uint64 (name, NULL, NULL, minimum, maximum, fallback,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
}

static void
app_settings_class_init (AppSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_settings_finalize;
  object_class->get_property = app_settings_get_property;
  object_class->set_property = app_settings_set_property;

  /* 0 is "no deadline". */
  install_uint (PROP_CONNECT_TIMEOUT, "connect-timeout", 0, G_MAXUINT, APP_DEFAULT_CONNECT_TIMEOUT);
  install_uint (PROP_REQUEST_TIMEOUT, "request-timeout", 0, G_MAXUINT, APP_DEFAULT_REQUEST_TIMEOUT);
  install_uint (PROP_TOTAL_TIMEOUT, "total-timeout", 0, G_MAXUINT, APP_DEFAULT_TOTAL_TIMEOUT);
  install_uint64 (PROP_MESSAGE_LIMIT, "message-limit", 1024, MCP_JSON_MAX_BYTES,
                  MCP_JSON_MAX_BYTES);
  install_uint (PROP_LOG_ENTRIES, "log-entries", 10, 1000000, APP_DEFAULT_LOG_ENTRIES);
  install_uint64 (PROP_LOG_BYTES, "log-bytes", 1024, G_MAXUINT64, APP_DEFAULT_LOG_BYTES);
  install_uint (PROP_VIEW_ITEMS, "view-items", 1, 1000, APP_DEFAULT_VIEW_ITEMS);
  install_uint (PROP_VIEW_DEPTH, "view-depth", 1, 100, APP_DEFAULT_VIEW_DEPTH);
  install_uint (PROP_VIEW_CHARACTERS, "view-characters", 10, 4096, APP_DEFAULT_VIEW_CHARACTERS);
  install_uint (PROP_CLOSE_GRACE, "close-grace", 0, 60000, APP_DEFAULT_CLOSE_GRACE);
  properties[PROP_APPROVAL] =
      g_param_spec_string ("approval", NULL, NULL, "ask",
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_RECONNECT] =
      g_param_spec_boolean ("reconnect", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_OTHER_HOSTS] =
      g_param_spec_boolean ("icons-from-other-hosts", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_REFERENCES] =
      g_param_spec_boolean ("references-everywhere", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_settings_init (AppSettings *self)
{
  self->connect_timeout = APP_DEFAULT_CONNECT_TIMEOUT;
  self->request_timeout = APP_DEFAULT_REQUEST_TIMEOUT;
  self->total_timeout = APP_DEFAULT_TOTAL_TIMEOUT;
  self->message_limit = MCP_JSON_MAX_BYTES;
  self->log_entries = APP_DEFAULT_LOG_ENTRIES;
  self->log_bytes = APP_DEFAULT_LOG_BYTES;
  self->reconnect = TRUE;
  self->view_items = APP_DEFAULT_VIEW_ITEMS;
  self->view_depth = APP_DEFAULT_VIEW_DEPTH;
  self->view_characters = APP_DEFAULT_VIEW_CHARACTERS;
  self->close_grace = APP_DEFAULT_CLOSE_GRACE;
  self->approval = g_strdup ("ask");
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

gboolean
app_settings_get_icons_from_other_hosts (AppSettings *self)
{
  g_return_val_if_fail (APP_IS_SETTINGS (self), FALSE);
  return self->other_hosts;
}

gboolean
app_settings_get_references_everywhere (AppSettings *self)
{
  g_return_val_if_fail (APP_IS_SETTINGS (self), FALSE);
  return self->references;
}
