/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What all fields need (notifying, copying, comparing, freeing) is written once for each kind. */

#include "store-profile.h"

#include "mcp-object.h"
#include "store-profile-field.h"

G_DEFINE_FINAL_TYPE (StoreProfile, store_profile, G_TYPE_OBJECT)

static const char *const transport_words[] = { "stdio", "http", "sse", "websocket", "unix",
                                               "tcp", "http+unix", "auto", NULL };
static const char *const era_words[] = { "auto", "modern", "legacy", NULL };
static const char *const reconnect_words[] = { "auto", "never", NULL };
static const char *const log_level_words[] = { "server", "debug", "info", "notice",
                                               "warning", "error", "critical", "alert",
                                               "emergency", NULL };
static const char *const authorization_words[] = { "none", "bearer", "basic", NULL };
static const char *const approval_words[] = { "default", "ask", "auto", "never", NULL };
static const char *const origin_words[] = { "typed", "imported", "pasted", NULL };

#define AT(member) G_STRUCT_OFFSET (StoreProfile, member)

static const StoreField fields[] = {
  { "id", NULL, NULL, STORE_FIELD_NAME, AT (id), 0, NULL },
  { "name", NULL, "name", STORE_FIELD_NAME, AT (name), 0, NULL },
  { "transport", NULL, "transport", STORE_FIELD_WORD, AT (endpoint.transport), STORE_TRANSPORT_AUTO,
    transport_words },
  { "command", NULL, "command", STORE_FIELD_TEXT, AT (endpoint.command), 0, NULL },
  { "arguments", NULL, "args", STORE_FIELD_LIST, AT (endpoint.arguments), 0, NULL },
  { "environment", NULL, "env", STORE_FIELD_TEXTS, AT (endpoint.environment), 0, NULL },
  { "working-directory", NULL, "cwd", STORE_FIELD_TEXT, AT (endpoint.working_directory), 0, NULL },
  { "watch", NULL, "watch", STORE_FIELD_LIST, AT (endpoint.watch), 0, NULL },
  { "url", NULL, "url", STORE_FIELD_TEXT, AT (endpoint.url), 0, NULL },
  { "message-url", NULL, "message-url", STORE_FIELD_TEXT, AT (endpoint.message_url), 0, NULL },
  { "headers", NULL, "headers", STORE_FIELD_TEXTS, AT (endpoint.headers), 0, NULL },
  { "authorization", "authorization", "type", STORE_FIELD_WORD, AT (endpoint.authorization),
    STORE_AUTHORIZATION_BASIC, authorization_words },
  { "credentials", "authorization", "", STORE_FIELD_TEXTS, AT (endpoint.credentials), 0, NULL },
  { "oauth", "oauth", "", STORE_FIELD_TEXTS, AT (endpoint.oauth), 0, NULL },
  { "proxy", NULL, "proxy", STORE_FIELD_TEXT, AT (network.proxy), 0, NULL },
  { "ca-file", NULL, "ca-file", STORE_FIELD_TEXT, AT (network.ca_file), 0, NULL },
  { "accept-certificate", NULL, "accept-certificate", STORE_FIELD_TEXT,
    AT (network.accept_certificate), 0, NULL },
  { "client-certificate", NULL, "client-certificate", STORE_FIELD_TEXT,
    AT (network.client_certificate), 0, NULL },
  { "client-key", NULL, "client-key", STORE_FIELD_TEXT, AT (network.client_key), 0, NULL },
  { "era", NULL, "era", STORE_FIELD_WORD, AT (conversation.era), STORE_ERA_LEGACY, era_words },
  { "protocol-version", NULL, "protocol-version", STORE_FIELD_TEXT,
    AT (conversation.protocol_version), 0, NULL },
  { "listen", NULL, "listen", STORE_FIELD_SWITCH, AT (conversation.listen), TRUE, NULL },
  { "log-level", NULL, "log-level", STORE_FIELD_WORD, AT (conversation.log_level),
    STORE_LOG_LEVEL_EMERGENCY, log_level_words },
  { "roots", NULL, "roots", STORE_FIELD_LIST, AT (conversation.roots), 0, NULL },
  { "extensions", NULL, "extensions", STORE_FIELD_SETTINGS, AT (conversation.extensions), 0, NULL },
  { "meta", NULL, "meta", STORE_FIELD_JSON, AT (conversation.meta), 0, NULL },
  { "reconnect", NULL, "reconnect", STORE_FIELD_WORD, AT (conversation.reconnect),
    STORE_RECONNECT_NEVER, reconnect_words },
  { "connect-timeout", "deadlines", "connect", STORE_FIELD_NUMBER,
    AT (conversation.connect_timeout), G_MAXUINT, NULL },
  { "request-timeout", "deadlines", "request", STORE_FIELD_NUMBER,
    AT (conversation.request_timeout), G_MAXUINT, NULL },
  { "total-timeout", "deadlines", "total", STORE_FIELD_NUMBER, AT (conversation.total_timeout),
    G_MAXUINT, NULL },
  { "tool-timeouts", "deadlines", "tools", STORE_FIELD_LIMITS, AT (conversation.tool_timeouts), 0,
    NULL },
  { "approval", NULL, "approval", STORE_FIELD_WORD, AT (decisions.approval), STORE_APPROVAL_NEVER,
    approval_words },
  { "tool-approvals", NULL, "tools", STORE_FIELD_RULES, AT (decisions.tool_approvals), 0, NULL },
  { "disabled-tools", NULL, "disabled-tools", STORE_FIELD_LIST, AT (decisions.disabled_tools), 0,
    NULL },
  { "enabled-tools", NULL, "enabled-tools", STORE_FIELD_LIST, AT (decisions.enabled_tools), 0,
    NULL },
  { "presets", NULL, "presets", STORE_FIELD_JSON, AT (decisions.presets), 0, NULL },
  { "preset-sets", NULL, "preset-sets", STORE_FIELD_JSON, AT (decisions.preset_sets), 0, NULL },
  { "preset-set", NULL, "preset-set", STORE_FIELD_TEXT, AT (decisions.preset_set), 0, NULL },
  { "pinned-arguments", NULL, "pinned-arguments", STORE_FIELD_JSON, AT (decisions.pinned_arguments),
    0, NULL },
  { "object-lifetime", NULL, "object-lifetime", STORE_FIELD_NUMBER, AT (decisions.object_lifetime),
    G_MAXUINT, NULL },
  { "repeat-call", NULL, "repeat-call", STORE_FIELD_SWITCH, AT (decisions.repeat_call), FALSE,
    NULL },
  { "pinned", NULL, "pinned", STORE_FIELD_SWITCH, AT (decisions.pinned), FALSE, NULL },
  { "enabled", NULL, "enabled", STORE_FIELD_SWITCH, AT (decisions.enabled), TRUE, NULL },
  { "origin", NULL, "origin", STORE_FIELD_WORD, AT (decisions.origin), STORE_ORIGIN_PASTED,
    origin_words },
  { "source", NULL, "source", STORE_FIELD_TEXT, AT (decisions.source), 0, NULL },
  { "confirmed", NULL, "confirmed", STORE_FIELD_TEXT, AT (decisions.confirmed), 0, NULL },
  { "client-settings", NULL, "client-settings", STORE_FIELD_JSON, AT (decisions.client_settings), 0,
    NULL },
};

