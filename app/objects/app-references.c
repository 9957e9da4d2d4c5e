/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-references.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-card-call.h"
#include "app-form-schema.h"
#include "app-form.h"
#include "app-server-object.h"
#include "app-object-cache.h"
#include "app-object-name.h"
#include "app-object-words.h"
#include "app-tool-traits.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-tool.h"
#include "store-path.h"
#include "store-referenceable.h"
#include "store-window.h"

/* References and unions on the way to a type; a longer chain decides nothing. */
#define MAX_DEPTH 6
/* What is shown of a value beside a field: a taste, not the view of it. */
#define SHOWN_CHARACTERS 3000u

static const StoreWindowLimits shown_limits = { 12, 3, 300, 4096, 300 };

#define OBJECT_PREFIX "object:"
/* Beside a path. */
#define DETAIL_CHARACTERS 60u
/* Members of one container that are looked at. */
#define MAX_SCANNED 20000u

struct _AppReferences
{
  GObject parent_instance;

  GWeakRef session;
  char    *tool; /* (nullable): the name of the tool that the form is for */
  gboolean referenceable;
};

enum {
  PROP_EVERYWHERE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

G_DEFINE_FINAL_TYPE (AppReferences, app_references, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppReferences, app_references)
{
  g_weak_ref_clear (&self->session);
  g_free (self->tool);
}

MCP_DEFINE_CLASS (AppReferences, app_references)
{
  static const McpProperty rows[N_PROPS] = {
    [PROP_EVERYWHERE] = { "everywhere", G_TYPE_BOOLEAN,
                          G_CALLBACK (app_references_is_everywhere) },
  };

  object_class->finalize = app_references_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  changed_signal = mcp_signal_new (klass, "changed", 0);
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
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppReferences *self = g_object_new (APP_TYPE_REFERENCES, NULL);
  g_weak_ref_set (&self->session, session);
  if (definition != NULL && MCP_IS_TOOL (definition))
    {
      self->tool = g_strdup (mcp_definition_get_name (definition));
      self->referenceable = app_tool_trait_has (definition, APP_TOOL_TAKES_REFERENCES);
    }
  mcp_signal_connect (app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS), "changed",
                      on_changed, self);
  AppObjectCache *object_cache = app_session_get_feature (session, APP_TYPE_OBJECT_CACHE);

  if (object_cache != NULL)
    mcp_signal_connect (object_cache, "changed", on_changed, self);
  mcp_signal_connect (app_session_get_settings (session), "notify::references-everywhere",
                      on_setting, self);
  return self;
}

AppSession *
app_references_dup_session (AppReferences *self)
{
  g_return_val_if_fail (APP_IS_REFERENCES (self), NULL);
  return g_weak_ref_get (&self->session);
}

static AppServerObjects *
get_server_objects (AppReferences *self)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);

  return session != NULL ? app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS) : NULL;
}

/* What takes references */

static gboolean
says_type (McpJsonValue schema, const char *type)
{
  McpJsonValue said = mcp_json_value_get_member (schema, "type");
  gboolean     integer = strcmp (type, "integer") == 0;

  if (mcp_json_value_string_equals (said, type) ||
      (integer && mcp_json_value_string_equals (said, "number")))
    return TRUE;
  for (McpJsonWalk item = mcp_json_walk (said); mcp_json_walk_next (&item);)
    if (mcp_json_value_string_equals (item.value, type) ||
        (integer && mcp_json_value_string_equals (item.value, "number")))
      return TRUE;
  return FALSE;
}

