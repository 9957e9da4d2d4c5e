/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-provider-dialog.h"
#include "ui-problem-view.h"
#include "ui-provider-page.h"
#include "ui-row.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120

struct _UiProviderDialog
{
  AdwWindow parent_instance;

  AppModelProviders *providers;
  GCancellable      *cancellable;
  GPtrArray         *found; /* borrowed: the rows of servers on this computer */

  AdwLeaflet          *leaflet;
  GtkWidget           *list_page;
  UiProblemView       *problem;
  AdwPreferencesGroup *entries_group;
  GtkListBox          *entries;
  AdwPreferencesGroup *found_group;
  AdwPreferencesGroup *templates_group;
  AdwActionRow        *search_row;
  GtkSpinner          *spinner;
  GtkWidget           *entry_page;
  AdwWindowTitle      *entry_title;
  GtkButton           *save;
  AdwBin              *bin;
};

G_DEFINE_FINAL_TYPE (UiProviderDialog, ui_provider_dialog, ADW_TYPE_WINDOW)

/* The pages */

static void
go_back (UiProviderDialog *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->list_page);
  adw_bin_set_child (self->bin, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "providers.save", FALSE);
}

static void
on_done (UiProviderDialog *self)
{
  go_back (self);
}

static void
show_draft (UiProviderDialog *self, AppProviderDraft *draft)
{
  gboolean         is_new = app_provider_draft_get_id (draft) == NULL;
  g_autofree char *title = app_visible_text_line (app_provider_draft_get_title (draft), MAX_NAME);
  GtkWidget       *page = ui_provider_page_new (self->providers, draft);

  ui_connect (page, "done", on_done, self);
  adw_window_title_set_title (self->entry_title, title);
  gtk_button_set_label (self->save, is_new ? _ ("_Add") : _ ("_Save"));
  adw_bin_set_child (self->bin, page);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "providers.save", TRUE);
  adw_leaflet_set_visible_child (self->leaflet, self->entry_page);
  gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

static void
back (GtkWidget *widget, const char *action, GVariant *parameter)
{
  go_back (UI_PROVIDER_DIALOG (widget));
}

/* Escape goes back before it closes. */
static void
leave (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiProviderDialog *self = UI_PROVIDER_DIALOG (widget);

  if (adw_leaflet_get_visible_child (self->leaflet) == self->entry_page)
    go_back (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkWidget *page = adw_bin_get_child (UI_PROVIDER_DIALOG (widget)->bin);

  if (page != NULL)
    ui_provider_page_save (UI_PROVIDER_PAGE (page));
}

/* Rows */

/* @item: (nullable). Returns: (transfer floating) */
static GtkWidget *
create_row (const char *title, const char *subtitle, const char *icon_name, gpointer item)
{
  g_autofree char *more = app_visible_text_line (subtitle, MAX_NAME);
  GtkWidget       *row = ui_row_new (title, more, item);

  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  ui_row_add_icon (row, icon_name);
  return row;
}

/* It is edited from the start each time. */
static void
on_template (UiProviderDialog *self, AdwActionRow *row)
{
  guint index = (guint)gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  g_autoptr (AppProviderDraft) draft = app_provider_draft_new (self->providers, index);

  show_draft (self, draft);
}

static void
on_found (UiProviderDialog *self, AdwActionRow *row)
{
  show_draft (self, ui_row_get_item (row));
}

static void
on_entry (UiProviderDialog *self, AdwActionRow *row)
{
  AppModelEntry *entry = ui_row_get_item (row);

  ui_problem_view_set_problem (self->problem, NULL);
  if (app_model_entry_get_provider (entry) == NULL)
    {
      g_autoptr (AppProblem) problem =
          app_problem_new_for_error (app_model_entry_get_error (entry));

      ui_problem_view_set_problem (self->problem, problem);
      return;
    }
  g_autoptr (AppProviderDraft) draft = app_provider_draft_new_for_entry (self->providers, entry);
  show_draft (self, draft);
}

/* "gpt-6 · https://api.openai.com/v1 · default" */
static char *
dup_subtitle (UiProviderDialog *self, AppModelEntry *entry)
{
  McpModelProvider *provider = app_model_entry_get_provider (entry);
  const char       *model = app_model_entry_get_model (entry);
  const char       *first = app_model_providers_get_default (self->providers) == entry
                          /* Translators: of a provider of language models */
                                ? _ ("default")
                                : NULL;
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();

  if (provider == NULL)
    return g_strdup (_ ("The file is not valid"));
  if (model != NULL)
    g_strv_builder_add (parts, model);
  g_strv_builder_add (parts, provider->base);
  if (first != NULL)
    g_strv_builder_add (parts, first);
  g_auto (GStrv) all = g_strv_builder_end (parts);
  return g_strjoinv (" · ", all);
}

static GtkWidget *
create_entry_row (gpointer item, gpointer self)
{
  McpModelProvider *provider = app_model_entry_get_provider (item);
  g_autofree char  *subtitle = dup_subtitle (self, item);
  const char       *title = provider != NULL ? provider->title : app_model_entry_get_id (item);
  GtkWidget        *row = create_row (title, subtitle, "go-next-symbolic", item);

  ui_connect (row, "activated", on_entry, self);
  return row;
}

static void
update_entries (UiProviderDialog *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->entries_group),
                          g_list_model_get_n_items (G_LIST_MODEL (self->providers)) > 0);
}

