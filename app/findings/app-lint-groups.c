/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint-groups.h"

#include "app-exported-tool.h"

struct _AppLintGroups
{
  GObject parent_instance;

  GPtrArray *all;   /* AppLintGroup */
  GPtrArray *shown; /* borrowed from those */
};

static void app_lint_groups_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppLintGroups,
                               app_lint_groups,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      app_lint_groups_list_init))

static GType
app_lint_groups_get_item_type (GListModel *list)
{
  return APP_TYPE_LINT_GROUP;
}

static guint
app_lint_groups_get_n_items (GListModel *list)
{
  return APP_LINT_GROUPS (list)->shown->len;
}

static gpointer
app_lint_groups_get_item (GListModel *list, guint position)
{
  AppLintGroups *self = APP_LINT_GROUPS (list);

  return position < self->shown->len ? g_object_ref (self->shown->pdata[position]) : NULL;
}

static void
app_lint_groups_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_lint_groups_get_item_type;
  iface->get_n_items = app_lint_groups_get_n_items;
  iface->get_item = app_lint_groups_get_item;
}

static void
app_lint_groups_finalize (GObject *object)
{
  AppLintGroups *self = APP_LINT_GROUPS (object);

  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->all);
  G_OBJECT_CLASS (app_lint_groups_parent_class)->finalize (object);
}

static void
app_lint_groups_class_init (AppLintGroupsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_lint_groups_finalize;
}

static void
app_lint_groups_init (AppLintGroups *self)
{
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->shown = g_ptr_array_new ();
}

static void
add_group (AppLintGroups *self, McpDefinition *definition, GPtrArray *findings, guint tokens)
{
  AppLintGroup *group;

  if (findings->len == 0 && !MCP_IS_TOOL (definition))
    return;
  group = app_lint_group_new (definition, findings, tokens);
  g_ptr_array_add (self->all, group);
  g_ptr_array_add (self->shown, group);
}

/* Findings come in the order of the definitions, and so do the tools; a tool may have none. */
AppLintGroups *
app_lint_groups_new (AppLint *lint)
{
  AppLintGroups *self;
  GPtrArray     *definitions;
  guint          n_tools = 0;
  guint          next = 0;
  guint          n;

  g_return_val_if_fail (APP_IS_LINT (lint), NULL);

  self = g_object_new (APP_TYPE_LINT_GROUPS, NULL);
  definitions = app_lint_get_definitions (lint);
  n = g_list_model_get_n_items (G_LIST_MODEL (lint));
  for (guint i = 0; i <= definitions->len; i++)
    {
      McpDefinition *definition = i > 0 ? definitions->pdata[i - 1] : NULL;
      guint          tokens = 0;
      g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (g_object_unref);

      for (; next < n; next++)
        {
          g_autoptr (AppLintFinding) finding = g_list_model_get_item (G_LIST_MODEL (lint), next);

          if (app_lint_finding_get_definition (finding) != definition)
            break;
          g_ptr_array_add (findings, g_steal_pointer (&finding));
        }
      if (definition == NULL && findings->len == 0)
        continue;
      if (MCP_IS_TOOL (definition))
        tokens = app_exported_tool_get_tokens (app_lint_get_tools (lint)->pdata[n_tools++]);
      add_group (self, definition, findings, tokens);
    }
  return self;
}

void
app_lint_groups_set_filter (AppLintGroups *self, guint levels, const char *words)
{
  AppLintFilter filter = { levels, (char *)words };
  guint         before;

  g_return_if_fail (APP_IS_LINT_GROUPS (self));

  before = self->shown->len;
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->all->len; i++)
    if (app_lint_group_set_filter (self->all->pdata[i], &filter))
      g_ptr_array_add (self->shown, self->all->pdata[i]);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->shown->len);
}

char *
app_lint_groups_dup_text (AppLintGroups *self)
{
  GString *text;

  g_return_val_if_fail (APP_IS_LINT_GROUPS (self), NULL);

  text = g_string_new (NULL);
  for (guint i = 0; i < self->shown->len; i++)
    app_lint_group_append_text (self->shown->pdata[i], text);
  return g_string_free (text, FALSE);
}