static gboolean
takes (McpJsonValue root, McpJsonValue schema, const char *type, guint depth, gboolean *added)
{
  guint    n_others = 0;
  gboolean result = FALSE;

  schema = app_form_schema_follow (root, schema);
  McpJsonValue branches = app_form_schema_get_union (schema);
  if (says_type (schema, type))
    return TRUE;
  if (!mcp_json_value_exists (branches))
    return !mcp_json_value_exists (mcp_json_value_get_member (schema, "type")) &&
           !mcp_json_value_exists (mcp_json_value_get_member (schema, "enum")) &&
           !mcp_json_value_exists (mcp_json_value_get_member (schema, "const"));
  guint left = mcp_json_value_get_n_items (branches);
  for (McpJsonWalk branch = mcp_json_walk (branches); depth > 0 && mcp_json_walk_next (&branch);)
    {
      gboolean plain =
          --left == 0 && n_others > 0 && mcp_json_value_get_n_items (branch.value) == 1;

      if (takes (root, branch.value, type, depth - 1, NULL))
        {
          *(added != NULL ? added : &(gboolean){ FALSE }) =
              plain && !result && strcmp (type, "string") == 0;
          result = TRUE;
        }
      n_others += app_form_schema_is_null (branch.value) ? 0 : 1;
    }
  return result;
}

static gboolean
takes_type (McpJsonValue root,
            McpJsonValue schema,
            const char  *type,
            gboolean    *added)
{
  if (added != NULL)
    *added = FALSE;
  return takes (root, schema, type, MAX_DEPTH, added);
}

static McpJsonValue
get_root_schema (AppField *field)
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
          takes_type (get_root_schema (field),
                      app_field_get_info (field)->schema, "string", NULL));
}

gboolean
app_references_has_server_objects (AppReferences *self)
{
  g_autoptr (AppSession) session = NULL;

  g_return_val_if_fail (APP_IS_REFERENCES (self), FALSE);

  session = g_weak_ref_get (&self->session);
  AppServerObjects *objects = get_server_objects (self);
  return self->referenceable ||
         (objects != NULL && g_list_model_get_n_items (G_LIST_MODEL (objects)) > 0) ||
         app_card_call_get_tools (session) != APP_CARD_TOOL_NONE;
}

static void
target_free (gpointer data)
{
  AppReferenceTarget *target = data;

  g_object_unref (target->tool);
  g_free (target->argument);
  g_free (target->type);
  g_free (target);
}

static void
add_targets (GPtrArray *targets, McpDefinition *tool, gboolean takes)
{
  McpJsonValue members =
      mcp_json_value_get_member (mcp_tool_get_input_schema (MCP_TOOL (tool)), "properties");

  for (McpJsonWalk each = mcp_json_walk (members);
       targets->len < APP_REFERENCES_MAX_TARGETS && mcp_json_walk_next (&each);)
    {
      AppReferenceTarget *target = g_new (AppReferenceTarget, 1);

      *target = (AppReferenceTarget){ g_object_ref (tool),
                                      mcp_json_value_dup_string (each.name, NULL),
                                      mcp_json_value_dup_member_string (each.value, "type"),
                                      takes };
      g_ptr_array_add (targets, target);
    }
}

GPtrArray *
app_references_list_targets (GListModel *tools)
{
  GPtrArray *targets = g_ptr_array_new_with_free_func (target_free);

  g_return_val_if_fail (G_IS_LIST_MODEL (tools), targets);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
      {
        g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
        gboolean takes = app_tool_trait_has (tool, APP_TOOL_TAKES_REFERENCES);

        if (takes == (pass == 0))
          add_targets (targets, tool, takes);
      }
  return targets;
}

/* What ours come to */

/* @session: (nullable). Returns: (transfer none) (nullable) */
static AppObjectCache *
get_object_cache (AppSession *session)
{
  return session != NULL ? app_session_get_feature (session, APP_TYPE_OBJECT_CACHE) : NULL;
}

static StoreObject *
find_object (AppSession *session, AppReference *reference, GError **error)
{
  AppObjectCache *object_cache = get_object_cache (session);

  if (object_cache != NULL)
    return app_object_cache_peek (object_cache, reference->store, reference->id, error);
  /* Translators: %s is the id of an object, such as obj_001 */
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("“%s” no longer exists."), reference->id);
  return NULL;
}

