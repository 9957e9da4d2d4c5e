/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-plan.h"

#include "store-client-reader.h"
#include "store-client-text.h"
#include "store-client-variables.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "mcp-json-value.h"
#include "mcp-json-writer.h"
#include "store-error.h"
#include "store-file-lock.h"
#include "store-file.h"

/* Lines around a change that tell a person where it is. */
#define CONTEXT_LINES 3

struct _StoreClientPlan
{
  StoreClientPlace        *place;
  const StoreClientFormat *format;
  StorePlanKind            kind;
  char                    *name;
  StoreFile               *file;
  GBytes                  *after;
  StoreTextDiff           *diff;
  GPtrArray               *notes;
};

static void
clear (StoreClientPlan *self)
{
  g_clear_pointer (&self->place, store_client_place_unref);
  g_free (self->name);
  g_clear_pointer (&self->file, store_file_unref);
  g_clear_pointer (&self->after, g_bytes_unref);
  g_clear_pointer (&self->diff, store_text_diff_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

StoreClientPlan *
store_client_plan_ref (StoreClientPlan *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
store_client_plan_unref (StoreClientPlan *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

static StoreClientPlan *
plan_begin (StoreClientPlace *place,
            const char       *name,
            StoreClientText **text,
            GError          **error)
{
  static const char *const languages[] = { "JSON", "TOML", "YAML" };
  const char              *path = store_client_place_get_path (place);
  const StoreClientFormat *format = store_client_place_get_format (place);
  g_autoptr (StoreClientPlan) self = g_atomic_rc_box_new0 (StoreClientPlan);

  self->place = store_client_place_ref (place);
  self->format = format;
  self->name = g_strdup (name);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  self->file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);
  if (self->file == NULL)
    return NULL;
  *text = store_client_text_new (store_file_get_bytes (self->file), format, error);
  if (*text == NULL)
    {
      g_prefix_error (error, "“%s” is not valid %s and was not changed: ", path,
                      languages[format->language]);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* The text is changed without it. */
static void
put_mark_back (StoreClientPlan *self)
{
  gsize       size;
  const char *text = g_bytes_get_data (self->after, &size);
  GByteArray *whole = g_byte_array_sized_new ((guint)size + 3);

  g_byte_array_append (whole, (const guint8 *)"\357\273\277", 3);
  g_byte_array_append (whole, (const guint8 *)text, (guint)size);
  g_bytes_unref (self->after);
  self->after = g_byte_array_free_to_bytes (whole);
}

static StoreClientPlan *
plan_end (StoreClientPlan *plan,
          StoreClientText *text,
          GBytes          *after,
          GError         **error)
{
  g_autoptr (StoreClientPlan) self = plan;
  g_autofree char *folder = g_path_get_dirname (store_file_get_target (self->file));

  self->after = after;
  if (after == NULL)
    {
      g_prefix_error (error, "“%s”: ", store_file_get_path (self->file));
      return NULL;
    }
  if (self->kind != STORE_PLAN_UNCHANGED && !store_file_check_writable (self->file, error))
    return NULL;
  if (store_client_text_has_mark (text) && self->kind != STORE_PLAN_UNCHANGED)
    put_mark_back (self);
  self->diff =
      store_text_diff_new (store_file_get_bytes (self->file), self->after,
                           (StoreDiffLimits){ .context = CONTEXT_LINES });
  if (store_client_text_has_mark (text) && self->kind != STORE_PLAN_UNCHANGED)
    store_note_add (
        self->notes, STORE_NOTE_INFORMATION, NULL,
        "The file begins with a byte order mark, which is kept; some versions of %s cannot "
        "read such a file.",
        self->format->name);
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR) && self->kind == STORE_PLAN_CREATE)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "The folder “%s” does not exist yet and will be made; is %s installed?", folder,
                    self->format->name);
  return g_steal_pointer (&self);
}

static gboolean
is_default (const StoreClientFormat *format, const char *name)
{
  const char *const *defaults = format->members.defaults;

  for (; defaults != NULL && *defaults != NULL; defaults += 2)
    if (g_str_equal (defaults[0], name))
      return !store_client_reader_is_target (name);
  return FALSE;
}

/* Whether both texts are the same value to the application, with a variable spelled otherwise. */
static gboolean
is_same_text (const StoreClientFormat *format, McpJsonValue old, McpJsonValue value)
{
  g_autofree char *one = mcp_json_value_dup_string (old, NULL);
  g_autofree char *two = mcp_json_value_dup_string (value, NULL);
  g_autofree char *old_text =
      one != NULL ? store_client_variables_read (one, format->variables) : NULL;
  g_autofree char *text = two != NULL ? store_client_variables_read (two, format->variables) : NULL;

  return old_text != NULL && g_strcmp0 (old_text, text) == 0;
}

static gboolean
is_same_number (McpJsonValue old, McpJsonValue value)
{
  return mcp_json_value_get_kind (old) == MCP_JSON_NUMBER &&
         mcp_json_value_get_kind (value) == MCP_JSON_NUMBER &&
         mcp_json_value_get_double (old, 0) == mcp_json_value_get_double (value, 1);
}

/* Writes @value, and what of it says the same in @old as it is spelled there. */
static void
write_merged (const StoreClientFormat *format,
              McpJsonValue             old,
              McpJsonValue             value,
              McpJsonWriter           *writer)
{
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  McpJsonValue name, member;
  McpJsonIter  iter;
  guint        index = 0;

  if (kind != mcp_json_value_get_kind (old) ||
      (kind == MCP_JSON_ARRAY &&
       mcp_json_value_get_n_items (old) != mcp_json_value_get_n_items (value)))
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY)
    {
      gboolean same = is_same_text (format, old, value) || is_same_number (old, value);

      mcp_json_writer_value (writer, same ? old : value);
      return;
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_begin_object (writer);
  else
    mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, value);
  for (; mcp_json_iter_next (&iter, &name, &member); index++)
    {
      g_autofree char *key =
          kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (name, NULL) : NULL;

      if (kind == MCP_JSON_OBJECT)
        mcp_json_writer_name_value (writer, name);
      write_merged (format,
                    kind == MCP_JSON_OBJECT ? mcp_json_value_get_member (old, key)
                                            : mcp_json_value_get_item (old, index),
                    member, writer);
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_end_object (writer);
  else
    mcp_json_writer_end_array (writer);
}

/* An empty list says nothing, and is no reason to change a file. */
static gboolean
is_empty (McpJsonValue value)
{
  return (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY ||
          mcp_json_value_get_kind (value) == MCP_JSON_OBJECT) &&
         mcp_json_value_get_n_items (value) == 0;
}

/* How the server is reached is ours to say; the rest (disabled, autoApprove, …) is the
 * application's. Returns: (transfer full): @entry with what @old has beside that */
static char *
keep_unknown_members (const StoreClientFormat *format, McpJsonValue old, McpJsonValue entry)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonIter  iter;
  McpJsonValue name;
  McpJsonValue value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, entry);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     before = mcp_json_value_get_member (old, text);

      if (mcp_json_value_exists (before) && is_default (format, text))
        value = before;
      mcp_json_writer_name_value (writer, name);
      write_merged (format, before, value, writer);
    }
  mcp_json_iter_init (&iter, old);
  while (mcp_json_value_get_kind (old) == MCP_JSON_OBJECT &&
         mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);

      if (text == NULL || (store_client_reader_is_target (text) && !is_empty (value)) ||
          mcp_json_value_exists (mcp_json_value_get_member (entry, text)))
        continue;
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

