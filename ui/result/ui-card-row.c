/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-card-row.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <string.h>

#define PROBLEM "ui-card-problem"
/* Of what was opened, below the line that hid it; pixels. */
#define INDENT 24
/* Leading spaces that stay beside the text where it wraps; a narrow view needs its width. */
#define MAX_SPACES 24u

struct _UiCardRow
{
  GtkWidget parent_instance;

  GtkTreeListRow *row; /* while bound */
  AppCardMarker  *marker;
  AppCardTools    tools;

  GtkWidget  *box;
  GtkLabel   *indent;
  GtkLabel   *text;
  GtkButton  *open;
  GtkSpinner *spinner;
  GtkLabel   *missing;
  GtkWidget  *trouble;
  GtkLabel   *problem;
};

G_DEFINE_FINAL_TYPE (UiCardRow, ui_card_row, GTK_TYPE_WIDGET)

static void
on_open (UiCardRow *self)
{
  if (self->row != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "card.open", "u",
                                gtk_tree_list_row_get_position (self->row));
}

static void
let_go (UiCardRow *self)
{
  if (self->marker != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->marker, self);
      g_signal_handlers_disconnect_by_data (app_card_marker_get_lines (self->marker), self);
    }
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  g_clear_object (&self->marker);
  g_clear_object (&self->row);
}

static void
ui_card_row_dispose (GObject *object)
{
  let_go (UI_CARD_ROW (object));
  ui_template_dispose (object);
}

static void
ui_card_row_class_init (UiCardRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_card_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "cardrow");
  ui_template_set (widget_class, "ui/result/ui-card-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, box);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, indent);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, text);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, open);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, missing);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, trouble);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, problem);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
}

static void
ui_card_row_init (UiCardRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_card_row_new (void)
{
  return g_object_new (UI_TYPE_CARD_ROW, NULL);
}

/* Why nothing can be opened here. Returns: (transfer full) */
static char *
dup_missing (AppCardMarker *marker)
{
  const char *tool =
      app_card_marker_get_call (marker, APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE, NULL);

  if (tool == NULL)
    /* Translators: behind a place of a preview, for example: 5 more items (no path leads here) */
    return g_strdup_printf (_ ("%s (no path leads here)"), app_card_marker_get_label (marker));
  /* Translators: for example: 5 more items (the server has no tool get_from_object_store) */
  return g_strdup_printf (_ ("%s (the server has no tool %s)"), app_card_marker_get_label (marker),
                          tool);
}

static void
update (UiCardRow *self)
{
  if (self->marker == NULL)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->open), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->spinner), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->missing), FALSE);
      gtk_widget_set_visible (self->trouble, FALSE);
      return;
    }
  gboolean    loading = app_card_marker_is_loading (self->marker);
  gboolean    opened = g_list_model_get_n_items (app_card_marker_get_lines (self->marker)) > 0;
  gboolean    possible = app_card_marker_get_call (self->marker, self->tools, NULL) != NULL;
  const char *problem = g_object_get_data (G_OBJECT (self->marker), PROBLEM);
  gboolean    failed = problem != NULL && !loading && !opened;

  gtk_button_set_label (self->open, opened && gtk_tree_list_row_get_expanded (self->row)
                                        ? _ ("Hide")
                                        : app_card_marker_get_label (self->marker));
  gtk_widget_set_visible (GTK_WIDGET (self->open), opened || (possible && !failed));
  gtk_widget_set_sensitive (GTK_WIDGET (self->open), !loading);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), loading);
  gtk_spinner_set_spinning (self->spinner, loading);
  gtk_widget_set_visible (self->trouble, failed);
  gtk_label_set_text (self->problem, failed ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->missing), !opened && !possible);
  if (!opened && !possible)
    {
      g_autofree char *missing = dup_missing (self->marker);
      gtk_label_set_text (self->missing, missing);
    }
}

static void
update_name (UiCardRow *self, const char *text)
{
  GtkWidget       *holder = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *missing = self->marker != NULL
                                 ? g_strdup_printf (" %s", app_card_marker_get_label (self->marker))
                                 : NULL;
  g_autofree char *name = g_strconcat (text, missing, NULL);

  if (holder != NULL)
    ui_widget_name (holder, g_strstrip (name));
}

/* A line that wraps goes on below where it began. */
static void
show_text (UiCardRow *self, const char *text)
{
  gsize            spaces = MIN (strspn (text, " "), MAX_SPACES);
  g_autofree char *indent = g_strnfill (spaces, ' ');

  gtk_label_set_text (self->indent, indent);
  gtk_label_set_text (self->text, text + spaces);
}

void
ui_card_row_bind (UiCardRow *self, GtkTreeListRow *row, AppCardTools tools)
{
  g_return_if_fail (UI_IS_CARD_ROW (self));

  let_go (self);
  self->tools = tools;
  if (row == NULL)
    return;
  self->row = g_object_ref (row);
  g_autoptr (AppCardLine) line = gtk_tree_list_row_get_item (row);
  guint depth = gtk_tree_list_row_get_depth (row);
  show_text (self, app_card_line_get_text (line));
  gtk_widget_set_margin_start (self->box, (int)depth * INDENT);
  ui_widget_set_class (self->box, "card-opened", depth > 0);
  if (app_card_line_get_marker (line) != NULL)
    {
      self->marker = g_object_ref (app_card_line_get_marker (line));
      g_signal_connect_swapped (self->marker, "notify::loading", G_CALLBACK (update), self);
      g_signal_connect_swapped (app_card_marker_get_lines (self->marker), "items-changed",
                                G_CALLBACK (update), self);
      g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (update), self);
    }
  update (self);
  update_name (self, app_card_line_get_text (line));
}

void
ui_card_row_set_problem (AppCardMarker *marker, const char *problem)
{
  g_return_if_fail (APP_IS_CARD_MARKER (marker));
  g_object_set_data_full (G_OBJECT (marker), PROBLEM, g_strdup (problem), g_free);
}