const char *
app_references_get_store (AppReferences *self)
{
  g_return_val_if_fail (APP_IS_REFERENCES (self), NULL);

  g_autoptr (AppSession) session = app_references_dup_session (self);
  AppObjectCache *object_cache = get_object_cache (session);

  return object_cache != NULL
             ? store_backend_get_name (app_object_cache_find_store (object_cache, NULL))
             : "";
}

static char *
dup_whole (StoreObject *object)
{
  g_autoptr (GBytes) json = store_object_dup_json (object);

  return g_strndup (g_bytes_get_data (json, NULL), g_bytes_get_size (json));
}

McpJsonValue
app_references_find_value (AppSession   *session,
                           AppReference *reference,
                           StoreObject **object,
                           GError      **error)
{
  g_autoptr (StorePath) path = NULL;
  g_autoptr (GError) problem = NULL;

  g_return_val_if_fail (session == NULL || APP_IS_SESSION (session), MCP_JSON_NO_VALUE);
  g_return_val_if_fail (reference != NULL && object != NULL, MCP_JSON_NO_VALUE);

  *object = NULL;
  StoreObject *found = find_object (session, reference, error);
  path = store_path_parse (reference->path, &problem);
  if (found != NULL && path == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                 /* Translators: %s was typed in the place of a path such as a.b[0] */
                 _ ("Invalid path “%s”"), reference->path);
  if (found == NULL || path == NULL)
    return MCP_JSON_NO_VALUE;
  McpJsonValue value = store_path_resolve (path, store_object_get_value (found));
  if (mcp_json_value_exists (value) || store_path_get_n_steps (path) == 0)
    *object = g_object_ref (found);
  else
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                 /* Translators: the id of an object, then a path */
                 _ ("“%s” has nothing at “%s”."), reference->id,
                 reference->path);
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
  if (reference->kind == APP_REFERENCE_SERVER)
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

  g_return_val_if_fail (APP_IS_REFERENCES (self), FALSE);
  g_return_val_if_fail (reference != NULL, FALSE);

  session = g_weak_ref_get (&self->session);
  if (session == NULL || app_session_get_state (session) != APP_SESSION_READY ||
      reference->kind != APP_REFERENCE_SERVER)
    return FALSE;
  g_autoptr (AppCardMarker) place = app_card_marker_new_for_path (reference->id, reference->path);
  const char *name = app_card_marker_get_call (place, app_card_call_get_tools (session), arguments);
  *tool = g_strdup (name);
  return name != NULL;
}

/* Where a value lies */

/* Whether both are the same text; a result's text may have been parsed twice. */
static gboolean
is_same (McpJsonValue a, McpJsonValue b)
{
  gsize a_length = 0;
  gsize b_length = 0;

  if (a.document == b.document)
    return a.node == b.node;
  const char *a_text = mcp_json_value_get_text (a, &a_length);
  const char *b_text = mcp_json_value_get_text (b, &b_length);
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
  g_autofree char *outer = NULL;

  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  McpJsonValue whole = store_object_get_value (object);
  if (store_object_get_store (object) == NULL || !mcp_json_value_exists (value) ||
      !mcp_json_value_exists (whole))
    return NULL;
  if (whole.document != value.document &&
      !is_same (whole, mcp_json_document_get_root (value.document)))
    return NULL;
  g_autofree char *inner = mcp_json_value_dup_pointer (value);
  outer = whole.document == value.document ? mcp_json_value_dup_pointer (whole) : g_strdup ("");
  const char *rest = inner + strlen (outer);
  if (!g_str_has_prefix (inner, outer) || (*rest != '/' && *rest != '\0'))
    return NULL;
  g_autofree char *path = dup_path (whole, rest);
  return app_reference_new_object (store_object_get_store (object), store_object_get_id (object),
                                   path);
}

/* What a reference comes to, and what the server will say of it */

