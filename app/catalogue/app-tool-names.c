/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tool-names.h"

#include "app-catalogue.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#include <glib/gstdio.h>
#include <string.h>

/* A server may list more; nobody finds anything among them. */
#define MAX_TOOLS 2000u
/* A name that is longer is no name. */
#define MAX_NAME 200u

struct _AppToolNames
{
  GObject parent_instance;

  StoreProfileList *book; /* (nullable) */
};

APP_DEFINE_SESSION_FEATURE (AppToolNames, app_tool_names)
MCP_DEFINE_INIT (AppToolNames, app_tool_names)
MCP_DEFINE_CLASS_INIT (AppToolNames, app_tool_names)

MCP_DEFINE_FINALIZE (AppToolNames, app_tool_names)
{
  g_clear_object (&self->book);
}

static char *
dup_path (const char *id)
{
  g_autofree char *name = g_uri_escape_string (id, " ", TRUE);

  return g_build_filename (g_get_user_cache_dir (), "spyglass", "tool-names", name, NULL);
}

/* Returns: (transfer full): the names, each in a line */
static char *
dup_text (GListModel *tools)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (g_list_model_get_n_items (tools), MAX_TOOLS); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      const char      *key = mcp_definition_get_key (tool);
      g_autofree char *visible = app_visible_text_line (key, 0);

      /* What cannot be typed is not proposed. */
      if (strlen (key) <= MAX_NAME && g_str_equal (key, visible) && strpbrk (key, " \t") == NULL)
        g_string_append_printf (text, "%s\n", key);
    }
  return g_string_free (text, FALSE);
}

static void
app_tool_names_listed (AppSessionFeature *feature, AppSession *session, McpDefinitionKind kind)
{
  AppToolNames *self = APP_TOOL_NAMES (feature);
  const char   *id = store_profile_get_id (app_session_get_profile (session));
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);

  if (kind != MCP_DEFINITION_TOOL || self->book == NULL || id == NULL ||
      store_profile_list_find (self->book, id) == NULL)
    return;
  g_autofree char *path = dup_path (id);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = dup_text (app_catalogue_get_list (catalogue, kind));
  g_autofree char *before = NULL;

  /* Most often they are the same. Where they cannot be written, nothing is lost. */
  g_file_get_contents (path, &before, NULL, NULL);
  if (g_strcmp0 (before, text) != 0 && g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents_full (path, text, (gssize)strlen (text), G_FILE_SET_CONTENTS_CONSISTENT,
                              0600, NULL);
}

static void
app_tool_names_feature_init (AppSessionFeatureInterface *iface)
{
  iface->listed = app_tool_names_listed;
}

void
app_tool_names_remember_in (AppToolNames *self, StoreProfileList *book)
{
  g_return_if_fail (APP_IS_TOOL_NAMES (self));

  g_set_object (&self->book, book);
}

GStrv
app_tool_names_read (const char *id)
{
  g_autofree char *path = dup_path (id);
  g_autofree char *text = NULL;
  gsize            size;

  if (!g_file_get_contents (path, &text, &size, NULL) || size > MAX_TOOLS * (MAX_NAME + 1) ||
      !g_utf8_validate (text, (gssize)size, NULL))
    return g_new0 (char *, 1);
  return g_strsplit (g_strchomp (text), "\n", (int)MAX_TOOLS);
}

void
app_tool_names_forget (const char *id)
{
  g_autofree char *path = dup_path (id);
  g_unlink (path);
}
