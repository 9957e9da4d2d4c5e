/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The form's text: parsed, told to the fields, shown on one line. */

#include "app-form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-field-tree.h"
#include "app-field-schema-values.h"
#include "app-form-edit.h"
#include "app-form-history.h"
#include "app-form-problems.h"
#include "app-json-pointer.h"
#include "app-visible-text.h"
#include "mcp-finding.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* What a schema is quoted with on one line. */
#define NOTICE_CHARACTERS 300u
/* What the history calls the JSON view; no field's pointer is like it. */
#define JSON_VIEW "json"
/* A field that changes another field while it is being told of a change may do so this often. */
#define MAX_REFRESHES 16u

struct _AppForm
{
  GObject parent_instance;

  McpSchema       *validator; /* the schema as it is */
  McpSchema       *layout;    /* what fields are made of: the same where its dialect is known */
  char            *notice;    /* (nullable) */
  AppFormFlags     flags;
  AppField        *root;
  McpJsonDocument *document; /* the last text that parsed */
  GBytes          *text;     /* the JSON view's, parsing or not; NUL behind its end */
  char            *text_error;
  char            *initial;
  char            *will_send;
  AppFormProblems *problems;
  AppFormHistory  *history;
  char            *typing;  /* (nullable): where somebody types */
  GPtrArray       *changes; /* JSON Pointers: places that the fields were not told of yet */
  gboolean         refreshing;
  gboolean         is_attempted;

  AppFormProvider *provider; /* (nullable) */
  AppFormOverlay  *overlay;  /* (nullable) */
  GPtrArray       *helpers;  /* of GObject */
};

enum {
  PROP_ATTEMPTED = 1,
  PROP_PROVIDER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

G_DEFINE_FINAL_TYPE (AppForm, app_form, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppForm, app_form)
{
  if (self->root != NULL)
    app_field_detach (self->root);
  g_clear_object (&self->root);
  app_form_problems_free (self->problems);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->validator, mcp_schema_unref);
  g_clear_pointer (&self->layout, mcp_schema_unref);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self->text_error);
  g_free (self->initial);
  g_free (self->notice);
  g_free (self->will_send);
  g_ptr_array_unref (self->changes);
  g_clear_object (&self->provider);
  g_clear_object (&self->overlay);
  g_ptr_array_unref (self->helpers);
  app_form_history_free (self->history);
  g_free (self->typing);
}

static void
app_form_class_init (AppFormClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_ATTEMPTED] = { "attempted", G_TYPE_BOOLEAN,
                         .offset = G_STRUCT_OFFSET (AppForm, is_attempted) },
    [PROP_PROVIDER] = { "provider", APP_TYPE_FORM_PROVIDER,
                        .offset = G_STRUCT_OFFSET (AppForm, provider) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_form_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);

  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_form_init (AppForm *self)
{
  self->problems = app_form_problems_new ();
  self->will_send = g_strdup ("");
  self->history = app_form_history_new ();
  self->changes = g_ptr_array_new_with_free_func (g_free);
  self->helpers = g_ptr_array_new_with_free_func (g_object_unref);
}

/* The schema without its dialect's name, so that it is read as one that is much alike. */
static McpSchema *
read_alike (McpJsonValue schema)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "$schema"))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_schema_new_with (mcp_json_document_get_root (document), MCP_SCHEMA_DRAFT_07, NULL);
}

