/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-memory-bar.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-argument-memory.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 60
#define MAX_VALUE 80

/* One argument: what it was before, and a list of what there is. */
struct _UiMemoryLine
{
  GtkWidget parent_instance;

  AppArgumentMemory *memory;
  AppField          *field;

  GtkLabel   *name;
  GtkLabel   *state;
  GtkPopover *popover;
  GtkWidget  *scroller;
  GtkListBox *values;
  GtkLabel   *note;
  GtkWidget  *ask; /* calls the tool that lists the values */
  GtkLabel   *ask_label;
};

#define UI_TYPE_MEMORY_LINE (ui_memory_line_get_type ())
G_DECLARE_FINAL_TYPE (UiMemoryLine, ui_memory_line, UI, MEMORY_LINE, GtkWidget)
UI_DEFINE_TEMPLATE (UiMemoryLine, ui_memory_line, GTK_TYPE_WIDGET)

static const char *
get_key (UiMemoryLine *self)
{
  return app_field_get_place (self->field)->key;
}

static void
update_state (UiMemoryLine *self)
{
  const char      *last = app_argument_memory_get_last (self->memory, get_key (self));
  g_autofree char *visible = app_visible_text_line (last, MAX_VALUE);
  McpJsonValue     value = app_field_get_value (self->field);
  /* Translators: %s is the value of the last time */
  g_autofree char *before = g_strdup_printf (_ ("Last call: %s"), visible);

  if (last == NULL)
    gtk_label_set_text (self->state, _ ("Shared argument"));
  else if (mcp_json_value_string_equals (value, last))
    gtk_label_set_text (self->state, _ ("Reused from last call"));
  else
    gtk_label_set_text (self->state, before);
}

static void
on_value (UiMemoryLine *self, GtkListBoxRow *row)
{
  const char *value = g_object_get_data (G_OBJECT (row), "value");

  gtk_popover_popdown (self->popover);
  app_field_set_text (self->field, value);
}

static void
fill_values (UiMemoryLine *self)
{
  g_auto (GStrv) values = app_argument_memory_dup_values (self->memory, get_key (self));

  ui_widget_clear (self->values);
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
      gtk_list_box_append (self->values, row);
    }
  gtk_widget_set_visible (self->scroller, values[0] != NULL);
}

static void
on_asked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiMemoryLine) self = data;
  g_autoptr (GError) error = NULL;
  gboolean any = app_argument_memory_ask_finish (APP_ARGUMENT_MEMORY (object), result, &error);

  if (self->ask == NULL)
    return;
  g_autofree char *text =
      error != NULL ? app_visible_text_block (error->message, MAX_VALUE * 4) : NULL;
  gtk_widget_set_sensitive (self->ask, TRUE);
  ui_widget_show_text (self->note, text != NULL ? text : any ? NULL
                                                             : _ ("The response names none."));
  fill_values (self);
}

static void
on_ask (UiMemoryLine *self)
{
  gtk_widget_set_sensitive (self->ask, FALSE);
  ui_widget_show_text (self->note, _ ("Asking…"));
  app_argument_memory_ask_async (self->memory, get_key (self), NULL, on_asked,
                                 g_object_ref (self));
}

UI_DEFINE_CLASS (UiMemoryLine, ui_memory_line)
{
  ui_template_set_bin (widget_class, "ui/call/ui-memory-line.ui");
  ui_template_hold (widget_class, UiMemoryLine, field, memory);
  ui_template_bind_children (widget_class, UiMemoryLine, name, state, popover, scroller, values,
                             note, ask, ask_label);
  ui_template_bind_callbacks (widget_class, fill_values, on_value, on_ask);
}

static GtkWidget *
create_line (AppArgumentMemory *memory, AppField *field)
{
  UiMemoryLine    *self = g_object_new (UI_TYPE_MEMORY_LINE, NULL);
  const char      *argument = app_field_get_place (field)->key;
  McpTool         *lister = app_argument_memory_get_lister (memory, argument);
  g_autofree char *name = app_visible_text_line (argument, MAX_NAME);

  self->memory = g_object_ref (memory);
  self->field = g_object_ref (field);
  gtk_label_set_text (self->name, name);
  gtk_label_set_width_chars (self->name, (int)MIN (g_utf8_strlen (name, -1), 16));
  gtk_widget_set_visible (self->ask, lister != NULL);
  if (lister != NULL)
    {
      const char      *key = mcp_definition_get_key (MCP_DEFINITION (lister));
      g_autofree char *tool = app_visible_text_line (key, MAX_NAME);
      /* Translators: %s is the name of a tool */
      g_autofree char *label = g_strdup_printf (_ ("Call %s"), tool);

      gtk_label_set_text (self->ask_label, label);
    }
  update_state (self);
  return GTK_WIDGET (self);
}

struct _UiMemoryBar
{
  GtkWidget parent_instance;

  AppForm           *form;   /* (nullable) */
  AppArgumentMemory *memory; /* (nullable) */
  GtkWidget         *box;
};

G_DEFINE_FINAL_TYPE (UiMemoryBar, ui_memory_bar, GTK_TYPE_WIDGET)

static void
update_lines (UiMemoryBar *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    update_state (UI_MEMORY_LINE (child));
}

static gboolean
says_something (UiMemoryBar *self, AppField *field)
{
  const char *key = app_field_get_place (field)->key;
  const char *last = app_argument_memory_get_last (self->memory, key);

  if (app_argument_memory_get_kind (self->memory, field) != APP_ARGUMENT_FILLED)
    return FALSE;
  return (last != NULL &&
          mcp_json_value_string_equals (app_field_get_value (field), last)) ||
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
      gtk_box_append (GTK_BOX (self->box), create_line (self->memory, field));
      n++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/* A value that is known for the first time gives a line, another one changes it. In sight, no line
 * is added: a call that ends would push the form from under the pointer. */
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
  if (n == wanted || gtk_widget_get_mapped (gtk_widget_get_parent (GTK_WIDGET (self))))
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
}

MCP_DEFINE_DISPOSE (UiMemoryBar, ui_memory_bar)
{
  let_go (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
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
  self->form = g_object_ref (form);
  self->memory = g_object_ref (app_session_get_feature (session, APP_TYPE_ARGUMENT_MEMORY));
  ui_connect (self->memory, "changed", on_memory_changed, self);
  ui_connect (form, "changed", update_lines, self);
  rebuild (self);
}
