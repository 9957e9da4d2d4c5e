/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-field-private.h"
#include "app-form-check.h"
#include "mcp-json-writer.h"

/* Members that stand twice are told of in texts up to here; looking is linear. */
#define FIND_BYTES (1024u * 1024u)
#define FIND_COUNT 50u
/* A field that changes another field while it is being told of a change may do so this often. */
#define MAX_REFRESHES 16u

struct _AppForm
{
  GObject parent_instance;

  McpJsonSlot      schema;
  McpSchema       *validator; /* NULL where there is no schema */
  AppFormFlags     flags;
  AppField        *root;
  McpJsonDocument *document; /* the last text that parsed */
  char            *text;     /* the JSON view's, parsing or not */
  char            *text_error;
  char            *initial;
  char            *will_send;
  GListStore      *problems;
  GHashTable      *by_pointer; /* pointer → AppFormProblem, the first */
  guint            n_problems;
  guint            generation;
  gboolean         refreshing;
  gboolean         attempted;
  GObject         *completer; /* (nullable): an AppCompleter */
};

enum {
  PROP_ROOT = 1,
  PROP_TEXT,
  PROP_TEXT_VALID,
  PROP_TEXT_ERROR,
  PROP_WILL_SEND,
  PROP_N_PROBLEMS,
  PROP_ATTEMPTED,
  PROP_MODIFIED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

G_DEFINE_FINAL_TYPE (AppForm, app_form, G_TYPE_OBJECT)

static void
app_form_finalize (GObject *object)
{
  AppForm *self = APP_FORM (object);

  if (self->root != NULL)
    app_field_detach (self->root);
  g_clear_object (&self->root);
  g_clear_object (&self->problems);
  g_clear_pointer (&self->by_pointer, g_hash_table_unref);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  mcp_json_slot_clear (&self->schema);
  g_clear_pointer (&self->validator, mcp_schema_unref);
  g_free (self->text);
  g_free (self->text_error);
  g_free (self->initial);
  g_free (self->will_send);
  g_clear_object (&self->completer);
  G_OBJECT_CLASS (app_form_parent_class)->finalize (object);
}

static void
app_form_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppForm *self = APP_FORM (object);

