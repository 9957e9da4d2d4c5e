/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-import-note.h"

#include "app-problem.h"
#include "app-visible-text.h"
#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_PATH 1000

/* "Cursor (~/.cursor/mcp.json)", or the file alone. Returns: (transfer full) (nullable) */
static char *
dup_place (StoreClientImport *import)
{
  const StoreClientFormat *format = store_client_import_get_format (import);
  const char              *path = store_client_import_get_path (import);
  g_autofree char         *visible = app_visible_text_path (path, MAX_PATH);

  if (path == NULL)
    return NULL;
  return format != NULL ? g_strdup_printf ("%s (%s)", format->name, visible)
                        : g_steal_pointer (&visible);
}

/* What could not be read, and what to do. Returns: (transfer full) */
static char *
dup_error (const GError *error, const char *path)
{
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  g_autofree char *prefix = g_strdup_printf ("“%s”: ", path);
  const char      *message = error->message;
  const char      *advice = app_problem_get_advice (problem);

  if (g_str_has_prefix (message, prefix))
    message += strlen (prefix);
  /* What is no list of servers says itself what it should be. */
  if (g_error_matches (error, STORE_ERROR, STORE_ERROR_INVALID) || advice == NULL)
    return g_strdup_printf ("%s.", message);
  return g_strdup_printf ("%s. %s", message, advice);
}

static char *
dup_finding (StoreClientImport *import)
{
  const GError *error = store_client_import_get_error (import);
  guint         n = store_client_import_get_profiles (import)->len;

  if (error != NULL)
    return dup_error (error, store_client_import_get_path (import));
  if (n > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u server", "%u servers", n), n);
  if (store_client_import_is_empty (import))
    return g_strdup (_ ("The file is empty."));
  if (store_client_import_get_notes (import)->len > 0)
    return g_strdup (_ ("No readable servers."));
  return g_strdup (_ ("No servers."));
}

AppClientNote *
app_import_note_new (StoreClientImport *import)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (import != NULL, NULL);

  g_autofree char *place = dup_place (import);
  g_autofree char *finding = dup_finding (import);
  /* Translators: a file, and what was found in it */
  text = place != NULL ? g_strdup_printf (_ ("%s: %s"), place, finding) : g_strdup (finding);
  return app_client_note_new (store_client_import_get_error (import) != NULL
                                  ? STORE_NOTE_ATTENTION
                                  : STORE_NOTE_INFORMATION,
                              text);
}

GPtrArray *
app_import_note_new_all (StoreClientImport *import)
{
  GPtrArray *result = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (import != NULL, result);

  const StoreClientFormat *format = store_client_import_get_format (import);
  const char              *path = store_client_import_get_path (import);
  GPtrArray               *notes = store_client_import_get_notes (import);
  for (guint i = 0; i < notes->len; i++)
    {
      const StoreNote *source = g_ptr_array_index (notes, i);
      g_autofree char *file = path != NULL ? g_path_get_basename (path) : NULL;
      const char      *where = format != NULL ? format->name : file;
      g_autofree char *text = where != NULL ? g_strdup_printf (_ ("%s: %s"), where, source->text)
                                            : g_strdup (source->text);

      g_ptr_array_add (result, app_client_note_new (source->kind, text));
    }
  return result;
}
