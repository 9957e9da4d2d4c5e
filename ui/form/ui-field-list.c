/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-list.h"
#include "ui-field-editor.h"
#include "ui-field-queue.h"
#include "ui-member-popover.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-presets-form.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* Rows that come into a list which is shown, at once */
#define NEXT_ROWS 4u

struct _UiFieldList
{
  AdwBin parent_instance;

  AppForm    *form;
  AppField   *field;
  GListModel *fields; /* its members or items; owned */
  guint       shown;  /* how many have a row */
  guint       page;   /* how many may have one */
  char       *words;
  gboolean    only_required;

  /* borrowed */
  GtkListBox *box;
  GtkWidget  *more;
  GtkLabel   *more_label;
  GtkWidget  *add; /* NULL for an object whose members are all named */
};

G_DEFINE_FINAL_TYPE (UiFieldList, ui_field_list, ADW_TYPE_BIN)

static gboolean
is_array (UiFieldList *self)
{
  return app_field_get_info (self->field)->kind == APP_FIELD_ARRAY;
}

static void
update_ends (UiFieldList *self)
{
  guint n_fields = g_list_model_get_n_items (self->fields);

  gtk_widget_set_visible (self->more, n_fields > self->page);
  if (n_fields > self->page)
    {
      g_autofree char *text =
          g_strdup_printf (ngettext ("Show %'u More", "Show %'u More", n_fields - self->page),
                           n_fields - self->page);
      gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (
                              gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self->more)))),
                          text);
      ui_widget_name (self->more, text);
    }
  if (self->add != NULL && is_array (self))
    {
      gtk_widget_set_opacity (self->add, app_field_can_add_item (self->field) ? 1 : 0.6);
      ui_tooltip_set (self->add, app_field_can_add_item (self->field)
                                     ? NULL
                                     : _ ("The schema allows no more items"));
    }
}

static GtkWidget *
get_row (UiFieldList *self, guint position)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (self->box, (int)position));
}

/* Where the focus was in a row that goes away, it stays in the list. */
static void
remove_rows (UiFieldList *self, guint position, guint count)
{
  for (guint i = 0; i < count; i++)
    {
      GtkWidget *row = get_row (self, position);
      gboolean   focused = gtk_widget_get_focus_child (GTK_WIDGET (self->box)) == row;

      gtk_list_box_remove (self->box, row);
      self->shown--;
      if (focused && self->shown > 0)
        ui_field_list_focus_position (self, MIN (position, self->shown - 1));
      else if (focused && self->add != NULL)
        gtk_widget_grab_focus (self->add);
    }
}

static void
insert_rows (UiFieldList *self, guint position, guint count)
{
  for (guint i = 0; i < count; i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (self->fields, position + i);

      gtk_list_box_insert (self->box, ui_field_row_new (self->form, field), (int)(position + i));
      self->shown++;
    }
}

static void
show_at_least (UiFieldList *self, guint n)
{
  n = MIN (n, g_list_model_get_n_items (self->fields));
  self->page = MAX (self->page, n);
  if (n > self->shown)
    insert_rows (self, self->shown, n - self->shown);
  update_ends (self);
}

static gboolean
lacks_rows (UiFieldList *self)
{
  return self->shown < MIN (self->page, g_list_model_get_n_items (self->fields));
}

static gboolean
make_next (gpointer owner)
{
  UiFieldList *self = owner;

  if (lacks_rows (self))
    insert_rows (self, self->shown, 1);
  return lacks_rows (self);
}

static void
fill_later (UiFieldList *self)
{
  if (lacks_rows (self))
    ui_field_queue_add (self, make_next);
}

static void
on_items_changed (UiFieldList *self, guint position, guint removed, guint added)
{
  if (position < self->shown)
    remove_rows (self, position, MIN (removed, self->shown - position));
  /* Where more come than are made at once, the rows behind them would stand for others. */
  if (position < self->shown && added > NEXT_ROWS)
    remove_rows (self, position, self->shown - position);
  if (position < self->shown || (position == self->shown && self->shown < self->page))
    insert_rows (self, position, MIN (added, NEXT_ROWS));
  self->page = MAX (self->page, self->shown);
  fill_later (self);
  update_ends (self);
}