/* Returns: (nullable) */
static char *
dup_notice (McpSchema *schema)
{
  static const char *const codes[] = { "schema-reference-outside", "schema-reference-unresolved",
                                       "schema-too-large", "schema-not-a-schema", NULL };
  GPtrArray               *findings = mcp_schema_get_findings (schema);
  g_autofree char         *dialect = NULL;
  g_autofree char         *visible = NULL;

  if (mcp_schema_node_get_dialect (mcp_schema_get_root (schema)) == MCP_SCHEMA_DIALECT_UNKNOWN)
    {
      dialect = mcp_json_value_dup_member_string (mcp_schema_get_value (schema), "$schema");
      visible = app_visible_text_line (dialect, NOTICE_CHARACTERS);
      return g_strdup_printf (_ ("Values are not validated: unknown schema dialect %s"),
                              visible);
    }
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      McpFinding *finding = g_ptr_array_index (findings, i);

      if (!g_strv_contains (codes, mcp_finding_get_code (finding)))
        continue;
      visible = app_visible_text_line (mcp_finding_get_text (finding), NOTICE_CHARACTERS);
      return g_strdup_printf (_ ("Not fully validated: %s"), visible);
    }
  return NULL;
}

/* Values are checked by what the schema says, and by nothing else; rows may be guessed. */
static void
read_schema (AppForm *self, McpJsonValue schema)
{
  g_autoptr (McpJsonDocument) anything = NULL;

  if (!mcp_json_value_exists (schema))
    {
      anything = mcp_json_document_parse_text ("true", -1, NULL);
      schema = mcp_json_document_get_root (anything);
    }
  self->validator = mcp_schema_new (schema);
  self->notice = dup_notice (self->validator);
  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT &&
      mcp_schema_node_get_dialect (mcp_schema_get_root (self->validator)) ==
          MCP_SCHEMA_DIALECT_UNKNOWN)
    self->layout = read_alike (schema);
  else
    self->layout = mcp_schema_ref (self->validator);
}

static const char *
get_text (AppForm *self)
{
  return g_bytes_get_data (self->text, NULL);
}

/* What the fields report */

/* The beginning of a JSON text on one line: white space between its tokens left out. */
static char *
dup_beginning (const char *text)
{
  GString *line = g_string_new (NULL);
  gboolean string = FALSE;
  guint    characters = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (!string && strchr (" \t\r\n", *p) != NULL)
        continue;
      if (((guint8)*p & 0xc0) != 0x80 && ++characters > APP_FORM_WILL_SEND_CHARACTERS)
        {
          g_string_append (line, "…");
          break;
        }
      g_string_append_c (line, *p);
      if (string && *p == '\\' && p[1] != '\0')
        g_string_append_c (line, *++p);
      else if (*p == '"')
        string = !string;
    }
  return g_string_free (line, FALSE);
}

static char *
dup_will_send (AppForm *self)
{
  g_autofree char *shown = NULL;

  if (self->overlay != NULL && self->text_error == NULL)
    shown = APP_FORM_OVERLAY_GET_IFACE (self->overlay)
                ->dup_shown (self->overlay, app_form_get_value (self));
  return dup_beginning (shown != NULL ? shown : get_text (self));
}

/* What was found is told at its places, also where their values are as before. */
static void
find_problems (AppForm *self, const char *place)
{
  g_autoptr (GPtrArray) touched = app_form_problems_update (self->problems, self, place);

  for (guint i = 0; i < touched->len; i++)
    g_ptr_array_add (self->changes, g_strdup (g_ptr_array_index (touched, i)));
}

static gboolean
is_inside (const char *place, const char *around)
{
  gsize length = strlen (around);

  return strncmp (place, around, length) == 0 && (place[length] == '\0' || place[length] == '/');
}

/* Takes the places whose fields are to be told, each once and none inside of another. */
static GPtrArray *
take_changes (AppForm *self)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->changes->len; i++)
    {
      const char *place = g_ptr_array_index (self->changes, i);
      gboolean    covered = FALSE;

      for (guint k = 0; k < self->changes->len && !covered; k++)
        {
          const char *other = g_ptr_array_index (self->changes, k);

          covered = k != i && is_inside (place, other) && (k < i || strcmp (place, other) != 0);
        }
      if (!covered)
        g_ptr_array_add (places, g_strdup (place));
    }
  g_ptr_array_set_size (self->changes, 0);
  return places;
}

