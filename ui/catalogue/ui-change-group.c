/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-change-group.h"
#include "app-visible-text.h"
#include "ui-diff-view.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define MAX_NAME 200
/* As many as are read; the number of the others stands below. */
#define MAX_ROWS 40

struct _UiChangeGroup
{
  AdwBin parent_instance;

  AppChangeList       *changes;
  AdwPreferencesGroup *group; /* borrowed */
  GPtrArray           *rows;  /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiChangeGroup, ui_change_group, ADW_TYPE_BIN)

static const char *
kind_word (McpDefinitionKind kind)
{
  switch (kind)
    {
    case MCP_DEFINITION_TOOL:
      return _ ("Tool");
    case MCP_DEFINITION_RESOURCE:
      return _ ("Resource");
    case MCP_DEFINITION_RESOURCE_TEMPLATE:
      return _ ("Resource template");
    case MCP_DEFINITION_PROMPT:
    default:
      return _ ("Prompt");
    }
}

/* Comparing takes a while for large ones: it is done for what is looked at. */
static void
on_expanded (GtkWidget *row, GParamSpec *pspec, AppChangeNotice *notice)
{
  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row)) ||
      g_object_get_data (G_OBJECT (row), "ui-diff") != NULL)
    return;
  GtkWidget *view = ui_diff_view_new ();
  g_autoptr (GListModel) lines = app_change_notice_create_diff (notice);

  ui_diff_view_set_lines (UI_DIFF_VIEW (view), lines);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), view);
  g_object_set_data (G_OBJECT (row), "ui-diff", view);
}

static GtkWidget *
create_icon (AppChangeNotice *notice)
{
  AppChangeKind kind = app_change_notice_get_kind (notice);
  GtkWidget    *icon = gtk_image_new_from_icon_name (
         app_change_notice_is_approved (notice) ? "dialog-warning-symbolic"
         : kind == APP_CHANGE_ADDED             ? "list-add-symbolic"
         : kind == APP_CHANGE_REMOVED           ? "list-remove-symbolic"
                                                : "document-edit-symbolic");

  gtk_widget_add_css_class (icon, app_change_notice_is_approved (notice) ? "state-waiting"
                                                                         : "secondary");
  /* The word says it. */
  ui_widget_set_ornament (icon);
  return icon;
}

static GtkWidget *
create_row (AppChangeNotice *notice)
{
  gboolean         altered = app_change_notice_get_kind (notice) == APP_CHANGE_ALTERED;
  GtkWidget       *row = altered ? adw_expander_row_new () : adw_action_row_new ();
  g_autofree char *name = app_visible_text_line (app_change_notice_get_name (notice), MAX_NAME);
  /* Translators: a kind of thing, such as Tool, and what happened to it */
  g_autofree char *words = g_strdup_printf (_ ("%s, %s"),
                                            kind_word (app_change_notice_get_list (notice)),
                                            app_change_notice_get_word (notice));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  if (altered)
    {
      ui_widget_name_lists (row, name);
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), words);
      adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), create_icon (notice));
      g_object_set_data_full (G_OBJECT (row), "ui-notice", g_object_ref (notice), g_object_unref);
      g_signal_connect (row, "notify::expanded", G_CALLBACK (on_expanded), notice);
    }
  else
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), create_icon (notice));
    }
  return row;
}

static void
add_row (UiChangeGroup *self, GtkWidget *row)
{
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (self->group, row);
}

static void
update (UiChangeGroup *self)
{
  GListModel *changes = G_LIST_MODEL (self->changes);
  guint       n = g_list_model_get_n_items (changes);
  guint       more = app_change_list_get_n_hidden (self->changes) + n - MIN (n, MAX_ROWS);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < MIN (n, MAX_ROWS); i++)
    {
      g_autoptr (AppChangeNotice) notice = g_list_model_get_item (changes, i);

      add_row (self, create_row (notice));
    }
  if (more > 0)
    {
      GtkWidget       *row = adw_action_row_new ();
      g_autofree char *text = g_strdup_printf (ngettext ("%'u more", "%'u more", more), more);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
      add_row (self, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static void
on_dismiss (UiChangeGroup *self)
{
  app_change_list_dismiss (self->changes);
}

MCP_DEFINE_DISPOSE (UiChangeGroup, ui_change_group)
{
  ui_clear_watched (&self->changes, self);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

static void
ui_change_group_class_init (UiChangeGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_change_group_dispose;
}

static void
ui_change_group_init (UiChangeGroup *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *dismiss = gtk_button_new_with_label (_ ("Dismiss"));

  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (group);
  adw_preferences_group_set_title (self->group, _ ("What Changed"));
  gtk_widget_add_css_class (dismiss, "flat");
  gtk_widget_set_valign (dismiss, GTK_ALIGN_CENTER);
  ui_connect (dismiss, "clicked", on_dismiss, self);
  adw_preferences_group_set_header_suffix (self->group, dismiss);
  adw_bin_set_child (ADW_BIN (self), group);
}

GtkWidget *
ui_change_group_new (AppChangeList *changes)
{
  g_return_val_if_fail (APP_IS_CHANGE_LIST (changes), NULL);

  UiChangeGroup *self = g_object_new (UI_TYPE_CHANGE_GROUP, NULL);
  self->changes = g_object_ref (changes);
  ui_connect (changes, "items-changed", update, self);
  update (self);
  return GTK_WIDGET (self);
}