void
app_reference_view_clear (AppReferenceView *self)
{
  g_clear_pointer (&self->type_name, g_free);
  g_clear_pointer (&self->origin, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->note, g_free);
  g_clear_pointer (&self->error, g_free);
}

/* "list_pipelines · 12:40" */
static char *
dup_origin (const char *tool, gint64 time)
{
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);
  g_autofree char *clock = when != NULL ? g_date_time_format (when, "%H:%M") : g_strdup ("");
  g_autofree char *name = app_visible_text_line (tool, 100);

  return g_strjoin (name[0] != '\0' ? " · " : "", name, clock, NULL);
}

static void
add_note (AppReferenceView *view, const char *note)
{
  g_autofree char *before = g_steal_pointer (&view->note);

  view->note = before != NULL ? g_strdup_printf ("%s %s", before, note) : g_strdup (note);
}

/* Of the server */

/* Translators: %s is an error message that a server gives */
#define WILL_ANSWER N_ ("The server will answer: %s")

/* @message: (transfer full) */
static void
take_answer (AppReferenceView *view, AppReferenceState state, char *message)
{
  g_autofree char *line = app_visible_text_line (message, 300);

  view->state = state;
  view->error = g_strdup_printf (_ (WILL_ANSWER), line);
  g_free (message);
}

/* The servers put in what a reference leads to, whatever its type. */
static void
check_type (AppField *field, AppReferenceView *view)
{
  const char *type = app_object_get_json_type (view->type_name);
  gboolean    added;

  if (type == NULL)
    return;
  if (!takes_type (get_root_schema (field),
                   app_field_get_info (field)->schema, type, &added))
    /* Translators: %s is a type of JSON */
    view->error = g_strdup_printf (_ ("The argument does not accept type %s. The server resolves "
                                      "the reference without checking."),
                                   type);
  else if (added)
    add_note (view, _ ("This is a string. The argument seems to take strings only as references; "
                       "the server does not check it."));
}

static void
check_field (AppReferences *self, AppField *field, AppReferenceView *view)
{
  if (field == NULL)
    return;
  if (app_references_takes_field (self, field))
    {
      if (view->state == APP_REFERENCE_FOUND && self->referenceable)
        check_type (field, view);
    }
  else if (self->referenceable && app_field_get_place (field)->depth > 1)
    view->error = g_strdup (_ ("This server resolves references only in top-level arguments; it "
                               "will take this as a string."));
  else
    add_note (view, _ ("The tool does not declare that it accepts references; it gets this "
                       "string."));
}

static void
note_age (AppReferences *self, AppServerObject *object, AppReferenceView *view)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  gint64 expiry = session != NULL ? app_server_objects_get_expiry (session, object) : 0;

  if (object->state == APP_SERVER_OBJECT_EARLIER)
    add_note (view, _ ("Seen before reconnecting; the server may no longer have it."));
  else if (expiry != 0 && expiry < g_get_real_time ())
    add_note (view, _ ("The server has probably dropped it by now."));
}

static void
look_at_place (AppServerObject *object, const char *path, AppReferenceView *view)
{
  g_auto (AppServerView) seen = { .length = -1 };

  app_server_object_look (object, path, &seen);
  view->type_name = g_steal_pointer (&seen.type_name);
  view->length = seen.length;
  view->whole = seen.whole;
  if (seen.place == APP_SERVER_PLACE_FOUND)
    {
      view->state = APP_REFERENCE_FOUND;
      view->text = app_visible_text_block (seen.text, SHOWN_CHARACTERS);
    }
  else if (seen.place == APP_SERVER_PLACE_NOWHERE)
    take_answer (view, APP_REFERENCE_NOWHERE, store_referenceable_dup_nowhere (path));
  else
    {
      view->state = APP_REFERENCE_UNKNOWN;
      add_note (view, _ ("Not shown by any preview yet."));
    }
}

