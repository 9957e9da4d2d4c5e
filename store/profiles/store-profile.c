/* SPDX-License-Identifier: GPL-3.0-or-later */

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
  char           *url;
  StoreVariables *headers;
  guint           authorization;
  StoreVariables *credentials;
  guint           connect_timeout;
  guint           request_timeout;
  guint           total_timeout;
  guint           approval;
  StoreVariables *tool_approvals;
  StoreVariables *presets;
  guint           pinned;
  guint           enabled;
  guint           origin;
  char           *confirmed;
};

G_DEFINE_FINAL_TYPE (StoreProfile, store_profile, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_ID,
  PROP_NAME,
  PROP_TRANSPORT,
  PROP_COMMAND,
  PROP_ARGUMENTS,
  PROP_ENVIRONMENT,
  PROP_WORKING_DIRECTORY,
  PROP_URL,
  PROP_HEADERS,
  PROP_AUTHORIZATION,
  PROP_CREDENTIALS,
  PROP_CONNECT_TIMEOUT,
  PROP_REQUEST_TIMEOUT,
  PROP_TOTAL_TIMEOUT,
  PROP_APPROVAL,
  PROP_TOOL_APPROVALS,
  PROP_PRESETS,
  PROP_PINNED,
  PROP_ENABLED,
  PROP_ORIGIN,
  PROP_CONFIRMED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const char *const no_arguments[] = { NULL };

static void
set_text (StoreProfile *self, char **field, const char *text, guint property)
{
  if (g_strcmp0 (*field, text) == 0)
    return;
  g_free (*field);
  *field = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_variables (StoreProfile         *self,
               StoreVariables      **field,
               const StoreVariables *variables,
               guint                 property)
{
  StoreVariables *copy;

  if (store_variables_equal (*field, variables))
    return;
  copy = store_variables_copy (variables);
  store_variables_free (*field);
  *field = copy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Numbers, enumerations and switches are all stored as unsigned integers. */
static void
set_number (StoreProfile *self, guint *field, guint number, guint property)
{
  if (*field == number)
    return;
  *field = number;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* One getter and one setter for each property; they differ by kind only. */

#define DEFINE_TEXT(field, property, empty)                                                \
  const char *store_profile_get_##field (StoreProfile *self)                               \
  {                                                                                        \
    g_return_val_if_fail (STORE_IS_PROFILE (self), NULL);                                  \
    return self->field;                                                                    \
  }                                                                                        \
  void store_profile_set_##field (StoreProfile *self, const char *text)                    \
  {                                                                                        \
    g_return_if_fail (STORE_IS_PROFILE (self));                                            \
    set_text (self, &self->field, text != NULL && *text != '\0' ? text : empty, property); \
  }

#define DEFINE_VARIABLES(field, property)                                              \
  const StoreVariables *store_profile_get_##field (StoreProfile *self)                 \
  {                                                                                    \
    g_return_val_if_fail (STORE_IS_PROFILE (self), NULL);                              \
    return self->field;                                                                \
  }                                                                                    \
  void store_profile_set_##field (StoreProfile *self, const StoreVariables *variables) \
  {                                                                                    \
    g_return_if_fail (STORE_IS_PROFILE (self));                                        \
    set_variables (self, &self->field, variables, property);                           \
  }

#define DEFINE_NUMBER(field, property, type)                       \
  type store_profile_get_##field (StoreProfile *self)              \
  {                                                                \
    g_return_val_if_fail (STORE_IS_PROFILE (self), 0);             \
    return self->field;                                            \
  }                                                                \
  void store_profile_set_##field (StoreProfile *self, type number) \
  {                                                                \
    g_return_if_fail (STORE_IS_PROFILE (self));                    \
    set_number (self, &self->field, number, property);             \
  }

DEFINE_TEXT (id, PROP_ID, "")
DEFINE_TEXT (command, PROP_COMMAND, NULL)
DEFINE_TEXT (working_directory, PROP_WORKING_DIRECTORY, NULL)
DEFINE_TEXT (url, PROP_URL, NULL)
DEFINE_TEXT (confirmed, PROP_CONFIRMED, NULL)
DEFINE_VARIABLES (environment, PROP_ENVIRONMENT)
DEFINE_VARIABLES (headers, PROP_HEADERS)
DEFINE_VARIABLES (credentials, PROP_CREDENTIALS)
DEFINE_VARIABLES (tool_approvals, PROP_TOOL_APPROVALS)
DEFINE_VARIABLES (presets, PROP_PRESETS)
DEFINE_NUMBER (transport, PROP_TRANSPORT, StoreTransport)
DEFINE_NUMBER (authorization, PROP_AUTHORIZATION, StoreAuthorization)
DEFINE_NUMBER (approval, PROP_APPROVAL, StoreApproval)
DEFINE_NUMBER (origin, PROP_ORIGIN, StoreOrigin)
DEFINE_NUMBER (connect_timeout, PROP_CONNECT_TIMEOUT, guint)
DEFINE_NUMBER (request_timeout, PROP_REQUEST_TIMEOUT, guint)
DEFINE_NUMBER (total_timeout, PROP_TOTAL_TIMEOUT, guint)
DEFINE_NUMBER (pinned, PROP_PINNED, gboolean)
DEFINE_NUMBER (enabled, PROP_ENABLED, gboolean)

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

  set_text (self, &self->name, name != NULL ? name : "", PROP_NAME);
}

const char *const *
store_profile_get_arguments (StoreProfile *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE (self), no_arguments);

  return (const char *const *)self->arguments;
}

void
store_profile_set_arguments (StoreProfile *self, const char *const *arguments)
{
  GStrv copy;

  g_return_if_fail (STORE_IS_PROFILE (self));

  if (arguments == NULL)
    arguments = no_arguments;
  if (g_strv_equal ((const char *const *)self->arguments, arguments))
    return;
  copy = g_strdupv ((char **)arguments);
  g_strfreev (self->arguments);
  self->arguments = copy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ARGUMENTS]);
}