static void
on_row_activated (UiFieldList *self, GtkListBoxRow *row)
{
  if (GTK_WIDGET (row) == self->more)
    {
      guint position = self->page;
      show_at_least (self, position + 1);
      self->page += UI_FIELD_LIST_PAGE;
      fill_later (self);
      update_ends (self);
      ui_field_list_focus_position (self, position);
    }
  else if (GTK_WIDGET (row) == self->add && is_array (self))
    ui_field_list_add_item (self);
  else if (GTK_WIDGET (row) == self->add)
    ui_member_popover_show (self->add, self->field);
}

/* AdwButtonContent looks for a button above it, and goes on where there is none. */
static GtkWidget *
add_end_row (UiFieldList *self, const char *icon, const char *name)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  if (icon != NULL)
    gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (box), gtk_label_new (name));
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (row, "field-end");
  ui_widget_name (row, name);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_append (self->box, row);
  return row;
}

static gboolean
is_pinned (AppForm *form, AppField *field)
{
  AppFormProvider *provider = app_form_get_provider (form);

  return APP_IS_PRESETS (provider) && app_presets_pin_field (APP_PRESETS (provider), field);
}

static gboolean
is_row_visible (GtkListBoxRow *row, gpointer data)
{
  UiFieldList *self = data;

  if (!UI_IS_FIELD_ROW (row))
    return TRUE;
  AppField *field = ui_field_row_get_field (UI_FIELD_ROW (row));
  /* It has a line of its own, and is no argument of this call; unless it is given all the same. */
  if (app_field_get_state (field)->presence == APP_PRESENCE_ABSENT &&
      is_pinned (self->form, field))
    return FALSE;
  /* What holds a value stays in sight: a hidden one would be sent all the same. */
  if (self->only_required && !app_field_get_place (field)->required &&
      app_field_get_state (field)->presence == APP_PRESENCE_ABSENT)
    return FALSE;
  return ui_field_row_matches (UI_FIELD_ROW (row), self->words);
}

/* The theme's own lines go by the last row of all, seen or not, and forget rows that come later. */
static void
update_separator (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  ui_widget_set_class (row, "below-another", before != NULL);
}

MCP_DEFINE_DISPOSE (UiFieldList, ui_field_list)
{
  ui_field_queue_remove (self);
  if (self->fields != NULL)
    g_signal_handlers_disconnect_by_data (self->fields, self);
}

MCP_DEFINE_FINALIZE (UiFieldList, ui_field_list)
{
  g_clear_object (&self->form);
  g_clear_object (&self->field);
  g_clear_object (&self->fields);
  g_free (self->words);
}

MCP_DEFINE_CLASS (UiFieldList, ui_field_list)
{
  object_class->dispose = ui_field_list_dispose;
  object_class->finalize = ui_field_list_finalize;
}

static void
ui_field_list_init (UiFieldList *self)
{
  GtkWidget *box = gtk_list_box_new ();

  self->page = UI_FIELD_LIST_PAGE;
  self->box = GTK_LIST_BOX (box);
  gtk_list_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (self->box, is_row_visible, self, NULL);
  gtk_list_box_set_header_func (self->box, update_separator, NULL, NULL);
  gtk_widget_add_css_class (box, "boxed-list");
  gtk_widget_add_css_class (box, "field-list");
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  ui_connect (box, "row-activated", on_row_activated, self);
  adw_bin_set_child (ADW_BIN (self), box);
}

static void
add_end_rows (UiFieldList *self)
{
  self->more = add_end_row (self, NULL, _ ("Show More"));
  if (is_array (self))
    self->add = add_end_row (self, "list-add-symbolic", _ ("Add Item"));
  /* The arguments themselves get theirs from the form's menu. */
  else if (app_field_get_place (self->field)->parent != NULL &&
           app_field_can_add_member (self->field))
    self->add = add_end_row (self, "list-add-symbolic", _ ("Add Property"));
}

