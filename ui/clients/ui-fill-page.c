/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-fill-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app-visible-text.h"
#include "ui-expandable-label.h"
#include "ui-fallback-question.h"
#include "ui-fill-row.h"
#include "ui-problem-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#define FACT_TEMPLATE "/io/github/spyglass_mcp/Spyglass/ui/clients/ui-fill-fact.ui"
#define MAX_NAME 200
#define MAX_TEXT 2000
#define MAX_PATH 1000
/* A command is shown whole, as far as a person can judge it. */
#define MAX_COMMAND 20000

struct _UiFillPage
{
  GtkWidget parent_instance;

  AppWorkspace      *workspace;
  AppTemplateImport *import;
  AppTemplateForm   *form;
  GCancellable      *cancellable; /* (nullable): of the import that is running */
  gboolean           filling;     /* the list of ways is being set */

  GtkScrolledWindow *scroller;
  UiProblemView     *problem;
  GtkLabel          *title;
  GtkLabel          *subtitle;
  UiExpandableLabel *description;
  GtkLabel          *warning;
  GtkBox            *facts_box;
  GtkWidget         *ways_box;
  AdwComboRow       *ways;
  GtkLabel          *remark;
  GtkListBox        *inputs;
  GtkWidget         *inputs_group;
  GtkWidget         *preview_group;
  GtkLabel          *preview_title;
  GtkLabel          *preview;
  GtkLabel          *settings;
  GtkLabel          *exposed;
  GtkLabel          *reason;
  GtkWidget         *button;
};

G_DEFINE_FINAL_TYPE (UiFillPage, ui_fill_page, GTK_TYPE_WIDGET)

static void
show_error (UiFillPage *self, const GError *error)
{
  g_autoptr (AppProblem) problem = error != NULL ? app_problem_new_for_error (error) : NULL;

  ui_problem_view_set_problem (self->problem, problem);
}

/* What is said of it */

/* A line that can be copied and never opens. @value: (nullable) */
static void
add_fact (GtkListBox *list, const char *name, const char *value, guint max)
{
  g_autofree char *visible = app_visible_text_line (value, max);

  if (*visible == '\0')
    return;
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (FACT_TEMPLATE);
  g_object_set (gtk_builder_get_object (builder, "name"), "label", name, NULL);
  g_object_set (gtk_builder_get_object (builder, "value"), "label", visible, NULL);
  ui_widget_name (gtk_builder_get_object (builder, "value"), name);
  gtk_list_box_append (list, GTK_WIDGET (gtk_builder_get_object (builder, "row")));
}

static void
add_bundle_facts (UiFillPage *self, GtkListBox *list)
{
  g_autofree char *folder = NULL;
  g_autofree char *what = NULL;
  guint            n_files;
  guint64          size;

  if (!app_template_import_get_bundle (self->import, &n_files, &size, &folder))
    return;
  g_autofree char *size_text = app_visible_text_size (size);
  /* Translators: then a size, such as "1.2 MB" */
  what = g_strdup_printf (ngettext ("%'u file, %s", "%'u files, %s", n_files), n_files, size_text);
  g_autofree char *path = app_visible_text_path (folder, MAX_PATH);
  add_fact (list, _ ("Unpacks"), what, MAX_TEXT);
  add_fact (list, _ ("Into"), path, MAX_PATH);
}

static void
show_about (UiFillPage *self)
{
  const StoreTemplateAbout *about =
      store_server_template_get_about (app_template_import_get_template (self->import));
  g_autofree char *title = app_visible_text_line (about->title, MAX_NAME);
  g_autofree char *name = app_visible_text_line (about->name, MAX_NAME);
  g_autofree char *version = app_visible_text_line (about->version, MAX_NAME);
  g_autofree char *subtitle = *version != '\0' ? g_strdup_printf ("%s · %s", name, version)
                                               : g_strdup (name);
  g_autofree char *tools = g_strjoinv (", ", (char **)about->tools);
  GtkListBox      *list = GTK_LIST_BOX (gtk_list_box_new ());

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->subtitle, subtitle);
  ui_expandable_label_set_text (self->description, about->description);
  gtk_list_box_set_selection_mode (list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (list), "boxed-list");
  ui_widget_name (list, _ ("About the server"));
  add_fact (list, _ ("Author"), about->author, MAX_NAME);
  add_fact (list, _ ("Website"), about->website, MAX_TEXT);
  add_fact (list, _ ("Repository"), about->repository, MAX_TEXT);
  add_fact (list, _ ("Tools"), tools, MAX_TEXT);
  add_bundle_facts (self, list);
  ui_widget_clear (self->facts_box);
  gtk_widget_set_visible (GTK_WIDGET (self->facts_box),
                          gtk_list_box_get_row_at_index (list, 0) != NULL);
  gtk_box_append (self->facts_box, GTK_WIDGET (list));
}

/* The form */

static void
update (UiFillPage *self)
{
  if (self->form == NULL)
    return;
  g_autofree char *missing = app_template_form_dup_missing (self->form);
  g_autofree char *preview = app_template_form_dup_preview (self->form);
  g_autofree char *visible = app_visible_text_line (preview, MAX_COMMAND);
  g_auto (GStrv) lines = app_template_form_dup_settings (self->form);
  g_autofree char *joined = g_strjoinv ("\n", lines);
  g_autofree char *settings = app_visible_text_block (joined, MAX_COMMAND);
  gtk_widget_set_visible (self->preview_group, preview != NULL);
  gtk_label_set_text (self->preview_title, g_str_has_prefix (visible, "http")
                                               ? _ ("Where It Connects To")
                                               : _ ("What Will Run"));
  gtk_label_set_text (self->preview, visible);
  ui_widget_show_text (self->settings, settings);
  gtk_widget_set_visible (GTK_WIDGET (self->exposed),
                          app_template_form_exposes_secret (self->form));
  if (self->cancellable != NULL)
    gtk_label_set_text (self->reason, _ ("Importing…"));
  else
    gtk_label_set_text (self->reason, missing != NULL
                                          ? missing
                                          : _ ("You confirm the command before its first run."));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fill.import",
                                 missing == NULL && self->cancellable == NULL);
}

