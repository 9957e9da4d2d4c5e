/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-saved-detail.h"
#include "ui-call-split.h"
#include "ui-expectation-row.h"
#include "ui-menu.h"
#include "ui-pick-list.h"
#include "ui-result-view.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 200
/* A failure quotes what the server sent. */
#define MAX_PROBLEM 1000

struct _UiSavedDetail
{
  AdwBin parent_instance;

  AppSavedCalls *calls;
  AppSavedForm  *form;     /* (nullable) */
  GPtrArray     *bindings; /* of the form's fields */
  UiTextArea    *json;     /* borrowed */
  gboolean       is_showing;

  GtkLabel        *target;
  GtkToggleButton *as_json;
  GtkStack        *stack;
  UiCallSplit     *split;
  GtkLabel        *problem;
  GtkWidget       *name;
  GtkWidget       *group;
  GtkWidget       *uri;
  GtkWidget       *arguments_group;
  GtkListBox      *arguments;
  GtkListBox      *expectations;
  GtkMenuButton   *from_result;
  AdwBin          *json_bin;
  GtkMenuButton   *menu_button;
  UiResultView    *result;
};

G_DEFINE_FINAL_TYPE (UiSavedDetail, ui_saved_detail, ADW_TYPE_BIN)

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Open in Form"), "saved.open" },
  { UI_MENU_ITEM, N_ ("Move _Up"), "saved.move-up" },
  { UI_MENU_ITEM, N_ ("Move Dow_n"), "saved.move-down" },
  { UI_MENU_ITEM, N_ ("_Delete"), "saved.delete" },
};

static void
update_problem (UiSavedDetail *self)
{
  g_autofree char *problem = NULL;

  g_object_get (self->form, "problem", &problem, NULL);
  g_autofree char *visible =
      problem != NULL ? app_visible_text_block (problem, MAX_PROBLEM) : NULL;
  ui_widget_show_text (self->problem, visible);
}

static void
update_state (UiSavedDetail *self)
{
  AppCall *call = app_saved_item_get_last_call (app_saved_form_get_item (self->form));

  ui_result_view_set_call (self->result, call);
  ui_call_split_set_has_result (self->split, call != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->from_result), call != NULL);
}

static void
update_target (UiSavedDetail *self)
{
  g_autofree char *target = NULL;

  g_object_get (self->form, "target", &target, NULL);
  g_autofree char *line = app_visible_text_line (target, MAX_LINE);
  gtk_label_set_text (self->target, line);
}

/* Values of results: a popover of which one is picked */

#define VALUES_DATA "values"
#define PICKER_SIZE 320

static void
fill_picker (UiPickList *list)
{
  GListModel *values = g_object_get_data (G_OBJECT (list), VALUES_DATA);

  for (guint i = 0; i < g_list_model_get_n_items (values); i++)
    {
      AppExpectationRow *row = g_list_model_get_item (values, i);
      g_autofree char   *path = NULL;
      g_autofree char   *value = NULL;

      g_object_get (row, "path", &path, "value", &value, NULL);
      if (ui_pick_list_finds (list, path))
        ui_pick_list_add (list, *path == '\0' ? _ ("Whole result") : path, value, NULL, NULL, row,
                          g_object_unref);
      else
        g_object_unref (row);
    }
}

/* @values: (transfer full) */
static void
show_values (GtkMenuButton *button, AppExpectationList *values)
{
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  UiPickList *list = UI_PICK_LIST (gtk_popover_get_child (popover));

  g_object_set_data_full (G_OBJECT (list), VALUES_DATA, values, g_object_unref);
  ui_pick_list_reset (list);
}

static void
add_picker (UiSavedDetail               *self,
            GtkMenuButton               *button,
            GtkMenuButtonCreatePopupFunc show,
            void (*picked) (gpointer, AppExpectationRow *),
            gpointer taker)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *list = g_object_new (UI_TYPE_PICK_LIST, "search-label", _ ("Filter values"),
                                  "list-label", _ ("Values"), "width-request", PICKER_SIZE,
                                  "height-request", PICKER_SIZE, NULL);

  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_menu_button_set_popover (button, popover);
  gtk_menu_button_set_create_popup_func (button, show, self, NULL);
  g_signal_connect (list, "searched", G_CALLBACK (fill_picker), NULL);
  ui_connect (list, "picked", gtk_popover_popdown, popover);
  ui_connect (list, "picked", picked, taker);
}

