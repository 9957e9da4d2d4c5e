/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-suggestion-popover.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

/* A row is one line; the whole value is in its tooltip, as far as a tooltip can be read. */
#define VALUE_CHARACTERS 200
#define MIN_WIDTH 200
/* Where a row keeps what it stands for. */
#define ROW_DATA "value"

struct _UiSuggestionPopover
{
  GtkPopover parent_instance;

  GtkWidget *entry; /* borrowed: in the parent */
  guint      tick;  /* 0: does not wait for the place of an entry that is new */

  GtkWidget  *scroller;
  GtkListBox *list;
  GtkLabel   *note;
};

UI_DEFINE_TEMPLATE (UiSuggestionPopover, ui_suggestion_popover, GTK_TYPE_POPOVER)

static void
dismiss (UiSuggestionPopover *self)
{
  ui_suggestion_popover_hide (self);
  g_signal_emit_by_name (self, "dismissed");
}

static void
on_row_activated (UiSuggestionPopover *self, GtkListBoxRow *row)
{
  g_autofree char *value = g_strdup (g_object_get_data (G_OBJECT (row), ROW_DATA));
  guint            position = (guint)gtk_list_box_row_get_index (row);

  ui_suggestion_popover_hide (self);
  g_signal_emit_by_name (self, "chosen", position, value);
}

/* The list is not focused, and does not scroll by itself. */
static void
reveal (UiSuggestionPopover *self, GtkWidget *row)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double y;

  if (gtk_widget_translate_coordinates (row, GTK_WIDGET (self->list), 0, 0, NULL, &y))
    gtk_adjustment_clamp_page (adjustment, y, y + gtk_widget_get_height (row));
}

static void
move (UiSuggestionPopover *self, int step)
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
on_open_key (UiSuggestionPopover *self, guint key)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);

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
      dismiss (self);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      /* Whoever chose nothing goes on to the next field. */
      if (selected == NULL)
        dismiss (self);
      else
        on_row_activated (self, selected);
      return selected != NULL;
    default:
      return FALSE;
    }
}

static gboolean
on_key (UiSuggestionPopover *self, guint key, guint code, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  gboolean        handled = FALSE;

  if (modifiers == 0 && gtk_widget_get_visible (GTK_WIDGET (self)))
    return on_open_key (self, key);
  if ((key == GDK_KEY_Down || key == GDK_KEY_KP_Down) &&
      (modifiers == 0 || modifiers == GDK_ALT_MASK))
    g_signal_emit_by_name (self, "wanted", modifiers == GDK_ALT_MASK, &handled);
  return handled;
}

