/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint-group.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-property.h"

/* A name is a few words; a hostile one may have megabytes. */
#define MAX_TITLE 200

struct _AppLintGroup
{
  GObject parent_instance;

  McpDefinition *definition; /* (nullable) */
  char          *title;
  guint          tokens;
  GPtrArray     *all;   /* AppLintFinding */
  GPtrArray     *shown; /* borrowed from those */
};

enum {
  PROP_TITLE = 1,
  PROP_TOKENS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void app_lint_group_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppLintGroup,
                               app_lint_group,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_lint_group_list_init))

static GType
app_lint_group_get_item_type (GListModel *list)
{
  return APP_TYPE_LINT_FINDING;
}

static guint
app_lint_group_get_n_items (GListModel *list)
{
  return APP_LINT_GROUP (list)->shown->len;
}

static gpointer
app_lint_group_get_item (GListModel *list, guint position)
{
  AppLintGroup *self = APP_LINT_GROUP (list);

  return position < self->shown->len ? g_object_ref (self->shown->pdata[position]) : NULL;
}

static void
app_lint_group_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_lint_group_get_item_type;
  iface->get_n_items = app_lint_group_get_n_items;
  iface->get_item = app_lint_group_get_item;
}

static void
app_lint_group_finalize (GObject *object)
{
  AppLintGroup *self = APP_LINT_GROUP (object);

  g_clear_object (&self->definition);
  g_free (self->title);
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->all);
  G_OBJECT_CLASS (app_lint_group_parent_class)->finalize (object);
}

static void
app_lint_group_class_init (AppLintGroupClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_TITLE] = { "title", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppLintGroup, title) },
    [PROP_TOKENS] = { "tokens", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppLintGroup, tokens) },
  };

  object_class->finalize = app_lint_group_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_lint_group_init (AppLintGroup *self)
{
  self->shown = g_ptr_array_new ();
}

AppLintGroup *
app_lint_group_new (McpDefinition *definition, GPtrArray *findings, guint tokens)
{
  AppLintGroup *self;

  g_return_val_if_fail (definition == NULL || MCP_IS_DEFINITION (definition), NULL);
  g_return_val_if_fail (findings != NULL, NULL);

  self = g_object_new (APP_TYPE_LINT_GROUP, NULL);
  g_set_object (&self->definition, definition);
  self->title = definition != NULL
                    ? app_visible_text_line (mcp_definition_get_key (definition), MAX_TITLE)
                    : g_strdup (_ ("The server as a whole"));
  self->tokens = tokens;
  self->all = g_ptr_array_ref (findings);
  g_ptr_array_extend (self->shown, findings, NULL, NULL);
  return self;
}

McpDefinition *
app_lint_group_get_definition (AppLintGroup *self)
{
  g_return_val_if_fail (APP_IS_LINT_GROUP (self), NULL);
  return self->definition;
}

const char *
app_lint_group_get_title (AppLintGroup *self)
{
  g_return_val_if_fail (APP_IS_LINT_GROUP (self), NULL);
  return self->title;
}

guint
app_lint_group_get_tokens (AppLintGroup *self)
{
  g_return_val_if_fail (APP_IS_LINT_GROUP (self), 0);
  return self->tokens;
}

guint
app_lint_group_count (AppLintGroup *self, McpFindingLevel level)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_LINT_GROUP (self), 0);

  for (guint i = 0; i < self->all->len; i++)
    n += app_lint_finding_get_level (self->all->pdata[i]) == level;
  return n;
}

char *
app_lint_group_dup_summary (AppLintGroup *self)
{
  GString *text;

  g_return_val_if_fail (APP_IS_LINT_GROUP (self), NULL);

  text = g_string_new (NULL);
  for (int level = MCP_FINDING_ERROR; level >= (int)MCP_FINDING_NOTE; level--)
    {
      guint            n = app_lint_group_count (self, (McpFindingLevel)level);
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
passes (AppLintGroup *self, AppLintFinding *finding, const AppLintFilter *filter, char **words)
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

gboolean
app_lint_group_set_filter (AppLintGroup *self, const AppLintFilter *filter)
{
  g_autofree char *folded = NULL;
  g_auto (GStrv) words = NULL;
  guint before;

  g_return_val_if_fail (APP_IS_LINT_GROUP (self), FALSE);
  g_return_val_if_fail (filter != NULL, FALSE);

  before = self->shown->len;
  folded = filter->words != NULL ? g_utf8_casefold (filter->words, -1) : NULL;
  words = folded != NULL ? g_strsplit_set (folded, " \t", -1) : NULL;
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->all->len; i++)
    if (passes (self, self->all->pdata[i], filter, words))
      g_ptr_array_add (self->shown, self->all->pdata[i]);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->shown->len);
  return self->shown->len > 0 || (self->all->len == 0 && title_passes (self, words) &&
                                  filter->levels == APP_LINT_ALL_LEVELS);
}

void
app_lint_group_append_text (AppLintGroup *self, GString *text)
{
  g_return_if_fail (APP_IS_LINT_GROUP (self));

  g_string_append (text, self->title);
  if (self->tokens > 0)
    /* Translators: a number of tokens */
    g_string_append_printf (text, _ (" (≈ %u tokens)"), self->tokens);
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
