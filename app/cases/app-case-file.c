/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-file.h"

#include "app-case-draft.h"
#include "app-case-import.h"

/* Where BFCL has the answers, beside the questions. */
#define ANSWERS "possible_answer"

static void
file_clear (gpointer data)
{
  AppCaseFile *self = data;

  g_clear_pointer (&self->suite, app_case_suite_free);
  g_bytes_unref (self->text);
  g_ptr_array_unref (self->notes);
  g_free (self->system);
}

AppCaseFile *
app_case_file_ref (AppCaseFile *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
app_case_file_unref (AppCaseFile *self)
{
  g_atomic_rc_box_release_full (self, file_clear);
}

AppCaseFile *
app_case_file_new (GBytes *text, GError **error)
{
  g_autoptr (AppCaseFile) self = g_atomic_rc_box_new0 (AppCaseFile);

  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->text = g_bytes_ref (text);
  self->suite = app_case_suite_parse (text, error);
  return self->suite != NULL ? g_steal_pointer (&self) : NULL;
}

/* Returns: (transfer full) (nullable) */
static char *
find_answers (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *beside = g_build_filename (folder, ANSWERS, name, NULL);

  return g_file_test (beside, G_FILE_TEST_EXISTS) ? g_steal_pointer (&beside) : NULL;
}

AppCaseFile *
app_case_file_read (const char *path, const char *answers, AppCaseFileReader read, GError **error)
{
  gboolean is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);
  g_autoptr (GBytes) text = is_folder ? g_bytes_new (NULL, 0) : read (path, error);
  g_autoptr (GBytes) other = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *beside = NULL;

  if (text == NULL)
    return NULL;
  AppCaseFormat format = is_folder ? APP_CASE_MCPMARK : app_case_import_find_format (text);
  if (format == APP_CASE_OWN)
    return app_case_file_new (text, error);
  if (format == APP_CASE_BFCL && answers == NULL)
    answers = beside = find_answers (path);
  if (format == APP_CASE_BFCL && answers != NULL)
    {
      other = read (answers, error);
      if (other == NULL)
        return NULL;
    }
  g_autoptr (GBytes) own = app_case_import (format, text, other, notes, error);
  AppCaseFile *self = own != NULL ? app_case_file_new (own, error) : NULL;
  if (self != NULL)
    g_ptr_array_extend_and_steal (self->notes, g_steal_pointer (&notes));
  return self;
}

AppCaseFile *
app_case_file_new_conversation (GPtrArray  *turns,
                                const char *title,
                                const char *system,
                                GError    **error)
{
  g_autoptr (GBytes) text = app_case_draft_write_turns (turns, title, NULL, error);
  AppCaseFile *self = text != NULL ? app_case_file_new (text, error) : NULL;

  if (self != NULL)
    self->system = g_strdup (system);
  return self;
}
