/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-references-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-card-call.h"
#include "app-form-schema.h"
#include "app-form.h"
#include "app-session.h"
#include "mcp-json-writer.h"
#include "mcp-tool.h"
#include "store-path.h"

/* What the servers write into the description of a tool that takes references. */
#define REFERENCEABLE "accept object references in the form ``@obj_id``"
/* References and unions on the way to a type; a longer chain decides nothing. */
#define MAX_DEPTH 6

enum {
  PROP_EVERYWHERE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

G_DEFINE_FINAL_TYPE (AppReferences, app_references, G_TYPE_OBJECT)

static void
app_references_finalize (GObject *object)
{
  AppReferences *self = APP_REFERENCES (object);

  g_weak_ref_clear (&self->session);
  g_free (self->tool);
  G_OBJECT_CLASS (app_references_parent_class)->finalize (object);
}

static void
app_references_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_EVERYWHERE:
      g_value_set_boolean (value, app_references_is_everywhere (APP_REFERENCES (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_references_class_init (AppReferencesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_references_finalize;
  object_class->get_property = app_references_get_property;
  properties[PROP_EVERYWHERE] =
      g_param_spec_boolean ("everywhere", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_references_init (AppReferences *self)
{
  g_weak_ref_init (&self->session, NULL);
}

static void
on_changed (AppReferences *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
on_setting (AppReferences *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVERYWHERE]);
}

AppReferences *
app_references_new (AppSession *session, McpDefinition *definition)
{
  AppReferences *self;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  self = g_object_new (APP_TYPE_REFERENCES, NULL);
  g_weak_ref_set (&self->session, session);
  if (definition != NULL && MCP_IS_TOOL (definition))
    {
      self->tool = g_strdup (mcp_definition_get_name (definition));
      self->referenceable = app_references_detect (mcp_definition_get_description (definition));
    }
  g_signal_connect_object (app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS), "changed",
                           G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_objects (session), "items-changed",
                           G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_settings (session), "notify::references-everywhere",
                           G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  return self;
}

AppSession *
app_references_dup_session (AppReferences *self)
{
  g_return_val_if_fail (APP_IS_REFERENCES (self), NULL);
  return g_weak_ref_get (&self->session);
}

AppServerObjects *
app_references_get_server_objects (AppReferences *self)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);

  return session != NULL ? app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS) : NULL;
}

/* What takes references */

gboolean
app_references_detect (const char *description)
{
  return description != NULL && strstr (description, REFERENCEABLE) != NULL;
}

static gboolean
says_type (McpJsonValue schema, const char *type)
{
  McpJsonValue said = mcp_json_value_get_member (schema, "type");
  McpJsonValue item;
  McpJsonIter  iter;
  gboolean     integer = strcmp (type, "integer") == 0;

  if (mcp_json_value_string_equals (said, type) ||
      (integer && mcp_json_value_string_equals (said, "number")))
    return TRUE;
  mcp_json_iter_init (&iter, said);
  while (mcp_json_iter_next (&iter, NULL, &item))
    if (mcp_json_value_string_equals (item, type) ||
        (integer && mcp_json_value_string_equals (item, "number")))
      return TRUE;
  return FALSE;
}

static gboolean
takes (McpJsonValue root, McpJsonValue schema, const char *type, guint depth, gboolean *added)
{
  McpJsonValue branches;
  McpJsonValue branch;
  McpJsonIter  iter;
  guint        left;
  guint        n_others = 0;
  gboolean     result = FALSE;

  schema = app_form_schema_follow (root, schema);
  branches = app_form_schema_get_union (schema);
  if (says_type (schema, type))
    return TRUE;
  if (!mcp_json_value_exists (branches))
    return !mcp_json_value_exists (mcp_json_value_get_member (schema, "type")) &&
           !mcp_json_value_exists (mcp_json_value_get_member (schema, "enum")) &&
           !mcp_json_value_exists (mcp_json_value_get_member (schema, "const"));
  left = mcp_json_value_get_n_items (branches);
  mcp_json_iter_init (&iter, branches);
  while (depth > 0 && mcp_json_iter_next (&iter, NULL, &branch))
    {
      gboolean plain = --left == 0 && n_others > 0 && mcp_json_value_get_n_items (branch) == 1;

      if (takes (root, branch, type, depth - 1, NULL))
        {
          *(added != NULL ? added : &(gboolean){ FALSE }) =
              plain && !result && strcmp (type, "string") == 0;
          result = TRUE;
        }
      n_others += app_form_schema_is_null (branch) ? 0 : 1;
    }
  return result;
}

gboolean
app_references_takes_type (McpJsonValue root,
                           McpJsonValue schema,
                           const char  *type,
                           gboolean    *added)
{
  if (added != NULL)
    *added = FALSE;
  return takes (root, schema, type, MAX_DEPTH, added);
}

McpJsonValue
app_references_get_root_schema (AppField *field)
{
  AppForm *form = app_field_get_place (field)->form;

  return form != NULL ? app_field_get_info (app_form_get_root (form))->schema : MCP_JSON_NO_VALUE;
}

gboolean
app_references_is_everywhere (AppReferences *self)
{
  g_autoptr (AppSession) session = NULL;

  g_return_val_if_fail (APP_IS_REFERENCES (self), FALSE);

  session = g_weak_ref_get (&self->session);
  return session != NULL &&
         app_settings_get_references_everywhere (app_session_get_settings (session));
}

/* The tools of the store itself take the id, and a path in it, of an object. */
static gboolean
names_object (AppReferences *self, AppField *field)
{
  static const char *const tools[] = { "get_from_object_store", "get_slice_from_object_store",
                                       "grep_object_store", "sed_object_store",
                                       "yq_object_store", NULL };

  return self->tool != NULL && g_strv_contains (tools, self->tool) &&
         strcmp (app_field_get_place (field)->key, "object_id") == 0;
}

gboolean
app_references_takes_field (AppReferences *self, AppField *field)
{
  g_return_val_if_fail (APP_IS_REFERENCES (self), FALSE);
  g_return_val_if_fail (APP_IS_FIELD (field), FALSE);

  /* What is inside of an argument the servers leave as it is. */
  if (app_field_get_place (field)->depth != 1 || app_field_get_place (field)->extra)
    return FALSE;
  return names_object (self, field) ||
         (self->referenceable &&
          app_references_takes_type (app_references_get_root_schema (field),
                                     app_field_get_info (field)->schema, "string", NULL));
}

gboolean
app_references_has_server_objects (AppReferences *self)
{
  g_autoptr (AppSession) session = NULL;
  AppServerObjects *objects;

  g_return_val_if_fail (APP_IS_REFERENCES (self), FALSE);

  session = g_weak_ref_get (&self->session);
  objects = app_references_get_server_objects (self);
  return self->referenceable ||
         (objects != NULL && g_list_model_get_n_items (G_LIST_MODEL (objects)) > 0) ||
         app_card_call_get_tools (session) != APP_CARD_TOOL_NONE;
}

/* What ours come to */

static StoreObject *
find_object (AppSession *session, AppReference *reference)
{
  const char *store = app_reference_get_store (reference);

  if (session == NULL || strcmp (store, APP_REFERENCE_STORE_MEMORY) != 0)
    return NULL;
  return store_object_store_find (app_session_get_objects (session),
                                  app_reference_get_id (reference));
}

gboolean
app_references_has_object (AppSession *session, AppReference *reference)
{
  return find_object (session, reference) != NULL;
}

/* What is no JSON is put in as a string: a text as it is, other data as base64. */
static char *
dup_whole (StoreObject *object)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  g_autofree char *encoded = NULL;
  gsize            length;
  const char      *data = g_bytes_get_data (bytes, &length);

  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    return mcp_json_quote (data != NULL ? data : "", (gssize)length);
  encoded = g_base64_encode ((const guchar *)data, length);
  return mcp_json_quote (encoded, -1);
}

McpJsonValue
app_references_find_value (AppSession   *session,
                           AppReference *reference,
                           StoreObject **object,
                           GError      **error)
{
  g_autoptr (StorePath) path = NULL;
  g_autoptr (GError) problem = NULL;
  StoreObject *found;
  McpJsonValue value;

  g_return_val_if_fail (session == NULL || APP_IS_SESSION (session), MCP_JSON_NO_VALUE);
  g_return_val_if_fail (reference != NULL && object != NULL, MCP_JSON_NO_VALUE);

  *object = NULL;
  found = find_object (session, reference);
  path = store_path_parse (app_reference_get_path (reference), &problem);
  if (found == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                 /* Translators: %s is the id of an object, such as obj_001 */
                 _ ("There is no object “%s” here any more."), app_reference_get_id (reference));
  else if (path == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                 /* Translators: %s was typed in the place of a path such as a.b[0] */
                 _ ("“%s” is no path."), app_reference_get_path (reference));
  if (found == NULL || path == NULL)
    return MCP_JSON_NO_VALUE;
  value = store_path_resolve (path, store_object_get_value (found));
  if (mcp_json_value_exists (value) || store_path_get_n_steps (path) == 0)
    *object = g_object_ref (found);
  else
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                 /* Translators: the id of an object, then a path */
                 _ ("The object “%s” has nothing at “%s”."), app_reference_get_id (reference),
                 app_reference_get_path (reference));
  return value;
}