static void
look_at_server (AppReferences    *self,
                AppReference     *reference,
                AppField         *field,
                AppReferenceView *view)
{
  AppServerObjects *objects = get_server_objects (self);
  const char       *id = reference->id;
  const char       *path = reference->path;
  AppServerObject  *object = objects != NULL ? app_server_objects_find (objects, id) : NULL;
  char             *forbidden = app_reference_dup_forbidden (reference);

  view->state = APP_REFERENCE_UNKNOWN;
  if (object != NULL)
    view->origin = dup_origin (object->tool,
                               object->time);
  if (object != NULL && object->state == APP_SERVER_OBJECT_GONE)
    {
      take_answer (view, APP_REFERENCE_GONE, store_referenceable_dup_unknown (id));
      g_free (forbidden);
      return;
    }
  if (strpbrk (id, "[]") != NULL)
    {
      take_answer (view, APP_REFERENCE_GONE, store_referenceable_dup_unknown (id));
      add_note (view, _ ("Separate the ID and an index by a dot: “@obj_001.[0]”."));
    }
  else if (forbidden != NULL)
    take_answer (view, APP_REFERENCE_FORBIDDEN, g_steal_pointer (&forbidden));
  else if (object == NULL)
    add_note (view, _ ("No result of this server has shown this object."));
  else
    {
      look_at_place (object, path, view);
      note_age (self, object, view);
    }
  g_free (forbidden);
  if (view->error == NULL)
    check_field (self, field, view);
}

/* Ours */

static char *
dup_shown (StoreObject *object, McpJsonValue value)
{
  g_autofree char *window = NULL;
  g_autofree char *beginning = NULL;
  gsize            length;

  if (mcp_json_value_exists (value))
    {
      window = store_window_print (value, &shown_limits);
      return app_visible_text_block (window, SHOWN_CHARACTERS);
    }
  if (store_object_get_kind (object) != STORE_OBJECT_TEXT)
    return NULL;
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  const char *data = g_bytes_get_data (bytes, &length);
  beginning = g_strndup (data != NULL ? data : "", MIN (length, 4 * SHOWN_CHARACTERS));
  return app_visible_text_block (beginning, SHOWN_CHARACTERS);
}

static gboolean
is_container (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT;
}

static void
show_value (StoreObject *object, McpJsonValue value, AppReferenceView *view)
{
  gboolean         json = mcp_json_value_exists (value);
  guint64          size = json ? mcp_json_value_get_length (value) : store_object_get_size (object);
  g_autofree char *amount = app_visible_text_size (size);
  g_autofree char *note = NULL;

  view->state = APP_REFERENCE_FOUND;
  view->text = dup_shown (object, value);
  if (json)
    {
      view->type_name = g_strdup (store_object_type_name_of (value));
      view->length = is_container (value) ? (gint64)mcp_json_value_get_n_items (value) : -1;
    }
  else
    {
      view->type_name = g_strdup (store_object_get_type_name (object));
      view->length = store_object_get_length (object);
    }
  /* Translators: %s is an amount such as 1.2 kB */
  note = g_strdup_printf (store_object_get_kind (object) == STORE_OBJECT_BLOB
                              ? _ ("Replaced by its data (%s) as base64 when sent.")
                              : _ ("Replaced by its value when sent: %s"),
                          amount);
  add_note (view, note);
  if (size > APP_REFERENCES_MAX_CHECKED)
    add_note (view, _ ("Too large to validate while typing."));
}