static void
show_way (UiFillPage *self, guint option)
{
  const char      *link; /* where a person goes on who cannot run it from here */
  g_autofree char *remark = NULL;

  ui_clear_watched (&self->form, self);
  self->form = app_template_import_dup_form (self->import, option);
  ui_connect (self->form, "notify::preview", update, self);
  ui_widget_clear (self->inputs);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->form)); i++)
    {
      g_autoptr (AppTemplateInput) input = g_list_model_get_item (G_LIST_MODEL (self->form), i);

      gtk_list_box_append (self->inputs, ui_fill_row_new (input));
    }
  gtk_widget_set_visible (self->inputs_group,
                          gtk_list_box_get_row_at_index (self->inputs, 0) != NULL);
  const StoreTemplateOption *way = app_template_form_get_option (self->form);
  link = store_template_option_get_link (way);
  remark = app_visible_text_block (link != NULL ? link : store_template_option_get_remark (way),
                                   MAX_TEXT);
  ui_widget_show_text (self->remark, remark);
  gtk_widget_set_visible (self->ways_box, gtk_widget_get_visible (GTK_WIDGET (self->ways)) ||
                                              *remark != '\0');
  show_error (self, NULL);
  update (self);
}

static void
on_way_selected (UiFillPage *self)
{
  if (!self->filling && self->import != NULL)
    show_way (self, adw_combo_row_get_selected (self->ways));
}

static void
show_ways (UiFillPage *self)
{
  StoreServerTemplate *template = app_template_import_get_template (self->import);
  guint n = store_server_template_get_n_options (template);
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const StoreTemplateOption *way = store_server_template_get_option (template, i);
      g_autofree char           *text =
          g_strdup_printf ("%s · %s", store_template_option_get_word (way),
                           store_template_option_get_label (way));
      g_autofree char *visible = app_visible_text_line (text, MAX_NAME);

      gtk_string_list_append (words, visible);
    }
  self->filling = TRUE;
  adw_combo_row_set_model (self->ways, G_LIST_MODEL (words));
  adw_combo_row_set_selected (self->ways, store_server_template_get_best_option (template));
  self->filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->ways), n > 1);
}

/* Importing */

static void run (gpointer data);

static void
on_run (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFillPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) added =
      app_template_import_run_finish (APP_TEMPLATE_IMPORT (object), result, &error);

  /* Another one is shown, or nothing any more. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  update (self);
  if (added != NULL)
    g_signal_emit_by_name (self, "imported");
  else if (app_profile_draft_is_keyring_error (error))
    {
      g_autoptr (AppProfileDraft) draft = app_profile_draft_new (self->workspace, NULL);

      ui_fallback_question_ask (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), draft, run,
                                self);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_error (self, error);
}

static void
run (gpointer data)
{
  UiFillPage *self = data;

  self->cancellable = g_cancellable_new ();
  show_error (self, NULL);
  update (self);
  app_template_import_run_async (self->import, self->form, self->workspace, self->cancellable,
                                 on_run, g_object_ref (self));
}

static void
import_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  run (widget);
}

/* The widget */

static void
ui_fill_page_dispose (GObject *object)
{
  UiFillPage *self = UI_FILL_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  g_clear_object (&self->import);
  ui_template_dispose (object);
  g_clear_object (&self->form);
  g_clear_object (&self->workspace);
}

UI_DEFINE_CLASS (UiFillPage, ui_fill_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_fill_page_dispose;
  mcp_signal_new (klass, "imported", 0);
  ui_template_ensure_types (UI_TYPE_PROBLEM_VIEW, UI_TYPE_EXPANDABLE_LABEL);
  ui_template_set_bin (widget_class, "ui/clients/ui-fill-page.ui");
  ui_template_bind_children (widget_class, UiFillPage, scroller, problem, title, subtitle,
                             description, warning, facts_box, ways_box, ways, remark, inputs,
                             inputs_group, preview_group, preview, settings, exposed, reason,
                             button, preview_title);
  ui_template_bind_callbacks (widget_class, on_way_selected);
  gtk_widget_class_install_action (widget_class, "fill.import", NULL, import_server);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "fill.import", NULL);
}

static void
ui_fill_page_init (UiFillPage *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->preview);
  ui_wrap_literally (self->settings);
}

void
ui_fill_page_set_workspace (UiFillPage *self, AppWorkspace *workspace)
{
  g_return_if_fail (UI_IS_FILL_PAGE (self));
  g_set_object (&self->workspace, workspace);
}

void
ui_fill_page_show (UiFillPage *self, AppTemplateImport *import, const char *warning)
{
  g_return_if_fail (UI_IS_FILL_PAGE (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_set_object (&self->import, import);
  show_about (self);
  ui_widget_show_text (self->warning, warning);
  show_ways (self);
  show_way (self,
            store_server_template_get_best_option (app_template_import_get_template (import)));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

void
ui_fill_page_begin (UiFillPage *self)
{
  g_return_if_fail (UI_IS_FILL_PAGE (self));

  GtkListBoxRow *first = gtk_list_box_get_row_at_index (self->inputs, 0);
  if (first != NULL)
    gtk_widget_child_focus (GTK_WIDGET (first), GTK_DIR_TAB_FORWARD);
  else
    gtk_widget_grab_focus (self->button);
}
