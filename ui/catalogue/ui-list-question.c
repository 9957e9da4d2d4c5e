/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-list-question.h"
#include "mcp-property.h"
#include "ui-menu.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-catalogue.h"

#include <glib/gi18n.h>

struct _UiListQuestion
{
  GtkWidget parent_instance;

  AppSession *session; /* (nullable) */
  UiPlaceKind place;
  gboolean    filling;

  gboolean page_by_page;

  GtkMenuButton *button;
  GtkPopover    *popover;
  GtkEntry      *params;
  GtkLabel      *problem;
};

enum {
  PROP_PAGE_BY_PAGE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_TEMPLATE (UiListQuestion, ui_list_question, GTK_TYPE_WIDGET)

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Sort by Name"), "definitions.sort" },
  { UI_MENU_ITEM, N_ ("_Group by Name"), "definitions.group" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("Load _Page by Page"), "definitions.page-by-page" },
  { UI_MENU_ITEM, N_ ("_Request Parameters…"), "definitions.parameters" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Findings"), "server.show-place::checks", "action-missing" },
  { UI_MENU_ITEM, N_ ("_Export…"), "server.show-place::export", "action-missing" },
};

/* At the end of the menu, for tools alone. */
#define N_TOOL_ROWS 3

/* The lists of a place; resources and their templates are asked for in the same way. */
static guint
get_kinds (UiListQuestion *self, McpDefinitionKind kinds[2])
{
  kinds[0] = self->place == UI_PLACE_TOOLS     ? MCP_DEFINITION_TOOL
             : self->place == UI_PLACE_PROMPTS ? MCP_DEFINITION_PROMPT
                                               : MCP_DEFINITION_RESOURCE;
  kinds[1] = MCP_DEFINITION_RESOURCE_TEMPLATE;
  return self->place == UI_PLACE_RESOURCES ? 2 : 1;
}

static void
show_problem (UiListQuestion *self, const char *text)
{
  ui_widget_show_text (self->problem, text);
}

static void
show_question (UiListQuestion *self)
{
  McpDefinitionKind kinds[2];

  if (self->session == NULL)
    return;
  get_kinds (self, kinds);
  g_autofree char *params = app_catalogue_dup_params (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kinds[0]);
  self->filling = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->params), params);
  self->filling = FALSE;
  show_problem (self, NULL);
}

/* The list says itself how it went. */
static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  (void)app_catalogue_load_finish (APP_CATALOGUE (source), result, &error);
}

static void
ask_again (UiListQuestion *self)
{
  McpDefinitionKind kinds[2];
  guint             n = get_kinds (self, kinds);
  g_autoptr (GError) error = NULL;
  g_autofree char *params =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->params))));

  if (self->session == NULL || self->filling)
    return;
  for (guint i = 0; i < n; i++)
    {
      if (!app_catalogue_set_params (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                     kinds[i], params, &error))
        {
          show_problem (self, error->message);
          return;
        }
      app_catalogue_set_page_by_page (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      kinds[i], self->page_by_page);
    }
  show_problem (self, NULL);
  for (guint i = 0; i < n; i++)
    app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kinds[i],
                              FALSE, NULL, on_refreshed, NULL);
}

static void
set_page_by_page (UiListQuestion *self, gboolean page_by_page)
{
  self->page_by_page = page_by_page;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE_BY_PAGE]);
  ask_again (self);
}

static void
show_params (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_popover_popup (UI_LIST_QUESTION (widget)->popover);
}

UI_DEFINE_CLASS (UiListQuestion, ui_list_question)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_PAGE_BY_PAGE] = { "page-by-page", G_TYPE_BOOLEAN,
                            .offset = G_STRUCT_OFFSET (UiListQuestion, page_by_page),
                            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_page_by_page) },
  };

  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  ui_template_set_bin (widget_class, "ui/catalogue/ui-list-question.ui");
  ui_template_hold (widget_class, UiListQuestion, session);
  ui_template_bind_children (widget_class, UiListQuestion, button, popover, params, problem);
  ui_template_bind_callbacks (widget_class, show_question, ask_again);
  gtk_widget_class_install_property_action (widget_class, "definitions.page-by-page",
                                            "page-by-page");
  gtk_widget_class_install_action (widget_class, "definitions.parameters", NULL, show_params);
}

void
ui_list_question_set_place (UiListQuestion *self, AppSession *session, UiPlaceKind place)
{
  g_return_if_fail (UI_IS_LIST_QUESTION (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  guint n_rows = G_N_ELEMENTS (menu) - (place == UI_PLACE_TOOLS ? 0 : N_TOOL_ROWS);
  g_autoptr (GMenuModel) model = ui_menu_new (menu, n_rows);
  gtk_menu_button_set_menu_model (self->button, model);
  g_set_object (&self->session, session);
  self->place = place;
}

gboolean
ui_list_question_has_more (UiListQuestion *self)
{
  McpDefinitionKind kinds[2];

  g_return_val_if_fail (UI_IS_LIST_QUESTION (self), FALSE);

  guint n = get_kinds (self, kinds);
  for (guint i = 0; i < n && self->session != NULL; i++)
    if (app_catalogue_has_more (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                kinds[i]))
      return TRUE;
  return FALSE;
}

void
ui_list_question_load_more (UiListQuestion *self)
{
  McpDefinitionKind kinds[2];

  g_return_if_fail (UI_IS_LIST_QUESTION (self));

  guint n = get_kinds (self, kinds);
  for (guint i = 0; i < n && self->session != NULL; i++)
    if (app_catalogue_has_more (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                kinds[i]))
      app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                kinds[i], TRUE, NULL, on_refreshed, NULL);
}
