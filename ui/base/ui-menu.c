/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-menu.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* Returns: (transfer full): of the rows from *@at on, up to their end */
static GMenu *
create_part (const UiMenuRow *rows, guint n_rows, guint *at)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  for (; *at < n_rows && rows[*at].kind != UI_MENU_END; (*at)++)
    {
      const UiMenuRow *row = &rows[*at];
      const char      *label = row->label != NULL ? _ (row->label) : NULL;
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      if (row->kind == UI_MENU_SECTION)
        {
          g_clear_object (&section);
          section = g_menu_new ();
          g_menu_append_section (menu, label, G_MENU_MODEL (section));
          continue;
        }
      if (row->kind == UI_MENU_CUSTOM)
        g_menu_item_set_attribute (item, "custom", "s", row->action);
      else if (row->action != NULL)
        g_menu_item_set_detailed_action (item, row->action);
      if (row->hidden != NULL)
        g_menu_item_set_attribute (item, "hidden-when", "s", row->hidden);
      if (row->kind == UI_MENU_SUBMENU)
        {
          (*at)++;
          g_autoptr (GMenu) inner = create_part (rows, n_rows, at);
          g_menu_item_set_submenu (item, G_MENU_MODEL (inner));
        }
      g_menu_append_item (section, item);
    }
  return g_steal_pointer (&menu);
}

char *
ui_menu_dup_label (const char *text, guint max_characters)
{
  g_autofree char *line = app_visible_text_line (text, max_characters);
  g_auto (GStrv) parts = g_strsplit (line, "_", -1);

  return g_strjoinv ("__", parts);
}

GMenuModel *
ui_menu_new (const UiMenuRow *rows, guint n_rows)
{
  guint at = 0;

  g_return_val_if_fail (rows != NULL, NULL);
  return G_MENU_MODEL (create_part (rows, n_rows, &at));
}
