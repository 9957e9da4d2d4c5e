/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-badges.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-tool-traits.h"
#include "app-visible-text.h"
#include "mcp-resource-template.h"
#include "mcp-resource.h"
#include "mcp-tool.h"

#include <glib/gi18n.h>

/* Media types that are in use are shorter. */
#define MAX_BADGE 40

typedef struct
{
  GtkBox  *box;
  GString *words;
} Badges;

static GtkWidget *
add_badge (Badges *badges, const char *word, const char *tooltip, gboolean caution)
{
  GtkWidget *label = gtk_label_new (word);

  gtk_widget_add_css_class (label, "badge");
  if (caution)
    gtk_widget_add_css_class (label, "caution");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  ui_tooltip_set (label, tooltip);
  gtk_box_append (badges->box, label);
  if (badges->words->len > 0)
    g_string_append (badges->words, ", ");
  g_string_append (badges->words, word);
  return label;
}

/* Over other transports and in earlier revisions it can be; the reason is the same everywhere. */
static void
add_exclusion (Badges *badges, const char *reason)
{
  g_autofree char *tooltip = NULL;

  if (reason == NULL)
    return;
  /* Translators: %s is a sentence in English that says why */
  tooltip = g_strdup_printf (_ ("Cannot be called over HTTP from 2026-07-28 on. %s"), reason);
  add_badge (badges, _ ("not over HTTP"), tooltip, TRUE);
}

static gboolean
is_excluded (McpDefinition *definition)
{
  return MCP_IS_TOOL (definition) && mcp_tool_get_exclusion (MCP_TOOL (definition)) != NULL;
}

/* In a row, where words would leave no room for the name, a sign stands for each. */
static void
add_traits (Badges *badges, McpDefinition *tool, gboolean in_words)
{
  for (AppToolTrait i = 0; i < APP_TOOL_N_TRAITS; i++)
    if (app_tool_trait_has (tool, i))
      {
        const char *word = app_tool_trait_get_word (i);
        GtkWidget  *label = add_badge (badges, word, app_tool_trait_get_meaning (i), FALSE);

        if (in_words)
          continue;
        gtk_label_set_text (GTK_LABEL (label), app_tool_trait_get_sign (i));
        ui_widget_name (label, word);
      }
}

static void
add_tool (Badges *badges, McpTool *tool, UiBadgesDetail detail)
{
  gboolean all = detail == UI_BADGES_ALL;

  add_exclusion (badges, mcp_tool_get_exclusion (tool));
  if (all && mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY))
    add_badge (badges, _ ("read-only"), _ ("Marked read-only"), FALSE);
  else if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE) && mcp_tool_may_destroy (tool))
    add_badge (badges, _ ("destructive"), _ ("Marked destructive"), TRUE);
  else if (all && !mcp_tool_may_destroy (tool))
    add_badge (badges, _ ("non-destructive"), _ ("Marked non-destructive"), FALSE);
  else if (all)
    add_badge (badges, _ ("no annotations"),
               _ ("Not marked as read-only or destructive"), FALSE);
  add_traits (badges, MCP_DEFINITION (tool), all);
  if (!all)
    return;

  if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_IDEMPOTENT) &&
      mcp_tool_get_hint (tool, MCP_TOOL_HINT_IDEMPOTENT))
    add_badge (badges, _ ("idempotent"), _ ("Repeated calls have no extra effect"),
               FALSE);
  if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_OPEN_WORLD))
    {
      if (mcp_tool_get_hint (tool, MCP_TOOL_HINT_OPEN_WORLD))
        add_badge (badges, _ ("external access"),
                   _ ("Accesses external systems"), FALSE);
      else
        add_badge (badges, _ ("local only"),
                   _ ("Does not access external systems"), FALSE);
    }
}

static void
add_change (Badges *badges, AppChangeNotice *change)
{
  if (change == NULL)
    return;
  if (app_change_notice_get_kind (change) == APP_CHANGE_ADDED)
    add_badge (badges, _ ("new"), _ ("It was not in the list before"), FALSE);
  else if (app_change_notice_is_approved (change))
    add_badge (badges, _ ("changed"), _ ("It has changed since you approved it"), TRUE);
  else
    add_badge (badges, _ ("changed"), _ ("Its definition has changed"), FALSE);
}

static void
add_watched (Badges *badges, AppSubscription *watched)
{
  if (watched == NULL)
    return;
  g_autofree char                   *text = app_subscription_dup_text (watched);
  const McpResourceSubscriptionInfo *resource = app_subscription_get_info (watched);
  if (resource->state == MCP_RESOURCE_SUBSCRIPTION_REFUSED)
    add_badge (badges, _ ("not watched"), text, TRUE);
  else if (app_subscription_get_stale (watched))
    add_badge (badges, _ ("updated"), text, FALSE);
  else
    add_badge (badges, _ ("watched"), text, FALSE);
}

static void
add_media_type (Badges *badges, const char *media_type)
{
  if (media_type == NULL || media_type[0] == '\0')
    return;
  g_autofree char *visible = app_visible_text_line (media_type, MAX_BADGE);
  add_badge (badges, visible, _ ("Media type"), FALSE);
}

char *
ui_badges_fill (GtkBox          *box,
                McpDefinition   *definition,
                UiBadgesDetail   detail,
                gboolean         duplicate,
                AppChangeNotice *change,
                AppSubscription *watched,
                gboolean         disabled)
{
  Badges badges = { box, g_string_new (NULL) };

  ui_widget_clear (box);

  if (disabled)
    add_badge (&badges, _ ("disabled"), _ ("Hidden from models; you can call it"), FALSE);
  add_change (&badges, change);
  add_watched (&badges, watched);
  if (MCP_IS_TOOL (definition))
    add_tool (&badges, MCP_TOOL (definition), detail);
  else if (MCP_IS_RESOURCE_TEMPLATE (definition))
    {
      add_badge (&badges, _ ("template"), _ ("Resource template"), FALSE);
      if (detail == UI_BADGES_ALL)
        add_media_type (&badges, mcp_resource_template_get_mime_type (
                                     MCP_RESOURCE_TEMPLATE (definition)));
    }
  else if (MCP_IS_RESOURCE (definition) && detail == UI_BADGES_ALL)
    {
      gint64 size = mcp_resource_get_size (MCP_RESOURCE (definition));
      add_media_type (&badges, mcp_resource_get_mime_type (MCP_RESOURCE (definition)));
      if (size >= 0)
        {
          g_autofree char *text = app_visible_text_size ((guint64)size);
          add_badge (&badges, text, _ ("Size, according to the server"), FALSE);
        }
    }
  if (duplicate)
    add_badge (&badges, _ ("duplicate"), _ ("The server lists this name more than once"), TRUE);
  /* Beside a graver word it would only take room from the name. */
  if (definition != NULL && mcp_definition_get_findings (definition) != NULL &&
      !(detail == UI_BADGES_QUIET && is_excluded (definition)))
    add_badge (&badges, _ ("irregular"), _ ("Its definition does not follow the specification"),
               TRUE);
  gtk_widget_set_visible (GTK_WIDGET (box), badges.words->len > 0);
  return g_string_free (badges.words, FALSE);
}