#define N_FIELDS G_N_ELEMENTS (fields)

static GParamSpec *specs[N_FIELDS];

const StoreField *
store_profile_get_fields (guint *n_fields)
{
  *n_fields = N_FIELDS;
  return fields;
}

gconstpointer
store_profile_peek (StoreProfile *profile, const StoreField *field)
{
  return G_STRUCT_MEMBER_P (profile, field->offset);
}

const StoreVariables *
store_profile_peek_variables (StoreProfile *profile, const StoreField *field)
{
  return field->kind >= STORE_FIELD_TEXTS
             ? *(const StoreVariables *const *)store_profile_peek (profile, field)
             : NULL;
}

StoreTransport
store_profile_guess_transport (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = &profile->endpoint;

  return endpoint->command == NULL && endpoint->url != NULL
             ? store_transport_for_url (endpoint->url)
             : STORE_TRANSPORT_STDIO;
}

/* The words of an enumeration */

static const StoreField *
find_field (const char *property)
{
  for (guint i = 0; i < N_FIELDS; i++)
    if (g_str_equal (fields[i].name, property))
      return &fields[i];
  g_assert_not_reached ();
}

const char *
store_profile_word (const char *property, guint value)
{
  const StoreField *field = find_field (property);

  g_return_val_if_fail (field->words != NULL && value <= field->limit, NULL);
  return field->words[value];
}

