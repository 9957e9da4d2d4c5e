/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-place-kind.h"

#include <glib/gi18n.h>

static const struct
{
  UiPlaceKind kind;
  const char *id;
  const char *title;
  const char *icon_name;
} kinds[] = {
  { UI_PLACE_SERVER, "server", NULL, "network-server-symbolic" },
  { UI_PLACE_OVERVIEW, "overview", N_ ("Overview"), "spyglass-overview-symbolic" },
  { UI_PLACE_TOOLS, "tools", N_ ("Tools"), "spyglass-tool-symbolic" },
  { UI_PLACE_RESOURCES, "resources", N_ ("Resources"), "spyglass-resource-symbolic" },
  { UI_PLACE_PROMPTS, "prompts", N_ ("Prompts"), "spyglass-prompt-symbolic" },
  { UI_PLACE_TASKS, "tasks", N_ ("Tasks"), "spyglass-task-symbolic" },
  { UI_PLACE_INBOX, "inbox", N_ ("Inbox"), "spyglass-inbox-symbolic" },
  { UI_PLACE_CHECKS, "checks", N_ ("Checks"), "spyglass-checks-symbolic" },
  { UI_PLACE_EXPORT, "export", N_ ("Export"), "spyglass-export-symbolic" },
  { UI_PLACE_LOG, "log", N_ ("Log"), "spyglass-log-symbolic" },
  { UI_PLACE_HOME, "home", N_ ("Home"), "go-home-symbolic" },
  { UI_PLACE_OBJECTS, "objects", N_ ("Objects"), "spyglass-object-symbolic" },
  { UI_PLACE_ACTIVITY, "activity", N_ ("Activity"), "spyglass-history-symbolic" },
  { UI_PLACE_SAVED, "saved-calls", N_ ("Saved Calls"), "spyglass-saved-symbolic" },
  { UI_PLACE_PLAYGROUND, "playground", N_ ("Playground"), "spyglass-bench-symbolic" },
  { UI_PLACE_COMPOSER, "composer", N_ ("Raw Message"), "spyglass-composer-symbolic" },
  { UI_PLACE_APPLICATIONS, "applications", N_ ("Applications"), "spyglass-clients-symbolic" },
};

/* What settings of earlier versions call a place that has another id now. */
static const struct
{
  const char *id;
  UiPlaceKind kind;
} former[] = {
  { "history", UI_PLACE_ACTIVITY },
  { "bench", UI_PLACE_PLAYGROUND },
  { "clients", UI_PLACE_APPLICATIONS },
};

const char *
ui_place_kind_get_id (UiPlaceKind kind)
{
  g_return_val_if_fail ((guint)kind < G_N_ELEMENTS (kinds), NULL);
  return kinds[kind].id;
}

UiPlaceKind
ui_place_kind_from_id (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].id, id) == 0)
      return kinds[i].kind;
  for (guint i = 0; i < G_N_ELEMENTS (former); i++)
    if (g_strcmp0 (former[i].id, id) == 0)
      return former[i].kind;
  return UI_PLACE_OVERVIEW;
}

const char *
ui_place_kind_get_title (UiPlaceKind kind)
{
  g_return_val_if_fail ((guint)kind < G_N_ELEMENTS (kinds), NULL);
  return _ (kinds[kind].title);
}

const char *
ui_place_kind_get_icon_name (UiPlaceKind kind)
{
  g_return_val_if_fail ((guint)kind < G_N_ELEMENTS (kinds), NULL);
  return kinds[kind].icon_name;
}
