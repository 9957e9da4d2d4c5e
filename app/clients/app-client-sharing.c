/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-sharing.h"

#include "app-client-note.h"
#include "mcp-json-writer.h"
#include "store-client-lint.h"
#include "store-client-reader.h"
#include "store-error.h"
#include "store-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The place of @format that is the same map of servers in the same file.
 * Returns: (transfer full) (nullable) */
static StoreClientPlace *
find_place (const StoreClientFormat *format, StoreClientPlace *place, const StoreClientHome *home)
{
  const char *project = store_client_place_get_project (place);

  for (int scope = STORE_CLIENT_USER; scope <= STORE_CLIENT_PROJECT; scope++)
    {
      g_auto (GStrv) paths = store_client_format_dup_paths (format, scope, home, project);

      for (guint i = 0; paths[i] != NULL; i++)
        {
          g_autoptr (StoreClientPlace) other =
              store_client_place_new_for_file (format, paths[i], NULL);

          if (g_strv_equal (store_client_place_get_root (other),
                            store_client_place_get_root (place)) &&
              store_file_is_same (paths[i], store_client_place_get_path (place)))
            return g_steal_pointer (&other);
        }
    }
  return NULL;
}

/* How many mistakes its application sees in an entry. */
static guint
count_errors (StoreClientPlace *place, StoreClientEntry *entry)
{
  static const char *const nothing[] = { NULL };
  StoreClientLintOptions   options = { .platform = store_platform_get (), .environment = nothing };
  g_autofree char         *text = store_client_entry_dup_snippet (entry);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GPtrArray) findings = store_client_lint (bytes, place, &options);
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    n += ((StoreLintFinding *)findings->pdata[i])->severity == STORE_LINT_ERROR;
  return n;
}

/* What says how the server is reached, in the words of both. The type may have several words that
 * mean the same. @prefers_theirs: whose counts. @wants_all: whether all of @theirs goes in.
 * Returns: (transfer full) (nullable): %NULL, with an error, where they mean different things */
static StoreClientEntry *
unite (StoreClientEntry *entry,
       StoreClientEntry *theirs,
       gboolean          prefers_theirs,
       gboolean          wants_all,
       const char       *path,
       GError          **error)
{
  const StoreClientFormat *format = store_client_entry_get_format (entry);
  const StoreClientFormat *other = store_client_entry_get_format (theirs);
  g_autoptr (McpJsonDocument) one =
      mcp_json_document_parse_text (store_client_entry_get_json (entry), -1, NULL);
  g_autoptr (McpJsonDocument) two =
      mcp_json_document_parse_text (store_client_entry_get_json (theirs), -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue own = mcp_json_document_get_root (one);
  McpJsonValue added = mcp_json_document_get_root (two);

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (own); mcp_json_walk_next (&each);)
    {
      g_autofree char *name = mcp_json_value_dup_string (each.name, NULL);
      McpJsonValue     value = mcp_json_value_get_member (added, name);
      gboolean         differs =
          mcp_json_value_exists (value) && !mcp_json_value_equal (value, each.value);

      if (differs && g_strcmp0 (name, other->members.type) != 0 &&
          !store_client_format_has_default (format, name))
        {
          /* Translators: the path of a file, two applications, a member of an entry */
          g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                       _ ("%s is read by %s and %s, which need another “%s” each. Give them files "
                          "of their own."),
                       path, format->name, other->name, name);
          return NULL;
        }
      mcp_json_writer_member_value (writer, name, differs && prefers_theirs ? value : each.value);
    }
  for (McpJsonWalk each = mcp_json_walk (added); mcp_json_walk_next (&each);)
    {
      g_autofree char *name = mcp_json_value_dup_string (each.name, NULL);

      if ((wants_all || store_client_reader_is_target (name)) &&
          !mcp_json_value_exists (mcp_json_value_get_member (own, name)))
        mcp_json_writer_member_value (writer, name, each.value);
    }
  mcp_json_writer_end_object (writer);
  g_autofree char *json = mcp_json_writer_finish_text (writer);
  return store_client_entry_new_with_json (entry, json);
}

/* Returns: (transfer full) (nullable): what @place and @other both read as their own */
static StoreClientEntry *
reconcile (StoreClientEntry *entry,
           StoreClientPlace *place,
           StoreClientEntry *theirs,
           StoreClientPlace *other,
           gboolean          wants_all,
           GError          **error)
{
  for (int prefers_theirs = FALSE; prefers_theirs <= TRUE; prefers_theirs++)
    {
      g_autoptr (StoreClientEntry) both =
          unite (entry, theirs, prefers_theirs, wants_all, store_client_place_get_path (place),
                 error);

      if (both == NULL)
        return NULL;
      if (count_errors (place, both) <= count_errors (place, entry) &&
          count_errors (other, both) <= count_errors (other, theirs))
        return g_steal_pointer (&both);
    }
  /* Translators: the path of a file, two applications */
  g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
               _ ("%s is read by %s and %s, and no entry suits both. Give them files of their "
                  "own."),
               store_client_place_get_path (place), store_client_entry_get_format (entry)->name,
               store_client_entry_get_format (theirs)->name);
  return NULL;
}

static void
note_readers (StoreClientPlace        *place,
              const StoreClientFormat *other,
              StoreNoteKind            kind,
              GPtrArray               *notes)
{
  g_autofree char *text =
      /* Translators: two applications, the path of a file */
      g_strdup_printf (_ ("%s and %s both read %s. The entry is written so that both can use it."),
                       store_client_place_get_format (place)->name, other->name,
                       store_client_place_get_path (place));

  if (notes != NULL)
    g_ptr_array_add (notes, app_client_note_new (kind, text));
}

gboolean
app_client_sharing_adapt (StoreClientEntry  **entry,
                          StoreClientPlace   *place,
                          const char         *home,
                          AppClientEntryMaker maker,
                          gconstpointer       data,
                          GPtrArray          *notes,
                          GError            **error)
{
  const StoreClientFormat *own = store_client_place_get_format (place);
  g_autoptr (StoreClientHome) folder = store_client_home_new (home);

  for (const StoreClientFormat *const *at = store_client_format_get_all (); *at != NULL; at++)
    {
      g_autoptr (StoreClientPlace) other =
          *at != own && (*at)->language == own->language ? find_place (*at, place, folder) : NULL;
      g_autoptr (StoreClientEntry) both = NULL;
      g_autoptr (GError) problem = NULL;

      if (other == NULL)
        continue;
      gboolean installed = store_client_format_is_installed (*at, folder);
      g_autoptr (StoreClientEntry) theirs = maker (*at, data, &problem);
      if (theirs != NULL)
        /* A link is a person's own wish; a path that both have by nature is not. */
        both = reconcile (*entry, place, theirs, other,
                          installed && !g_str_equal (store_client_place_get_path (other),
                                                     store_client_place_get_path (place)),
                          &problem);
      if (both == NULL && installed)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      /* One that is not here need not be able to read it. */
      if (both == NULL)
        continue;
      if (!g_str_equal (store_client_entry_get_json (both), store_client_entry_get_json (*entry)))
        note_readers (place, *at, STORE_NOTE_ATTENTION, notes);
      else if (installed)
        note_readers (place, *at, STORE_NOTE_INFORMATION, notes);
      store_client_entry_unref (*entry);
      *entry = g_steal_pointer (&both);
    }
  return TRUE;
}