/* The one place of what was changed that is told of; "" for several. */
static const char *
get_place (AppForm *self)
{
  return self->changes->len == 1 ? g_ptr_array_index (self->changes, 0) : "";
}

/* Tells the fields at and around the place, and what depends on them; again where one of them
 * changed the value while it was told. */
static void
refresh (AppForm *self, const char *place)
{
  g_autoptr (AppForm) keep = g_object_ref (self);
  guint rounds = 0;

  g_ptr_array_add (self->changes, g_strdup (place));
  if (self->refreshing)
    return;
  self->refreshing = TRUE;
  do
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_ref (self->document);
      g_autofree char *changed = g_strdup (get_place (self));

      if (self->overlay != NULL && self->text_error == NULL)
        APP_FORM_OVERLAY_GET_IFACE (self->overlay)
            ->keep (self->overlay, get_text (self), app_form_get_value (self));
      find_problems (self, changed);
      g_autoptr (GPtrArray) places = take_changes (self);
      for (guint i = 0; i < places->len; i++)
        {
          g_autoptr (GString) pointer = g_string_new (NULL);

          app_field_refresh (self->root, mcp_json_document_get_root (document), pointer,
                             g_ptr_array_index (places, i));
        }
      g_free (self->will_send);
      self->will_send = dup_will_send (self);
    }
  while (self->changes->len > 0 && ++rounds < MAX_REFRESHES);
  g_ptr_array_set_size (self->changes, 0);
  self->refreshing = FALSE;
  app_form_problems_sort (self->problems, self->root);
  g_signal_emit (self, changed_signal, 0);
}

void
app_form_refresh (AppForm *self)
{
  refresh (self, "");
}

/* Parses @text and tells the fields. @text: (transfer full)
 * @edited: the only value whose bytes differ; none where any may */
static gboolean
show_text (AppForm *self, char *text, McpJsonValue edited)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *place = g_strdup ("");
  gboolean         was_valid = self->text_error == NULL;

  if (mcp_json_value_exists (edited) && was_valid)
    {
      g_free (place);
      place = mcp_json_value_dup_pointer (edited);
    }
  g_clear_pointer (&self->text, g_bytes_unref);
  self->text = g_bytes_new_take (text, strlen (text));
  McpJsonDocument *document = mcp_json_document_parse_edited (self->text, edited, &error);
  if (document != NULL)
    {
      g_clear_pointer (&self->document, mcp_json_document_unref);
      self->document = document;
    }
  g_free (self->text_error);
  self->text_error = error != NULL ? g_strdup (error->message) : NULL;
  refresh (self, place);
  return document != NULL;
}

static gboolean
put_text (AppForm *self, char *text, McpJsonValue edited)
{
  gsize       length = 0;
  const char *before = g_bytes_get_data (self->text, &length);
  gsize       start = mcp_json_value_get_start (edited);
  gsize       size = mcp_json_value_exists (edited) ? mcp_json_value_get_length (edited) : length;

  if (strcmp (before, text) != 0)
    app_form_history_add (self->history, start, before + start, size, text + start,
                          size + strlen (text) - length, self->typing);
  return show_text (self, text, edited);
}

void
app_form_take_text (AppForm *self, char *text, McpJsonValue place)
{
  if (text != NULL)
    {
      put_text (self, text, place);
      return;
    }
  g_autofree char *pointer = mcp_json_value_dup_pointer (place);
  refresh (self, pointer);
}

static gboolean
step (AppForm *self, char *(*take) (AppFormHistory *, const char *))
{
  char *text = take (self->history, get_text (self));

  if (text == NULL)
    return FALSE;
  if (self->overlay != NULL)
    APP_FORM_OVERLAY_GET_IFACE (self->overlay)->recall (self->overlay, text);
  show_text (self, text, MCP_JSON_NO_VALUE);
  return TRUE;
}

gboolean
app_form_undo (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return step (self, app_form_history_undo);
}

