/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-composer-findings.h"
#include "ui-widget.h"
#include "app-composer-finding.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TEXT 400
/* Sentences at once, and their height; the message itself needs the room. */
#define MAX_ROWS 3
#define MAX_HEIGHT 92

struct _UiComposerFindings
{
  AdwBin parent_instance;

  GListModel *model; /* (nullable) */
  /* borrowed */
  GtkScrolledWindow *scroller;
  GtkListBox        *list;
};

G_DEFINE_FINAL_TYPE (UiComposerFindings, ui_composer_findings, ADW_TYPE_BIN)

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  AppComposerFinding *finding = APP_COMPOSER_FINDING (item);
  gboolean            is_error = app_composer_finding_is_error (finding);
  guint               line = app_composer_finding_get_line (finding);
  g_autofree char    *visible =
      app_visible_text_line (app_composer_finding_get_text (finding), MAX_TEXT);
  /* Translators: the number of a line, then a sentence about it */
  g_autofree char *text = line > 0 ? g_strdup_printf (_ ("Line %u: %s"), line, visible)
                                   : g_strdup (visible);
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *icon = gtk_image_new_from_icon_name (is_error ? "dialog-error-symbolic"
                                                                 : "dialog-warning-symbolic");
  GtkWidget       *label = gtk_label_new (text);

  gtk_widget_add_css_class (icon, is_error ? "state-failed" : "state-waiting");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  ui_widget_set_ornament (icon);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  ui_widget_name (row, text);
  return row;
}

static void
update_visible (UiComposerFindings *self)
{
  guint n = self->model != NULL ? g_list_model_get_n_items (self->model) : 0;

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  /* Where something can be scrolled, the bar's own height is taken at least. */
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER,
                                  n > MAX_ROWS ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
}

static void
ui_composer_findings_dispose (GObject *object)
{
  UiComposerFindings *self = UI_COMPOSER_FINDINGS (object);

  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ui_composer_findings_parent_class)->dispose (object);
}

static void
ui_composer_findings_class_init (UiComposerFindingsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_composer_findings_dispose;
}

static void
ui_composer_findings_init (UiComposerFindings *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();

  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "findings");
  ui_widget_name (list, _ ("About the message"));
  self->scroller = GTK_SCROLLED_WINDOW (scroller);
  gtk_scrolled_window_set_propagate_natural_height (self->scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (self->scroller, MAX_HEIGHT);
  gtk_scrolled_window_set_child (self->scroller, list);
  adw_bin_set_child (ADW_BIN (self), scroller);
  update_visible (self);
}

void
ui_composer_findings_set_model (UiComposerFindings *self, GListModel *findings)
{
  g_return_if_fail (UI_IS_COMPOSER_FINDINGS (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (findings);
  gtk_list_box_bind_model (self->list, findings, create_row, NULL, NULL);
  g_signal_connect_object (findings, "items-changed", G_CALLBACK (update_visible), self,
                           G_CONNECT_SWAPPED);
  update_visible (self);
}
