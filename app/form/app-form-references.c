/* SPDX-License-Identifier: GPL-3.0-or-later */

/* References beside the form's text: which fields are one, what comes of them, how they follow what
 * happens to the text. */

#include "app-form-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-references.h"
#include "mcp-json-writer.h"

/* Texts whose marks are known when they come back by undo. */
#define MAX_RECORDED 1000u
/* What a line shows of a value that is put in. Bytes. */
#define SHOWN_BYTES 120u

void
app_form_free_references (AppForm *self)
{
  if (self->references != NULL)
    g_signal_handlers_disconnect_by_data (self->references, self);
  g_clear_object (&self->references);
  g_clear_pointer (&self->marks, app_reference_marks_unref);
  g_clear_pointer (&self->recorded, g_hash_table_unref);
}

void
app_form_set_references (AppForm *self, AppReferences *references)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_return_if_fail (references == NULL || APP_IS_REFERENCES (references));

  if (self->references != NULL)
    g_signal_handlers_disconnect_by_data (self->references, self);
  g_set_object (&self->references, references);
  if (references != NULL)
    g_signal_connect_object (references, "changed", G_CALLBACK (app_form_refresh_references), self,
                             G_CONNECT_SWAPPED);
  app_form_refresh_references (self);
}

AppReferences *
app_form_get_references (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->references;
}

AppReferenceMarks *
app_form_get_marks (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->marks;
}

/* @marks: (transfer full) */
static void
take_marks (AppForm *self, AppReferenceMarks *marks)
{
  app_reference_marks_unref (self->marks);
  self->marks = marks;
}

void
app_form_set_marks (AppForm *self, AppReferenceMarks *marks)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_return_if_fail (marks != NULL);

  take_marks (self, app_reference_marks_ref (marks));
  app_form_refresh (self);
}

void
app_form_refresh_references (AppForm *self)
{
  /* Objects come and go with every call; only who uses one is concerned. */
  if (app_reference_marks_get_n (self->marks) > 0)
    app_form_refresh (self);
}

/* The text and its marks */

void
app_form_mark (AppForm *self, const char *pointer, AppReference *reference)
{
  take_marks (self, app_reference_marks_set (self->marks, pointer, reference));
}

void
app_form_move_marks (AppForm *self, AppField *array, guint from, guint to)
{
  g_autofree char *pointer = NULL;

  if (app_reference_marks_get_n (self->marks) == 0)
    return;
  pointer = app_field_dup_pointer (array);
  take_marks (self, app_reference_marks_move_item (self->marks, pointer, from, to));
}

void
app_form_rename_marks (AppForm *self, const char *from, const char *to)
{
  take_marks (self, app_reference_marks_rename (self->marks, from, to));
}

static char *
dup_sum (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_MD5, text, -1);
}

void
app_form_recall_marks (AppForm *self, const char *text)
{
  g_autofree char   *sum = NULL;
  AppReferenceMarks *marks;

  if (self->recorded == NULL)
    return;
  sum = dup_sum (text);
  marks = g_hash_table_lookup (self->recorded, sum);
  if (marks != NULL)
    take_marks (self, app_reference_marks_ref (marks));
}

/* What this text's marks are, for when undo brings it back. */
static void
record_marks (AppForm *self)
{
  if (self->recorded == NULL && app_reference_marks_get_n (self->marks) == 0)
    return;
  if (self->recorded == NULL)
    self->recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify)app_reference_marks_unref);
  if (g_hash_table_size (self->recorded) >= MAX_RECORDED)
    g_hash_table_remove_all (self->recorded);
  g_hash_table_insert (self->recorded, dup_sum (self->text),
                       app_reference_marks_ref (self->marks));
}

void
app_form_keep_marks (AppForm *self)
{
  if (self->text_error != NULL)
    return;
  if (app_reference_marks_get_n (self->marks) > 0)
    take_marks (self, app_reference_marks_prune (self->marks,
                                                 mcp_json_document_get_root (self->document)));
  record_marks (self);
}

/* What comes of the references */

static AppSession *
dup_session (AppForm *self)
{
  return self->references != NULL ? app_references_dup_session (self->references) : NULL;
}

/* The value in the place of a reference, where it is small enough to be checked. */
static char *
put_in_small (const char *pointer, AppReference *reference, gpointer user_data, GError **error)
{
  AppSession *session = user_data;
  g_autoptr (StoreObject) object = NULL;
  McpJsonValue value;

  if (app_reference_get_kind (reference) == APP_REFERENCE_SERVER)
    return NULL;
  value = app_references_find_value (session, reference, &object, NULL);
  if (object == NULL || (mcp_json_value_exists (value) ? mcp_json_value_get_length (value)
                                                       : store_object_get_size (object)) >
                            APP_REFERENCES_MAX_CHECKED)
    return NULL;
  return app_references_resolve (session, reference, NULL);
}

