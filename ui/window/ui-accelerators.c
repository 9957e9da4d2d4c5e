/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-accelerators.h"

static const struct
{
  const char *action;  /* detailed action name */
  const char *keys[3]; /* as gtk_accelerator_parse() reads them; ends with NULL */
} table[] = {
  { "app.quit", { "<Control>q" } },
  { "app.new-window", { "<Control><Shift>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "win.show-help-overlay", { "<Control>question", "F1" } },
  { "window.close", { "<Control>w" } },
  { "win.add-server", { "<Control>n" } },
  { "win.show-log", { "F9" } },
  { "layout.list", { "<Control>b" } },
  { "layout.result-only", { "F8" } },
  { "win.next-pane", { "F6" } },
  { "win.previous-pane", { "<Shift>F6" } },
  { "win.search", { "<Control>f" } },
  { "win.palette", { "<Control>k" } },
  { "win.open(('', 'bench', ''))", { "<Control><Shift>m" } },
  { "win.submit", { "<Control>Return", "<Control>KP_Enter" } },
  { "win.back", { "<Alt>Left" } },
  { "server.edit", { "<Control>l" } },
  { "server.compose", { "<Control>m" } },
  { "server.refresh", { "F5", "<Control>r" } },
  { "win.server(1)", { "<Alt>1" } },
  { "win.server(2)", { "<Alt>2" } },
  { "win.server(3)", { "<Alt>3" } },
  { "win.server(4)", { "<Alt>4" } },
  { "win.server(5)", { "<Alt>5" } },
  { "win.server(6)", { "<Alt>6" } },
  { "win.server(7)", { "<Alt>7" } },
  { "win.server(8)", { "<Alt>8" } },
  { "win.server(9)", { "<Alt>9" } },
};

void
ui_accelerators_apply (GtkApplication *application)
{
  g_return_if_fail (GTK_IS_APPLICATION (application));

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    gtk_application_set_accels_for_action (application, table[i].action, table[i].keys);
}