gboolean
store_profile_parse_word (const char *property, const char *text, guint *value)
{
  const StoreField *field = find_field (property);

  for (guint i = 0; text != NULL && i <= field->limit; i++)
    if (g_ascii_strcasecmp (field->words[i], text) == 0)
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}

/* One field: @at and @other are its places in two profiles */

static gboolean
field_equal (const StoreField *field, gconstpointer at, gconstpointer other)
{
  switch (field->kind)
    {
    case STORE_FIELD_NAME:
    case STORE_FIELD_TEXT:
      return g_strcmp0 (*(const char *const *)at, *(const char *const *)other) == 0;
    case STORE_FIELD_NUMBER:
    case STORE_FIELD_WORD:
    case STORE_FIELD_SWITCH:
      return *(const guint *)at == *(const guint *)other;
    case STORE_FIELD_LIST:
      return g_strv_equal (*(const char *const *const *)at, *(const char *const *const *)other);
    case STORE_FIELD_TEXTS:
    case STORE_FIELD_JSON:
    case STORE_FIELD_SETTINGS:
    case STORE_FIELD_RULES:
    default:
      return store_variables_equal (*(const StoreVariables *const *)at,
                                    *(const StoreVariables *const *)other);
    }
}

static void
field_clear (const StoreField *field, gpointer at)
{
  if (field->kind == STORE_FIELD_NAME || field->kind == STORE_FIELD_TEXT)
    g_free (*(gpointer *)at);
  else if (field->kind == STORE_FIELD_LIST)
    g_strfreev (*(GStrv *)at);
  else if (field->kind >= STORE_FIELD_TEXTS)
    store_variables_free (*(StoreVariables **)at);
}

/* @at holds nothing yet. */
static void
field_copy (const StoreField *field, gpointer at, gconstpointer other)
{
  switch (field->kind)
    {
    case STORE_FIELD_NAME:
    case STORE_FIELD_TEXT:
      *(char **)at = g_strdup (*(const char *const *)other);
      break;
    case STORE_FIELD_NUMBER:
    case STORE_FIELD_WORD:
    case STORE_FIELD_SWITCH:
      *(guint *)at = *(const guint *)other;
      break;
    case STORE_FIELD_LIST:
      *(GStrv *)at = g_strdupv (*(const GStrv *)other);
      break;
    case STORE_FIELD_TEXTS:
    case STORE_FIELD_JSON:
    case STORE_FIELD_SETTINGS:
    case STORE_FIELD_RULES:
    default:
      *(StoreVariables **)at = store_variables_copy (*(const StoreVariables *const *)other);
    }
}

static void
change_field (StoreProfile *self, const StoreField *field, gconstpointer value)
{
  gpointer at = G_STRUCT_MEMBER_P (self, field->offset);
  gpointer old = NULL;

  if (field_equal (field, at, value))
    return;
  if (field->kind < STORE_FIELD_NUMBER || field->kind > STORE_FIELD_SWITCH)
    old = *(gpointer *)at;
  field_copy (field, at, value);
  field_clear (field, &old);
  g_object_notify_by_pspec (G_OBJECT (self), specs[field - fields]);
}

/* The object */

static void
store_profile_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreProfile     *self = STORE_PROFILE (object);
  const StoreField *field = &fields[id - 1];
  gconstpointer     at = store_profile_peek (self, field);

  if (at == &self->name)
    g_value_set_string (value, store_profile_get_name (self));
  else if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, *(const char *const *)at);
  else if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, *(const guint *)at);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, *(const gboolean *)at);
  else
    g_value_set_boxed (value, *(const gconstpointer *)at);
}

