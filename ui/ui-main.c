/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-application.h"
#include "spyglass-config.h"

#include <glib/gi18n.h>
#include <locale.h>

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, SPYGLASS_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_autoptr (UiApplication) application = ui_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
