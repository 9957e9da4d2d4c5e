/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-provider-list.h"
#include "ui-problem-view.h"
#include "ui-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-model-offer.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_ID 120
/* Some offer thousands; who wants one of them types a few letters. */
#define MAX_ROWS 200

struct _UiProviderList
{
  GtkWidget parent_instance;

  AppProviderDraft  *draft; /* (nullable) */
  char              *model; /* (nullable) */
  GtkFilter         *filter;
  GtkSliceListModel *shown;
  GCancellable      *cancellable; /* (nullable): while the provider is asked */

  GtkSearchEntry *search;
  GtkStack       *stack;
  UiProblemView  *problem;
  GtkListBox     *list;
};

G_DEFINE_FINAL_TYPE (UiProviderList, ui_provider_list, GTK_TYPE_WIDGET)

static gboolean
is_wanted (gpointer item, gpointer data)
{
  UiProviderList  *self = data;
  const char      *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *words = g_utf8_casefold (typed, -1);
  g_autofree char *whole =
      g_strjoin ("\n", app_model_offer_get_id (item), app_model_offer_get_detail (item), NULL);
  g_autofree char *folded = g_utf8_casefold (whole, -1);

  return strstr (folded, words) != NULL;
}

static void
on_search (UiProviderList *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
choose (UiProviderList *self, guint position)
{
  g_autoptr (AppModelOffer) offer = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  if (offer != NULL)
    g_signal_emit_by_name (self, "chosen", app_model_offer_get_id (offer));
}

static void
on_row_activated (UiProviderList *self, GtkListBoxRow *row)
{
  choose (self, (guint)gtk_list_box_row_get_index (row));
}

/* A model may be known to the person and not listed. */
static void
on_search_activate (UiProviderList *self)
{
  g_autofree char *typed =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search))));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0)
    choose (self, 0);
  else if (*typed != '\0')
    g_signal_emit_by_name (self, "chosen", typed);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  UiProviderList  *self = data;
  const char      *id = app_model_offer_get_id (item);
  const char      *detail = app_model_offer_get_detail (item);
  g_autofree char *title = app_visible_text_line (id, MAX_ID);
  gboolean         is_chosen = g_strcmp0 (id, self->model) == 0;
  g_autofree char *spoken = is_chosen
                                /* Translators: %s is a language model */
                                ? g_strdup_printf (_ ("%s, chosen"), title)
                                : g_strjoin (*detail != '\0' ? ", " : "", title, detail, NULL);
  GtkWidget       *row = ui_row_new_choice (title, detail, NULL);

  ui_row_set_chosen (row, is_chosen);
  ui_widget_name (row, spoken);
  return row;
}

static void
show_models (UiProviderList *self)
{
  GListModel *models = self->draft != NULL ? app_provider_draft_get_models (self->draft) : NULL;
  g_autoptr (GtkFilterListModel) filtered = NULL;

  gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  g_clear_object (&self->shown);
  filtered = gtk_filter_list_model_new (models != NULL ? g_object_ref (models) : NULL,
                                        g_object_ref (self->filter));
  self->shown = gtk_slice_list_model_new (G_LIST_MODEL (g_steal_pointer (&filtered)), 0, MAX_ROWS);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->shown), create_row, self, NULL);
  gtk_stack_set_visible_child_name (self->stack, self->cancellable != NULL ? "waiting" : "list");
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiProviderList) self = data;
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *line =
      app_provider_draft_try_finish (APP_PROVIDER_DRAFT (source), result, &problem);

  /* Cancelled: another provider is shown, or none. */
  if (self->draft != APP_PROVIDER_DRAFT (source) || (line == NULL && problem == NULL))
    return;
  g_clear_object (&self->cancellable);
  ui_problem_view_set_problem (self->problem, problem);
  gtk_stack_set_visible_child_name (self->stack, problem != NULL ? "problem" : "list");
}

static void
stop (UiProviderList *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
ask (UiProviderList *self)
{
  if (self->draft == NULL || self->cancellable != NULL ||
      g_list_model_get_n_items (app_provider_draft_get_models (self->draft)) > 0)
    return;
  self->cancellable = g_cancellable_new ();
  gtk_stack_set_visible_child_name (self->stack, "waiting");
  app_provider_draft_list_async (self->draft, self->cancellable, on_listed, g_object_ref (self));
}

static void
ui_provider_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_provider_list_parent_class)->map (widget);
  ask (UI_PROVIDER_LIST (widget));
}

static gboolean
ui_provider_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (UI_PROVIDER_LIST (widget)->search));
}

UI_DEFINE_DISPOSE (UiProviderList, ui_provider_list)
{
  stop (self);
  ui_provider_list_set_draft (self, NULL);
  g_clear_pointer (&self->model, g_free);
}

UI_DEFINE_CLASS (UiProviderList, ui_provider_list)
{
  G_OBJECT_CLASS (klass)->dispose = ui_provider_list_dispose;
  widget_class->map = ui_provider_list_map;
  widget_class->grab_focus = ui_provider_list_grab_focus;

  mcp_signal_new (klass, "chosen", 1, G_TYPE_STRING);
  g_type_ensure (UI_TYPE_PROBLEM_VIEW);
  ui_template_set_bin (widget_class, "ui/model/ui-provider-list.ui");
  ui_template_hold (widget_class, UiProviderList, shown, filter);
  ui_template_bind_children (widget_class, UiProviderList, search, stack, problem, list);
  ui_template_bind_callbacks (widget_class, on_search, on_search_activate, on_row_activated);
}

static void
ui_provider_list_init (UiProviderList *self)
{
  ui_template_init (self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL));
  show_models (self);
}

void
ui_provider_list_set_draft (UiProviderList *self, AppProviderDraft *draft)
{
  g_return_if_fail (UI_IS_PROVIDER_LIST (self));

  if (self->draft == draft)
    return;
  stop (self);
  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_set_object (&self->draft, draft);
  if (draft == NULL)
    return;
  ui_connect (draft, "notify::models", show_models, self);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  show_models (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    ask (self);
}

void
ui_provider_list_set_model (UiProviderList *self, const char *model)
{
  g_return_if_fail (UI_IS_PROVIDER_LIST (self));

  if (g_strcmp0 (self->model, model) == 0)
    return;
  g_free (self->model);
  self->model = g_strdup (model);
  show_models (self);
}