gboolean
app_form_redo (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return step (self, app_form_history_redo);
}

void
app_form_forget_history (AppForm *self)
{
  g_return_if_fail (APP_IS_FORM (self));

  app_form_history_free (self->history);
  self->history = app_form_history_new ();
}

char *
app_form_set_typing (AppForm *self, const char *place)
{
  char *before = self->typing;

  self->typing = g_strdup (place);
  return before;
}

gboolean
app_form_set_json (AppForm *self, const char *text)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);

  if (text == NULL)
    text = "";
  if (strcmp (text, get_text (self)) == 0)
    return self->text_error == NULL;
  g_autofree char *before = app_form_set_typing (self, JSON_VIEW);
  gboolean         valid = put_text (self, g_strdup (text), MCP_JSON_NO_VALUE);
  g_free (app_form_set_typing (self, before));
  return valid;
}

void
app_form_format_json (AppForm *self)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (self->text_error == NULL)
    put_text (self, mcp_json_value_print_pretty (app_form_get_value (self), 2), MCP_JSON_NO_VALUE);
}

void
app_form_discard_draft (AppForm *self)
{
  gsize length = 0;

  g_return_if_fail (APP_IS_FORM (self));

  const char *text = g_bytes_get_data (mcp_json_document_get_bytes (self->document), &length);
  if (self->text_error != NULL)
    put_text (self, g_strndup (text, length), MCP_JSON_NO_VALUE);
}

/* What an untouched form sends. Returns: (transfer full) */
static char *
dup_initial (AppForm *self)
{
  return app_field_schema_dup_initial (&app_field_get_core (self->root)->schema,
                                       (self->flags & APP_FORM_PREFILL) != 0, self->provider);
}

AppForm *
app_form_new (McpJsonValue schema, AppFormFlags flags, AppFormProvider *provider)
{
  AppForm *self = g_object_new (APP_TYPE_FORM, NULL);

  self->flags = flags;
  g_set_object (&self->provider, provider);
  read_schema (self, schema);
  self->root = app_field_new_root (self, self->layout);
  self->initial = dup_initial (self);
  show_text (self, g_strdup (self->initial), MCP_JSON_NO_VALUE);
  return self;
}

void
app_form_set_provider (AppForm *self, AppFormProvider *provider)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_return_if_fail (APP_IS_FORM_PROVIDER (provider));

  if (!g_set_object (&self->provider, provider))
    return;
  gboolean         touched = app_form_is_modified (self);
  g_autofree char *text = dup_initial (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_free (self->initial);
  self->initial =
      APP_FORM_PROVIDER_GET_IFACE (provider)->strip (provider,
                                                     mcp_json_document_get_root (document));
  if (!touched)
    app_form_set_json (self, self->initial);
  app_form_refresh (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROVIDER]);
}

MCP_DEFINE_GETTER (AppFormProvider *, AppForm, app_form, provider)

void
app_form_set_overlay (AppForm *self, AppFormOverlay *overlay)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_set_object (&self->overlay, overlay);
}

MCP_DEFINE_GETTER (AppFormOverlay *, AppForm, app_form, overlay)
MCP_DEFINE_GETTER (AppField *, AppForm, app_form, root)

static AppField *find_in (AppField *field, const char *pointer, gboolean make);

/* Among the fields inside of one, which is no VARIANT. */
static AppField *
find_child (AppField *field, const char *pointer, gboolean make)
{
  GListModel      *children = make ? app_field_get_children (field)
                                   : G_LIST_MODEL (app_field_get_core (field)->children);
  guint            n_children = children != NULL ? g_list_model_get_n_items (children) : 0;
  const char      *rest = pointer;
  g_autofree char *token = app_json_pointer_take (&rest);

  for (guint i = 0; i < n_children; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (app_field_get_place (child)->selector)
        {
          AppField *found = find_in (child, pointer, make);

          if (found != NULL)
            return found;
        }
      else if (app_field_has_token (child, token))
        return find_in (child, rest, make);
    }
  return NULL;
}

