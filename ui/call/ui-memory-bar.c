/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-memory-bar.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-argument-memory.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 60
#define MAX_VALUE 80
#define POPOVER_PIXELS 280

struct _UiMemoryBar
{
  GtkWidget parent_instance;

  AppSession        *session; /* (nullable) */
  AppForm           *form;    /* (nullable) */
  AppArgumentMemory *memory;  /* (nullable) */
  GtkWidget         *box;
};

G_DEFINE_FINAL_TYPE (UiMemoryBar, ui_memory_bar, GTK_TYPE_WIDGET)

/* One argument's line; belongs to the line's widget. */
typedef struct
{
  UiMemoryBar *bar; /* weak */
  AppField    *field;
  char        *name;
  GtkLabel    *state;
  GtkWidget   *popover;
  GtkListBox  *values;
  GtkLabel    *note;
  GtkWidget   *ask; /* (nullable) */
} Line;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_clear_weak_pointer (&line->bar);
  g_clear_object (&line->field);
  g_free (line->name);
  g_free (line);
}

static void
update_state (Line *line)
{
  const char      *last = app_argument_memory_get_last (line->bar->memory, line->name);
  g_autofree char *visible = app_visible_text_line (last, MAX_VALUE);
  McpJsonValue     value = app_field_get_value (line->field);
  /* Translators: %s is the value of the last time */
  g_autofree char *before = g_strdup_printf (_ ("last time: %s"), visible);

  if (last == NULL)
    gtk_label_set_text (line->state, _ ("the same in many tools"));
  else if (mcp_json_value_string_equals (value, last))
    gtk_label_set_text (line->state, _ ("same as last time"));
  else
    gtk_label_set_text (line->state, before);
}

static void
on_value (Line *line, GtkListBoxRow *row)
{
  const char *value = g_object_get_data (G_OBJECT (row), "value");

  gtk_popover_popdown (GTK_POPOVER (line->popover));
  app_field_set_text (line->field, value);
}

static void
fill_values (Line *line)
{
  g_auto (GStrv) values = app_argument_memory_dup_values (line->bar->memory, line->name);

  ui_widget_clear (line->values);
  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autofree char *visible = app_visible_text_line (values[i], MAX_VALUE);
      GtkWidget       *row = gtk_list_box_row_new ();
      GtkWidget       *label = gtk_label_new (visible);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_add_css_class (label, "monospace");
      ui_tooltip_set (label, visible);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      g_object_set_data_full (G_OBJECT (row), "value", g_strdup (values[i]), g_free);
      ui_widget_name (row, visible);
      gtk_list_box_append (line->values, row);
    }
  gtk_widget_set_visible (gtk_widget_get_ancestor (GTK_WIDGET (line->values),
                                                   GTK_TYPE_SCROLLED_WINDOW),
                          values[0] != NULL);
}

static void
say (Line *line, const char *text)
{
  gtk_label_set_text (line->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (line->note), text != NULL);
}

static void
on_asked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWidget) widget = data;
  Line *line = g_object_get_data (G_OBJECT (widget), "line");
  g_autoptr (GError) error = NULL;
  gboolean any = app_argument_memory_ask_finish (APP_ARGUMENT_MEMORY (object), result, &error);

  if (line == NULL || line->bar == NULL || line->bar->memory == NULL)
    return;
  gtk_widget_set_sensitive (line->ask, TRUE);
  g_autofree char *text = error != NULL ? app_visible_text_block (error->message, MAX_VALUE * 4)
                                        : NULL;
  say (line, text != NULL ? text : any ? NULL
                                       : _ ("The answer names none."));
  fill_values (line);
}

static void
on_ask (Line *line, GtkWidget *button)
{
  GtkWidget *widget = gtk_widget_get_parent (GTK_WIDGET (line->state));

  gtk_widget_set_sensitive (line->ask, FALSE);
  say (line, _ ("Asking…"));
  app_argument_memory_ask_async (line->bar->memory, line->name, NULL, on_asked,
                                 g_object_ref (widget));
}

/* The values, and below them the tool that knows more. */
static GtkWidget *
create_popover (Line *line, McpTool *lister)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *note = gtk_label_new (NULL);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  ui_widget_name (list, _ ("Values"));
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), POPOVER_PIXELS);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (note), 30);
  gtk_widget_add_css_class (note, "secondary");
  gtk_widget_set_size_request (box, POPOVER_PIXELS, -1);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), note);
  line->values = GTK_LIST_BOX (list);
  line->note = GTK_LABEL (note);
  line->popover = popover;
  if (lister != NULL)
    {
      const char      *key = mcp_definition_get_key (MCP_DEFINITION (lister));
      g_autofree char *tool = app_visible_text_line (key, MAX_NAME);
      /* Translators: %s is the name of a tool */
      g_autofree char *label = g_strdup_printf (_ ("Call %s"), tool);

      GtkWidget *words = gtk_label_new (label);

      gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_MIDDLE);
      line->ask = gtk_button_new ();
      gtk_button_set_child (GTK_BUTTON (line->ask), words);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (line->ask),
                                      GTK_ACCESSIBLE_RELATION_LABELLED_BY, words, NULL, -1);
      ui_tooltip_set (line->ask, _ ("It says which there are"));
      g_signal_connect_swapped (line->ask, "clicked", G_CALLBACK (on_ask), line);
      gtk_box_append (GTK_BOX (box), line->ask);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (on_value), line);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (fill_values), line);
  say (line, NULL);
  return popover;
}