static void
on_picked_earlier (gpointer entry, AppExpectationRow *row)
{
  g_autofree char *path = NULL;

  g_object_get (row, "path", &path, NULL);
  g_autofree char *text = g_strdup_printf ("{{%s}}", path);
  int              position = gtk_editable_get_position (entry);
  gtk_editable_insert_text (entry, text, -1, &position);
  gtk_editable_set_position (entry, position);
}

static void
list_earlier (GtkMenuButton *button, gpointer data)
{
  UiSavedDetail *self = data;

  show_values (button, app_saved_calls_list_earlier (self->calls,
                                                     app_saved_form_get_item (self->form)));
}

static void
add_insert_button (UiSavedDetail *self, GtkWidget *entry)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "spyglass-object-symbolic");
  gtk_widget_set_tooltip_text (button, _ ("Insert Result of…"));
  ui_widget_name (button, _ ("Insert Result of…"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  add_picker (self, GTK_MENU_BUTTON (button), list_earlier, on_picked_earlier, entry);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (entry), button);
}

static GtkWidget *
create_argument (gpointer item, gpointer data)
{
  UiSavedDetail   *self = data;
  GtkWidget       *entry = adw_entry_row_new ();
  g_autofree char *name = NULL;

  g_object_get (item, "path", &name, NULL);
  g_autofree char *title = app_visible_text_line (name, MAX_LINE);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (entry), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entry), title);
  g_object_bind_property (item, "value", entry, "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  add_insert_button (self, entry);
  return entry;
}

static GtkWidget *
create_expectation (gpointer item, gpointer data)
{
  UiSavedDetail *self = data;

  return ui_expectation_row_new (app_saved_form_get_expectations (self->form), item);
}

static void
on_picked_result (gpointer data, AppExpectationRow *row)
{
  UiSavedDetail *self = data;

  app_expectation_list_add (app_saved_form_get_expectations (self->form), row);
}

static void
list_result (GtkMenuButton *button, gpointer data)
{
  UiSavedDetail      *self = data;
  AppExpectationList *values = app_expectation_list_new ();

  app_saved_item_add_values (app_saved_form_get_item (self->form), values, "");
  show_values (button, values);
}

static void
on_add (UiSavedDetail *self)
{
  g_autoptr (AppExpectationRow) row = app_expectation_row_new ("", "");

  app_expectation_list_add (app_saved_form_get_expectations (self->form), row);
}

/* Views */

static void
on_json (UiSavedDetail *self)
{
  g_autofree char *text = ui_text_area_dup_text (self->json);

  if (!self->is_showing && self->form != NULL)
    app_saved_form_set_text (self->form, text);
}

/* Text that is no JSON stays in the view that can show it. */
static void
on_view (UiSavedDetail *self)
{
  gboolean as_json = gtk_toggle_button_get_active (self->as_json);

  if (self->form == NULL)
    return;
  if (!as_json && !app_saved_form_read (self->form))
    {
      gtk_toggle_button_set_active (self->as_json, TRUE);
      return;
    }
  gtk_stack_set_visible_child_name (self->stack, as_json ? "json" : "form");
  if (as_json)
    {
      g_autofree char *text = app_saved_item_dup_text (app_saved_form_get_item (self->form));

      self->is_showing = TRUE;
      ui_text_area_set_text (self->json, text);
      self->is_showing = FALSE;
    }
}

static void
on_retry (UiSavedDetail *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "saved.run", NULL);
}

/* The class */

UI_DEFINE_DISPOSE (UiSavedDetail, ui_saved_detail)
{
  ui_saved_detail_set_item (self, self->calls, NULL);
  g_clear_pointer (&self->bindings, g_ptr_array_unref);
}

UI_DEFINE_CLASS (UiSavedDetail, ui_saved_detail)
{
  ui_template_ensure_types (UI_TYPE_CALL_SPLIT, UI_TYPE_RESULT_VIEW);
  ui_template_set (widget_class, "ui/saved/ui-saved-detail.ui");
  ui_template_hold (widget_class, UiSavedDetail, calls, form);
  G_OBJECT_CLASS (klass)->dispose = ui_saved_detail_dispose;
  ui_template_bind_children (widget_class, UiSavedDetail, target, as_json, stack, split, problem,
                             name, group, uri, arguments_group, arguments, expectations,
                             from_result, json_bin, menu_button, result);
  ui_template_bind_callbacks (widget_class, on_add, on_retry, on_view);
}