UI_DEFINE_CLASS (UiSuggestionPopover, ui_suggestion_popover)
{
  g_signal_new ("wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_BOOLEAN);
  mcp_signal_new (klass, "chosen", 2, G_TYPE_UINT, G_TYPE_STRING);
  mcp_signal_new (klass, "dismissed", 0);

  ui_template_set (widget_class, "ui/base/ui-suggestion-popover.ui");
  ui_template_bind_children (widget_class, UiSuggestionPopover, scroller, list, note);
  ui_template_bind_callbacks (widget_class, on_row_activated);
}

UiSuggestionPopover *
ui_suggestion_popover_new (GtkWidget *parent, GtkWidget *entry, const char *label)
{
  UiSuggestionPopover *self = g_object_new (UI_TYPE_SUGGESTION_POPOVER, NULL);
  GtkEventController  *keys = gtk_event_controller_key_new ();
  GtkEventController  *focus = gtk_event_controller_focus_new ();

  self->entry = entry;
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  ui_widget_name (self->list, label);
  /* Before the entry's own keys. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  ui_connect (keys, "key-pressed", on_key, self);
  ui_connect (focus, "leave", dismiss, self);
  gtk_widget_add_controller (entry, keys);
  gtk_widget_add_controller (entry, focus);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE,
                                  GTK_ACCESSIBLE_PROPERTY_AUTOCOMPLETE,
                                  GTK_ACCESSIBLE_AUTOCOMPLETE_LIST, -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_CONTROLS,
                                  self->list, NULL, -1);
  return self;
}

void
ui_suggestion_popover_clear (UiSuggestionPopover *self)
{
  g_return_if_fail (UI_IS_SUGGESTION_POPOVER (self));
  ui_widget_clear (self->list);
}

static GtkWidget *
create_label (const char *text, PangoEllipsizeMode cut, gboolean detail)
{
  GtkWidget *label = gtk_label_new (NULL);

  /* Pango reads no markup here: what a server sent is plain. */
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_ellipsize (GTK_LABEL (label), cut);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_label_set_xalign (GTK_LABEL (label), detail ? 1 : 0);
  gtk_widget_set_hexpand (label, detail);
  ui_widget_set_class (label, "secondary", detail);
  return label;
}

void
ui_suggestion_popover_add (UiSuggestionPopover *self,
                           const char          *value,
                           const char          *label,
                           const char          *detail)
{
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *line = app_visible_text_line (label != NULL ? label : value, VALUE_CHARACTERS);
  g_autofree char *spoken =
      detail != NULL ? g_strdup_printf ("%s, %s", line, detail) : g_strdup (line);

  g_return_if_fail (UI_IS_SUGGESTION_POPOVER (self));

  gtk_box_append (GTK_BOX (box), create_label (line, PANGO_ELLIPSIZE_MIDDLE, FALSE));
  if (detail != NULL)
    gtk_box_append (GTK_BOX (box), create_label (detail, PANGO_ELLIPSIZE_END, TRUE));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  gtk_widget_set_tooltip_text (row, line);
  ui_widget_name (row, spoken);
  g_object_set_data_full (G_OBJECT (row), ROW_DATA, g_strdup (value), g_free);
  gtk_list_box_append (self->list, row);
}

/* Right below what is typed, whatever else its parent shows, and as wide where there is room. */
static void
point_to_entry (UiSuggestionPopover *self)
{
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (self->entry, gtk_widget_get_parent (GTK_WIDGET (self)), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self),
                                 &(GdkRectangle){ (int)bounds.origin.x, (int)bounds.origin.y,
                                                  (int)bounds.size.width,
                                                  (int)bounds.size.height });
  gtk_widget_set_size_request (GTK_WIDGET (self),
                               MAX (MIN_WIDTH, gtk_widget_get_width (self->entry)), -1);
}

static gboolean
popup_below (GtkWidget *parent, GdkFrameClock *clock, gpointer data)
{
  UiSuggestionPopover *self = data;

  if (gtk_widget_get_width (self->entry) == 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  point_to_entry (self);
  gtk_popover_popup (GTK_POPOVER (self));
  return G_SOURCE_REMOVE;
}

static void
stop_waiting (UiSuggestionPopover *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (gtk_widget_get_parent (GTK_WIDGET (self)), self->tick);
  self->tick = 0;
}

void
ui_suggestion_popover_show (UiSuggestionPopover *self, const char *note, gboolean marked)
{
  g_return_if_fail (UI_IS_SUGGESTION_POPOVER (self));

  gtk_list_box_select_row (self->list, NULL);
  if (marked)
    move (self, 1);
  gtk_widget_set_visible (self->scroller, gtk_list_box_get_row_at_index (self->list, 0) != NULL);
  ui_widget_show_text (self->note, note);
  ui_widget_set_expanded (self->entry, TRUE);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    {
      /* As large as what it shows now. */
      gtk_popover_present (GTK_POPOVER (self));
      return;
    }
  stop_waiting (self);
  /* An entry that came in the place of another has no place yet: the popover would cover it. */
  if (gtk_widget_get_width (self->entry) == 0)
    {
      self->tick = gtk_widget_add_tick_callback (gtk_widget_get_parent (GTK_WIDGET (self)),
                                                 popup_below, g_object_ref (self),
                                                 g_object_unref);
      return;
    }
  point_to_entry (self);
  gtk_popover_popup (GTK_POPOVER (self));
}

void
ui_suggestion_popover_hide (UiSuggestionPopover *self)
{
  g_return_if_fail (UI_IS_SUGGESTION_POPOVER (self));

  stop_waiting (self);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_popover_popdown (GTK_POPOVER (self));
  ui_widget_set_expanded (self->entry, FALSE);
}

void
ui_suggestion_popover_want (UiSuggestionPopover *self)
{
  gboolean handled;

  g_return_if_fail (UI_IS_SUGGESTION_POPOVER (self));
  g_signal_emit_by_name (self, "wanted", TRUE, &handled);
}