static void
store_profile_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreProfile *self = STORE_PROFILE (object);

  switch (id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, store_profile_get_name (self));
      break;
    case PROP_TRANSPORT:
      g_value_set_uint (value, self->transport);
      break;
    case PROP_COMMAND:
      g_value_set_string (value, self->command);
      break;
    case PROP_ARGUMENTS:
      g_value_set_boxed (value, self->arguments);
      break;
    case PROP_ENVIRONMENT:
      g_value_set_boxed (value, self->environment);
      break;
    case PROP_WORKING_DIRECTORY:
      g_value_set_string (value, self->working_directory);
      break;
    case PROP_URL:
      g_value_set_string (value, self->url);
      break;
    case PROP_HEADERS:
      g_value_set_boxed (value, self->headers);
      break;
    case PROP_AUTHORIZATION:
      g_value_set_uint (value, self->authorization);
      break;
    case PROP_CREDENTIALS:
      g_value_set_boxed (value, self->credentials);
      break;
    case PROP_CONNECT_TIMEOUT:
      g_value_set_uint (value, self->connect_timeout);
      break;
    case PROP_REQUEST_TIMEOUT:
      g_value_set_uint (value, self->request_timeout);
      break;
    case PROP_TOTAL_TIMEOUT:
      g_value_set_uint (value, self->total_timeout);
      break;
    case PROP_APPROVAL:
      g_value_set_uint (value, self->approval);
      break;
    case PROP_TOOL_APPROVALS:
      g_value_set_boxed (value, self->tool_approvals);
      break;
    case PROP_PRESETS:
      g_value_set_boxed (value, self->presets);
      break;
    case PROP_PINNED:
      g_value_set_boolean (value, self->pinned);
      break;
    case PROP_ENABLED:
      g_value_set_boolean (value, self->enabled);
      break;
    case PROP_ORIGIN:
      g_value_set_uint (value, self->origin);
      break;
    case PROP_CONFIRMED:
      g_value_set_string (value, self->confirmed);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