GtkWidget *
ui_field_list_new (AppForm *form, AppField *field)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  UiFieldList     *self = g_object_new (UI_TYPE_FIELD_LIST, NULL);
  GListModel      *fields = app_field_get_children (field);
  g_autofree char *name = app_visible_text_line (app_field_get_place (field)->label, 200);

  self->form = g_object_ref (form);
  self->field = g_object_ref (field);
  self->fields = g_object_ref (fields);
  ui_widget_name (self->box, name[0] != '\0' ? name : _ ("Arguments"));
  add_end_rows (self);
  update_ends (self);
  /* Before its first row is made, in which another list may be that goes first. Somebody may look
   * for this row at once, to begin there. */
  fill_later (self);
  show_at_least (self, 1);
  ui_connect (fields, "items-changed", on_items_changed, self);
  ui_connect (form, "notify::provider", gtk_list_box_invalidate_filter, self->box);
  return GTK_WIDGET (self);
}

UiFieldRow *
ui_field_list_find_row (UiFieldList *self, AppField *field)
{
  g_return_val_if_fail (UI_IS_FIELD_LIST (self), NULL);

  guint n_fields = g_list_model_get_n_items (self->fields);
  for (guint i = 0; i < n_fields; i++)
    {
      g_autoptr (AppField) each = g_list_model_get_item (self->fields, i);

      if (each != field)
        continue;
      show_at_least (self, i + 1);
      return UI_FIELD_ROW (get_row (self, i));
    }
  return NULL;
}

void
ui_field_list_append_rows (UiFieldList *self, GPtrArray *rows)
{
  g_return_if_fail (UI_IS_FIELD_LIST (self));

  for (guint i = 0; i < self->shown; i++)
    {
      UiFieldRow *row = UI_FIELD_ROW (get_row (self, i));

      if (!gtk_widget_get_child_visible (GTK_WIDGET (row)))
        continue;
      g_ptr_array_add (rows, row);
      if (ui_field_row_get_expanded (row))
        ui_field_list_append_rows (UI_FIELD_LIST (ui_field_row_get_list (row)), rows);
    }
}

guint
ui_field_list_filter (UiFieldList *self, const char *words, gboolean only_required)
{
  guint left = 0;

  g_return_val_if_fail (UI_IS_FIELD_LIST (self), 0);

  if (words != self->words)
    {
      g_free (self->words);
      self->words = g_strdup (words);
    }
  self->only_required = only_required;
  /* What is looked for may be among the rows that were not made yet. */
  if ((words != NULL && words[0] != '\0') || only_required)
    show_at_least (self, 10 * UI_FIELD_LIST_PAGE);
  gtk_list_box_invalidate_filter (self->box);
  for (guint i = 0; i < self->shown; i++)
    left += is_row_visible (GTK_LIST_BOX_ROW (get_row (self, i)), self) ? 1 : 0;
  return left;
}

void
ui_field_list_focus_position (UiFieldList *self, guint position)
{
  g_return_if_fail (UI_IS_FIELD_LIST (self));

  if (position < self->shown)
    ui_field_row_focus (UI_FIELD_ROW (get_row (self, position)));
}

gboolean
ui_field_list_focus_add (UiFieldList *self)
{
  g_return_val_if_fail (UI_IS_FIELD_LIST (self), FALSE);
  return is_array (self) && g_list_model_get_n_items (self->fields) == 0 &&
         gtk_widget_get_mapped (self->add) && gtk_widget_grab_focus (self->add);
}

void
ui_field_list_add_item (UiFieldList *self)
{
  g_return_if_fail (UI_IS_FIELD_LIST (self));

  GtkWidget *control = NULL;
  AppField  *item = app_field_add_item (self->field);
  if (item == NULL)
    return;
  UiFieldRow *row = ui_field_list_find_row (self, item);
  if (row == NULL)
    return;
  ui_field_row_set_expanded (row, TRUE);
  ui_field_row_focus (row);
  /* What stands in a new item was not typed: "0" and then "1" would be "01". */
  if (ui_field_row_get_editor (row) != NULL)
    control = ui_field_editor_get_control (UI_FIELD_EDITOR (ui_field_row_get_editor (row)));
  if (control != NULL && GTK_IS_EDITABLE (control))
    gtk_editable_select_region (GTK_EDITABLE (control), 0, -1);
}