McpJsonValue
app_form_open_checked (AppForm *self, McpJsonDocument **made)
{
  McpJsonValue root = mcp_json_document_get_root (self->document);
  g_autoptr (AppSession) session = dup_session (self);
  g_autofree char *text = NULL;

  *made = NULL;
  if (app_reference_marks_get_n (self->marks) == 0 || session == NULL)
    return root;
  text = app_reference_marks_replace (self->marks, root, put_in_small, session, NULL);
  *made = mcp_json_document_parse_text (text, -1, NULL);
  return *made != NULL ? mcp_json_document_get_root (*made) : root;
}

/* Whether the value at the mark was not looked at. */
static gboolean
is_unchecked (AppForm *self, AppReference *reference)
{
  g_autoptr (AppSession) session = dup_session (self);
  g_autofree char *json = NULL;

  if (app_reference_get_kind (reference) == APP_REFERENCE_SERVER)
    return FALSE;
  json = session != NULL ? put_in_small ("", reference, session, NULL) : NULL;
  return json == NULL;
}

static char *
dup_error (AppForm *self, const char *pointer, AppReference *reference)
{
  g_auto (AppReferenceView) view = { .length = -1 };

  if (self->references == NULL)
    return NULL;
  app_references_look (self->references, reference, app_form_find_field (self, pointer), &view);
  return g_steal_pointer (&view.error);
}

/* What stands below a reference has no row of its own: its problems are told at the reference. */
static AppFormProblem *
move_problem (AppFormProblem *problem, const char *pointer)
{
  const char      *rest = app_form_problem_get_pointer (problem) + strlen (pointer);
  g_autofree char *message = NULL;

  if (rest[0] == '\0')
    return g_object_ref (problem);
  /* Translators: what is wrong, then where in a value */
  message = g_strdup_printf (_ ("%s (at “%s”)"), app_form_problem_get_message (problem), rest);
  return app_form_problem_new (message, pointer, FALSE);
}

static gboolean
is_at_or_below (const char *place, const char *pointer)
{
  gsize length = strlen (pointer);

  return strncmp (place, pointer, length) == 0 && (place[length] == '\0' || place[length] == '/');
}

static void
settle_mark (AppForm *self, const char *pointer, GPtrArray *problems)
{
  AppReference    *reference = app_reference_marks_get (self->marks, pointer);
  g_autofree char *error = dup_error (self, pointer, reference);
  gboolean         drop = error != NULL || is_unchecked (self, reference);

  for (guint i = problems->len; i > 0; i--)
    {
      AppFormProblem *problem = g_ptr_array_index (problems, i - 1);

      if (!is_at_or_below (app_form_problem_get_pointer (problem), pointer))
        continue;
      if (!drop)
        g_ptr_array_insert (problems, (int)i - 1, move_problem (problem, pointer));
      g_ptr_array_remove_index (problems, drop ? i - 1 : i);
    }
  if (error != NULL)
    g_ptr_array_add (problems, app_form_problem_new (error, pointer, FALSE));
}

void
app_form_settle_references (AppForm *self, GPtrArray *problems)
{
  for (guint i = 0; i < app_reference_marks_get_n (self->marks); i++)
    settle_mark (self, app_reference_marks_get_pointer (self->marks, i), problems);
}

/* The beginning of a value, for a line that shows what is sent. */
static char *
put_in_beginning (const char *pointer, AppReference *reference, gpointer user_data, GError **error)
{
  g_autoptr (StoreObject) object = NULL;
  McpJsonValue     value;
  g_autofree char *beginning = NULL;
  const char      *text;
  gsize            length = 0;

  if (app_reference_get_kind (reference) == APP_REFERENCE_SERVER)
    return NULL;
  value = app_references_find_value (user_data, reference, &object, NULL);
  text = mcp_json_value_get_text (value, &length);
  if (text == NULL)
    return NULL;
  if (length <= SHOWN_BYTES)
    return g_strndup (text, length);
  for (length = SHOWN_BYTES; length > 0 && ((guint8)text[length] & 0xc0) == 0x80;)
    length--;
  beginning = g_strndup (text, length);
  return g_strconcat (beginning, "…", NULL);
}

char *
app_form_dup_shown_text (AppForm *self)
{
  g_autoptr (AppSession) session = NULL;

  if (self->text_error != NULL || app_reference_marks_get_n (self->marks) == 0)
    return g_strdup (self->text);
  session = dup_session (self);
  return app_reference_marks_replace (self->marks, mcp_json_document_get_root (self->document),
                                      put_in_beginning, session, NULL);
}

char *
app_form_dup_sent (AppForm *self, GError **error)
{
  g_autoptr (AppSession) session = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_FORM (self), NULL);

  session = dup_session (self);
  if (self->text_error != NULL || session == NULL || app_reference_marks_get_n (self->marks) == 0)
    return app_form_dup_arguments (self);
  text = app_references_resolve_marks (session, self->marks,
                                       mcp_json_document_get_root (self->document), error);
  if (text == NULL)
    return NULL;
  document = mcp_json_document_parse_text (text, -1, error);
  return document != NULL ? mcp_json_value_print_compact (mcp_json_document_get_root (document))
                          : NULL;
}
