/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-registry-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app-visible-text.h"
#include "ui-problem-view.h"
#include "ui-settings.h"
#include "ui-template.h"

#define MAX_NAME 200
#define MAX_DESCRIPTION 300

struct _UiRegistryPage
{
  GtkWidget parent_instance;

  AppServerCatalogue *catalogue; /* (nullable): before it is shown */

  GtkSearchEntry *search;
  GtkStack       *stack;
  UiProblemView  *problem;
  UiProblemView  *late_problem; /* of a later page */
  GtkListBox     *list;
  GtkWidget      *more;
  GtkWidget      *spinner;
};

G_DEFINE_FINAL_TYPE (UiRegistryPage, ui_registry_page, GTK_TYPE_WIDGET)

static const char *
get_state (AppServerOffer *offer)
{
  switch (app_server_offer_get_info (offer)->state)
    {
    case APP_OFFER_DEPRECATED:
      return _ ("deprecated");
    case APP_OFFER_DELETED:
      return _ ("deleted");
    case APP_OFFER_ACTIVE:
    default:
      return app_server_offer_get_info (offer)->problem != NULL ? _ ("cannot be run") : NULL;
    }
}

static GtkWidget *
new_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "secondary");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 22);
  return label;
}

static GtkWidget *
new_row (gpointer item, gpointer unused)
{
  AppServerOffer           *offer = item;
  const AppServerOfferInfo *info = app_server_offer_get_info (offer);
  g_autofree char          *title = app_visible_text_line (info->title, MAX_NAME);
  g_autofree char          *name = app_visible_text_line (info->name, MAX_NAME);
  g_autofree char          *version = app_visible_text_line (info->version, MAX_NAME);
  g_autofree char          *about = app_visible_text_summary (
               info->problem != NULL ? info->problem : info->description, MAX_DESCRIPTION);
  g_autofree char *ways = app_server_offer_dup_ways (offer);
  g_autofree char *known =
      g_strdup_printf ("%s%s%s", g_str_equal (title, name) ? "" : name,
                       g_str_equal (title, name) || *version == '\0' ? "" : " · ", version);
  g_autofree char *subtitle =
      g_strdup_printf ("%s%s%s", known, *known != '\0' && *about != '\0' ? "\n" : "", about);
  const char   *state = get_state (offer);
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (row, 1);
  adw_action_row_set_subtitle (row, subtitle);
  adw_action_row_set_subtitle_lines (row, 4);
  if (state != NULL)
    {
      GtkWidget *mark = new_label (state);

      gtk_widget_add_css_class (mark, "warning");
      gtk_widget_remove_css_class (mark, "secondary");
      adw_action_row_add_suffix (row, mark);
    }
  if (*ways != '\0')
    adw_action_row_add_suffix (row, new_label (ways));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row),
                                    info->template != NULL);
  g_object_set_data_full (G_OBJECT (row), "ui-offer", g_object_ref (offer), g_object_unref);
  return GTK_WIDGET (row);
}

static void
on_row_activated (UiRegistryPage *self, GtkListBoxRow *row)
{
  g_signal_emit_by_name (self, "chosen", g_object_get_data (G_OBJECT (row), "ui-offer"));
}

static void
update (UiRegistryPage *self)
{
  AppProblem *problem = app_server_catalogue_get_problem (self->catalogue);
  gboolean    loading = app_server_catalogue_get_loading (self->catalogue);
  gboolean    any = g_list_model_get_n_items (G_LIST_MODEL (self->catalogue)) > 0;
  const char *child = "list";

  ui_problem_view_set_problem (self->problem, any ? NULL : problem);
  ui_problem_view_set_problem (self->late_problem, any ? problem : NULL);
  if (problem != NULL && !any)
    child = "problem";
  else if (loading && !any)
    child = "loading";
  else if (!any)
    child = "empty";
  gtk_stack_set_visible_child_name (self->stack, child);
  gtk_widget_set_visible (self->spinner, loading);
  gtk_widget_set_visible (self->more,
                          !loading && app_server_catalogue_get_has_more (self->catalogue));
}

static void
load_more (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiRegistryPage *self = UI_REGISTRY_PAGE (widget);

  if (self->catalogue != NULL)
    app_server_catalogue_load_more (self->catalogue);
}

/* At the end of what is there, the next ones come by themselves; after a failure a person asks. */
static void
on_edge (UiRegistryPage *self, GtkPositionType position)
{
  if (position == GTK_POS_BOTTOM && app_server_catalogue_get_problem (self->catalogue) == NULL)
    app_server_catalogue_load_more (self->catalogue);
}

static void
on_search (UiRegistryPage *self)
{
  if (self->catalogue != NULL)
    app_server_catalogue_search (self->catalogue,
                                 gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_stop_search (UiRegistryPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "import.back", NULL);
}

static void
focus_list (UiRegistryPage *self)
{
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (self->list, 0);

  if (first != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (first));
}

static void
ui_registry_page_dispose (GObject *object)
{
  UiRegistryPage *self = UI_REGISTRY_PAGE (object);

  if (self->catalogue != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->catalogue, self);
      app_server_catalogue_cancel (self->catalogue);
    }
  ui_template_dispose (object);
  g_clear_object (&self->catalogue);
}

UI_DEFINE_CLASS (UiRegistryPage, ui_registry_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_registry_page_dispose;
  mcp_signal_new (klass, "chosen", 1, APP_TYPE_SERVER_OFFER);
  g_type_ensure (UI_TYPE_PROBLEM_VIEW);
  ui_template_set_bin (widget_class, "ui/clients/ui-registry-page.ui");
  ui_template_bind_children (widget_class, UiRegistryPage, search, stack, problem, late_problem,
                             list, more, spinner);
  ui_template_bind_callbacks (widget_class, on_search, on_stop_search, on_row_activated, on_edge,
                              focus_list);
  gtk_widget_class_install_action (widget_class, "registry.load-more", NULL, load_more);
}

static void
ui_registry_page_init (UiRegistryPage *self)
{
  ui_template_init (self);
  ui_problem_view_set_page (self->problem, "network-offline-symbolic",
                            _ ("The Registry Does Not Answer"), NULL);
  ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY, _ ("Try Again"),
                              "registry.load-more");
}

void
ui_registry_page_begin (UiRegistryPage *self)
{
  g_return_if_fail (UI_IS_REGISTRY_PAGE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  if (self->catalogue != NULL)
    return;
  g_autofree char *address = ui_settings_get_string ("registry-url", "");
  self->catalogue = app_server_catalogue_new (address);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->catalogue), new_row, NULL, NULL);
  ui_connect (self->catalogue, "notify::loading", update, self);
  app_server_catalogue_search (self->catalogue, "");
}