static void
add_templates (UiProviderDialog *self)
{
  char *title;

  for (guint i = 0; (title = app_provider_draft_dup_template (i)) != NULL; i++)
    {
      g_autoptr (AppProviderDraft) draft = app_provider_draft_new (self->providers, i);
      const char *base = app_provider_draft_get_base (draft);
      GtkWidget  *row = create_row (title, *base != '\0' ? base : _ ("At an address of your own"),
                                    "list-add-symbolic", NULL);

      ui_connect (row, "activated", on_template, self);
      adw_preferences_group_add (self->templates_group, row);
      g_free (title);
    }
}

/* Looking on this computer */

static void
add_found (UiProviderDialog *self, AppProviderDraft *draft)
{
  guint            n = g_list_model_get_n_items (app_provider_draft_get_models (draft));
  const char      *base = app_provider_draft_get_base (draft);
  g_autofree char *count = g_strdup_printf (ngettext ("%u model", "%u models", n), n);
  g_autofree char *subtitle = g_strdup_printf ("%s · %s", base, count);
  GtkWidget       *row =
      create_row (app_provider_draft_get_title (draft), subtitle, "list-add-symbolic", draft);

  ui_connect (row, "activated", on_found, self);
  adw_preferences_group_add (self->found_group, row);
  g_ptr_array_add (self->found, row);
}

static void
on_searched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiProviderDialog) self = data;
  g_autoptr (GPtrArray) drafts =
      app_provider_draft_search_finish (APP_MODEL_PROVIDERS (source), result, NULL);

  if (drafts == NULL || self->spinner == NULL)
    return;
  gtk_spinner_stop (self->spinner);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "providers.search", TRUE);
  for (guint i = 0; i < self->found->len; i++)
    adw_preferences_group_remove (self->found_group, self->found->pdata[i]);
  g_ptr_array_set_size (self->found, 0);
  for (guint i = 0; i < drafts->len; i++)
    add_found (self, drafts->pdata[i]);
  adw_action_row_set_subtitle (self->search_row,
                               drafts->len > 0
                                   ? _ ("Look again")
                                   : _ ("Nothing new was found at the usual addresses"));
}

static void
search (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiProviderDialog *self = UI_PROVIDER_DIALOG (widget);

  gtk_spinner_start (self->spinner);
  gtk_widget_action_set_enabled (widget, "providers.search", FALSE);
  app_provider_draft_search_async (self->providers, self->cancellable, on_searched,
                                   g_object_ref (self));
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiProviderDialog) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error);
  g_autoptr (AppProblem) problem = NULL;

  if (done || self->problem == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  problem = app_problem_new_for_error (error);
  ui_problem_view_set_problem (self->problem, problem);
}

UI_DEFINE_DISPOSE (UiProviderDialog, ui_provider_dialog)
{
  g_clear_pointer (&self->found, g_ptr_array_unref);
}

UI_DEFINE_CLASS (UiProviderDialog, ui_provider_dialog)
{
  G_OBJECT_CLASS (klass)->dispose = ui_provider_dialog_dispose;

  g_type_ensure (UI_TYPE_PROBLEM_VIEW);
  ui_template_set (widget_class, "ui/model/ui-provider-dialog.ui");
  ui_template_hold (widget_class, UiProviderDialog, providers, cancellable);
  ui_template_bind_children (widget_class, UiProviderDialog, leaflet, list_page, problem,
                             entries_group, entries, found_group, templates_group, search_row,
                             spinner, entry_page, entry_title, save, bin);
  gtk_widget_class_install_action (widget_class, "providers.back", NULL, back);
  gtk_widget_class_install_action (widget_class, "providers.leave", NULL, leave);
  gtk_widget_class_install_action (widget_class, "providers.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "providers.search", NULL, search);
}

static void
ui_provider_dialog_init (UiProviderDialog *self)
{
  self->cancellable = g_cancellable_new ();
  self->found = g_ptr_array_new ();
  ui_template_init_dialog (GTK_WIDGET (self));
}

GtkWindow *
ui_provider_dialog_new (GtkWindow *parent, AppModelProviders *providers)
{
  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (providers), NULL);

  UiProviderDialog *self = g_object_new (UI_TYPE_PROVIDER_DIALOG, "transient-for", parent, NULL);

  self->providers = g_object_ref (providers);
  ui_connect (providers, "items-changed", update_entries, self);
  gtk_list_box_bind_model (self->entries, G_LIST_MODEL (providers), create_entry_row, self, NULL);
  update_entries (self);
  add_templates (self);
  go_back (self);
  app_model_providers_load_async (providers, self->cancellable, on_loaded, g_object_ref (self));
  return GTK_WINDOW (self);
}
