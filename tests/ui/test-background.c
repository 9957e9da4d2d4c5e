/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What happens to the window from outside: the desktop is told that a long call has ended, and
 * files, addresses and commands are dropped on the window. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-call-notifier.h"
#include "ui-import-dialog.h"
#include "ui-server-dialog.h"
#include "ui-window.h"

#include <string.h>

/* A desktop's notification service, of which only what is sent is looked at. */
typedef struct
{
  GDBusConnection *connection;
  guint            object;
  guint            name;
  gboolean         has_name;
  GPtrArray       *told; /* of "summary: body" */
} Service;

static const char interface_xml[] =
    "<node><interface name='org.freedesktop.Notifications'>"
    "<method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='as' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>"
    "<arg type='u' direction='out'/></method>"
    "<method name='CloseNotification'><arg type='u' direction='in'/></method>"
    "</interface></node>";

static void
on_method (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               data)
{
  Service    *self = data;
  const char *summary, *body;

  if (!g_str_equal (method, "Notify"))
    {
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }
  g_variant_get_child (parameters, 3, "&s", &summary);
  g_variant_get_child (parameters, 4, "&s", &body);
  g_ptr_array_add (self->told, g_strdup_printf ("%s: %s", summary, body));
  g_dbus_method_invocation_return_value (invocation,
                                         g_variant_new ("(u)", self->told->len));
}

static void
on_name (GDBusConnection *connection, const char *name, gpointer data)
{
  ((Service *)data)->has_name = TRUE;
}

static void
service_start (Service *self)
{
  static const GDBusInterfaceVTable table = { .method_call = on_method };
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (interface_xml, NULL);

  self->told = g_ptr_array_new_with_free_func (g_free);
  self->connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_assert_nonnull (self->connection);
  self->object = g_dbus_connection_register_object (
      self->connection, "/org/freedesktop/Notifications", info->interfaces[0], &table, self, NULL,
      NULL);
  self->name = g_bus_own_name_on_connection (self->connection, "org.freedesktop.Notifications",
                                             G_BUS_NAME_OWNER_FLAGS_NONE, on_name, NULL, self,
                                             NULL);
  ui_fixture_wait (self->has_name);
}

static void
service_stop (Service *self)
{
  g_bus_unown_name (self->name);
  g_dbus_connection_unregister_object (self->connection, self->object);
  g_ptr_array_unref (self->told);
  g_object_unref (self->connection);
}

static void
call (AppSession *session, const char *tool, const char *arguments)
{
  g_autoptr (AppCall) made = app_session_new_call (session, APP_CALL_TOOL, tool, arguments);

  app_call_run_async (made, NULL, NULL, NULL);
  if (app_call_get_state (made) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (made, TRUE);
  ui_fixture_wait (!app_call_is_running (made));
}

/* What was sent over the bus before has been received then. */
static void
wait_for_bus (Service *self)
{
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (
      self->connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "GetId", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);

  g_assert_nonnull (reply);
  ui_fixture_finish_drawing ();
}

/* Calls that took no time, and calls that the person looks at, are not told of. */
static void
test_notification (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "kitchen");
  Service       service = { 0 };

  service_start (&service);
  GtkApplication *application = gtk_application_new ("org.example.Background",
                                                     G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  ui_fixture_connect (session);

  UiCallNotifier *notifier = ui_call_notifier_new (application, workspace, 60000);
  call (session, "show_text", "{}");
  wait_for_bus (&service);
  g_assert_cmpuint (service.told->len, ==, 0);
  g_object_unref (notifier);

  notifier = ui_call_notifier_new (application, workspace, 0);
  call (session, "show_text", "{}");
  ui_fixture_wait (service.told->len == 1);
  g_assert_cmpstr (service.told->pdata[0], ==, "show_text finished: kitchen · 0 s");
  call (session, "fail", "{}");
  ui_fixture_wait (service.told->len == 2);
  g_assert_cmpstr (service.told->pdata[1], ==, "fail failed: kitchen · 0 s");
  g_object_unref (notifier);

  call (session, "show_text", "{}");
  wait_for_bus (&service);
  g_assert_cmpuint (service.told->len, ==, 2);
  ui_fixture_close (workspace);
  g_object_unref (application);
  service_stop (&service);
}

static GtkEventController *
find_drop_target (GtkWidget *window)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_DROP_TARGET (controller))
        return controller; /* the window holds it */
    }
  g_error ("nothing can be dropped on the window");
}

