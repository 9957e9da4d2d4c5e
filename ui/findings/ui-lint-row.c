/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-lint-row.h"
#include "mcp-property.h"
#include "ui-finding-row.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-lint-groups.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* A finding may quote the server. */
#define MAX_TEXT 600
#define MAX_PLACE 300

struct _UiLintRow
{
  GtkWidget parent_instance;

  GtkTreeExpander *expander;
  GtkStack        *stack;
  GtkLabel        *title;
  GtkLabel        *summary;
  GtkLabel        *tokens;
  GtkWidget       *show;
  GtkImage        *icon;
  GtkLabel        *text;
  GtkLabel        *place;
  GtkLabel        *rule;
  GtkLabel        *reason;
};

UI_DEFINE_TEMPLATE (UiLintRow, ui_lint_row, GTK_TYPE_WIDGET)

static void
on_show (UiLintRow *self)
{
  g_signal_emit_by_name (self, "show-subject");
}

/* The list's own row is what a screen reader meets. */
static void
set_name (UiLintRow *self, const char *name)
{
  GtkWidget *holder = gtk_widget_get_parent (GTK_WIDGET (self));

  if (holder != NULL)
    ui_widget_name (holder, name);
}

static void
show_group (UiLintRow *self, AppLintGroup *group)
{
  g_autofree char *summary = app_lint_group_dup_summary (group);
  g_autofree char *name = g_strdup_printf ("%s: %s", app_lint_group_get_title (group), summary);
  guint            tokens = app_lint_group_get_tokens (group);
  /* Translators: a number of tokens of a language model */
  g_autofree char *text = g_strdup_printf (_ ("≈ %'u tokens"), tokens);

  gtk_label_set_text (self->title, app_lint_group_get_title (group));
  ui_tooltip_set (GTK_WIDGET (self->title), app_lint_group_get_title (group));
  gtk_label_set_text (self->summary, summary);
  gtk_label_set_text (self->tokens, tokens > 0 ? text : "");
  gtk_widget_set_visible (self->show, app_lint_group_get_definition (group) != NULL);
  gtk_stack_set_visible_child_name (self->stack, "group");
  set_name (self, name);
}

/* Among others of the same rule, a finding says what it is about. */
static char *
dup_place (AppLintFinding *finding, AppLintGroup *group)
{
  McpDefinition *definition = app_lint_finding_get_definition (finding);
  const char    *pointer = app_lint_finding_get_pointer (finding);

  if (definition == NULL || group == NULL || app_lint_group_get_definition (group) == definition)
    return app_visible_text_line (pointer, MAX_PLACE);
  g_autofree char *place = g_strdup_printf ("%s  %s", mcp_definition_get_key (definition),
                                            pointer != NULL ? pointer : "");
  return app_visible_text_line (place, MAX_PLACE);
}

static void
show_finding (UiLintRow *self, AppLintFinding *finding, AppLintGroup *group)
{
  McpFindingLevel  level = app_lint_finding_get_level (finding);
  const char      *word = ui_finding_row_get_name (level);
  g_autofree char *text = app_visible_text_line (app_lint_finding_get_text (finding), MAX_TEXT);
  g_autofree char *place = dup_place (finding, group);
  g_autofree char *name = g_strdup_printf ("%s: %s %s %s", word, text,
                                           app_lint_finding_get_reason (finding), place);

  gtk_image_set_from_icon_name (self->icon, ui_finding_row_get_icon (level));
  ui_finding_row_mark (GTK_WIDGET (self->icon), level);
  ui_tooltip_set (GTK_WIDGET (self->icon), word);
  gtk_label_set_text (self->text, text);
  gtk_label_set_text (self->place, place);
  ui_tooltip_set (GTK_WIDGET (self->place), place);
  gtk_widget_set_visible (GTK_WIDGET (self->place), place[0] != '\0');
  gtk_label_set_text (self->rule, app_lint_finding_get_rule (finding));
  gtk_label_set_text (self->reason, app_lint_finding_get_reason (finding));
  gtk_stack_set_visible_child_name (self->stack, "finding");
  set_name (self, name);
}

static void
set_row (UiLintRow *self, GtkTreeListRow *row)
{
  g_autoptr (GObject) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  gtk_tree_expander_set_list_row (self->expander, row);
  if (APP_IS_LINT_GROUP (item))
    show_group (self, APP_LINT_GROUP (item));
  else if (item != NULL)
    {
      g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);
      g_autoptr (GObject) group = parent != NULL ? gtk_tree_list_row_get_item (parent) : NULL;

      show_finding (self, APP_LINT_FINDING (item), group != NULL ? APP_LINT_GROUP (group) : NULL);
    }
}

UI_DEFINE_CLASS (UiLintRow, ui_lint_row)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "row", GTK_TYPE_TREE_LIST_ROW, .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_row) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));
  mcp_signal_new (klass, "show-subject", 0);

  ui_template_set_bin (widget_class, "ui/findings/ui-lint-row.ui");
  ui_template_bind_children (widget_class, UiLintRow, expander, stack, title, summary, tokens, show,
                             icon, text, place, rule, reason);
  ui_template_bind_callbacks (widget_class, on_show);
}
