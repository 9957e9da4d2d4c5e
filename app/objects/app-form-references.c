/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-references.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-form-problem.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Texts whose marks are known when they come back by undo. */
#define MAX_RECORDED 1000u
/* What a line shows of a value that is put in. Bytes. */
#define SHOWN_BYTES 120u

struct _AppFormReferences
{
  GObject parent_instance;

  AppForm           *form; /* weak: it holds this */
  AppReferenceMarks *marks;
  AppReferences     *references; /* (nullable) */
  GHashTable        *recorded;   /* (nullable): sum of a text → its AppReferenceMarks */
};

static void app_form_references_overlay_init (AppFormOverlayInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppFormReferences,
                               app_form_references,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_FORM_OVERLAY,
                                                      app_form_references_overlay_init))
MCP_DEFINE_CLASS_INIT (AppFormReferences, app_form_references)

MCP_DEFINE_FINALIZE (AppFormReferences, app_form_references)
{
  g_clear_weak_pointer (&self->form);
  g_clear_object (&self->references);
  app_reference_marks_unref (self->marks);
  g_clear_pointer (&self->recorded, g_hash_table_unref);
}

static void
app_form_references_init (AppFormReferences *self)
{
  self->marks = app_reference_marks_new ();
}

/* The form's own. */
static AppFormReferences *
of (AppForm *form)
{
  g_autoptr (AppFormReferences) self = NULL;

  if (app_form_get_overlay (form) == NULL)
    {
      self = g_object_new (APP_TYPE_FORM_REFERENCES, NULL);
      g_set_weak_pointer (&self->form, form);
      app_form_set_overlay (form, APP_FORM_OVERLAY (self));
    }
  return APP_FORM_REFERENCES (app_form_get_overlay (form));
}

/* Objects come and go with every call; only who uses one is concerned. */
static void
on_changed (AppFormReferences *self)
{
  if (self->form != NULL && app_reference_marks_get_n (self->marks) > 0)
    app_form_refresh (self->form);
}

void
app_form_references_attach (AppForm *form, AppReferences *references)
{
  g_return_if_fail (APP_IS_FORM (form));
  g_return_if_fail (references == NULL || APP_IS_REFERENCES (references));

  AppFormReferences *self = of (form);
  if (self->references != NULL)
    g_signal_handlers_disconnect_by_data (self->references, self);
  g_set_object (&self->references, references);
  if (references != NULL)
    mcp_signal_connect (references, "changed", on_changed, self);
  on_changed (self);
}

AppReferences *
app_form_references_get_known (AppForm *form)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  return of (form)->references;
}

AppReferenceMarks *
app_form_references_get_marks (AppForm *form)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  return of (form)->marks;
}

/* @marks: (transfer full) */
static void
take_marks (AppFormReferences *self, AppReferenceMarks *marks)
{
  app_reference_marks_unref (self->marks);
  self->marks = marks;
}

void
app_form_references_set_marks (AppForm *form, AppReferenceMarks *marks)
{
  g_return_if_fail (APP_IS_FORM (form));
  g_return_if_fail (marks != NULL);

  take_marks (of (form), app_reference_marks_ref (marks));
  app_form_refresh (form);
}

/* Fields */

AppReference *
app_form_references_get (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  if (app_field_get_place (field)->form == NULL || app_field_get_reference (field) == NULL)
    return NULL;
  g_autofree char *pointer = app_field_dup_pointer (field);
  return app_reference_marks_get (of (app_field_get_place (field)->form)->marks, pointer);
}

/* The field that a branch is a form of. */
static AppField *
get_owner (AppField *field)
{
  while (app_field_get_place (field)->branch && app_field_get_place (field)->parent != NULL)
    field = app_field_get_place (field)->parent;
  return field;
}

gboolean
app_form_references_offers (AppField *field)
{
  AppReferences *references;

  g_return_val_if_fail (APP_IS_FIELD (field), FALSE);

  if (app_field_get_place (field)->form == NULL || app_field_get_place (field)->parent == NULL)
    return FALSE;
  references = of (app_field_get_place (field)->form)->references;
  return references != NULL && (app_references_is_everywhere (references) ||
                                app_references_takes_field (references, get_owner (field)));
}

