/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every property is one row of a table: its place in the object, its kind and its default. What all
 * of them need (notifying, copying, comparing, freeing) is written once for each kind. */

#include "store-profile.h"

struct _StoreProfile
{
  GObject         parent_instance;
  char           *id;
  char           *name;
  guint           transport;
  char           *command;
  GStrv           arguments;
  StoreVariables *environment;
  char           *working_directory;
  GStrv           watch;
  char           *url;
  char           *message_url;
  StoreVariables *headers;
  guint           authorization;
  StoreVariables *credentials;
  char           *proxy;
  char           *ca_file;
  char           *accept_certificate;
  char           *client_certificate;
  char           *client_key;
  guint           era;
  char           *protocol_version;
  guint           listen;
  guint           log_level;
  GStrv           roots;
  StoreVariables *extensions;
  StoreVariables *meta;
  guint           reconnect;
  guint           connect_timeout;
  guint           request_timeout;
  guint           total_timeout;
  guint           approval;
  StoreVariables *tool_approvals;
  GStrv           disabled_tools;
  StoreVariables *presets;
  StoreVariables *pinned_arguments;
  guint           pinned;
  guint           enabled;
  guint           origin;
  char           *confirmed;
};

G_DEFINE_FINAL_TYPE (StoreProfile, store_profile, G_TYPE_OBJECT)

typedef enum {
  KIND_TEXT,      /* char *: %NULL where there is none */
  KIND_WORD,      /* char *: "" where there is none */
  KIND_NUMBER,    /* guint: milliseconds, enumerations */
  KIND_SWITCH,    /* guint, a boolean */
  KIND_LIST,      /* GStrv, never %NULL */
  KIND_VARIABLES, /* StoreVariables, never %NULL */
} Kind;

typedef struct
{
  const char *name;
  Kind        kind;
  gsize       offset;
  guint       limit; /* numbers: the largest; switches: the default */
} Property;

#define ROW(name, kind, field, limit)                               \
  {                                                                 \
    name, KIND_##kind, G_STRUCT_OFFSET (StoreProfile, field), limit \
  }

static const Property rows[] = {
  ROW ("id", WORD, id, 0),
  ROW ("name", WORD, name, 0),
  ROW ("transport", NUMBER, transport, STORE_TRANSPORT_AUTO),
  ROW ("command", TEXT, command, 0),
  ROW ("arguments", LIST, arguments, 0),
  ROW ("environment", VARIABLES, environment, 0),
  ROW ("working-directory", TEXT, working_directory, 0),
  ROW ("watch", LIST, watch, 0),
  ROW ("url", TEXT, url, 0),
  ROW ("message-url", TEXT, message_url, 0),
  ROW ("headers", VARIABLES, headers, 0),
  ROW ("authorization", NUMBER, authorization, STORE_AUTHORIZATION_BASIC),
  ROW ("credentials", VARIABLES, credentials, 0),
  ROW ("proxy", TEXT, proxy, 0),
  ROW ("ca-file", TEXT, ca_file, 0),
  ROW ("accept-certificate", TEXT, accept_certificate, 0),
  ROW ("client-certificate", TEXT, client_certificate, 0),
  ROW ("client-key", TEXT, client_key, 0),
  ROW ("era", NUMBER, era, STORE_ERA_LEGACY),
  ROW ("protocol-version", TEXT, protocol_version, 0),
  ROW ("listen", SWITCH, listen, TRUE),
  ROW ("log-level", NUMBER, log_level, STORE_LOG_LEVEL_EMERGENCY),
  ROW ("roots", LIST, roots, 0),
  ROW ("extensions", VARIABLES, extensions, 0),
  ROW ("meta", VARIABLES, meta, 0),
  ROW ("reconnect", NUMBER, reconnect, STORE_RECONNECT_NEVER),
  ROW ("connect-timeout", NUMBER, connect_timeout, G_MAXUINT),
  ROW ("request-timeout", NUMBER, request_timeout, G_MAXUINT),
  ROW ("total-timeout", NUMBER, total_timeout, G_MAXUINT),
  ROW ("approval", NUMBER, approval, STORE_APPROVAL_NEVER),
  ROW ("tool-approvals", VARIABLES, tool_approvals, 0),
  ROW ("disabled-tools", LIST, disabled_tools, 0),
  ROW ("presets", VARIABLES, presets, 0),
  ROW ("pinned-arguments", VARIABLES, pinned_arguments, 0),
  ROW ("pinned", SWITCH, pinned, FALSE),
  ROW ("enabled", SWITCH, enabled, TRUE),
  ROW ("origin", NUMBER, origin, STORE_ORIGIN_PASTED),
  ROW ("confirmed", TEXT, confirmed, 0),
};