StoreClientPlan *
store_client_plan_new_add (StoreClientPlace *place, StoreClientEntry *entry, GError **error)
{
  const StoreClientFormat *format = store_client_place_get_format (place);
  const char              *name = store_client_entry_get_name (entry);
  const char              *json = store_client_entry_get_json (entry);
  g_auto (GStrv) names = store_client_place_dup_entry_path (place, name);
  g_autoptr (StoreClientText) text = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  StoreClientPlan *self = plan_begin (place, name, &text, error);
  McpJsonValue     old;
  g_autofree char *merged = NULL;
  GBytes          *after;

  if (self == NULL)
    return NULL;
  old = store_client_text_get (text, (const char *const *)names);
  self->kind = STORE_PLAN_ADD;
  if (!store_file_exists (self->file))
    self->kind = STORE_PLAN_CREATE;
  else if (mcp_json_value_exists (old))
    self->kind = STORE_PLAN_REPLACE;
  /* Also where it is equal: a name that stands twice must not pass for one. */
  merged = keep_unknown_members (format, old, mcp_json_document_get_root (document));
  mcp_json_document_unref (document);
  document = mcp_json_document_parse_text (merged, -1, NULL);
  after = store_client_text_set (text, (const char *const *)names, merged, error);
  if (after != NULL && mcp_json_value_exists (old) &&
      mcp_json_value_equal (old, mcp_json_document_get_root (document)))
    {
      self->kind = STORE_PLAN_UNCHANGED;
      g_bytes_unref (after);
      after = g_bytes_ref (store_file_get_bytes (self->file));
    }
  return plan_end (self, text, after, error);
}

StoreClientPlan *
store_client_plan_new_remove (StoreClientPlace *place, const char *name, GError **error)
{
  g_auto (GStrv) names = store_client_place_dup_entry_path (place, name);
  g_autoptr (StoreClientText) text = NULL;
  StoreClientPlan *self = plan_begin (place, name, &text, error);
  GError          *problem = NULL;
  GBytes          *after;

  if (self == NULL)
    return NULL;
  self->kind = STORE_PLAN_REMOVE;
  after = store_client_text_set (text, (const char *const *)names, NULL, &problem);
  if (after == NULL && g_error_matches (problem, STORE_ERROR, STORE_ERROR_NOT_FOUND))
    {
      g_clear_error (&problem);
      self->kind = STORE_PLAN_UNCHANGED;
      after = g_bytes_ref (store_file_get_bytes (self->file));
    }
  return plan_end (self, text, after, error);
}