char *
app_references_resolve (AppSession *session, AppReference *reference, GError **error)
{
  g_autoptr (StoreObject) object = NULL;
  McpJsonValue value = app_references_find_value (session, reference, &object, error);

  if (object == NULL)
    return NULL;
  return mcp_json_value_exists (value) ? mcp_json_value_dup_text (value) : dup_whole (object);
}

static char *
resolve_mark (const char *pointer, AppReference *reference, gpointer user_data, GError **error)
{
  if (app_reference_get_kind (reference) == APP_REFERENCE_SERVER)
    return NULL;
  return app_references_resolve (user_data, reference, error);
}

char *
app_references_resolve_marks (AppSession        *session,
                              AppReferenceMarks *marks,
                              McpJsonValue       arguments,
                              GError           **error)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (marks != NULL, NULL);

  return app_reference_marks_replace (marks, arguments, resolve_mark, session, error);
}

/* More of a server's */

gboolean
app_references_dup_fetch (AppReferences *self,
                          AppReference  *reference,
                          char         **tool,
                          char         **arguments)
{
  g_autoptr (AppSession) session = NULL;
  g_autoptr (AppCardMarker) place = NULL;
  const char *name;

  g_return_val_if_fail (APP_IS_REFERENCES (self), FALSE);
  g_return_val_if_fail (reference != NULL, FALSE);

  session = g_weak_ref_get (&self->session);
  if (session == NULL || app_session_get_state (session) != APP_SESSION_READY ||
      app_reference_get_kind (reference) != APP_REFERENCE_SERVER)
    return FALSE;
  place = app_card_marker_new (APP_MARKER_DEPTH, app_reference_get_id (reference),
                               app_reference_get_path (reference), FALSE, 0, 0);
  name = app_card_marker_get_call (place, app_card_call_get_tools (session), arguments);
  *tool = g_strdup (name);
  return name != NULL;
}