#define N_ROWS G_N_ELEMENTS (rows)

static GParamSpec *specs[N_ROWS];

static const char *const no_items[] = { NULL };

static gpointer
field_of (StoreProfile *self, const Property *row)
{
  return G_STRUCT_MEMBER_P (self, row->offset);
}

/* The row of a field; setters name the field, the table knows the rest. */
static const Property *
find_row (StoreProfile *self, gconstpointer field)
{
  gsize offset = (const char *)field - (const char *)self;

  for (guint i = 0; i < N_ROWS; i++)
    if (rows[i].offset == offset)
      return &rows[i];
  g_assert_not_reached ();
}

static void
notify (StoreProfile *self, const Property *row)
{
  g_object_notify_by_pspec (G_OBJECT (self), specs[row - rows]);
}

static void
set_text (StoreProfile *self, char **field, const char *text)
{
  const Property *row = find_row (self, field);

  if (text == NULL || *text == '\0')
    text = row->kind == KIND_WORD ? "" : NULL;
  if (g_strcmp0 (*field, text) == 0)
    return;
  g_free (*field);
  *field = g_strdup (text);
  notify (self, row);
}

static void
set_list (StoreProfile *self, GStrv *field, const char *const *items)
{
  GStrv copy;

  if (items == NULL)
    items = no_items;
  if (g_strv_equal ((const char *const *)*field, items))
    return;
  copy = g_strdupv ((char **)items);
  g_strfreev (*field);
  *field = copy;
  notify (self, find_row (self, field));
}

static void
set_variables (StoreProfile *self, StoreVariables **field, const StoreVariables *variables)
{
  StoreVariables *copy;

  if (store_variables_equal (*field, variables))
    return;
  copy = store_variables_copy (variables);
  store_variables_free (*field);
  *field = copy;
  notify (self, find_row (self, field));
}

/* Numbers, enumerations and switches are all stored as unsigned integers. */
static void
set_number (StoreProfile *self, guint *field, guint number)
{
  if (*field == number)
    return;
  *field = number;
  notify (self, find_row (self, field));
}

/* One getter and one setter for each property; they differ by kind only. */

#define DEFINE(field, get_type, set_type, set, fallback)              \
  get_type store_profile_get_##field (StoreProfile *self)             \
  {                                                                   \
    g_return_val_if_fail (STORE_IS_PROFILE (self), fallback);         \
    return (get_type)self->field;                                     \
  }                                                                   \
  void store_profile_set_##field (StoreProfile *self, set_type value) \
  {                                                                   \
    g_return_if_fail (STORE_IS_PROFILE (self));                       \
    set (self, &self->field, value);                                  \
  }

#define DEFINE_TEXT(field) DEFINE (field, const char *, const char *, set_text, NULL)
#define DEFINE_NUMBER(field, type) DEFINE (field, type, type, set_number, 0)
#define DEFINE_LIST(field) \
  DEFINE (field, const char *const *, const char *const *, set_list, no_items)
#define DEFINE_VARIABLES(field) \
  DEFINE (field, const StoreVariables *, const StoreVariables *, set_variables, NULL)

