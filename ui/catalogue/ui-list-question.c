/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-list-question.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-catalogue.h"

struct _UiListQuestion
{
  GtkWidget parent_instance;

  AppSession *session; /* (nullable) */
  UiPlaceKind place;
  gboolean    filling;

  GtkPopover     *popover;
  GtkCheckButton *page_by_page;
  GtkEntry       *params;
  GtkLabel       *problem;
};

UI_DEFINE_TEMPLATE (UiListQuestion, ui_list_question, GTK_TYPE_WIDGET)

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
on_loaded_more (GObject *source, GAsyncResult *result, gpointer data)
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
                                      kinds[i], gtk_check_button_get_active (self->page_by_page));
    }
  show_problem (self, NULL);
  for (guint i = 0; i < n; i++)
    app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kinds[i],
                              FALSE, NULL, on_refreshed, NULL);
}

UI_DEFINE_CLASS (UiListQuestion, ui_list_question)
{
  ui_template_set_bin (widget_class, "ui/catalogue/ui-list-question.ui");
  ui_template_hold (widget_class, UiListQuestion, session);
  ui_template_bind_children (widget_class, UiListQuestion, popover, page_by_page, params, problem);
  ui_template_bind_callbacks (widget_class, show_question, ask_again);
}

void
ui_list_question_set_place (UiListQuestion *self, AppSession *session, UiPlaceKind place)
{
  g_return_if_fail (UI_IS_LIST_QUESTION (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  g_set_object (&self->session, session);
  self->place = place;
}

gboolean
ui_list_question_has_more (UiListQuestion *self)
{
  McpDefinitionKind kinds[2];
  guint             n;

  g_return_val_if_fail (UI_IS_LIST_QUESTION (self), FALSE);

  n = get_kinds (self, kinds);
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
  guint             n;

  g_return_if_fail (UI_IS_LIST_QUESTION (self));

  n = get_kinds (self, kinds);
  for (guint i = 0; i < n && self->session != NULL; i++)
    if (app_catalogue_has_more (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                kinds[i]))
      app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                kinds[i], TRUE, NULL, on_loaded_more, NULL);
}