/* Where a value lies */

/* Whether both are the same text; a result's text may have been parsed twice. */
static gboolean
is_same (McpJsonValue a, McpJsonValue b)
{
  gsize       a_length = 0;
  gsize       b_length = 0;
  const char *a_text;
  const char *b_text;

  if (a.document == b.document)
    return a.node == b.node;
  a_text = mcp_json_value_get_text (a, &a_length);
  b_text = mcp_json_value_get_text (b, &b_length);
  return a_text != NULL && b_text != NULL && a_length == b_length &&
         memcmp (a_text, b_text, a_length) == 0;
}

/* The way from @value down the steps of @pointer, as a path. */
static char *
dup_path (McpJsonValue value, const char *pointer)
{
  g_auto (GStrv) tokens = g_strsplit (pointer, "/", -1);
  GString *path = g_string_new (NULL);

  for (guint i = 1; tokens[0] != NULL && tokens[i] != NULL; i++)
    {
      g_autoptr (GString) key = g_string_new (tokens[i]);

      if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
        {
          guint64 index = g_ascii_strtoull (key->str, NULL, 10);

          store_path_append_index (path, index);
          value = mcp_json_value_get_item (value, (guint)index);
          continue;
        }
      g_string_replace (key, "~1", "/", 0);
      g_string_replace (key, "~0", "~", 0);
      store_path_append_key (path, key->str, key->len);
      value = mcp_json_value_get_member (value, key->str);
    }
  return g_string_free (path, FALSE);
}

AppReference *
app_references_new_for_value (StoreObject *object, McpJsonValue value)
{
  McpJsonValue     whole;
  g_autofree char *outer = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *path = NULL;
  const char      *rest;

  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  whole = store_object_get_value (object);
  if (store_object_get_id (object) == NULL || !mcp_json_value_exists (value) ||
      !mcp_json_value_exists (whole))
    return NULL;
  if (whole.document != value.document &&
      !is_same (whole, mcp_json_document_get_root (value.document)))
    return NULL;
  inner = mcp_json_value_dup_pointer (value);
  outer = whole.document == value.document ? mcp_json_value_dup_pointer (whole) : g_strdup ("");
  rest = inner + strlen (outer);
  if (!g_str_has_prefix (inner, outer) || (*rest != '/' && *rest != '\0'))
    return NULL;
  path = dup_path (whole, rest);
  return app_reference_new_object (APP_REFERENCE_STORE_MEMORY, store_object_get_id (object), path);
}