static gboolean
drop (UiWindow *window, GType type, gconstpointer content)
{
  GValue   value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, type);
  if (type == G_TYPE_STRING)
    g_value_set_string (&value, content);
  else
    g_value_set_boxed (&value, content);
  g_signal_emit_by_name (find_drop_target (GTK_WIDGET (window)), "drop", &value, 10.0, 10.0,
                         &taken);
  g_value_unset (&value);
  ui_fixture_finish_drawing ();
  return taken;
}

static void
find_text (GtkWidget *widget, gpointer data)
{
  gpointer *search = data;

  if (GTK_IS_EDITABLE (widget) &&
      g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (widget)), search[0]) == 0)
    search[1] = widget;
}

static void
assert_added (UiWindow *window, const char *text)
{
  gpointer search[2] = { (gpointer)text, NULL };

  g_assert_true (drop (window, G_TYPE_STRING, text));
  GtkWindow *dialog = ui_fixture_find_window (UI_TYPE_SERVER_DIALOG);
  g_assert_nonnull (dialog);
  ui_fixture_walk (GTK_WIDGET (dialog), find_text, search);
  g_assert_nonnull (search[1]);
  gtk_window_destroy (dialog);
  ui_fixture_finish_drawing ();
  g_assert_null (ui_fixture_find_window (UI_TYPE_SERVER_DIALOG));
}

static void
test_drop (void)
{
  AppWorkspace    *workspace = ui_fixture_new_workspace ();
  UiWindow        *window = ui_window_new (NULL, workspace);
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "dropped.json", NULL);
  const char      *json = "{\"mcpServers\":{\"kettle\":{\"command\":\"kettle-mcp\"}}}";
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) link = g_file_new_for_uri ("https://example.com/mcp");

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  assert_added (window, "https://example.com/mcp");
  assert_added (window, "npx -y @example/kettle");
  g_assert_false (drop (window, G_TYPE_STRING, ""));
  g_assert_null (ui_fixture_find_window (UI_TYPE_SERVER_DIALOG));

  /* A file of servers is imported; what it has is shown first. */
  g_assert_cmpint (g_mkdir_with_parents (g_get_user_cache_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  GSList       files = { file, NULL };
  GdkFileList *list = gdk_file_list_new_from_list (&files);
  g_assert_true (drop (window, GDK_TYPE_FILE_LIST, list));
  g_boxed_free (GDK_TYPE_FILE_LIST, list);
  GtkWindow *import = ui_fixture_find_window (UI_TYPE_IMPORT_DIALOG);
  g_assert_nonnull (import);
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (import), "kettle") != NULL);
  gtk_window_destroy (import);

  /* A browser gives a link as a file that has no path. */
  files.data = link;
  list = gdk_file_list_new_from_list (&files);
  g_assert_true (drop (window, GDK_TYPE_FILE_LIST, list));
  g_boxed_free (GDK_TYPE_FILE_LIST, list);
  g_assert_nonnull (ui_fixture_find_window (UI_TYPE_SERVER_DIALOG));
  gtk_window_destroy (ui_fixture_find_window (UI_TYPE_SERVER_DIALOG));
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

void
add_background_tests (void)
{
  g_test_add_func ("/ui/background/notification", test_notification);
  g_test_add_func ("/ui/background/drop", test_drop);
}