static void
ui_saved_detail_init (UiSavedDetail *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init (self);
  ui_result_view_set_empty_text (self->result, _ ("Press Ctrl+Enter to run"));
  gtk_menu_button_set_menu_model (self->menu_button, model);
  ui_widget_name_lists (
      gtk_widget_get_ancestor (GTK_WIDGET (self->name), ADW_TYPE_PREFERENCES_GROUP), _ ("Call"));
  self->bindings = g_ptr_array_new_with_free_func ((GDestroyNotify)g_binding_unbind);
  self->json = UI_TEXT_AREA (ui_text_area_new ("json"));
  ui_widget_name (ui_text_area_get_view (self->json), _ ("Saved call as JSON"));
  ui_connect (ui_text_area_get_buffer (self->json), "changed", on_json, self);
  adw_bin_set_child (self->json_bin, GTK_WIDGET (self->json));
  add_picker (self, self->from_result, list_result, on_picked_result, self);
  add_insert_button (self, self->uri);
}

static void
bind_field (UiSavedDetail *self, const char *property, GtkWidget *entry)
{
  g_ptr_array_add (self->bindings,
                   g_object_bind_property (self->form, property, entry, "text",
                                           G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE));
}

void
ui_saved_detail_set_item (UiSavedDetail *self, AppSavedCalls *calls, AppSavedItem *item)
{
  g_return_if_fail (UI_IS_SAVED_DETAIL (self));

  if (ui_saved_detail_get_item (self) == item)
    return;
  g_ptr_array_set_size (self->bindings, 0);
  gtk_list_box_bind_model (self->arguments, NULL, NULL, NULL, NULL);
  gtk_list_box_bind_model (self->expectations, NULL, NULL, NULL, NULL);
  if (self->form != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->form, self);
      g_signal_handlers_disconnect_by_data (app_saved_form_get_item (self->form), self);
    }
  g_clear_object (&self->form);
  g_set_object (&self->calls, calls);
  gtk_widget_set_visible (GTK_WIDGET (self), item != NULL);
  if (item == NULL)
    return;

  AppCallKind kind = app_saved_item_get_call (item)->kind;
  self->form = app_saved_form_new (calls, item);
  bind_field (self, "name", self->name);
  bind_field (self, "group", self->group);
  bind_field (self, "target", self->uri);
  gtk_widget_set_visible (self->uri, kind == APP_CALL_READ);
  gtk_widget_set_visible (self->arguments_group, kind != APP_CALL_READ);
  gtk_list_box_bind_model (self->arguments,
                           G_LIST_MODEL (app_saved_form_get_arguments (self->form)),
                           create_argument, self, NULL);
  gtk_list_box_bind_model (self->expectations,
                           G_LIST_MODEL (app_saved_form_get_expectations (self->form)),
                           create_expectation, self, NULL);
  ui_connect (self->form, "notify::problem", update_problem, self);
  ui_connect (self->form, "notify::target", update_target, self);
  ui_connect (item, "notify::state", update_state, self);
  update_problem (self);
  update_target (self);
  update_state (self);
  on_view (self);
}

AppSavedItem *
ui_saved_detail_get_item (UiSavedDetail *self)
{
  g_return_val_if_fail (UI_IS_SAVED_DETAIL (self), NULL);
  return self->form != NULL ? app_saved_form_get_item (self->form) : NULL;
}

GMenuModel *
ui_saved_detail_get_menu (UiSavedDetail *self)
{
  g_return_val_if_fail (UI_IS_SAVED_DETAIL (self), NULL);
  return gtk_menu_button_get_menu_model (self->menu_button);
}

void
ui_saved_detail_focus (UiSavedDetail *self)
{
  g_return_if_fail (UI_IS_SAVED_DETAIL (self));

  gtk_toggle_button_set_active (self->as_json, FALSE);
  gtk_widget_grab_focus (self->name);
}