void
app_form_references_set (AppField *field, AppReference *reference)
{
  g_autoptr (AppForm) form = NULL;

  g_return_if_fail (APP_IS_FIELD (field));
  g_return_if_fail (reference != NULL);

  if (app_field_get_place (field)->form == NULL || app_field_get_place (field)->parent == NULL ||
      !app_form_is_editable (app_field_get_place (field)->form))
    return;
  form = g_object_ref (app_field_get_place (field)->form);
  g_autoptr (AppField) keep = g_object_ref (get_owner (field));
  g_autofree char   *pointer = app_field_dup_pointer (keep);
  g_autofree char   *quoted = mcp_json_quote (reference->text, -1);
  AppFormReferences *self = of (form);
  take_marks (self, app_reference_marks_set (self->marks, pointer, reference));
  g_autofree char *before = app_form_set_typing (form, pointer);
  app_field_set_lexeme (keep, quoted);
  g_free (app_form_set_typing (form, before));
}

/* The text and its marks */

static void
move (AppFormOverlay *overlay, const char *array, guint from, guint to)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);

  take_marks (self, app_reference_marks_move_item (self->marks, array, from, to));
}

static void
rename_marks (AppFormOverlay *overlay, const char *from, const char *to)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);

  take_marks (self, app_reference_marks_rename (self->marks, from, to));
}

static const char *
find (AppFormOverlay *overlay, const char *pointer)
{
  AppReference *reference = app_reference_marks_get (APP_FORM_REFERENCES (overlay)->marks, pointer);

  return reference != NULL ? reference->text : NULL;
}

static char *
dup_sum (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_MD5, text, -1);
}

static void
recall (AppFormOverlay *overlay, const char *text)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);

  if (self->recorded == NULL)
    return;
  g_autofree char   *sum = dup_sum (text);
  AppReferenceMarks *marks = g_hash_table_lookup (self->recorded, sum);
  if (marks != NULL)
    take_marks (self, app_reference_marks_ref (marks));
}

/* Marks whose reference is not there any more go; the others are known when undo brings the text
 * back. */
static void
keep (AppFormOverlay *overlay, const char *text, McpJsonValue root)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);

  if (app_reference_marks_get_n (self->marks) > 0)
    take_marks (self, app_reference_marks_prune (self->marks, root));
  if (self->recorded == NULL && app_reference_marks_get_n (self->marks) == 0)
    return;
  if (self->recorded == NULL)
    self->recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify)app_reference_marks_unref);
  if (g_hash_table_size (self->recorded) >= MAX_RECORDED)
    g_hash_table_remove_all (self->recorded);
  g_hash_table_insert (self->recorded, dup_sum (text), app_reference_marks_ref (self->marks));
}

/* What comes of the references */

static AppSession *
dup_session (AppFormReferences *self)
{
  return self->references != NULL ? app_references_dup_session (self->references) : NULL;
}

/* The value in the place of a reference, where it is small enough to be checked. */
static char *
put_in_small (const char *pointer, AppReference *reference, gpointer user_data, GError **error)
{
  AppSession *session = user_data;
  g_autoptr (StoreObject) object = NULL;

  if (reference->kind == APP_REFERENCE_SERVER)
    return NULL;
  McpJsonValue value = app_references_find_value (session, reference, &object, NULL);
  if (object == NULL || (mcp_json_value_exists (value) ? mcp_json_value_get_length (value)
                                                       : store_object_get_size (object)) >
                            APP_REFERENCES_MAX_CHECKED)
    return NULL;
  return app_references_resolve (session, reference, NULL);
}

static McpJsonDocument *
dup_checked (AppFormOverlay *overlay, McpJsonValue root)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);
  g_autoptr (AppSession) session = dup_session (self);
  g_autofree char *text = NULL;

  if (app_reference_marks_get_n (self->marks) == 0 || session == NULL)
    return NULL;
  text = app_reference_marks_replace (self->marks, root, put_in_small, session, NULL);
  return mcp_json_document_parse_text (text, -1, NULL);
}

/* Whether the value at the mark was not looked at. */
static gboolean
is_unchecked (AppFormReferences *self, AppReference *reference)
{
  g_autoptr (AppSession) session = dup_session (self);

  if (reference->kind == APP_REFERENCE_SERVER)
    return FALSE;
  g_autofree char *json = session != NULL ? put_in_small ("", reference, session, NULL) : NULL;
  return json == NULL;
}