static void
look_at_object (AppReferences *self, AppReference *reference, AppReferenceView *view)
{
  g_autoptr (AppSession) session = app_references_dup_session (self);
  g_autoptr (StoreObject) object = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonValue value = app_references_find_value (session, reference, &object, &error);

  if (object != NULL)
    {
      view->origin = dup_origin (store_object_get_tool (object), store_object_get_time (object));
      show_value (object, value, view);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    {
      view->state = APP_REFERENCE_UNKNOWN;
      add_note (view, error->message);
      return;
    }
  view->error = g_strdup (error->message);
  if (g_error_matches (error, APP_ERROR, APP_ERROR_INVALID_INPUT))
    view->state = APP_REFERENCE_FORBIDDEN;
  else if (find_object (session, reference, NULL) != NULL)
    view->state = APP_REFERENCE_NOWHERE;
  else
    view->state = APP_REFERENCE_GONE;
}

void
app_references_look (AppReferences    *self,
                     AppReference     *reference,
                     AppField         *field,
                     AppReferenceView *view)
{
  g_return_if_fail (APP_IS_REFERENCES (self));
  g_return_if_fail (reference != NULL && view != NULL);

  *view = (AppReferenceView){ .length = -1 };
  if (reference->kind == APP_REFERENCE_SERVER)
    look_at_server (self, reference, field, view);
  else
    look_at_object (self, reference, view);
}

/* What is proposed while a reference is typed */

static void
choice_free (gpointer data)
{
  AppReferenceChoice *choice = data;

  g_free (choice->text);
  g_free (choice->label);
  g_free (choice->detail);
  g_free (choice);
}

/* @label: (nullable) @detail: (transfer full) */
static void
add_choice (GPtrArray *choices, const char *text, const char *label, char *detail)
{
  AppReferenceChoice *choice = g_new0 (AppReferenceChoice, 1);

  choice->text = g_strdup (text);
  choice->label = g_strdup (label);
  choice->detail = detail;
  g_ptr_array_add (choices, choice);
}

static gboolean
begins_with (const char *text, const char *beginning)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *wanted = g_utf8_casefold (beginning, -1);

  return g_str_has_prefix (folded, wanted);
}

/* The container that the last part of a path is in: what stands before its last "." or "[". */
static char *
dup_container (const char *path)
{
  gsize    end = 0;
  gboolean in_brackets = FALSE;

  for (gsize i = 0; path[i] != '\0'; i++)
    {
      if (path[i] == '[' || (path[i] == '.' && !in_brackets))
        end = i;
      if (path[i] == '[' || path[i] == ']')
        in_brackets = path[i] == '[';
    }
  return g_strndup (path, end);
}

/* What tells a choice from the others: ".name" of "data[0].name" in "data[0]" */
static char *
dup_last_part (const char *path, const char *container)
{
  return g_strdup_printf ("%s%s", container[0] == '\0' && path[0] != '[' ? "." : "",
                          g_str_has_prefix (path, container) ? path + strlen (container) : path);
}

/* The server's */

static char *
dup_server_detail (AppServerObject *object, const char *path)
{
  g_auto (AppServerView) view = { .length = -1 };

  app_server_object_look (object, path, &view);
  if (view.place != APP_SERVER_PLACE_FOUND)
    return g_strdup ("");
  g_autofree char *type = app_object_dup_type (view.type_name, view.length);
  if (view.length >= 0 && strcmp (view.type_name, "str") != 0)
    return g_steal_pointer (&type);
  g_autofree char *line = app_visible_text_line (view.text, DETAIL_CHARACTERS);
  return g_strdup_printf ("%s · %s", type, line);
}

static void
add_server_children (GPtrArray       *choices,
                     AppServerObject *object,
                     const char      *container,
                     const char      *typed)
{
  g_autoptr (GPtrArray) paths =
      app_server_object_list_children (object, container, APP_REFERENCES_MAX_CHOICES);

  for (guint i = 0; i < paths->len && choices->len < APP_REFERENCES_MAX_CHOICES; i++)
    {
      const char      *path = g_ptr_array_index (paths, i);
      g_autofree char *text =
          g_strdup_printf ("@%s.%s", object->id, path);

      g_autofree char *part = dup_last_part (path, container);
      if (begins_with (path, typed))
        add_choice (choices, text, part, dup_server_detail (object, path));
    }
}

