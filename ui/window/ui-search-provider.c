/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-search-provider.h"

#include "app-name-search.h"
#include "app-visible-text.h"
#include "ui-place-kind.h"
#include "spyglass-config.h"

#include <glib/gi18n.h>

#define MAX_SHOWN 120

static const char interface_xml[] =
    "<node><interface name='org.gnome.Shell.SearchProvider2'>"
    "<method name='GetInitialResultSet'>"
    "<arg type='as' direction='in'/><arg type='as' direction='out'/></method>"
    "<method name='GetSubsearchResultSet'><arg type='as' direction='in'/>"
    "<arg type='as' direction='in'/><arg type='as' direction='out'/></method>"
    "<method name='GetResultMetas'>"
    "<arg type='as' direction='in'/><arg type='aa{sv}' direction='out'/></method>"
    "<method name='ActivateResult'><arg type='s' direction='in'/>"
    "<arg type='as' direction='in'/><arg type='u' direction='in'/></method>"
    "<method name='LaunchSearch'>"
    "<arg type='as' direction='in'/><arg type='u' direction='in'/></method>"
    "</interface></node>";

/* Returns: (transfer none) (nullable): where something may be found */
static StoreProfileList *
get_book (UiApplication *application)
{
  AppWorkspace *workspace = ui_application_get_workspace (application);
  gboolean      is_private = TRUE;

  if (workspace != NULL)
    g_object_get (workspace, "private", &is_private, NULL);
  return is_private ? NULL : app_workspace_get_book (workspace);
}

/* @within: (nullable) */
static GVariant *
find (UiApplication *application, const char *const *terms, const char *const *within)
{
  StoreProfileList *book = get_book (application);
  g_auto (GStrv) found = book != NULL ? app_name_search_find (book, terms, within) : NULL;

  return g_variant_new ("(^as)", found != NULL ? found : (char *[]){ NULL });
}

static void
add_meta (GVariantBuilder *metas, StoreProfileList *book, const char *result)
{
  g_autofree char *tool = NULL;
  StoreProfile    *profile = app_name_search_resolve (book, result, &tool);

  if (profile == NULL)
    return;
  g_autofree char *server = app_visible_text_line (store_profile_get_name (profile), MAX_SHOWN);
  g_autofree char *name = app_visible_text_line (tool, MAX_SHOWN);
  /* Translators: of a tool: the server that has it */
  g_autofree char *of = g_strdup_printf (_ ("Tool of %s"), server);

  g_variant_builder_open (metas, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (metas, "{sv}", "id", g_variant_new_string (result));
  g_variant_builder_add (metas, "{sv}", "name",
                         g_variant_new_string (*name != '\0' ? name : server));
  g_variant_builder_add (metas, "{sv}", "description",
                         g_variant_new_string (*name != '\0' ? of : _ ("MCP server")));
  g_variant_builder_add (metas, "{sv}", "gicon", g_variant_new_string (SPYGLASS_APPLICATION_ID));
  g_variant_builder_close (metas);
}

static GVariant *
describe (UiApplication *application, const char *const *results)
{
  StoreProfileList *book = get_book (application);
  GVariantBuilder   metas;

  g_variant_builder_init (&metas, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; book != NULL && results[i] != NULL && i < APP_NAME_SEARCH_MAX; i++)
    add_meta (&metas, book, results[i]);
  return g_variant_new ("(aa{sv})", &metas);
}

static void
choose (UiApplication *application, const char *result)
{
  StoreProfileList *book = get_book (application);
  g_autofree char  *tool = NULL;
  StoreProfile     *profile = book != NULL ? app_name_search_resolve (book, result, &tool) : NULL;

  if (profile == NULL)
    g_application_activate (G_APPLICATION (application));
  else
    g_action_group_activate_action (
        G_ACTION_GROUP (application), "show",
        g_variant_new ("(sss)", store_profile_get_id (profile),
                       ui_place_kind_get_id (*tool != '\0' ? UI_PLACE_TOOLS : UI_PLACE_OVERVIEW),
                       tool));
}

/* Returns: (transfer floating) (nullable): what the method returns */
static GVariant *
respond (UiApplication *application, const char *method, GVariant *parameters)
{
  g_autofree const char **first = NULL, **second = NULL;
  const char             *result;

  if (g_str_equal (method, "GetSubsearchResultSet"))
    {
      g_variant_get (parameters, "(^a&s^a&s)", &first, &second);
      return find (application, second, first);
    }
  if (g_str_equal (method, "ActivateResult"))
    {
      g_variant_get (parameters, "(&s^a&su)", &result, NULL, NULL);
      choose (application, result);
      return NULL;
    }
  g_variant_get_child (parameters, 0, "^a&s", &first);
  if (g_str_equal (method, "GetInitialResultSet"))
    return find (application, first, NULL);
  if (g_str_equal (method, "GetResultMetas"))
    return describe (application, first);
  g_autofree char *text = g_strjoinv (" ", (char **)first);
  g_action_group_activate_action (G_ACTION_GROUP (application), "search",
                                  g_variant_new_string (text));
  return NULL;
}

static void
on_call (GDBusConnection       *connection,
         const char            *sender,
         const char            *path,
         const char            *interface,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               application)
{
  /* Without a window the program ends when it was not asked for a while; that begins again now. */
  g_application_hold (application);
  g_dbus_method_invocation_return_value (invocation, respond (application, method, parameters));
  g_application_release (application);
}

guint
ui_search_provider_export (UiApplication   *application,
                           GDBusConnection *connection,
                           const char      *path,
                           GError         **error)
{
  static const GDBusInterfaceVTable functions = { .method_call = on_call };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface_xml, error);
  g_autofree char *below = g_strconcat (path, "/SearchProvider", NULL);

  g_return_val_if_fail (UI_IS_APPLICATION (application), 0);

  return node != NULL ? g_dbus_connection_register_object (connection, below, node->interfaces[0],
                                                           &functions, application, NULL, error)
                      : 0;
}