static char *
dup_error (AppFormReferences *self, const char *pointer, AppReference *reference)
{
  g_auto (AppReferenceView) view = { .length = -1 };

  if (self->references == NULL || self->form == NULL)
    return NULL;
  app_references_look (self->references, reference, app_form_find_field (self->form, pointer),
                       &view);
  return g_steal_pointer (&view.error);
}

/* What stands below a reference has no row of its own: its problems are told at the reference. */
static AppFormProblem *
move_problem (AppFormProblem *problem, const char *pointer)
{
  const char      *rest = problem->pointer + strlen (pointer);
  g_autofree char *message = NULL;

  if (rest[0] == '\0')
    return g_object_ref (problem);
  /* Translators: what is wrong, then where in a value */
  message = g_strdup_printf (_ ("%s (at “%s”)"), problem->message, rest);
  return app_form_problem_new (message, pointer, FALSE);
}

static gboolean
is_at_or_below (const char *place, const char *pointer)
{
  gsize length = strlen (pointer);

  return strncmp (place, pointer, length) == 0 && (place[length] == '\0' || place[length] == '/');
}

static void
settle_mark (AppFormReferences *self, const char *pointer, GPtrArray *problems)
{
  AppReference    *reference = app_reference_marks_get (self->marks, pointer);
  g_autofree char *error = dup_error (self, pointer, reference);
  gboolean         drop = error != NULL || is_unchecked (self, reference);

  for (guint i = problems->len; i > 0; i--)
    {
      AppFormProblem *problem = g_ptr_array_index (problems, i - 1);

      if (!is_at_or_below (problem->pointer, pointer))
        continue;
      if (!drop)
        g_ptr_array_insert (problems, (int)i - 1, move_problem (problem, pointer));
      g_ptr_array_remove_index (problems, drop ? i - 1 : i);
    }
  if (error != NULL)
    g_ptr_array_add (problems, app_form_problem_new (error, pointer, FALSE));
}

static void
settle (AppFormOverlay *overlay, GPtrArray *problems)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);

  for (guint i = 0; i < app_reference_marks_get_n (self->marks); i++)
    settle_mark (self, app_reference_marks_get_pointer (self->marks, i), problems);
}

/* The beginning of a value, for a line that shows what is sent. */
static char *
put_in_beginning (const char *pointer, AppReference *reference, gpointer user_data, GError **error)
{
  g_autoptr (StoreObject) object = NULL;
  gsize length = 0;

  if (reference->kind == APP_REFERENCE_SERVER)
    return NULL;
  McpJsonValue value = app_references_find_value (user_data, reference, &object, NULL);
  const char  *text = mcp_json_value_get_text (value, &length);
  if (text == NULL)
    return NULL;
  if (length <= SHOWN_BYTES)
    return g_strndup (text, length);
  for (length = SHOWN_BYTES; length > 0 && ((guint8)text[length] & 0xc0) == 0x80;)
    length--;
  g_autofree char *beginning = g_strndup (text, length);
  return g_strconcat (beginning, "…", NULL);
}

static char *
dup_shown (AppFormOverlay *overlay, McpJsonValue root)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);

  if (app_reference_marks_get_n (self->marks) == 0)
    return NULL;
  g_autoptr (AppSession) session = dup_session (self);
  return app_reference_marks_replace (self->marks, root, put_in_beginning, session, NULL);
}

static char *
dup_sent (AppFormOverlay *overlay, McpJsonValue root, GError **error)
{
  AppFormReferences *self = APP_FORM_REFERENCES (overlay);
  g_autoptr (AppSession) session = dup_session (self);

  if (session == NULL || app_reference_marks_get_n (self->marks) == 0)
    return NULL;
  return app_references_resolve_marks (session, self->marks, root, error);
}

static void
app_form_references_overlay_init (AppFormOverlayInterface *iface)
{
  iface->keep = keep;
  iface->recall = recall;
  iface->move = move;
  iface->rename = rename_marks;
  iface->find = find;
  iface->dup_checked = dup_checked;
  iface->settle = settle;
  iface->dup_shown = dup_shown;
  iface->dup_sent = dup_sent;
}