DEFINE_TEXT (id)
DEFINE_NUMBER (transport, StoreTransport)
DEFINE_TEXT (command)
DEFINE_LIST (arguments)
DEFINE_VARIABLES (environment)
DEFINE_TEXT (working_directory)
DEFINE_LIST (watch)
DEFINE_TEXT (url)
DEFINE_TEXT (message_url)
DEFINE_VARIABLES (headers)
DEFINE_NUMBER (authorization, StoreAuthorization)
DEFINE_VARIABLES (credentials)
DEFINE_TEXT (proxy)
DEFINE_TEXT (ca_file)
DEFINE_TEXT (accept_certificate)
DEFINE_TEXT (client_certificate)
DEFINE_TEXT (client_key)
DEFINE_NUMBER (era, StoreEra)
DEFINE_TEXT (protocol_version)
DEFINE_NUMBER (listen, gboolean)
DEFINE_NUMBER (log_level, StoreLogLevel)
DEFINE_LIST (roots)
DEFINE_VARIABLES (extensions)
DEFINE_VARIABLES (meta)
DEFINE_NUMBER (reconnect, StoreReconnect)
DEFINE_NUMBER (connect_timeout, guint)
DEFINE_NUMBER (request_timeout, guint)
DEFINE_NUMBER (total_timeout, guint)
DEFINE_NUMBER (approval, StoreApproval)
DEFINE_VARIABLES (tool_approvals)
DEFINE_LIST (disabled_tools)
DEFINE_VARIABLES (presets)
DEFINE_VARIABLES (pinned_arguments)
DEFINE_NUMBER (pinned, gboolean)
DEFINE_NUMBER (enabled, gboolean)
DEFINE_NUMBER (origin, StoreOrigin)
DEFINE_TEXT (confirmed)

const char *
store_profile_get_name (StoreProfile *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE (self), NULL);

  return *self->name != '\0' ? self->name : self->id;
}

void
store_profile_set_name (StoreProfile *self, const char *name)
{
  g_return_if_fail (STORE_IS_PROFILE (self));

  set_text (self, &self->name, name);
}

static void
store_profile_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreProfile   *self = STORE_PROFILE (object);
  const Property *row = &rows[id - 1];
  gpointer        field = field_of (self, row);

  switch (row->kind)
    {
    case KIND_TEXT:
    case KIND_WORD:
      g_value_set_string (value, field == &self->name ? store_profile_get_name (self)
                                                      : *(char **)field);
      break;
    case KIND_NUMBER:
      g_value_set_uint (value, *(guint *)field);
      break;
    case KIND_SWITCH:
      g_value_set_boolean (value, *(guint *)field != 0);
      break;
    case KIND_LIST:
    case KIND_VARIABLES:
    default:
      g_value_set_boxed (value, *(gpointer *)field);
    }
}

static void
store_profile_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StoreProfile   *self = STORE_PROFILE (object);
  const Property *row = &rows[id - 1];
  gpointer        field = field_of (self, row);

  switch (row->kind)
    {
    case KIND_TEXT:
    case KIND_WORD:
      set_text (self, field, g_value_get_string (value));
      break;
    case KIND_NUMBER:
      set_number (self, field, g_value_get_uint (value));
      break;
    case KIND_SWITCH:
      set_number (self, field, g_value_get_boolean (value));
      break;
    case KIND_LIST:
      set_list (self, field, g_value_get_boxed (value));
      break;
    case KIND_VARIABLES:
    default:
      set_variables (self, field, g_value_get_boxed (value));
    }
}

static void
store_profile_finalize (GObject *object)
{
  for (guint i = 0; i < N_ROWS; i++)
    {
      gpointer field = field_of (STORE_PROFILE (object), &rows[i]);

      if (rows[i].kind == KIND_LIST)
        g_strfreev (*(GStrv *)field);
      else if (rows[i].kind == KIND_VARIABLES)
        store_variables_free (*(StoreVariables **)field);
      else if (rows[i].kind == KIND_TEXT || rows[i].kind == KIND_WORD)
        g_free (*(char **)field);
    }
  G_OBJECT_CLASS (store_profile_parent_class)->finalize (object);
}