static GtkWidget *
create_line (UiMemoryBar *self, AppField *field)
{
  GtkWidget       *widget = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  const char      *key = app_field_get_key (field);
  g_autofree char *name = app_visible_text_line (key, MAX_NAME);
  GtkWidget       *label = gtk_label_new (name);
  GtkWidget       *state = gtk_label_new (NULL);
  GtkWidget       *button = gtk_menu_button_new ();
  Line            *line = g_new0 (Line, 1);
  McpTool         *lister = app_argument_memory_get_lister (self->memory, key);

  g_set_weak_pointer (&line->bar, self);
  line->field = g_object_ref (field);
  line->name = g_strdup (key);
  line->state = GTK_LABEL (state);
  g_object_set_data_full (G_OBJECT (widget), "line", line, line_free);
  gtk_widget_add_css_class (label, "monospace");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), (int)MIN (g_utf8_strlen (name, -1), 16));
  gtk_label_set_ellipsize (line->state, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (line->state, 0);
  gtk_label_set_width_chars (line->state, 8);
  gtk_widget_set_hexpand (state, TRUE);
  gtk_widget_add_css_class (state, "secondary");
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Others"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), create_popover (line, lister));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "small-control");
  ui_tooltip_set (button, _ ("What It Was Before, and What There Is"));
  gtk_box_append (GTK_BOX (widget), label);
  gtk_box_append (GTK_BOX (widget), state);
  gtk_box_append (GTK_BOX (widget), button);
  update_state (line);
  return widget;
}

static void
update_lines (UiMemoryBar *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    update_state (g_object_get_data (G_OBJECT (child), "line"));
}

static gboolean
says_something (UiMemoryBar *self, AppField *field)
{
  const char *key = app_field_get_key (field);

  if (app_argument_memory_get_kind (self->memory, field) == APP_ARGUMENT_OTHER)
    return FALSE;
  return app_argument_memory_get_last (self->memory, key) != NULL ||
         app_argument_memory_get_lister (self->memory, key) != NULL;
}

static void
rebuild (UiMemoryBar *self)
{
  GListModel *fields = app_field_get_children (app_form_get_root (self->form));
  guint       n = 0;

  ui_widget_clear (self->box);
  for (guint i = 0; i < g_list_model_get_n_items (fields) && n < UI_MEMORY_BAR_MAX_LINES; i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);

      if (!says_something (self, field))
        continue;
      gtk_box_append (GTK_BOX (self->box), create_line (self, field));
      n++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/* A value that is known for the first time gives a line; another one changes it. */
static void
on_memory_changed (UiMemoryBar *self)
{
  GListModel *fields = app_field_get_children (app_form_get_root (self->form));
  guint       wanted = 0;
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (fields) && wanted < UI_MEMORY_BAR_MAX_LINES; i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);

      wanted += says_something (self, field);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n++;
  if (n == wanted)
    update_lines (self);
  else
    rebuild (self);
}

static void
let_go (UiMemoryBar *self)
{
  GtkWidget *child;

  if (self->memory != NULL)
    g_signal_handlers_disconnect_by_data (self->memory, self);
  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  while (self->box != NULL && (child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  g_clear_object (&self->memory);
  g_clear_object (&self->form);
  g_clear_object (&self->session);
}

static void
ui_memory_bar_dispose (GObject *object)
{
  UiMemoryBar *self = UI_MEMORY_BAR (object);

  let_go (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ui_memory_bar_parent_class)->dispose (object);
}

static void
ui_memory_bar_class_init (UiMemoryBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_memory_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ui_memory_bar_init (UiMemoryBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->box, "pane-bar");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ui_memory_bar_set_form (UiMemoryBar *self, AppSession *session, AppForm *form)
{
  g_return_if_fail (UI_IS_MEMORY_BAR (self));

  let_go (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (form == NULL)
    return;
  self->session = g_object_ref (session);
  self->form = g_object_ref (form);
  self->memory = g_object_ref (app_argument_memory_of (session));
  g_signal_connect_object (self->memory, "changed", G_CALLBACK (on_memory_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (form, "changed", G_CALLBACK (update_lines), self, G_CONNECT_SWAPPED);
  rebuild (self);
}
