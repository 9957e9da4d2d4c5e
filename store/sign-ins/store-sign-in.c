/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-sign-in.h"

#include <string.h>

struct _StoreSignIn
{
  GObject parent_instance;

  StoreSignInParts parts;
};

enum {
  PROP_0,
  PROP_KEY,
  PROP_NAME,
  PROP_SERVER,
  PROP_ISSUER,
  PROP_SCOPES,
  PROP_CLIENT,
  PROP_ACCOUNT,
  PROP_WHEN,
  PROP_EXPIRES,
  PROP_RENEWS,
  PROP_ACTIVE,
  N_PROPS
};

typedef enum {
  TEXT,
  TIME,
  SWITCH,
} Kind;

#define AT(member) G_STRUCT_OFFSET (StoreSignInParts, member)

static const struct
{
  const char *name;
  Kind        kind;
  gsize       offset;
} rows[N_PROPS] = {
  [PROP_KEY] = { "key", TEXT, AT (key) },
  [PROP_NAME] = { "name", TEXT, AT (name) },
  [PROP_SERVER] = { "server", TEXT, AT (server) },
  [PROP_ISSUER] = { "issuer", TEXT, AT (issuer) },
  [PROP_SCOPES] = { "scopes", TEXT, AT (scopes) },
  [PROP_CLIENT] = { "client", TEXT, AT (client) },
  [PROP_ACCOUNT] = { "account", TEXT, AT (account) },
  [PROP_WHEN] = { "when", TIME, AT (when) },
  [PROP_EXPIRES] = { "expires", TIME, AT (expires) },
  [PROP_RENEWS] = { "renews", SWITCH, AT (renews) },
  [PROP_ACTIVE] = { "active", SWITCH, AT (active) },
};

G_DEFINE_FINAL_TYPE (StoreSignIn, store_sign_in, G_TYPE_OBJECT)

static const char **
get_text (StoreSignIn *self, guint id)
{
  return G_STRUCT_MEMBER_P (&self->parts, rows[id].offset);
}

static void
store_sign_in_finalize (GObject *object)
{
  StoreSignIn *self = STORE_SIGN_IN (object);

  for (guint i = 1; i < N_PROPS; i++)
    if (rows[i].kind == TEXT)
      g_free ((char *)*get_text (self, i));
  G_OBJECT_CLASS (store_sign_in_parent_class)->finalize (object);
}

static void
store_sign_in_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreSignIn  *self = STORE_SIGN_IN (object);
  gconstpointer at = G_STRUCT_MEMBER_P (&self->parts, rows[id].offset);

  switch (rows[id].kind)
    {
    case TEXT:
      g_value_set_string (value, *(const char *const *)at);
      break;
    case TIME:
      g_value_set_int64 (value, *(const gint64 *)at);
      break;
    case SWITCH:
    default:
      g_value_set_boolean (value, *(const gboolean *)at);
    }
}

static void
store_sign_in_class_init (StoreSignInClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = store_sign_in_finalize;
  object_class->get_property = store_sign_in_get_property;
  for (guint i = 1; i < N_PROPS; i++)
    {
      GParamSpec *spec = NULL;

      if (rows[i].kind == TEXT)
        spec = g_param_spec_string (rows[i].name, NULL, NULL, NULL, flags);
      else if (rows[i].kind == TIME)
        spec = g_param_spec_int64 (rows[i].name, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
      else
        spec = g_param_spec_boolean (rows[i].name, NULL, NULL, FALSE, flags);
      g_object_class_install_property (object_class, i, spec);
    }
}

static void
store_sign_in_init (StoreSignIn *self)
{
}

StoreSignIn *
store_sign_in_new (const StoreSignInParts *parts)
{
  StoreSignIn *self;

  g_return_val_if_fail (parts->key != NULL && parts->server != NULL && parts->issuer != NULL, NULL);

  self = g_object_new (STORE_TYPE_SIGN_IN, NULL);
  self->parts = *parts;
  for (guint i = 1; i < N_PROPS; i++)
    if (rows[i].kind == TEXT)
      *get_text (self, i) = g_strdup (*get_text (self, i));
  return self;
}

const StoreSignInParts *
store_sign_in_get (StoreSignIn *self)
{
  g_return_val_if_fail (STORE_IS_SIGN_IN (self), NULL);
  return &self->parts;
}

gboolean
store_sign_in_equal (StoreSignIn *self, StoreSignIn *other)
{
  g_return_val_if_fail (STORE_IS_SIGN_IN (self) && STORE_IS_SIGN_IN (other), FALSE);

  for (guint i = 1; i < N_PROPS; i++)
    if (rows[i].kind == TEXT && g_strcmp0 (*get_text (self, i), *get_text (other, i)) != 0)
      return FALSE;
  return self->parts.when == other->parts.when && self->parts.expires == other->parts.expires &&
         self->parts.renews == other->parts.renews && self->parts.active == other->parts.active;
}
