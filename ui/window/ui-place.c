/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-place.h"
#include "ui-template.h"
#include "app-inbox.h"
#include "app-task-list.h"
#include "app-visible-text.h"
#include "mcp-property.h"
#include "app-catalogue.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

/* A name is a few words; a hostile one may have megabytes. */
#define MAX_TITLE 200

struct _UiPlace
{
  GObject parent_instance;

  AppSession *session;
  UiPlaceKind kind;
  AppInbox   *inbox; /* (nullable) */
  char       *title;
  guint       count;
  int         shown;
};

enum {
  PROP_SESSION = 1,
  PROP_TITLE,
  PROP_COUNT,
  PROP_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (UiPlace, ui_place, G_TYPE_OBJECT)

static void
update_title (UiPlace *self)
{
  g_free (self->title);
  if (self->kind == UI_PLACE_SERVER)
    self->title = app_visible_text_line (app_session_get_name (self->session), MAX_TITLE);
  else if (self->kind == UI_PLACE_INBOX && self->session == NULL)
    self->title = g_strdup (_ ("All Inboxes"));
  else
    self->title = g_strdup (ui_place_kind_get_title (self->kind));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static guint
count_list (UiPlace *self, McpDefinitionKind kind)
{
  return g_list_model_get_n_items (
      app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind));
}

static void
update_count (UiPlace *self)
{
  guint count = 0;

  if (self->kind == UI_PLACE_TOOLS)
    count = count_list (self, MCP_DEFINITION_TOOL);
  else if (self->kind == UI_PLACE_RESOURCES)
    count = count_list (self, MCP_DEFINITION_RESOURCE) +
            count_list (self, MCP_DEFINITION_RESOURCE_TEMPLATE);
  else if (self->kind == UI_PLACE_PROMPTS)
    count = count_list (self, MCP_DEFINITION_PROMPT);
  else if (self->kind == UI_PLACE_TASKS)
    count = g_list_model_get_n_items (
        G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_TASK_LIST)));
  else if (self->kind == UI_PLACE_INBOX && self->inbox != NULL)
    count = app_inbox_count (self->inbox, self->session);
  if (count == self->count)
    return;
  self->count = count;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COUNT]);
}

static void
follow_list (UiPlace *self, McpDefinitionKind kind)
{
  ui_connect (app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      kind),
              "items-changed", update_count, self);
}

MCP_DEFINE_FINALIZE (UiPlace, ui_place)
{
  g_clear_object (&self->inbox);
  g_clear_object (&self->session);
  g_free (self->title);
}

MCP_DEFINE_CLASS (UiPlace, ui_place)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SESSION] = { "session", APP_TYPE_SESSION, .offset = G_STRUCT_OFFSET (UiPlace, session) },
    [PROP_TITLE] = { "title", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (UiPlace, title) },
    [PROP_COUNT] = { "count", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiPlace, count) },
    [PROP_SHOWN] = { "shown", G_TYPE_INT, .offset = G_STRUCT_OFFSET (UiPlace, shown) },
  };

  object_class->finalize = ui_place_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

UiPlace *
ui_place_new (AppSession *session, UiPlaceKind kind)
{
  g_return_val_if_fail (session == NULL || APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (session != NULL || kind >= UI_PLACE_HOME || kind == UI_PLACE_INBOX,
                        NULL);

  UiPlace *self = g_object_new (UI_TYPE_PLACE, NULL);
  g_set_object (&self->session, session);
  self->kind = kind;
  self->shown = -1;
  update_title (self);

  if (kind == UI_PLACE_SERVER)
    ui_connect (session, "notify::name", update_title, self);
  else if (kind == UI_PLACE_TOOLS)
    follow_list (self, MCP_DEFINITION_TOOL);
  else if (kind == UI_PLACE_PROMPTS)
    follow_list (self, MCP_DEFINITION_PROMPT);
  else if (kind == UI_PLACE_RESOURCES)
    {
      follow_list (self, MCP_DEFINITION_RESOURCE);
      follow_list (self, MCP_DEFINITION_RESOURCE_TEMPLATE);
    }
  else if (kind == UI_PLACE_TASKS)
    ui_connect (app_session_get_feature (session, APP_TYPE_TASK_LIST), "items-changed",
                update_count, self);
  else if (kind == UI_PLACE_INBOX && session != NULL &&
           app_session_get_feature (session, APP_TYPE_INBOX) != NULL)
    ui_place_follow_inbox (self, app_session_get_feature (session, APP_TYPE_INBOX));
  if (session != NULL)
    update_count (self);
  return self;
}

void
ui_place_follow_inbox (UiPlace *self, AppInbox *inbox)
{
  g_return_if_fail (UI_IS_PLACE (self));
  g_return_if_fail (self->kind == UI_PLACE_INBOX && self->inbox == NULL);

  self->inbox = g_object_ref (inbox);
  ui_connect (inbox, "items-changed", update_count, self);
  update_count (self);
}

MCP_DEFINE_GETTER (AppSession *, UiPlace, ui_place, session)

MCP_DEFINE_GETTER (UiPlaceKind, UiPlace, ui_place, kind)

MCP_DEFINE_GETTER (const char *, UiPlace, ui_place, title)

const char *
ui_place_get_icon_name (UiPlace *self)
{
  g_return_val_if_fail (UI_IS_PLACE (self), NULL);
  return ui_place_kind_get_icon_name (self->kind);
}

MCP_DEFINE_GETTER (guint, UiPlace, ui_place, count)
MCP_DEFINE_GETTER (int, UiPlace, ui_place, shown)

void
ui_place_set_shown (UiPlace *self, int shown)
{
  g_return_if_fail (UI_IS_PLACE (self));

  if (self->shown == shown)
    return;
  self->shown = shown;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

gboolean
ui_place_has_count (UiPlace *self)
{
  g_return_val_if_fail (UI_IS_PLACE (self), FALSE);
  return self->kind == UI_PLACE_TOOLS || self->kind == UI_PLACE_RESOURCES ||
         self->kind == UI_PLACE_PROMPTS || self->kind == UI_PLACE_TASKS ||
         self->kind == UI_PLACE_INBOX;
}
