/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-popover.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define TEXT_CHARACTERS 200
#define MIN_WIDTH 260
/* Where a row keeps what it stands for. */
#define ROW_DATA "reference"

struct _UiReferencePopover
{
  GtkPopover parent_instance;

  GtkWidget *entry; /* borrowed: beside this in its parent */

  GtkWidget  *scroller;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (UiReferencePopover, ui_reference_popover, GTK_TYPE_POPOVER)

static GtkWidget *
create_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  /* Pango reads no markup here: what a server sent is plain. */
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
create_row (const AppReferenceChoice *choice)
{
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *text = app_visible_text_line (choice->text, TEXT_CHARACTERS);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", text, choice->detail);
  GtkWidget       *detail = create_label (choice->detail, "secondary");

  gtk_widget_set_hexpand (detail, TRUE);
  gtk_widget_set_halign (detail, GTK_ALIGN_END);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), create_label (text, "monospace"));
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  ui_widget_name (row, spoken);
  g_object_set_data_full (G_OBJECT (row), ROW_DATA, g_strdup (choice->text), g_free);
  return row;
}

void
ui_reference_popover_dismiss (UiReferencePopover *self)
{
  g_return_if_fail (UI_IS_REFERENCE_POPOVER (self));

  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_popover_popdown (GTK_POPOVER (self));
  ui_widget_set_expanded (self->entry, FALSE);
}

static void
take (UiReferencePopover *self, GtkListBoxRow *row)
{
  g_autofree char *text = g_strdup (g_object_get_data (G_OBJECT (row), ROW_DATA));

  ui_reference_popover_dismiss (self);
  g_signal_emit_by_name (self, "taken", text);
}

static void
on_row_activated (UiReferencePopover *self, GtkListBoxRow *row)
{
  take (self, row);
}

/* The list is not focused, and does not scroll by itself. */
static void
reveal (UiReferencePopover *self, GtkWidget *row)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double y;

  if (gtk_widget_translate_coordinates (row, GTK_WIDGET (self->list), 0, 0, NULL, &y))
    gtk_adjustment_clamp_page (adjustment, y, y + gtk_widget_get_height (row));
}

static void
move (UiReferencePopover *self, int step)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  int            index = selected != NULL ? gtk_list_box_row_get_index (selected) + step
                                          : (step > 0 ? 0 : -1);
  GtkListBoxRow *next = index >= 0 ? gtk_list_box_get_row_at_index (self->list, index) : NULL;

  if (next == NULL && selected != NULL && step > 0)
    return;
  gtk_list_box_select_row (self->list, next);
  if (next == NULL)
    return;
  reveal (self, GTK_WIDGET (next));
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, next, -1);
}

static gboolean
on_key (UiReferencePopover *self, guint key, guint code, GdkModifierType modifiers)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0 ||
      !gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return TRUE;
    case GDK_KEY_Escape:
      ui_reference_popover_dismiss (self);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      /* Whoever chose nothing goes on to the next field. */
      if (selected == NULL)
        {
          ui_reference_popover_dismiss (self);
          return FALSE;
        }
      take (self, selected);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
ui_reference_popover_class_init (UiReferencePopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ui_signal_new (klass, "taken", 1, G_TYPE_STRING);
  ui_template_set (widget_class, "ui/reference/ui-reference-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, UiReferencePopover, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiReferencePopover, list);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ui_reference_popover_init (UiReferencePopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

UiReferencePopover *
ui_reference_popover_new (GtkWidget *parent, GtkWidget *entry)
{
  UiReferencePopover *self = g_object_new (UI_TYPE_REFERENCE_POPOVER, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = entry;
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  /* Before the entry's own keys. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (ui_reference_popover_dismiss), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, keys);
  gtk_widget_add_controller (entry, focus);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE,
                                  GTK_ACCESSIBLE_PROPERTY_AUTOCOMPLETE,
                                  GTK_ACCESSIBLE_AUTOCOMPLETE_LIST, -1);
  return self;
}

/* Right below what is typed, whatever else its parent shows. */
static void
point_to_entry (UiReferencePopover *self)
{
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (self->entry, gtk_widget_get_parent (GTK_WIDGET (self)), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self),
                                 &(GdkRectangle){ (int)bounds.origin.x, (int)bounds.origin.y,
                                                  (int)bounds.size.width,
                                                  (int)bounds.size.height });
}

void
ui_reference_popover_propose (UiReferencePopover *self, GPtrArray *choices)
{

  g_return_if_fail (UI_IS_REFERENCE_POPOVER (self));

  if (choices->len == 0)
    {
      ui_reference_popover_dismiss (self);
      return;
    }
  ui_widget_clear (self->list);
  for (guint i = 0; i < choices->len; i++)
    gtk_list_box_append (self->list, create_row (g_ptr_array_index (choices, i)));
  gtk_list_box_select_row (self->list, NULL);
  ui_widget_set_expanded (self->entry, TRUE);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    {
      /* As large as what it shows now. */
      gtk_popover_present (GTK_POPOVER (self));
      return;
    }
  point_to_entry (self);
  gtk_widget_set_size_request (GTK_WIDGET (self),
                               MAX (MIN_WIDTH, gtk_widget_get_width (self->entry)), -1);
  gtk_popover_popup (GTK_POPOVER (self));
}