store_profile_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StoreProfile *self = STORE_PROFILE (object);

  switch (id)
    {
    case PROP_ID:
      store_profile_set_id (self, g_value_get_string (value));
      break;
    case PROP_NAME:
      store_profile_set_name (self, g_value_get_string (value));
      break;
    case PROP_TRANSPORT:
      store_profile_set_transport (self, g_value_get_uint (value));
      break;
    case PROP_COMMAND:
      store_profile_set_command (self, g_value_get_string (value));
      break;
    case PROP_ARGUMENTS:
      store_profile_set_arguments (self, g_value_get_boxed (value));
      break;
    case PROP_ENVIRONMENT:
      store_profile_set_environment (self, g_value_get_boxed (value));
      break;
    case PROP_WORKING_DIRECTORY:
      store_profile_set_working_directory (self, g_value_get_string (value));
      break;
    case PROP_URL:
      store_profile_set_url (self, g_value_get_string (value));
      break;
    case PROP_HEADERS:
      store_profile_set_headers (self, g_value_get_boxed (value));
      break;
    case PROP_AUTHORIZATION:
      store_profile_set_authorization (self, g_value_get_uint (value));
      break;
    case PROP_CREDENTIALS:
      store_profile_set_credentials (self, g_value_get_boxed (value));
      break;
    case PROP_CONNECT_TIMEOUT:
      store_profile_set_connect_timeout (self, g_value_get_uint (value));
      break;
    case PROP_REQUEST_TIMEOUT:
      store_profile_set_request_timeout (self, g_value_get_uint (value));
      break;
    case PROP_TOTAL_TIMEOUT:
      store_profile_set_total_timeout (self, g_value_get_uint (value));
      break;
    case PROP_APPROVAL:
      store_profile_set_approval (self, g_value_get_uint (value));
      break;
    case PROP_TOOL_APPROVALS:
      store_profile_set_tool_approvals (self, g_value_get_boxed (value));
      break;
    case PROP_PRESETS:
      store_profile_set_presets (self, g_value_get_boxed (value));
      break;
    case PROP_PINNED:
      store_profile_set_pinned (self, g_value_get_boolean (value));
      break;
    case PROP_ENABLED:
      store_profile_set_enabled (self, g_value_get_boolean (value));
      break;
    case PROP_ORIGIN:
      store_profile_set_origin (self, g_value_get_uint (value));
      break;
    case PROP_CONFIRMED:
      store_profile_set_confirmed (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
store_profile_finalize (GObject *object)
{
  StoreProfile *self = STORE_PROFILE (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->command);
  g_strfreev (self->arguments);
  store_variables_free (self->environment);
  g_free (self->working_directory);
  g_free (self->url);
  store_variables_free (self->headers);
  store_variables_free (self->credentials);
  store_variables_free (self->tool_approvals);
  store_variables_free (self->presets);
  g_free (self->confirmed);
  G_OBJECT_CLASS (store_profile_parent_class)->finalize (object);
}

static void
install_text (GObjectClass *object_class, guint id, const char *name)
{
  properties[id] = g_param_spec_string (name, NULL, NULL, NULL,
                                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                            G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, id, properties[id]);
}

static void
install_boxed (GObjectClass *object_class, guint id, const char *name, GType type)
{
  properties[id] = g_param_spec_boxed (name, NULL, NULL, type,
                                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                           G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, id, properties[id]);
}

static void
install_number (GObjectClass *object_class, guint id, const char *name, guint maximum)
{
  properties[id] = g_param_spec_uint (name, NULL, NULL, 0, maximum, 0,
                                      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                          G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, id, properties[id]);
}

static void
install_switch (GObjectClass *object_class, guint id, const char *name, gboolean fallback)
{
  properties[id] = g_param_spec_boolean (name, NULL, NULL, fallback,
                                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                             G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, id, properties[id]);
}

static void
store_profile_class_init (StoreProfileClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = store_profile_get_property;
  object_class->set_property = store_profile_set_property;
  object_class->finalize = store_profile_finalize;

  install_text (object_class, PROP_ID, "id");
  install_text (object_class, PROP_NAME, "name");
  install_number (object_class, PROP_TRANSPORT, "transport", STORE_TRANSPORT_TCP);
  install_text (object_class, PROP_COMMAND, "command");
  install_boxed (object_class, PROP_ARGUMENTS, "arguments", G_TYPE_STRV);
  install_boxed (object_class, PROP_ENVIRONMENT, "environment", STORE_TYPE_VARIABLES);
  install_text (object_class, PROP_WORKING_DIRECTORY, "working-directory");
  install_text (object_class, PROP_URL, "url");
  install_boxed (object_class, PROP_HEADERS, "headers", STORE_TYPE_VARIABLES);
  install_number (object_class, PROP_AUTHORIZATION, "authorization", STORE_AUTHORIZATION_BASIC);
  install_boxed (object_class, PROP_CREDENTIALS, "credentials", STORE_TYPE_VARIABLES);
  install_number (object_class, PROP_CONNECT_TIMEOUT, "connect-timeout", G_MAXUINT);
  install_number (object_class, PROP_REQUEST_TIMEOUT, "request-timeout", G_MAXUINT);
  install_number (object_class, PROP_TOTAL_TIMEOUT, "total-timeout", G_MAXUINT);
  install_number (object_class, PROP_APPROVAL, "approval", STORE_APPROVAL_NEVER);
  install_boxed (object_class, PROP_TOOL_APPROVALS, "tool-approvals", STORE_TYPE_VARIABLES);
  install_boxed (object_class, PROP_PRESETS, "presets", STORE_TYPE_VARIABLES);
  install_switch (object_class, PROP_PINNED, "pinned", FALSE);
  install_switch (object_class, PROP_ENABLED, "enabled", TRUE);
  install_number (object_class, PROP_ORIGIN, "origin", STORE_ORIGIN_PASTED);
  install_text (object_class, PROP_CONFIRMED, "confirmed");
}

static void
store_profile_init (StoreProfile *self)
{
  self->id = g_strdup ("");
  self->name = g_strdup ("");
  self->arguments = g_new0 (char *, 1);
  self->environment = store_variables_new ();
  self->headers = store_variables_new ();
  self->credentials = store_variables_new ();
  self->tool_approvals = store_variables_new ();
  self->presets = store_variables_new ();
  self->enabled = TRUE;
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
  store_profile_set_id (self, other->id);
  store_profile_set_name (self, other->name);
  store_profile_set_transport (self, other->transport);
  store_profile_set_command (self, other->command);
  store_profile_set_arguments (self, (const char *const *)other->arguments);
  store_profile_set_environment (self, other->environment);
  store_profile_set_working_directory (self, other->working_directory);
  store_profile_set_url (self, other->url);
  store_profile_set_headers (self, other->headers);
  store_profile_set_authorization (self, other->authorization);
  store_profile_set_credentials (self, other->credentials);
  store_profile_set_connect_timeout (self, other->connect_timeout);
  store_profile_set_request_timeout (self, other->request_timeout);
  store_profile_set_total_timeout (self, other->total_timeout);
  store_profile_set_approval (self, other->approval);
  store_profile_set_tool_approvals (self, other->tool_approvals);
  store_profile_set_presets (self, other->presets);
  store_profile_set_pinned (self, other->pinned);
  store_profile_set_enabled (self, other->enabled);
  store_profile_set_origin (self, other->origin);
  store_profile_set_confirmed (self, other->confirmed);
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
store_profile_equal (StoreProfile *a, StoreProfile *b)
{
  return g_strcmp0 (a->id, b->id) == 0 &&
         g_str_equal (store_profile_get_name (a), store_profile_get_name (b)) &&
         a->transport == b->transport &&
         g_strcmp0 (a->command, b->command) == 0 &&
         g_strv_equal ((const char *const *)a->arguments, (const char *const *)b->arguments) &&
         store_variables_equal (a->environment, b->environment) &&
         g_strcmp0 (a->working_directory, b->working_directory) == 0 &&
         g_strcmp0 (a->url, b->url) == 0 &&
         store_variables_equal (a->headers, b->headers) &&
         a->authorization == b->authorization &&
         store_variables_equal (a->credentials, b->credentials) &&
         a->connect_timeout == b->connect_timeout &&
         a->request_timeout == b->request_timeout &&
         a->total_timeout == b->total_timeout &&
         a->approval == b->approval &&
         store_variables_equal (a->tool_approvals, b->tool_approvals) &&
         store_variables_equal (a->presets, b->presets) &&
         a->pinned == b->pinned &&
         a->enabled == b->enabled &&
         a->origin == b->origin &&
         g_strcmp0 (a->confirmed, b->confirmed) == 0;
}