static void
store_profile_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  static const char *const no_items[] = { NULL };
  const StoreField        *field = &fields[id - 1];
  gconstpointer            pointer = NULL;
  guint                    number = 0;

  if (G_VALUE_HOLDS_UINT (value))
    number = g_value_get_uint (value);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    number = g_value_get_boolean (value);
  else
    pointer = g_value_peek_pointer (value);
  if (field->kind == STORE_FIELD_NAME && pointer == NULL)
    pointer = "";
  else if (field->kind == STORE_FIELD_TEXT && pointer != NULL && *(const char *)pointer == '\0')
    pointer = NULL;
  else if (field->kind == STORE_FIELD_LIST && pointer == NULL)
    pointer = no_items;
  change_field (STORE_PROFILE (object), field,
                G_VALUE_HOLDS_UINT (value) || G_VALUE_HOLDS_BOOLEAN (value)
                    ? (gconstpointer)&number
                    : (gconstpointer)&pointer);
}

MCP_DEFINE_FINALIZE (StoreProfile, store_profile)
{
  for (guint i = 0; i < N_FIELDS; i++)
    field_clear (&fields[i], G_STRUCT_MEMBER_P (self, fields[i].offset));
}

static GParamSpec *
make_spec (const StoreField *field)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  switch (field->kind)
    {
    case STORE_FIELD_NUMBER:
    case STORE_FIELD_WORD:
      return g_param_spec_uint (field->name, NULL, NULL, 0, field->limit, 0, flags);
    case STORE_FIELD_SWITCH:
      return g_param_spec_boolean (field->name, NULL, NULL, field->limit != 0, flags);
    case STORE_FIELD_LIST:
      return g_param_spec_boxed (field->name, NULL, NULL, G_TYPE_STRV, flags);
    case STORE_FIELD_NAME:
    case STORE_FIELD_TEXT:
      return g_param_spec_string (field->name, NULL, NULL, NULL, flags);
    case STORE_FIELD_TEXTS:
    case STORE_FIELD_JSON:
    case STORE_FIELD_SETTINGS:
    case STORE_FIELD_RULES:
    default:
      return g_param_spec_boxed (field->name, NULL, NULL, STORE_TYPE_VARIABLES, flags);
    }
}

MCP_DEFINE_CLASS (StoreProfile, store_profile)
{
  object_class->get_property = store_profile_get_property;
  object_class->set_property = store_profile_set_property;
  object_class->finalize = store_profile_finalize;
  for (guint i = 0; i < N_FIELDS; i++)
    specs[i] = make_spec (&fields[i]);
  for (guint i = 0; i < N_FIELDS; i++)
    g_object_class_install_property (object_class, i + 1, specs[i]);
}

static void
store_profile_init (StoreProfile *self)
{
  for (guint i = 0; i < N_FIELDS; i++)
    {
      gpointer at = G_STRUCT_MEMBER_P (self, fields[i].offset);

      if (fields[i].kind == STORE_FIELD_NAME)
        *(char **)at = g_strdup ("");
      else if (fields[i].kind == STORE_FIELD_LIST)
        *(GStrv *)at = g_new0 (char *, 1);
      else if (fields[i].kind >= STORE_FIELD_TEXTS)
        *(StoreVariables **)at = store_variables_new ();
      else if (fields[i].kind == STORE_FIELD_SWITCH)
        *(gboolean *)at = fields[i].limit;
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
  for (guint i = 0; i < N_FIELDS; i++)
    change_field (self, &fields[i], store_profile_peek (other, &fields[i]));
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
store_profile_equal (StoreProfile *a, StoreProfile *b)
{
  for (guint i = 0; i < N_FIELDS; i++)
    if (fields[i].offset != AT (name) &&
        !field_equal (&fields[i], store_profile_peek (a, &fields[i]),
                      store_profile_peek (b, &fields[i])))
      return FALSE;
  /* A profile without a name and one that is called as its id are the same. */
  return g_str_equal (store_profile_get_name (a), store_profile_get_name (b));
}

MCP_DEFINE_GETTER (const char *, StoreProfile, store_profile, id)

const char *
store_profile_get_name (StoreProfile *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE (self), NULL);

  return *self->name != '\0' ? self->name : self->id;
}

const StoreEndpoint *
store_profile_get_endpoint (StoreProfile *self)
{
  return &self->endpoint;
}

const StoreNetwork *
store_profile_get_network (StoreProfile *self)
{
  return &self->network;
}

const StoreConversation *
store_profile_get_conversation (StoreProfile *self)
{
  return &self->conversation;
}

const StoreDecisions *
store_profile_get_decisions (StoreProfile *self)
{
  return &self->decisions;
}
