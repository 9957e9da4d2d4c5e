/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-accelerators.h"

#include <glib/gi18n.h>

/* As the help overlay shows them */
static const struct
{
  const char *group; /* NULL: that of the row before */
  const char *title;
  const char *action;  /* detailed action name; NULL where a widget knows the keys by itself */
  const char *keys[3]; /* as gtk_accelerator_parse() reads them; ends with NULL */
} table[] = {
  { N_ ("Calls"), N_ ("Run"), "win.submit", { "<Control>Return", "<Control>KP_Enter" } },
  { NULL, N_ ("Cancel or go back"), NULL, { "Escape" } },
  { NULL, N_ ("Filter or find"), "win.search", { "<Control>f" } },
  { NULL, N_ ("Undo in a form"), NULL, { "<Control>z" } },
  { NULL, N_ ("Redo in a form"), NULL, { "<Control><Shift>z" } },
  { NULL, N_ ("Complete JSON"), NULL, { "<Control>space" } },
  { NULL, N_ ("Copy the selected value or log entry"), NULL, { "<Control><Shift>c" } },
  { N_ ("Servers"), N_ ("Add a server"), "win.add-server", { "<Control>n" } },
  { NULL, N_ ("Edit server"), "server.edit", { "<Control>l" } },
  { NULL, N_ ("Refresh"), "server.refresh", { "F5", "<Control>r" } },
  { NULL, N_ ("Send a raw message"), "server.compose", { "<Control>m" } },
  { NULL, N_ ("Go to server"), NULL, { "<Alt>1...9" } },
  { NULL, N_ ("Server menu"), NULL, { "Menu <Shift>F10" } },
  { N_ ("Playground"), N_ ("Send"), NULL, { "Return" } },
  { NULL, N_ ("Go to the playground"), "win.open(('', 'bench', ''))", { "<Control><Shift>m" } },
  { NULL, N_ ("Next and previous turn"), NULL, { "<Alt>Down <Alt>Up" } },
  { NULL, N_ ("Last answer"), NULL, { "<Control>End" } },
  { N_ ("Navigation"), N_ ("Command palette"), "win.palette", { "<Control>k" } },
  { NULL, N_ ("Next pane"), "win.next-pane", { "F6" } },
  { NULL, N_ ("Previous pane"), "win.previous-pane", { "<Shift>F6" } },
  { NULL, N_ ("Back"), "win.back", { "<Alt>Left" } },
  { NULL, N_ ("Show or hide the log"), "win.show-log", { "F9" } },
  { NULL, N_ ("Show or hide the list"), "layout.list", { "<Control>b" } },
  { NULL, N_ ("Show only the result"), "layout.result-only", { "F8" } },
  { N_ ("General"), N_ ("New window"), "app.new-window", { "<Control><Shift>n" } },
  { NULL, N_ ("Main menu"), NULL, { "F10" } },
  { NULL, N_ ("Preferences"), "app.preferences", { "<Control>comma" } },
  { NULL, N_ ("Help"), "app.help", { "F1" } },
  { NULL, N_ ("Keyboard shortcuts"), "win.show-help-overlay", { "<Control>question" } },
  { NULL, N_ ("Close the window"), "window.close", { "<Control>w" } },
  { NULL, N_ ("Quit"), "app.quit", { "<Control>q" } },
};

void
ui_accelerators_apply (GtkApplication *application)
{
  g_return_if_fail (GTK_IS_APPLICATION (application));

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].action != NULL)
      gtk_application_set_accels_for_action (application, table[i].action, table[i].keys);
  for (guint n = 1; n <= 9; n++)
    {
      g_autofree char *action = g_strdup_printf ("win.server(%u)", n);
      g_autofree char *key = g_strdup_printf ("<Alt>%u", n);

      gtk_application_set_accels_for_action (application, action,
                                             (const char *const[]){ key, NULL });
    }
}

static void G_GNUC_PRINTF (2, 3)
    append (GString *xml, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_markup_vprintf_escaped (format, arguments);
  va_end (arguments);
  g_string_append (xml, text);
}

#define PROPERTY(name, value) "<property name='" name "'>" value "</property>"
#define CHILD(Type) "<child><object class='" Type "'>"
#define END "</object></child>"

/* GTK 4.8 takes the parts of such a window from a GtkBuilder only. */
GtkShortcutsWindow *
ui_accelerators_create_overlay (void)
{
  g_autoptr (GString) xml = g_string_new ("<interface>");

  append (xml, "<object class='GtkShortcutsWindow' id='overlay'>" PROPERTY ("modal", "1"));
  append (xml, CHILD ("GtkShortcutsSection") PROPERTY ("max-height", "20"));
  append (xml, PROPERTY ("section-name", "shortcuts"));
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      gboolean    has_action = table[i].action != NULL;
      const char *keys = has_action ? table[i].action : table[i].keys[0];

      if (table[i].group != NULL && i > 0)
        append (xml, END);
      if (table[i].group != NULL)
        append (xml, CHILD ("GtkShortcutsGroup") PROPERTY ("title", "%s"), _ (table[i].group));
      append (xml, CHILD ("GtkShortcutsShortcut") PROPERTY ("title", "%s"), _ (table[i].title));
      append (xml, PROPERTY ("%s", "%s") END, has_action ? "action-name" : "accelerator", keys);
    }
  append (xml, END END "</object></interface>");
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (xml->str, -1);
  return GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "overlay"));
}
