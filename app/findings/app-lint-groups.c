/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint-groups.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-exported-tool.h"
#include "app-visible-text.h"
#include "mcp-array-list.h"
#include "mcp-object.h"

/* A name is a few words; a hostile one may have megabytes. */
#define MAX_TITLE 200

/* What of a server's findings is shown. */
typedef struct
{
  guint levels; /* of 1 << McpFindingLevel */
  char *words;  /* (nullable): each has to be in what is shown of a finding, or in the title */
} Filter;

/* One group */

struct _AppLintGroup
{
  GObject parent_instance;

  McpDefinition *definition; /* (nullable) */
  char          *title;
  guint          tokens;
  GPtrArray     *all;   /* AppLintFinding */
  GPtrArray     *shown; /* borrowed from those */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppLintGroup,
                               app_lint_group,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppLintGroup,
                                                         shown,
                                                         APP_TYPE_LINT_FINDING))
MCP_DEFINE_CLASS_INIT (AppLintGroup, app_lint_group)

MCP_DEFINE_FINALIZE (AppLintGroup, app_lint_group)
{
  g_clear_object (&self->definition);
  g_free (self->title);
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->all);
}

static void
app_lint_group_init (AppLintGroup *self)
{
  self->shown = g_ptr_array_new ();
}

/* @title: (nullable): in the place of what it is about */
static AppLintGroup *
group_new (McpDefinition *definition, const char *title, GPtrArray *findings, guint tokens)
{
  AppLintGroup *self = g_object_new (APP_TYPE_LINT_GROUP, NULL);
  g_set_object (&self->definition, definition);
  self->title = title != NULL ? g_strdup (title)
                : definition != NULL
                    ? app_visible_text_line (mcp_definition_get_key (definition), MAX_TITLE)
                    : g_strdup (_ ("Server"));
  self->tokens = tokens;
  self->all = g_ptr_array_ref (findings);
  g_ptr_array_extend (self->shown, findings, NULL, NULL);
  return self;
}

MCP_DEFINE_GETTER (McpDefinition *, AppLintGroup, app_lint_group, definition)
MCP_DEFINE_GETTER (const char *, AppLintGroup, app_lint_group, title)
MCP_DEFINE_GETTER (guint, AppLintGroup, app_lint_group, tokens)

/* Of all its findings, those that are not shown included. */
static guint
count_level (AppLintGroup *self, McpFindingLevel level)
{
  guint n = 0;

  for (guint i = 0; i < self->all->len; i++)
    n += app_lint_finding_get_level (self->all->pdata[i]) == level;
  return n;
}

char *
app_lint_group_dup_summary (AppLintGroup *self)
{
  g_return_val_if_fail (APP_IS_LINT_GROUP (self), NULL);

  GString *text = g_string_new (NULL);
  for (int level = MCP_FINDING_ERROR; level >= (int)MCP_FINDING_NOTE; level--)
    {
      guint            n = count_level (self, (McpFindingLevel)level);
      g_autofree char *count =
          n > 0 ? app_lint_level_dup_count ((McpFindingLevel)level, n) : NULL;

      if (count != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", count);
    }
  if (text->len == 0)
    g_string_append (text, _ ("nothing found"));
  return g_string_free (text, FALSE);
}

static gboolean
has_word (const char *text, const char *word)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

static gboolean
passes (AppLintGroup *self, AppLintFinding *finding, const Filter *filter, char **words)
{
  if ((filter->levels & (1u << app_lint_finding_get_level (finding))) == 0)
    return FALSE;
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (*words[i] != '\0' && !has_word (app_lint_finding_get_text (finding), words[i]) &&
        !has_word (app_lint_finding_get_reason (finding), words[i]) &&
        !has_word (app_lint_finding_get_rule (finding), words[i]) &&
        !has_word (app_lint_finding_get_pointer (finding), words[i]) &&
        !has_word (self->title, words[i]))
      return FALSE;
  return TRUE;
}

static gboolean
title_passes (AppLintGroup *self, char **words)
{
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (!has_word (self->title, words[i]))
      return FALSE;
  return TRUE;
}

/* Returns: whether the group itself passes: it shows something, or has nothing to show and @filter
 * keeps nothing back */
static gboolean
group_set_filter (AppLintGroup *self, const Filter *filter)
{
  g_auto (GStrv) words = NULL;

  guint            before = self->shown->len;
  g_autofree char *folded = filter->words != NULL ? g_utf8_casefold (filter->words, -1) : NULL;
  words = folded != NULL ? g_strsplit_set (folded, " \t", -1) : NULL;
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->all->len; i++)
    if (passes (self, self->all->pdata[i], filter, words))
      g_ptr_array_add (self->shown, self->all->pdata[i]);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->shown->len);
  return self->shown->len > 0 || (self->all->len == 0 && title_passes (self, words) &&
                                  filter->levels == APP_LINT_ALL_LEVELS);
}