  switch (id)
    {
    case PROP_ROOT:
      g_value_set_object (value, self->root);
      break;
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_TEXT_VALID:
      g_value_set_boolean (value, self->text_error == NULL);
      break;
    case PROP_TEXT_ERROR:
      g_value_set_string (value, self->text_error);
      break;
    case PROP_WILL_SEND:
      g_value_set_string (value, self->will_send);
      break;
    case PROP_N_PROBLEMS:
      g_value_set_uint (value, self->n_problems);
      break;
    case PROP_ATTEMPTED:
      g_value_set_boolean (value, self->attempted);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, app_form_is_modified (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_form_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AppForm *self = APP_FORM (object);

  switch (id)
    {
    case PROP_TEXT:
      app_form_set_json (self, g_value_get_string (value));
      break;
    case PROP_ATTEMPTED:
      app_form_set_attempted (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_form_class_init (AppFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GParamFlags   both = flags | G_PARAM_WRITABLE;

  object_class->finalize = app_form_finalize;
  object_class->get_property = app_form_get_property;
  object_class->set_property = app_form_set_property;

  properties[PROP_ROOT] = g_param_spec_object ("root", NULL, NULL, APP_TYPE_FIELD, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, both);
  properties[PROP_TEXT_VALID] = g_param_spec_boolean ("text-valid", NULL, NULL, TRUE, flags);
  properties[PROP_TEXT_ERROR] = g_param_spec_string ("text-error", NULL, NULL, NULL, flags);
  properties[PROP_WILL_SEND] = g_param_spec_string ("will-send", NULL, NULL, NULL, flags);
  properties[PROP_N_PROBLEMS] =
      g_param_spec_uint ("n-problems", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_ATTEMPTED] = g_param_spec_boolean ("attempted", NULL, NULL, FALSE, both);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  changed_signal = g_signal_new ("changed",
                                 G_TYPE_FROM_CLASS (klass),
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
app_form_init (AppForm *self)
{
  self->problems = g_list_store_new (APP_TYPE_FORM_PROBLEM);
  self->by_pointer = g_hash_table_new (g_str_hash, g_str_equal);
  self->will_send = g_strdup ("");
}

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

static void
add_problem (const char *pointer, const char *message, gboolean missing, gpointer user_data)
{
  GPtrArray *problems = user_data;

  g_ptr_array_add (problems, app_form_problem_new (message, pointer, missing));
}

static void
add_duplicates (AppForm *self, GPtrArray *problems)
{
  g_autoptr (GArray) findings = NULL;

  if (g_bytes_get_size (mcp_json_document_get_bytes (self->document)) > FIND_BYTES)
    return;
  findings = mcp_json_document_find (self->document, FIND_COUNT);
  for (guint i = 0; i < findings->len; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);
      g_autofree char      *name = NULL;
      g_autofree char      *message = NULL;

      if (finding->kind != MCP_JSON_FINDING_DUPLICATE_MEMBER)
        continue;
      name = mcp_json_value_dup_string (finding->value, NULL);
      message = g_strdup_printf (_ ("“%s” stands there twice; most readers take the last one"),
                                 name);
      g_ptr_array_add (problems, app_form_problem_new (message, "", FALSE));
    }
}

static gboolean
same_problems (AppForm *self, GPtrArray *problems, guint shown)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->problems)) != shown)
    return FALSE;
  for (guint i = 0; i < shown; i++)
    {
      g_autoptr (AppFormProblem) old = g_list_model_get_item (G_LIST_MODEL (self->problems), i);
      AppFormProblem *fresh = g_ptr_array_index (problems, i);

      if (strcmp (app_form_problem_get_pointer (old), app_form_problem_get_pointer (fresh)) != 0 ||
          strcmp (app_form_problem_get_message (old), app_form_problem_get_message (fresh)) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
check (AppForm *self)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_object_unref);
  McpJsonValue value = mcp_json_document_get_root (self->document);
  guint        shown;

  app_form_check (self->schema.value,
                  value,
                  app_form_hides_presets (self),
                  add_problem,
                  problems);
  if (self->validator != NULL)
    app_form_check_rest (self->validator, value, app_form_hides_presets (self), problems);
  add_duplicates (self, problems);
  shown = MIN (problems->len, APP_FORM_MAX_PROBLEMS);
  if (!same_problems (self, problems, shown))
    {
      g_hash_table_remove_all (self->by_pointer);
      for (guint i = shown; i > 0; i--)
        {
          AppFormProblem *problem = g_ptr_array_index (problems, i - 1);

          g_hash_table_insert (self->by_pointer,
                               (gpointer)app_form_problem_get_pointer (problem),
                               problem);
        }
      /* The list holds the problems that the table points to. */
      g_list_store_splice (self->problems,
                           0,
                           g_list_model_get_n_items (G_LIST_MODEL (self->problems)),
                           problems->pdata,
                           shown);
    }
  if (self->n_problems != problems->len)
    {
      self->n_problems = problems->len;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_PROBLEMS]);
    }
}

static void
set_string (AppForm *self, char **place, char *text, guint property)
{
  if (g_strcmp0 (*place, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*place);
  *place = text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Tells the fields, again where one of them changed the value while it was told. */
static void
refresh (AppForm *self)
{
  g_autoptr (AppForm) keep = g_object_ref (self);
  guint generation;
  guint rounds = 0;

  self->generation++;
  if (self->refreshing)
    return;
  self->refreshing = TRUE;
  do
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_ref (self->document);
      g_autoptr (GString) pointer = g_string_new (NULL);

      generation = self->generation;
      check (self);
      app_field_refresh (self->root, mcp_json_document_get_root (document), pointer);
      set_string (self, &self->will_send, dup_beginning (self->text), PROP_WILL_SEND);
    }
  while (generation != self->generation && ++rounds < MAX_REFRESHES);
  self->refreshing = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
  g_signal_emit (self, changed_signal, 0);
}

/* @text: (transfer full). */
static gboolean
take_text (AppForm *self, char *text)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, &error);
  gboolean         was_valid = self->text_error == NULL;

  if (document != NULL)
    {
      g_clear_pointer (&self->document, mcp_json_document_unref);
      self->document = document;
    }
  set_string (self, &self->text_error, error ? g_strdup (error->message) : NULL, PROP_TEXT_ERROR);
  set_string (self, &self->text, text, PROP_TEXT);
  if (was_valid != (document != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT_VALID]);
  refresh (self);
  return document != NULL;
}

void
app_form_take_text (AppForm *self, char *text)
{
  if (text == NULL)
    refresh (self);
  else
    take_text (self, text);
}

