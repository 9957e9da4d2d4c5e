/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-completion-popover.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-completer.h"
#include "app-visible-text.h"

/* A row is one line; the whole value is in its tooltip, as far as a tooltip can be read. */
#define VALUE_CHARACTERS 200
#define MIN_WIDTH 200

struct _UiCompletionPopover
{
  GtkPopover parent_instance;

  UiFieldEditor *editor; /* borrowed: the parent */
  AppCompleter  *completer;
  gboolean       taking;
  gboolean       dismissed; /* until something else is typed */

  GtkWidget  *scroller;
  GtkListBox *list;
  GtkLabel   *note;
};

G_DEFINE_FINAL_TYPE (UiCompletionPopover, ui_completion_popover, GTK_TYPE_POPOVER)

static AppField *
get_field (UiCompletionPopover *self)
{
  return ui_field_editor_get_field (self->editor);
}

static GtkWidget *
get_control (UiCompletionPopover *self)
{
  return ui_field_editor_get_control (self->editor);
}

static gboolean
is_mine (UiCompletionPopover *self)
{
  return app_completer_get_field (self->completer) == get_field (self);
}

static void
tell (UiCompletionPopover *self, gboolean expanded, const char *note)
{
  GtkWidget *control = get_control (self);

  if (control == NULL)
    return;
  ui_widget_set_expanded (control, expanded);
  ui_field_editor_set_remark (self->editor, note);
}

static void
hide_list (UiCompletionPopover *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_popover_popdown (GTK_POPOVER (self));
  tell (self, FALSE, NULL);
}

static GtkWidget *
create_row (const char *value)
{
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *label = gtk_label_new (NULL);
  g_autofree char *line = app_visible_text_line (value, VALUE_CHARACTERS);

  /* Pango reads no markup here: what a server sent is plain. */
  gtk_label_set_text (GTK_LABEL (label), line);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_widget_set_focusable (row, FALSE);
  gtk_widget_set_tooltip_text (row, line);
  ui_widget_name (row, line);
  g_object_set_data_full (G_OBJECT (row), "value", g_strdup (value), g_free);
  return row;
}

static void
fill (UiCompletionPopover *self)
{
  const char *const *values = app_completer_get_values (self->completer);

  ui_widget_clear (self->list);
  for (guint i = 0; values[i] != NULL; i++)
    gtk_list_box_append (self->list, create_row (values[i]));
  gtk_widget_set_visible (self->scroller, values[0] != NULL);
}

/* Nothing is proposed to who has typed all of the only value already. */
static gboolean
is_worth_showing (UiCompletionPopover *self)
{
  const char *const *values = app_completer_get_values (self->completer);

  if (app_completer_get_note (self->completer) == NULL)
    return FALSE;
  return values[0] == NULL || values[1] != NULL ||
         g_strcmp0 (values[0], app_field_get_text (get_field (self))) != 0;
}

static void
on_completer_changed (UiCompletionPopover *self)
{
  AppCompleterState state = app_completer_get_state (self->completer);
  const char       *note = app_completer_get_note (self->completer);

  /* While another answer is waited for the last one stays. */
  if (is_mine (self) && state == APP_COMPLETER_ASKING)
    return;
  if (!is_mine (self) || state == APP_COMPLETER_QUIET || self->dismissed ||
      !is_worth_showing (self))
    {
      hide_list (self);
      return;
    }
  fill (self);
  gtk_label_set_text (self->note, note);
  tell (self, TRUE, note);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  /* As wide as the text, where there is room. */
  gtk_widget_set_size_request (GTK_WIDGET (self),
                               MAX (MIN_WIDTH, gtk_widget_get_width (get_control (self))), -1);
  gtk_popover_popup (GTK_POPOVER (self));
}

static gboolean
has_focus (UiCompletionPopover *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self->editor));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *control = get_control (self);

  return focus != NULL && control != NULL &&
         (focus == control || gtk_widget_is_ancestor (focus, control));
}

static void
ask (UiCompletionPopover *self)
{
  self->dismissed = FALSE;
  app_completer_ask (self->completer, get_field (self));
}

static void
on_text_changed (UiCompletionPopover *self)
{
  /* Texts change for other reasons too: as JSON, or by what is taken here. */
  if (!self->taking && has_focus (self))
    ask (self);
}

static void
dismiss (UiCompletionPopover *self)
{
  self->dismissed = TRUE;
  app_completer_stop (self->completer);
}