/* @make: whether fields are made on the way */
static AppField *
find_in (AppField *field, const char *pointer, gboolean make)
{
  if (*pointer == '\0')
    return field;
  while (field != NULL && app_field_get_core (field)->variant != NULL)
    field = make ? app_field_get_branch (field) : app_field_get_core (field)->chosen;
  return field != NULL ? find_child (field, pointer, make) : NULL;
}

AppField *
app_form_find_field (AppForm *self, const char *pointer)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  g_return_val_if_fail (pointer != NULL, NULL);

  return *pointer == '\0' || *pointer == '/' ? find_in (self->root, pointer, TRUE) : NULL;
}

AppField *
app_form_peek_field (AppForm *self, const char *pointer)
{
  return find_in (self->root, pointer, FALSE);
}

char *
app_form_dup_json (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return g_strdup (get_text (self));
}

gboolean
app_form_is_editable (AppForm *self)
{
  return self->text_error == NULL &&
         mcp_json_value_get_kind (app_form_get_value (self)) == MCP_JSON_OBJECT;
}

MCP_DEFINE_GETTER (const char *, AppForm, app_form, text_error)

void
app_form_reset (AppForm *self)
{
  g_return_if_fail (APP_IS_FORM (self));

  app_form_set_attempted (self, FALSE);
  app_form_set_json (self, self->initial);
}

gboolean
app_form_is_modified (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return strcmp (get_text (self), self->initial) != 0;
}

char *
app_form_dup_sent (AppForm *self, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_FORM (self), NULL);

  if (self->overlay != NULL && self->text_error == NULL)
    text = APP_FORM_OVERLAY_GET_IFACE (self->overlay)
               ->dup_sent (self->overlay, app_form_get_value (self), &problem);
  if (text != NULL)
    document = mcp_json_document_parse_text (text, -1, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  return document != NULL ? mcp_json_value_print_compact (mcp_json_document_get_root (document))
                          : app_form_dup_arguments (self);
}

char *
app_form_dup_arguments (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);

  if (self->text_error != NULL)
    return NULL;
  return mcp_json_value_print_compact (app_form_get_value (self));
}

McpJsonValue
app_form_get_value (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), MCP_JSON_NO_VALUE);
  return mcp_json_document_get_root (self->document);
}

MCP_DEFINE_GETTER (const char *, AppForm, app_form, will_send)
MCP_DEFINE_GETTER (const char *, AppForm, app_form, notice)

GListModel *
app_form_get_problems (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return app_form_problems_get_list (self->problems);
}

const char *
app_form_get_doubt (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return app_form_problems_get_doubt (self->problems);
}

guint
app_form_get_n_problems (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), 0);
  return app_form_problems_get_n (self->problems);
}

const char *
app_form_find_problem (AppForm *self, const char *pointer, gboolean *missing)
{
  return app_form_problems_find (self->problems, pointer, missing);
}

MCP_DEFINE_PLAIN_GETTER (McpSchema *, AppForm, app_form, validator)

gboolean
app_form_is_answer (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return (self->flags & APP_FORM_ANSWER) != 0;
}

void
app_form_set_attempted (AppForm *self, gboolean attempted)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (self->is_attempted == !!attempted)
    return;
  self->is_attempted = !!attempted;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ATTEMPTED]);
  app_form_refresh (self);
}

MCP_DEFINE_FLAG (AppForm, app_form, is_attempted)

void
app_form_add_helper (AppForm *self, gpointer helper)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (helper != NULL)
    g_ptr_array_add (self->helpers, g_object_ref (helper));
}

gpointer
app_form_get_helper (AppForm *self, GType type)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);

  for (guint i = 0; i < self->helpers->len; i++)
    if (g_type_is_a (G_OBJECT_TYPE (self->helpers->pdata[i]), type))
      return self->helpers->pdata[i];
  return NULL;
}
