/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-application.h"
#include "ui-window.h"
#include "spyglass-config.h"

#include <gtksourceview/gtksource.h>

struct _UiApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (UiApplication, ui_application, ADW_TYPE_APPLICATION)

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_application_quit (G_APPLICATION (data));
}

static const GActionEntry actions[] = {
  { .name = "quit", .activate = on_quit },
};

static void
ui_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (ui_application_parent_class)->startup (application);

  gtk_source_init ();
  gtk_window_set_default_icon_name (SPYGLASS_APPLICATION_ID);
}

static void
ui_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (ui_window_new (UI_APPLICATION (application)));
  gtk_window_present (window);
}

static void
ui_application_class_init (UiApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = ui_application_startup;
  application_class->activate = ui_application_activate;
}

static void
ui_application_init (UiApplication *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
}

UiApplication *
ui_application_new (void)
{
  GApplicationFlags flags = G_APPLICATION_DEFAULT_FLAGS;

  if (g_getenv ("SPYGLASS_NON_UNIQUE") != NULL)
    flags |= G_APPLICATION_NON_UNIQUE;
  return g_object_new (UI_TYPE_APPLICATION,
                       "application-id", SPYGLASS_APPLICATION_ID,
                       "flags", flags,
                       "resource-base-path", "/io/github/spyglass_mcp/Spyglass",
                       NULL);
}
