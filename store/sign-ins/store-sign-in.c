/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-sign-in.h"

#include "mcp-object.h"

struct _StoreSignIn
{
  GObject parent_instance;

  StoreSignInParts parts;
};

/* Of a member, of a property and of a field alike; the property's number is one more. */
static const McpJsonField fields[] = {
  MCP_JSON_FIELD ("key", StoreSignInParts, key, STRING, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("name", StoreSignInParts, name, STRING, 0),
  MCP_JSON_FIELD ("server", StoreSignInParts, server, STRING, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("issuer", StoreSignInParts, issuer, STRING, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("scopes", StoreSignInParts, scopes, STRING, 0),
  MCP_JSON_FIELD ("client", StoreSignInParts, client, STRING, 0),
  MCP_JSON_FIELD ("account", StoreSignInParts, account, STRING, 0),
  MCP_JSON_FIELD ("when", StoreSignInParts, when, INT64, 0),
  MCP_JSON_FIELD ("expires", StoreSignInParts, expires, INT64, 0),
  MCP_JSON_FIELD ("renews", StoreSignInParts, renews, BOOLEAN, 0),
  MCP_JSON_FIELD ("active", StoreSignInParts, active, BOOLEAN, 0),
};

const McpJsonShape store_sign_in_shape = { fields, G_N_ELEMENTS (fields) };

MCP_DEFINE_ZEROED_TYPE (StoreSignIn, store_sign_in, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (StoreSignIn, store_sign_in)
{
  mcp_json_shape_clear (&store_sign_in_shape, &self->parts);
}

static void
store_sign_in_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreSignIn  *self = STORE_SIGN_IN (object);
  gconstpointer at = G_STRUCT_MEMBER_P (&self->parts, fields[id - 1].offset);

  if (fields[id - 1].kind == MCP_JSON_FIELD_STRING)
    g_value_set_string (value, *(const char *const *)at);
  else if (fields[id - 1].kind == MCP_JSON_FIELD_INT64)
    g_value_set_int64 (value, *(const gint64 *)at);
  else
    g_value_set_boolean (value, *(const gboolean *)at);
}

MCP_DEFINE_CLASS (StoreSignIn, store_sign_in)
{
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = store_sign_in_finalize;
  object_class->get_property = store_sign_in_get_property;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const char *name = fields[i].name;
      GParamSpec *spec = NULL;

      if (fields[i].kind == MCP_JSON_FIELD_STRING)
        spec = g_param_spec_string (name, NULL, NULL, NULL, flags);
      else if (fields[i].kind == MCP_JSON_FIELD_INT64)
        spec = g_param_spec_int64 (name, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
      else
        spec = g_param_spec_boolean (name, NULL, NULL, FALSE, flags);
      g_object_class_install_property (object_class, i + 1, spec);
    }
}

StoreSignIn *
store_sign_in_new (const StoreSignInParts *parts)
{
  g_return_val_if_fail (parts->key != NULL && parts->server != NULL && parts->issuer != NULL, NULL);

  StoreSignIn *self = g_object_new (STORE_TYPE_SIGN_IN, NULL);
  self->parts = *parts;
  mcp_json_shape_copy (&store_sign_in_shape, &self->parts);
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

  return mcp_json_shape_equal (&store_sign_in_shape, &self->parts, &other->parts);
}
