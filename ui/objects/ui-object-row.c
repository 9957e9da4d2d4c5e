/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-object-row.h"
#include "ui-reference-drag.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-object-name.h"

struct _UiObjectRow
{
  AdwBin parent_instance;

  StoreObjectEntry *entry; /* (nullable) */
  guint             tick;  /* source: counts down */

  GtkLabel  *title;
  GtkLabel  *origin;
  GtkWidget *pin;
};

G_DEFINE_FINAL_TYPE (UiObjectRow, ui_object_row, ADW_TYPE_BIN)

static void
show_facts (UiObjectRow *self)
{
  const StoreObjectFacts *facts = store_object_entry_get_facts (self->entry);
  g_autofree char        *title = app_object_name_dup_for_entry (self->entry);
  g_autofree char        *origin = app_object_name_dup_facts_line (facts);
  g_autofree char        *whole = g_strjoin (" · ", title, origin, NULL);
  GtkWidget              *row = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->origin, origin);
  gtk_widget_set_visible (self->pin, facts->pinned);
  if (row != NULL)
    ui_widget_name (row, whole);
}

static gboolean
on_tick (gpointer data)
{
  show_facts (data);
  return G_SOURCE_CONTINUE;
}

static void
update_tick (UiObjectRow *self)
{
  gboolean counts = self->entry != NULL &&
                    store_object_entry_get_facts (self->entry)->expires != 0 &&
                    gtk_widget_get_mapped (GTK_WIDGET (self));

  if (!counts)
    g_clear_handle_id (&self->tick, g_source_remove);
  else if (self->tick == 0)
    self->tick = g_timeout_add_seconds (1, on_tick, self);
}

static void
on_facts (UiObjectRow *self)
{
  show_facts (self);
  update_tick (self);
}

void
ui_object_row_set_entry (UiObjectRow *self, StoreObjectEntry *entry)
{
  g_return_if_fail (UI_IS_OBJECT_ROW (self));

  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_set_object (&self->entry, entry);
  if (entry != NULL)
    {
      ui_connect (entry, "notify::facts", on_facts, self);
      show_facts (self);
    }
  update_tick (self);
}

/* Whatever row is dragged says itself what it is. */
static AppReference *
find_dragged (GtkWidget *widget, double x, double y)
{
  StoreObjectEntry       *entry = UI_OBJECT_ROW (widget)->entry;
  const StoreObjectFacts *facts = entry != NULL ? store_object_entry_get_facts (entry) : NULL;

  return facts != NULL ? app_reference_new_object (facts->store, facts->id, NULL) : NULL;
}

static void
ui_object_row_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_object_row_parent_class)->map (widget);
  update_tick (UI_OBJECT_ROW (widget));
}

static void
ui_object_row_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_object_row_parent_class)->unmap (widget);
  update_tick (UI_OBJECT_ROW (widget));
}

MCP_DEFINE_DISPOSE (UiObjectRow, ui_object_row)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->entry);
}

UI_DEFINE_CLASS (UiObjectRow, ui_object_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_object_row_dispose;
  widget_class->map = ui_object_row_map;
  widget_class->unmap = ui_object_row_unmap;
}

/* Rows are made by hand: GTK 4.8 binds no names for assistive technology. */
static void
ui_object_row_init (UiObjectRow *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  self->title = ui_widget_add_label (box);
  self->origin = ui_widget_add_label (box);
  gtk_widget_add_css_class (GTK_WIDGET (self->origin), "secondary");
  gtk_widget_add_css_class (GTK_WIDGET (self->origin), "small");
  gtk_widget_add_css_class (GTK_WIDGET (self->origin), "numeric");
  self->pin = gtk_image_new_from_icon_name ("view-pin-symbolic");
  gtk_widget_set_visible (self->pin, FALSE);
  ui_widget_set_ornament (self->pin);
  gtk_box_append (GTK_BOX (row), box);
  gtk_box_append (GTK_BOX (row), self->pin);
  adw_bin_set_child (ADW_BIN (self), row);
  ui_reference_drag_attach (GTK_WIDGET (self), GTK_WIDGET (self), find_dragged);
}

GtkWidget *
ui_object_row_new (void)
{
  return g_object_new (UI_TYPE_OBJECT_ROW, NULL);
}
