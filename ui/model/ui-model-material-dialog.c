/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-material-dialog.h"
#include "app-model-source.h"
#include "app-visible-text.h"
#include "ui-form-view.h"
#include "ui-row.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define TEXT_CHARACTERS 120
/* Rows at once; beyond that a person searches, among all. */
#define MAX_ROWS 200u

struct _UiModelMaterialDialog
{
  AdwWindow parent_instance;

  AppModelAttachments *attachments;
  GPtrArray           *offers; /* AppModelSource */
  AppModelSource      *asked;  /* (nullable): whose form is shown */
  AppDraft            *draft;  /* (nullable): its */

  GtkStack       *stack;
  GtkWidget      *back;
  AdwWindowTitle *heading;
  GtkSearchEntry *search;
  GtkListBox     *list;
  GtkLabel       *nothing;
  GtkLabel       *rest;
  UiFormView     *form;
};

G_DEFINE_FINAL_TYPE (UiModelMaterialDialog, ui_model_material_dialog, ADW_TYPE_WINDOW)

/* Adding */

static void
add (UiModelMaterialDialog *self, AppModelSource *offer, AppDraft *draft)
{
  AppCall *call = app_draft_prepare (draft);

  if (call == NULL)
    return;
  app_model_attachments_add (self->attachments, app_model_source_get_session (offer), call,
                             app_model_source_get_title (offer));
  gtk_window_close (GTK_WINDOW (self));
}

static void
show_list (UiModelMaterialDialog *self)
{
  ui_form_view_set_form (self->form, NULL);
  g_clear_object (&self->draft);
  g_clear_object (&self->asked);
  adw_window_title_set_subtitle (self->heading, NULL);
  gtk_widget_set_visible (self->back, FALSE);
  gtk_stack_set_visible_child_name (self->stack, "list");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* @draft: (transfer full) */
static void
ask (UiModelMaterialDialog *self, AppModelSource *offer, AppDraft *draft)
{
  g_autofree char *name =
      app_visible_text_line (app_model_source_get_title (offer), TEXT_CHARACTERS);

  g_set_object (&self->asked, offer);
  g_clear_object (&self->draft);
  self->draft = draft;
  ui_form_view_set_form (self->form, app_draft_get_form (draft));
  adw_window_title_set_subtitle (self->heading, name);
  gtk_widget_set_visible (self->back, TRUE);
  gtk_stack_set_visible_child_name (self->stack, "form");
  ui_form_view_focus_first (self->form);
}

static void
on_submit (UiModelMaterialDialog *self)
{
  if (self->draft != NULL)
    add (self, self->asked, self->draft);
}

static void
on_row_activated (UiModelMaterialDialog *self, GtkListBoxRow *row)
{
  AppModelSource *offer = ui_row_get_item (row);
  g_autoptr (AppDraft) draft = app_model_source_create_draft (offer);

  if (app_model_source_asks (draft))
    ask (self, offer, g_steal_pointer (&draft));
  else
    add (self, offer, draft);
}

/* The list */

static GtkWidget *
create_row (AppModelSource *offer)
{
  const char      *description = app_model_source_get_description (offer);
  g_autofree char *name =
      app_visible_text_line (app_model_source_get_title (offer), TEXT_CHARACTERS);
  g_autofree char *key = app_visible_text_line (app_model_source_get_key (offer), TEXT_CHARACTERS);
  g_autofree char *line = app_visible_text_line (description, TEXT_CHARACTERS);
  g_autofree char *server = app_visible_text_line (
      app_session_get_name (app_model_source_get_session (offer)), TEXT_CHARACTERS);
  g_autofree char *note = g_strdup_printf (
      "%s · %s", server, g_str_equal (key, name) && *line != '\0' ? line : key);

  GtkWidget *row = ui_row_new (name, note, offer);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

static void
show_rest (UiModelMaterialDialog *self, guint n_found)
{
  guint            more = n_found > MAX_ROWS ? n_found - MAX_ROWS : 0;
  g_autofree char *label = g_strdup_printf (
      ngettext ("%u more. Type to search.", "%u more. Type to search.", more), more);

  ui_widget_show_text (self->rest, more > 0 ? label : NULL);
  gtk_label_set_text (self->nothing, self->offers->len > 0
                                         ? _ ("No results")
                                         : _ ("No connected server offers any."));
}

static void
fill (UiModelMaterialDialog *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint       n_found = 0;

  ui_widget_clear (self->list);
  for (guint i = 0; i < self->offers->len; i++)
    if (app_model_source_matches (self->offers->pdata[i], words) && n_found++ < MAX_ROWS)
      gtk_list_box_append (self->list, create_row (self->offers->pdata[i]));
  show_rest (self, n_found);
}

/* Enter takes the first. */
static void
on_search_activate (UiModelMaterialDialog *self)
{
  /* The entry tells of what was typed only after a pause. */
  fill (self);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);
  if (row != NULL)
    on_row_activated (self, row);
}

/* The class */

static void
leave (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelMaterialDialog *self = UI_MODEL_MATERIAL_DIALOG (widget);

  if (self->draft != NULL)
    show_list (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

UI_DEFINE_DISPOSE (UiModelMaterialDialog, ui_model_material_dialog)
{
  if (self->form != NULL)
    ui_form_view_set_form (self->form, NULL);
}

UI_DEFINE_CLASS (UiModelMaterialDialog, ui_model_material_dialog)
{
  G_OBJECT_CLASS (klass)->dispose = ui_model_material_dialog_dispose;
  g_type_ensure (UI_TYPE_FORM_VIEW);
  ui_template_set (widget_class, "ui/model/ui-model-material-dialog.ui");
  ui_template_own (widget_class, UiModelMaterialDialog, offers, g_ptr_array_unref);
  ui_template_hold (widget_class, UiModelMaterialDialog, draft, asked, attachments);
  ui_template_bind_children (widget_class, UiModelMaterialDialog, stack, back, heading, search,
                             list, nothing, rest, form);
  ui_template_bind_callbacks (widget_class, fill, on_search_activate, on_row_activated, on_submit);
  gtk_widget_class_install_action (widget_class, "material.leave", NULL, leave);
}

static void
ui_model_material_dialog_init (UiModelMaterialDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  ui_form_view_set_submit_label (self->form, _ ("Add"));
}

GtkWindow *
ui_model_material_dialog_new (GtkWindow           *parent,
                              GListModel          *servers,
                              AppModelAttachments *attachments,
                              gboolean             prompts)
{
  UiModelMaterialDialog *self;
  const char            *title = prompts ? _ ("Add Prompt") : _ ("Add Resource");
  const char            *words = prompts ? _ ("Search prompts") : _ ("Search resources");

  g_return_val_if_fail (G_IS_LIST_MODEL (servers), NULL);
  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENTS (attachments), NULL);

  self = g_object_new (UI_TYPE_MODEL_MATERIAL_DIALOG, "transient-for", parent, "title", title,
                       NULL);
  self->attachments = g_object_ref (attachments);
  self->offers = app_model_source_list (servers, prompts);
  adw_window_title_set_title (self->heading, title);
  g_object_set (self->search, "placeholder-text", words, NULL);
  ui_widget_name (self->search, words);
  ui_widget_name (self->list, prompts ? _ ("Prompts") : _ ("Resources"));
  fill (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->search));
  return GTK_WINDOW (self);
}