static void
group_append_text (AppLintGroup *self, GString *text)
{
  g_string_append (text, self->title);
  if (self->tokens > 0)
    /* Translators: a number of tokens */
    g_string_append_printf (text, _ (" (≈ %'u tokens)"), self->tokens);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->shown->len; i++)
    {
      AppLintFinding  *finding = self->shown->pdata[i];
      const char      *pointer = app_lint_finding_get_pointer (finding);
      g_autofree char *place = app_visible_text_line (pointer, 0);
      g_autofree char *said = app_visible_text_line (app_lint_finding_get_text (finding), 0);

      g_string_append_printf (text, "  %s: %s%s%s [%s]\n    %s\n",
                              app_lint_level_get_name (app_lint_finding_get_level (finding)), place,
                              *place != '\0' ? ": " : "", said,
                              app_lint_finding_get_rule (finding),
                              app_lint_finding_get_reason (finding));
    }
}

/* All of them */

struct _AppLintGroups
{
  GObject parent_instance;

  GPtrArray *all;   /* AppLintGroup */
  GPtrArray *shown; /* borrowed from those */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppLintGroups,
                               app_lint_groups,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppLintGroups, shown, APP_TYPE_LINT_GROUP))
MCP_DEFINE_CLASS_INIT (AppLintGroups, app_lint_groups)

MCP_DEFINE_FINALIZE (AppLintGroups, app_lint_groups)
{
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->all);
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
  if (findings->len == 0 && !MCP_IS_TOOL (definition))
    return;
  AppLintGroup *group = group_new (definition, NULL, findings, tokens);
  g_ptr_array_add (self->all, group);
  g_ptr_array_add (self->shown, group);
}

/* Findings come in the order of the definitions, and so do the tools; a tool may have none. */
AppLintGroups *
app_lint_groups_new (AppLint *lint)
{
  guint n_tools = 0;
  guint next = 0;

  g_return_val_if_fail (APP_IS_LINT (lint), NULL);

  AppLintGroups *self = g_object_new (APP_TYPE_LINT_GROUPS, NULL);
  GPtrArray     *definitions = app_lint_get_definitions (lint);
  guint          n = g_list_model_get_n_items (G_LIST_MODEL (lint));
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

static gint
compare_graveness (gconstpointer a, gconstpointer b)
{
  const AppLintGroup *group_a = *(AppLintGroup *const *)a;
  const AppLintGroup *group_b = *(AppLintGroup *const *)b;
  int                 level_a = app_lint_finding_get_level (group_a->all->pdata[0]);
  int                 level_b = app_lint_finding_get_level (group_b->all->pdata[0]);

  return level_a != level_b ? level_b - level_a : g_strcmp0 (group_a->title, group_b->title);
}

AppLintGroups *
app_lint_groups_new_by_rule (AppLint *lint)
{
  g_autoptr (GHashTable) by_rule = NULL; /* of GPtrArray, which the groups hold */

  g_return_val_if_fail (APP_IS_LINT (lint), NULL);

  AppLintGroups *self = g_object_new (APP_TYPE_LINT_GROUPS, NULL);
  by_rule = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lint)); i++)
    {
      g_autoptr (AppLintFinding) finding = g_list_model_get_item (G_LIST_MODEL (lint), i);
      const char   *rule = app_lint_finding_get_rule (finding);
      AppLintGroup *group = g_hash_table_lookup (by_rule, rule);

      if (group == NULL)
        {
          g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (g_object_unref);

          group = group_new (NULL, rule, findings, 0);
          g_hash_table_insert (by_rule, group->title, group);
          g_ptr_array_add (self->all, group);
        }
      g_ptr_array_add (group->shown, finding);
      g_ptr_array_add (group->all, g_steal_pointer (&finding));
    }
  g_ptr_array_sort (self->all, compare_graveness);
  g_ptr_array_extend (self->shown, self->all, NULL, NULL);
  return self;
}

void
app_lint_groups_set_filter (AppLintGroups *self, guint levels, const char *words)
{
  Filter filter = { levels, (char *)words };

  g_return_if_fail (APP_IS_LINT_GROUPS (self));

  guint before = self->shown->len;
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->all->len; i++)
    if (group_set_filter (self->all->pdata[i], &filter))
      g_ptr_array_add (self->shown, self->all->pdata[i]);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->shown->len);
}

char *
app_lint_groups_dup_text (AppLintGroups *self)
{
  g_return_val_if_fail (APP_IS_LINT_GROUPS (self), NULL);

  GString *text = g_string_new (NULL);
  for (guint i = 0; i < self->shown->len; i++)
    group_append_text (self->shown->pdata[i], text);
  return g_string_free (text, FALSE);
}