StorePlanKind
store_client_plan_get_kind (StoreClientPlan *self)
{
  return self->kind;
}

StoreClientPlace *
store_client_plan_get_place (StoreClientPlan *self)
{
  return self->place;
}

const char *
store_client_plan_get_path (StoreClientPlan *self)
{
  return store_file_get_path (self->file);
}

const char *
store_client_plan_get_target (StoreClientPlan *self)
{
  return store_file_get_target (self->file);
}

GBytes *
store_client_plan_get_before (StoreClientPlan *self)
{
  return store_file_get_bytes (self->file);
}

GBytes *
store_client_plan_get_after (StoreClientPlan *self)
{
  return self->after;
}

StoreTextDiff *
store_client_plan_get_diff (StoreClientPlan *self)
{
  return self->diff;
}

GPtrArray *
store_client_plan_get_notes (StoreClientPlan *self)
{
  return self->notes;
}

/* Applying */

/* A name beside the file that is free, with the time in it. Returns: (transfer full) (nullable) */
static char *
write_backup (StoreClientPlan *self, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H-%M-%S");

  for (guint i = 1;; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *path =
          g_strdup_printf ("%s.%s%s.bak", store_file_get_target (self->file), time, number);
      GError *local_error = NULL;

      if (store_file_write_new (self->file, path, store_file_get_bytes (self->file),
                                &local_error))
        return g_steal_pointer (&path);
      if (i < 1000 && g_error_matches (local_error, STORE_ERROR, STORE_ERROR_DUPLICATE))
        {
          g_error_free (local_error);
          continue;
        }
      g_propagate_prefixed_error (error, local_error,
                                  "The backup could not be written, and nothing was changed: ");
      return NULL;
    }
}

static gboolean
check_written (StoreClientPlan *self, const char *backup, GError **error)
{
  g_autoptr (StoreFile) written =
      store_file_read (store_file_get_path (self->file), STORE_CLIENT_MAX_BYTES * 2, NULL);

  if (written != NULL && g_bytes_equal (store_file_get_bytes (written), self->after))
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_CHANGED,
               "“%s” was written, but another program has changed it since. The "
               "backup is “%s”",
               store_file_get_path (self->file), backup != NULL ? backup : "");
  return FALSE;
}

/* Where nothing was written there is nothing to go back to; where another program wrote at the same
 * time, there is. */
static void
drop_backup (const char *backup, GError **error)
{
  if (backup != NULL && (error == NULL || *error == NULL ||
                         strstr ((*error)->message, backup) == NULL))
    g_unlink (backup);
}

/* Once more, as late as can be: clients rewrite their files too. */
static gboolean
write_unchanged (StoreClientPlan *self, char **backup, GError **error)
{
  if (!store_file_check_unchanged (self->file, error) ||
      (store_file_exists (self->file) && (*backup = write_backup (self, error)) == NULL))
    return FALSE;
  if (store_file_check_unchanged (self->file, error) &&
      store_file_write (self->file, self->after, 0600, error) &&
      check_written (self, *backup, error))
    return TRUE;
  drop_backup (*backup, error);
  return FALSE;
}

gboolean
store_client_plan_apply (StoreClientPlan *self, char **backup, GError **error)
{
  g_autofree char *path = NULL;
  gboolean         done;
  int              lock;

  if (backup != NULL)
    *backup = NULL;
  if (self->kind == STORE_PLAN_UNCHANGED)
    return TRUE;
  if (!store_file_check_unchanged (self->file, error) ||
      !store_file_check_writable (self->file, error))
    return FALSE;
  lock = store_file_lock_folder (store_file_get_target (self->file), error);
  if (lock < 0)
    return FALSE;
  done = write_unchanged (self, &path, error);
  close (lock);
  if (done && backup != NULL)
    *backup = g_steal_pointer (&path);
  return done;
}

/* In workers */

static void
run_apply (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char   *backup = NULL;

  if (store_client_plan_apply (data, &backup, &error))
    g_task_return_pointer (task, backup, g_free);
  else
    g_task_return_error (task, error);
}

void
store_client_plan_apply_async (StoreClientPlan    *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, store_client_plan_apply_async);
  /* Once it has begun, the answer is what became of it. */
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_set_task_data (task, store_client_plan_ref (self),
                        (GDestroyNotify)store_client_plan_unref);
  g_task_run_in_thread (task, run_apply);
}

gboolean
store_client_plan_apply_finish (GAsyncResult *result, char **backup, GError **error)
{
  GError *local_error = NULL;
  char   *path;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  path = g_task_propagate_pointer (G_TASK (result), &local_error);
  if (local_error != NULL)
    {
      g_propagate_error (error, local_error);
      return FALSE;
    }
  if (backup != NULL)
    *backup = path;
  else
    g_free (path);
  return TRUE;
}