static void
take (UiCompletionPopover *self, GtkListBoxRow *row)
{
  GtkWidget  *control = get_control (self);
  const char *value = g_object_get_data (G_OBJECT (row), "value");

  self->taking = TRUE;
  app_field_set_text (get_field (self), value);
  self->taking = FALSE;
  if (GTK_IS_EDITABLE (control))
    gtk_editable_set_position (GTK_EDITABLE (control), -1);
  dismiss (self);
}

static void
on_row_activated (UiCompletionPopover *self, GtkListBoxRow *row)
{
  take (self, row);
}

/* The list is not focused, and does not scroll by itself. */
static void
reveal (UiCompletionPopover *self, GtkWidget *row)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double y;

  if (gtk_widget_translate_coordinates (row, GTK_WIDGET (self->list), 0, 0, NULL, &y))
    gtk_adjustment_clamp_page (adjustment, y, y + gtk_widget_get_height (row));
}

static void
move (UiCompletionPopover *self, int step)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  int            index = selected != NULL ? gtk_list_box_row_get_index (selected) + step
                                          : (step > 0 ? 0 : -1);
  GtkListBoxRow *next = index >= 0 ? gtk_list_box_get_row_at_index (self->list, index) : NULL;
  GtkWidget     *control = get_control (self);

  if (next == NULL && selected != NULL && step > 0)
    return;
  gtk_list_box_select_row (self->list, next);
  if (next != NULL)
    {
      reveal (self, GTK_WIDGET (next));
      gtk_accessible_update_relation (GTK_ACCESSIBLE (control),
                                      GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, next, -1);
    }
}

static gboolean
on_open_key (UiCompletionPopover *self, guint key)
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
        {
          dismiss (self);
          return FALSE;
        }
      take (self, selected);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
on_key (UiCompletionPopover *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    return on_open_key (self, key);
  /* In a text of several lines the arrow moves the cursor. */
  if ((key == GDK_KEY_Down || key == GDK_KEY_KP_Down) && GTK_IS_EDITABLE (get_control (self)) &&
      app_completer_is_offered (self->completer))
    {
      ask (self);
      return TRUE;
    }
  return FALSE;
}

static void
on_focus_left (UiCompletionPopover *self)
{
  if (is_mine (self))
    app_completer_stop (self->completer);
}

static void
ui_completion_popover_dispose (GObject *object)
{
  UiCompletionPopover *self = UI_COMPLETION_POPOVER (object);

  if (self->completer != NULL)
    g_signal_handlers_disconnect_by_data (self->completer, self);
  ui_template_dispose (object);
  g_clear_object (&self->completer);
}

static void
ui_completion_popover_class_init (UiCompletionPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_completion_popover_dispose;
  ui_template_set (widget_class, "ui/form/ui-completion-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, UiCompletionPopover, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiCompletionPopover, list);
  gtk_widget_class_bind_template_child (widget_class, UiCompletionPopover, note);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ui_completion_popover_init (UiCompletionPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
watch_control (UiCompletionPopover *self)
{
  GtkWidget          *control = get_control (self);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  /* Before the entry's own keys. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_focus_left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (control, keys);
  gtk_widget_add_controller (control, focus);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE,
                                  GTK_ACCESSIBLE_PROPERTY_AUTOCOMPLETE,
                                  GTK_ACCESSIBLE_AUTOCOMPLETE_LIST, -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_CONTROLS,
                                  self->list, NULL, -1);
}

UiCompletionPopover *
ui_completion_popover_attach (UiFieldEditor *editor)
{
  UiCompletionPopover *self;
  AppField            *field;

  g_return_val_if_fail (UI_IS_FIELD_EDITOR (editor), NULL);

  field = ui_field_editor_get_field (editor);
  if (app_field_get_completer (field) == NULL || !app_completer_knows_field (field))
    return NULL;
  self = g_object_new (UI_TYPE_COMPLETION_POPOVER, NULL);
  self->editor = editor;
  self->completer = g_object_ref (app_field_get_completer (field));
  gtk_widget_set_parent (GTK_WIDGET (self), GTK_WIDGET (editor));
  watch_control (self);
  g_signal_connect_object (field, "notify::text", G_CALLBACK (on_text_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->completer, "notify::state", G_CALLBACK (on_completer_changed),
                           self, G_CONNECT_SWAPPED);
  return self;
}