static void
add_server_objects (GPtrArray *choices, AppServerObjects *objects, const char *typed)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (objects)); i++)
    {
      g_autoptr (AppServerObject) object = g_list_model_get_item (G_LIST_MODEL (objects), i);
      const char      *tool = object->tool;
      g_autofree char *text = g_strconcat ("@", object->id, NULL);

      if (choices->len >= APP_REFERENCES_MAX_CHOICES)
        return;
      if (!begins_with (text + 1, typed) ||
          object->state == APP_SERVER_OBJECT_GONE)
        continue;
      g_autofree char *detail = dup_server_detail (object, "");
      add_choice (choices, text, NULL,
                  g_strjoin (detail[0] != '\0' && tool != NULL ? " · " : "", detail,
                             tool != NULL ? tool : "", NULL));
    }
}

static void
complete_server (AppReferences *self, GPtrArray *choices, const char *typed)
{
  AppServerObjects *objects = get_server_objects (self);
  const char       *dot = strchr (typed, '.');
  g_autofree char  *id = dot != NULL ? g_strndup (typed, (gsize)(dot - typed)) : g_strdup (typed);
  AppServerObject  *object = objects != NULL ? app_server_objects_find (objects, id) : NULL;
  const char       *path = dot != NULL ? dot + 1 : "";
  g_autofree char  *container = dup_container (path);

  if (objects == NULL)
    return;
  if (dot == NULL)
    add_server_objects (choices, objects, typed);
  if (object == NULL)
    return;
  if (path[0] != '\0')
    add_server_children (choices, object, container, path);
  /* And what the place itself leads to. */
  if (path[0] == '\0' || strcmp (container, path) != 0)
    add_server_children (choices, object, path, path);
}

/* Ours */

static char *
dup_value_detail (McpJsonValue value)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  gboolean         container = kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT;
  gint64           length = container ? (gint64)mcp_json_value_get_n_items (value) : -1;
  const char      *name = store_object_type_name_of (value);
  g_autofree char *type = app_object_dup_type (name, length);
  StoreStringPiece piece;
  g_autofree char *line = NULL;

  if (container)
    return g_steal_pointer (&type);
  if (kind == MCP_JSON_STRING && store_string_piece_read (value, 0, DETAIL_CHARACTERS, &piece))
    {
      line = app_visible_text_line (piece.text, DETAIL_CHARACTERS);
      store_string_piece_clear (&piece);
      return g_strdup_printf ("%s · %s", type, line);
    }
  line = kind != MCP_JSON_STRING ? mcp_json_value_dup_text (value) : g_strdup ("");
  return g_strdup_printf ("%s · %s", type, line);
}

static void
add_value_children (GPtrArray   *choices,
                    StoreObject *object,
                    const char  *container,
                    const char  *typed)
{
  g_autoptr (StorePath) path = store_path_parse (container, NULL);
  McpJsonValue value = path != NULL ? store_path_resolve (path, store_object_get_value (object))
                                    : MCP_JSON_NO_VALUE;
  gboolean     list = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
  McpJsonValue name = MCP_JSON_NO_VALUE;
  McpJsonValue child;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, value);
  for (guint i = 0; i < MAX_SCANNED && choices->len < APP_REFERENCES_MAX_CHOICES &&
                    mcp_json_iter_next (&iter, &name, &child);
       i++)
    {
      g_autoptr (GString) way = g_string_new (container);
      g_autoptr (AppReference) reference = NULL;
      gsize            length = 0;
      g_autofree char *key = list ? NULL : mcp_json_value_dup_string (name, &length);

      if (list)
        store_path_append_index (way, i);
      else
        store_path_append_key (way, key, length);
      if (!begins_with (way->str, typed))
        continue;
      reference = app_reference_new_object (store_object_get_store (object),
                                            store_object_get_id (object), way->str);
      g_autofree char *part = dup_last_part (way->str, container);
      add_choice (choices, reference->text, part, dup_value_detail (child));
    }
}