static GParamSpec *
make_spec (const Property *row)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  switch (row->kind)
    {
    case KIND_NUMBER:
      return g_param_spec_uint (row->name, NULL, NULL, 0, row->limit, 0, flags);
    case KIND_SWITCH:
      return g_param_spec_boolean (row->name, NULL, NULL, row->limit != 0, flags);
    case KIND_LIST:
      return g_param_spec_boxed (row->name, NULL, NULL, G_TYPE_STRV, flags);
    case KIND_VARIABLES:
      return g_param_spec_boxed (row->name, NULL, NULL, STORE_TYPE_VARIABLES, flags);
    case KIND_TEXT:
    case KIND_WORD:
    default:
      return g_param_spec_string (row->name, NULL, NULL, NULL, flags);
    }
}

static void
store_profile_class_init (StoreProfileClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = store_profile_get_property;
  object_class->set_property = store_profile_set_property;
  object_class->finalize = store_profile_finalize;
  for (guint i = 0; i < N_ROWS; i++)
    {
      specs[i] = make_spec (&rows[i]);
      g_object_class_install_property (object_class, i + 1, specs[i]);
    }
}

static void
store_profile_init (StoreProfile *self)
{
  for (guint i = 0; i < N_ROWS; i++)
    {
      gpointer field = field_of (self, &rows[i]);

      if (rows[i].kind == KIND_WORD)
        *(char **)field = g_strdup ("");
      else if (rows[i].kind == KIND_LIST)
        *(GStrv *)field = g_new0 (char *, 1);
      else if (rows[i].kind == KIND_VARIABLES)
        *(StoreVariables **)field = store_variables_new ();
      else if (rows[i].kind == KIND_SWITCH)
        *(guint *)field = rows[i].limit;
    }
}

StoreProfile *
store_profile_new (const char *name)
{
  return g_object_new (STORE_TYPE_PROFILE, "name", name, NULL);
}

StoreProfile *
store_profile_copy (StoreProfile *self)
{
  StoreProfile *copy = store_profile_new (NULL);

  store_profile_assign (copy, self);
  return copy;
}

void
store_profile_assign (StoreProfile *self, StoreProfile *other)
{
  g_return_if_fail (STORE_IS_PROFILE (self) && STORE_IS_PROFILE (other));

  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = 0; i < N_ROWS; i++)
    {
      gpointer field = field_of (self, &rows[i]);
      gpointer value = field_of (other, &rows[i]);

      if (rows[i].kind == KIND_LIST)
        set_list (self, field, *(const char *const **)value);
      else if (rows[i].kind == KIND_VARIABLES)
        set_variables (self, field, *(StoreVariables **)value);
      else if (rows[i].kind == KIND_TEXT || rows[i].kind == KIND_WORD)
        set_text (self, field, *(char **)value);
      else
        set_number (self, field, *(guint *)value);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

static gboolean
fields_equal (const Property *row, gpointer a, gpointer b)
{
  switch (row->kind)
    {
    case KIND_LIST:
      return g_strv_equal (*(const char *const **)a, *(const char *const **)b);
    case KIND_VARIABLES:
      return store_variables_equal (*(StoreVariables **)a, *(StoreVariables **)b);
    case KIND_TEXT:
    case KIND_WORD:
      return g_strcmp0 (*(char **)a, *(char **)b) == 0;
    case KIND_NUMBER:
    case KIND_SWITCH:
    default:
      return *(guint *)a == *(guint *)b;
    }
}

gboolean
store_profile_equal (StoreProfile *a, StoreProfile *b)
{
  for (guint i = 0; i < N_ROWS; i++)
    if (rows[i].offset != G_STRUCT_OFFSET (StoreProfile, name) &&
        !fields_equal (&rows[i], field_of (a, &rows[i]), field_of (b, &rows[i])))
      return FALSE;
  /* A profile without a name and one that is called as its id are the same. */
  return g_str_equal (store_profile_get_name (a), store_profile_get_name (b));
}
