/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-template.h"
#include "ui-column.h"
#include "ui-spin-row.h"
#include "ui-switch-row.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <adwaita.h>

#define RESOURCES "/io/github/spyglass_mcp/Spyglass/"

typedef struct
{
  gsize          offset;
  GDestroyNotify free; /* (nullable): what is held is a GObject */
} Field;

/* Returns: (transfer none): of Field */
static GArray *
get_held (GType type)
{
  GQuark  quark = g_quark_from_static_string ("ui-template-held");
  GArray *held = g_type_get_qdata (type, quark);

  if (held == NULL)
    {
      held = g_array_new (FALSE, FALSE, sizeof (Field));
      g_type_set_qdata (type, quark, held);
    }
  return held;
}

void
ui_template_hold_field (GtkWidgetClass *widget_class, gsize offset, GDestroyNotify free)
{
  const Field field = { offset, free };

  g_array_append_val (get_held (G_OBJECT_CLASS_TYPE (widget_class)), field);
}

void
ui_template_dispose (GObject *object)
{
  GtkWidget *widget = GTK_WIDGET (object);
  GType      type = G_OBJECT_TYPE (object);
  GType      parent = g_type_parent (type);
  GArray    *held = get_held (type);
  GtkWidget *child;

  for (guint i = 0; i < held->len; i++)
    {
      const Field *field = &g_array_index (held, Field, i);
      GObject     *watched =
          field->free == NULL ? G_STRUCT_MEMBER (GObject *, object, field->offset) : NULL;

      if (watched != NULL)
        g_signal_handlers_disconnect_by_data (watched, object);
      if (G_IS_CANCELLABLE (watched))
        g_cancellable_cancel (G_CANCELLABLE (watched));
    }
  gtk_widget_dispose_template (widget, type);
  /* A widget that derives from GtkWidget itself has nobody else who unparents the rest. */
  while (parent == GTK_TYPE_WIDGET && (child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; i < held->len; i++)
    {
      const Field *field = &g_array_index (held, Field, i);
      gpointer    *value = G_STRUCT_MEMBER_P (object, field->offset);

      g_clear_pointer (value, field->free != NULL ? field->free : g_object_unref);
    }
  G_OBJECT_CLASS (g_type_class_peek (parent))->dispose (object);
}

/* A page of a stack is called as its child's id: it needs no object of its own in the template. */
static void
name_pages (GtkStack *stack)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (stack)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkStackPage    *page = gtk_stack_get_page (stack, child);
      g_autofree char *name = g_strdup (gtk_buildable_get_buildable_id (GTK_BUILDABLE (child)));

      if (gtk_stack_page_get_name (page) == NULL && name != NULL)
        gtk_stack_page_set_name (page, g_strdelimit (name, "_", '-'));
    }
}

/* A button without words is called what its tooltip says, without its keys: “Refresh (F5)”. */
static void
name_button (GtkWidget *button)
{
  const char *tooltip = gtk_widget_get_tooltip_text (button);

  if (tooltip == NULL ||
      gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return;
  g_auto (GStrv) parts = g_strsplit (tooltip, " (", 2);
  ui_widget_name (button, parts[0]);
}

/* Text of several lines begins where its lines do, and no word makes the window wider. */
static void
align_label (GtkLabel *label)
{
  if (!gtk_label_get_wrap (label))
    return;
  if (gtk_label_get_justify (label) == GTK_JUSTIFY_LEFT)
    gtk_label_set_xalign (label, 0);
  if (gtk_label_get_wrap_mode (label) == PANGO_WRAP_WORD)
    gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
}

/* GTK turns a spinner on a page of a stack that is not shown too: sixty frames a second. */
static void
turn_where_seen (GtkSpinner *spinner)
{
  if (!gtk_spinner_get_spinning (spinner))
    return;
  gtk_spinner_stop (spinner);
  g_signal_connect (spinner, "map", G_CALLBACK (gtk_spinner_start), NULL);
  g_signal_connect (spinner, "unmap", G_CALLBACK (gtk_spinner_stop), NULL);
}

/* A bar that has pulsed keeps drawing frames, seen or not, until its fraction is set. */
static void
end_pulse (GtkProgressBar *bar)
{
  gtk_progress_bar_set_fraction (bar, gtk_progress_bar_get_fraction (bar));
}

static void
complete (GtkWidget *widget)
{
  if (GTK_IS_STACK (widget))
    name_pages (GTK_STACK (widget));
  else if (GTK_IS_LABEL (widget))
    align_label (GTK_LABEL (widget));
  else if (GTK_IS_SPINNER (widget))
    turn_where_seen (GTK_SPINNER (widget));
  else if (GTK_IS_PROGRESS_BAR (widget))
    g_signal_connect (widget, "unmap", G_CALLBACK (end_pulse), NULL);
  else if (GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget))
    name_button (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    complete (child);
}

void
ui_template_init (gpointer widget)
{
  gtk_widget_init_template (widget);
  complete (widget);
}

void
ui_template_init_dialog (GtkWidget *dialog)
{
  g_object_set (dialog, "accessible-role", GTK_ACCESSIBLE_ROLE_DIALOG, NULL);
  ui_template_init (dialog);
}

/* Of a class that gives the focus to something in it: GTK would do so again, and not leave it,
 * where Shift+Tab leads out of that. */
static gboolean
focus_child (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_widget_get_first_child (widget), direction);
}

void
ui_template_set (GtkWidgetClass *widget_class, const char *file)
{
  GObjectClass    *object_class = G_OBJECT_CLASS (widget_class);
  GObjectClass    *parent_class = g_type_class_peek_parent (widget_class);
  g_autofree char *resource = g_strconcat (RESOURCES, file, NULL);

  ui_wrap_measure_for_width ();
  /* Templates of all kinds have these. */
  ui_template_ensure_types (UI_TYPE_COLUMN, UI_TYPE_SPIN_ROW, UI_TYPE_SWITCH_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, resource);
  /* Without one, a screen reader hears of a group of widgets. */
  if (g_type_is_a (G_OBJECT_CLASS_TYPE (object_class), ADW_TYPE_WINDOW))
    gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  if (widget_class->grab_focus != GTK_WIDGET_CLASS (parent_class)->grab_focus &&
      widget_class->focus == GTK_WIDGET_CLASS (parent_class)->focus)
    widget_class->focus = focus_child;
  if (object_class->dispose == parent_class->dispose)
    object_class->dispose = ui_template_dispose;
}

void
ui_template_set_dialog (GtkWidgetClass *widget_class, const char *file)
{
  ui_template_set (widget_class, file);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

void
ui_template_set_bin (GtkWidgetClass *widget_class, const char *file)
{
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, file);
}

void
ui_clear_watched (gpointer field, gpointer watcher)
{
  GObject **object = field;

  if (*object != NULL)
    g_signal_handlers_disconnect_by_data (*object, watcher);
  g_clear_object (object);
}