static char *
dup_object_detail (const StoreObjectFacts *facts)
{
  const char      *origin = facts->tool != NULL ? facts->tool : facts->server;
  g_autofree char *type = app_object_dup_type (facts->type_name, facts->length);
  g_autofree char *whole = g_strjoin (" · ", type, origin, facts->server, NULL);

  return app_visible_text_line (origin == NULL ? type : whole, 0);
}

/* What is typed of one of ours: "sqlite/obj_001", "obj_001", "Result 1", or its name. */
static gboolean
is_meant (const StoreObjectFacts *facts, const char *typed)
{
  g_autofree char *name = app_object_name_dup_for_id (facts->id);
  g_autofree char *whole = g_strdup_printf ("%s/%s", facts->store, facts->id);

  return begins_with (facts->id, typed) || begins_with (name, typed) ||
         begins_with (whole, typed) || (facts->name != NULL && begins_with (facts->name, typed));
}

static void
add_objects (GPtrArray *choices, GListModel *entries, const char *typed)
{
  for (guint i = g_list_model_get_n_items (entries); i > 0; i--)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, i - 1);
      const StoreObjectFacts *facts = store_object_entry_get_facts (entry);

      if (choices->len >= APP_REFERENCES_MAX_CHOICES)
        return;
      if (!is_meant (facts, typed))
        continue;
      g_autofree char *text = g_strdup_printf (OBJECT_PREFIX "%s/%s", facts->store, facts->id);
      g_autofree char *name = app_object_name_dup_for_entry (entry);
      add_choice (choices, text, name, dup_object_detail (facts));
    }
}

/* Paths in the object that @typed names. */
static void
add_paths (AppObjectCache *object_cache, GPtrArray *choices, const char *typed)
{
  g_autofree char *whole = strchr (typed, '/') != NULL
                               ? g_strconcat (OBJECT_PREFIX, typed, NULL)
                               : g_strconcat (OBJECT_PREFIX,
                                              store_backend_get_name (
                                                  app_object_cache_find_store (object_cache, NULL)),
                                              "/", typed, NULL);
  g_autoptr (AppReference) reference = app_reference_parse (whole);
  const char *path;

  if (reference == NULL ||
      app_object_cache_find (object_cache, reference->store, reference->id) == NULL)
    return;
  StoreObject *object = app_object_cache_peek (object_cache, reference->store, reference->id, NULL);
  if (object == NULL)
    return;
  path = reference->path;
  g_autofree char *container = dup_container (path);
  if (path[0] != '\0')
    add_value_children (choices, object, container, path);
  if (path[0] == '\0' || strcmp (container, path) != 0)
    add_value_children (choices, object, path, path);
}

static void
complete_object (AppReferences *self, GPtrArray *choices, const char *typed)
{
  g_autoptr (AppSession) session = app_references_dup_session (self);
  AppObjectCache *object_cache = get_object_cache (session);
  GListModel     *lists = object_cache != NULL ? app_object_cache_get_lists (object_cache) : NULL;
  gboolean        whole = strpbrk (typed, ".[") == NULL;

  if (object_cache == NULL)
    return;
  for (guint i = 0; whole && i < g_list_model_get_n_items (lists); i++)
    {
      g_autoptr (GListModel) entries = g_list_model_get_item (lists, i);

      add_objects (choices, entries, typed);
    }
  add_paths (object_cache, choices, typed);
}

GPtrArray *
app_references_complete (AppReferences *self, AppReferenceKind kind, const char *text)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (choice_free);

  g_return_val_if_fail (APP_IS_REFERENCES (self), choices);
  g_return_val_if_fail (text != NULL, choices);

  if (kind == APP_REFERENCE_SERVER)
    complete_server (self, choices, text[0] == '@' ? text + 1 : text);
  else
    complete_object (self, choices,
                     g_str_has_prefix (text, OBJECT_PREFIX) ? text + strlen (OBJECT_PREFIX)
                     : text[0] == '@'                       ? text + 1
                                                            : text);
  return choices;
}
