/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-share-server.h"

#include "app-client-note.h"
#include "store-client-link.h"

#include <glib/gi18n-lib.h>

typedef char *(*Maker) (AppShareServer *server, const char *id, GError **error);

/* A kind and what makes its text. */
typedef struct
{
  AppShareKind kind; /* first: a kind is its row */
  Maker        make;
} Row;

#define COMMAND(id, title, description)                                                  \
  {                                                                                      \
    { id, title, description, APP_SHARE_COMMANDS, "sh", "add-server.sh", FALSE, FALSE }, \
        app_share_dup_command                                                            \
  }

static const Row rows[] = {
  COMMAND ("claude-code-command",
           N_ ("Claude Code"),
           N_ ("Adds the server with “claude mcp add”.")),
  COMMAND ("claude-code-json-command",
           N_ ("Claude Code (JSON)"),
           N_ ("Adds the server with “claude mcp add-json”.")),
  COMMAND ("codex-command", N_ ("Codex"), N_ ("Adds the server with “codex mcp add”.")),
  COMMAND ("gemini-cli-command", N_ ("Gemini CLI"), N_ ("Adds the server with “gemini mcp add”.")),
  COMMAND ("vscode-command", N_ ("VS Code"), N_ ("Adds the server with “code --add-mcp”.")),
  COMMAND ("vscode-insiders-command",
           N_ ("VS Code Insiders"),
           N_ ("Adds the server with “code-insiders --add-mcp”.")),
  { { "install-guide", N_ ("Installation Guide"),
      N_ ("A section for a README, with links, commands and entries for other applications."),
      APP_SHARE_FILES, "markdown", "INSTALL.md", FALSE, FALSE },
    app_share_dup_guide },
  { { "server-json", N_ ("server.json"), N_ ("How the MCP Registry describes a server."),
      APP_SHARE_FILES, "json", "server.json", FALSE, FALSE },
    app_share_dup_package },
  { { "mcp-json", N_ ("mcp.json"), N_ ("The shape that most applications read, Claude first."),
      APP_SHARE_FILES, "json", "mcp.json", FALSE, FALSE },
    app_share_dup_file },
  { { "plugin-json", N_ ("mcp.json of a Plugin"), N_ ("The shape of Agent Plugins 1.0."),
      APP_SHARE_FILES, "json", "mcp.json", FALSE, FALSE },
    app_share_dup_file },
  { { "haystack", N_ ("Haystack"), N_ ("Python code that gives the server's tools to Haystack."),
      APP_SHARE_CODE, "python3", "mcp_toolset.py", FALSE, FALSE },
    app_share_dup_code },
  { { "opensearch-tools", N_ ("OpenSearch Tools"),
      N_ ("Requests that register, change, list and remove these tools in OpenSearch."),
      APP_SHARE_CODE, "sh", "opensearch-tools.sh", FALSE, TRUE },
    app_share_dup_tools },
};

static Row *
new_client_row (const StoreClientFormat *format)
{
  static const char *const languages[] = { "json", "toml", "yaml" };
  g_autoptr (StoreClientHome) home =
      store_client_home_new_for_platform (NULL, STORE_PLATFORM_LINUX);
  g_autofree char *path = store_client_format_dup_path (format, STORE_CLIENT_USER, home, NULL);
  Row             *row = g_new0 (Row, 1);

  row->kind.file_name =
      g_path_get_basename (path != NULL ? path : *format->places.project);
  row->kind.id = format->id;
  row->kind.title = format->name;
  row->kind.description = N_ ("An entry for the application's own file.");
  row->kind.group = APP_SHARE_APPLICATIONS;
  row->kind.language = languages[format->language];
  row->make = app_share_dup_snippet;
  return row;
}

static Row *
new_link_row (const StoreClientLink *link)
{
  gboolean is_page = g_str_has_prefix (link->begin, "https:");
  Row     *row = g_new0 (Row, 1);

  row->kind.id = link->id;
  /* Translators: %s is an application that a web page opens */
  row->kind.title = is_page ? g_strdup_printf (_ ("%s (Web Page)"), link->application)
                            : link->application;
  row->kind.description =
      is_page ? N_ ("A web page that opens the application; for places that take no other links.")
              : N_ ("Opens the application, which asks before it installs the server.");
  row->kind.group = APP_SHARE_LINKS;
  row->kind.file_name = "install-link.txt";
  row->kind.is_link = TRUE;
  row->make = app_share_dup_link;
  return row;
}

static Row *
new_row (const Row *template)
{
  Row *row = g_memdup2 (template, sizeof *template);

  row->kind.title = _ (template->kind.title);
  return row;
}

const AppShareKind *const *
app_share_get_kinds (void)
{
  static gsize kinds;

  if (g_once_init_enter (&kinds))
    {
      GPtrArray                      *all = g_ptr_array_new ();
      const StoreClientFormat *const *formats = store_client_format_get_all ();

      for (guint i = 0; formats[i] != NULL; i++)
        g_ptr_array_add (all, new_client_row (formats[i]));
      for (const StoreClientLink *link = store_client_link_get_all (); link->begin != NULL; link++)
        if (link->id != NULL)
          g_ptr_array_add (all, new_link_row (link));
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        g_ptr_array_add (all, new_row (&rows[i]));
      for (guint i = 0; i < all->len; i++)
        ((Row *)all->pdata[i])->kind.description = _ (((Row *)all->pdata[i])->kind.description);
      g_ptr_array_add (all, NULL);
      g_once_init_leave (&kinds, (gsize)g_ptr_array_free (all, FALSE));
    }
  return (const AppShareKind *const *)kinds;
}

const AppShareKind *
app_share_find_kind (const char *id)
{
  const AppShareKind *const *kinds = app_share_get_kinds ();

  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; kinds[i] != NULL; i++)
    if (g_str_equal (kinds[i]->id, id))
      return kinds[i];
  return NULL;
}

const char *
app_share_get_group_title (AppShareGroup group)
{
  static const char *const titles[] = {
    [APP_SHARE_APPLICATIONS] = N_ ("Applications"),
    [APP_SHARE_LINKS] = N_ ("Install Links"),
    [APP_SHARE_COMMANDS] = N_ ("Command Lines"),
    [APP_SHARE_FILES] = N_ ("Files"),
    [APP_SHARE_CODE] = N_ ("Code"),
  };

  g_return_val_if_fail ((guint)group < APP_SHARE_N_GROUPS, NULL);

  return _ (titles[group]);
}

char *
app_share_dup_text (const AppShareKind    *kind,
                    StoreProfile          *profile,
                    const AppShareOptions *options,
                    GListStore            *notes,
                    GError               **error)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  char *text = NULL;

  g_return_val_if_fail (kind != NULL && STORE_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (notes != NULL, NULL);

  g_autoptr (AppShareServer) server = app_share_server_new (profile, options, found, error);
  if (server != NULL)
    text = ((const Row *)kind)->make (server, kind->id, error);
  g_list_store_remove_all (notes);
  for (guint i = 0; text != NULL && i < found->len; i++)
    {
      const StoreNote *note = found->pdata[i];
      g_autoptr (AppClientNote) item = app_client_note_new (note->kind, note->text);

      g_list_store_append (notes, item);
    }
  return text;
}