AppForm *
app_form_new (McpJsonValue schema, AppFormFlags flags)
{
  AppForm *self = g_object_new (APP_TYPE_FORM, NULL);
  g_autoptr (GString) pointer = g_string_new (NULL);

  mcp_json_slot_set (&self->schema, schema);
  if (mcp_json_value_exists (schema))
    self->validator = mcp_schema_new (schema);
  self->flags = flags;
  self->root = app_field_new (self, NULL, NULL, schema);
  self->initial = app_form_schema_dup_initial (&self->root->schema,
                                               (flags & APP_FORM_PREFILL) != 0,
                                               app_form_hides_presets (self));
  take_text (self, g_strdup (self->initial));
  return self;
}

AppField *
app_form_get_root (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->root;
}

AppField *
app_form_find_field (AppForm *self, const char *pointer)
{
  AppField *field;

  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  g_return_val_if_fail (pointer != NULL, NULL);

  field = self->root;
  while (field != NULL && *pointer == '/')
    {
      while (field->variant != NULL && app_field_get_branch (field) != NULL)
        field = app_field_get_branch (field);
      GListModel *children = app_field_get_children (field);
      guint       n_items = children ? g_list_model_get_n_items (children) : 0;
      gsize       length = strcspn (pointer + 1, "/");
      AppField   *found = NULL;

      for (guint i = 0; i < n_items && found == NULL; i++)
        {
          g_autoptr (AppField) child = g_list_model_get_item (children, i);
          g_autoptr (GString) token = g_string_new (NULL);

          if (child->position != G_MAXUINT)
            g_string_append_printf (token, "/%u", child->position);
          else
            app_form_check_append_token (token, child->key);
          if (token->len == length + 1 && memcmp (token->str, pointer, token->len) == 0)
            found = child;
        }
      field = found;
      pointer += length + 1;
    }
  return *pointer == '\0' ? field : NULL;
}

char *
app_form_dup_json (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return g_strdup (self->text);
}

gboolean
app_form_set_json (AppForm *self, const char *text)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);

  if (text == NULL)
    text = "";
  if (strcmp (text, self->text) == 0)
    return self->text_error == NULL;
  return take_text (self, g_strdup (text));
}

void
app_form_format_json (AppForm *self)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (self->text_error == NULL)
    take_text (self, mcp_json_value_print_pretty (app_form_get_value (self), 2));
}

gboolean
app_form_is_text_valid (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return self->text_error == NULL;
}

gboolean
app_form_is_editable (AppForm *self)
{
  return self->text_error == NULL &&
         mcp_json_value_get_kind (app_form_get_value (self)) == MCP_JSON_OBJECT;
}

const char *
app_form_get_text_error (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->text_error;
}

void
app_form_discard_draft (AppForm *self)
{
  gsize       length = 0;
  const char *text;

  g_return_if_fail (APP_IS_FORM (self));

  text = g_bytes_get_data (mcp_json_document_get_bytes (self->document), &length);
  if (self->text_error != NULL)
    take_text (self, g_strndup (text, length));
}

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
  return strcmp (self->text, self->initial) != 0;
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

const char *
app_form_get_will_send (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->will_send;
}

GListModel *
app_form_get_problems (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return G_LIST_MODEL (self->problems);
}

guint
app_form_get_n_problems (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), 0);
  return self->n_problems;
}

const char *
app_form_find_problem (AppForm *self, const char *pointer, gboolean *missing)
{
  AppFormProblem *problem = g_hash_table_lookup (self->by_pointer, pointer);

  if (problem == NULL)
    return NULL;
  *missing = app_form_problem_is_missing (problem);
  return app_form_problem_get_message (problem);
}

gboolean
app_form_hides_presets (AppForm *self)
{
  return (self->flags & APP_FORM_KEEP_PRESETS) == 0;
}

void
app_form_set_attempted (AppForm *self, gboolean attempted)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (self->attempted == !!attempted)
    return;
  self->attempted = !!attempted;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ATTEMPTED]);
  refresh (self);
}

gboolean
app_form_is_attempted (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return self->attempted;
}

void
app_form_set_completer (AppForm *self, AppCompleter *completer)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_set_object (&self->completer, G_OBJECT (completer));
}

AppCompleter *
app_form_get_completer (AppForm *self)
{
  return (AppCompleter *)self->completer;
}
