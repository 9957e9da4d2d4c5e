/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-draft-text.h"

/* Levels that are looked at; a form has no rows below. */
#define MAX_DEPTH 32u

typedef struct
{
  AppField     *secret; /* (nullable): the first that holds something */
  gboolean      any;    /* there is a secret field, filled or not */
  guint         n;
  GStrvBuilder *all; /* (nullable): the values of all are wanted */
} Search;

static void
look (Search *search, AppField *field, guint depth)
{
  if (search->secret != NULL || ++search->n > APP_DRAFT_TEXT_MAX_FIELDS)
    return;
  if (app_field_get_info (field)->secret)
    {
      search->any = TRUE;
      if (app_field_get_state (field)->presence == APP_PRESENCE_VALUE &&
          !mcp_json_value_string_equals (app_field_get_value (field), ""))
        {
          g_autofree char *value = mcp_json_value_dup_string (app_field_get_value (field), NULL);

          if (search->all == NULL)
            search->secret = field;
          else if (value != NULL)
            g_strv_builder_add (search->all, value);
        }
      return;
    }
  if (app_field_get_branch (field) != NULL && depth < MAX_DEPTH)
    look (search, app_field_get_branch (field), depth + 1);
  /* Below what is not there nothing is filled in, and nothing may end. */
  if (depth > 1 && app_field_get_state (field)->presence != APP_PRESENCE_VALUE)
    return;
  GListModel *children = app_field_get_children (field);
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (depth < MAX_DEPTH)
        look (search, child, depth + 1);
      else
        search->n = APP_DRAFT_TEXT_MAX_FIELDS + 1;
    }
}

static Search
find_secret (AppForm *form)
{
  Search search = { 0 };

  look (&search, app_form_get_root (form), 0);
  return search;
}

GStrv
app_draft_text_dup_secrets (AppForm *form)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  Search search = { .all = all };

  look (&search, app_form_get_root (form), 0);
  return g_strv_builder_end (all);
}

/* An item of an array stays, so that the others keep their places. */
static void
empty (AppField *field)
{
  if (app_field_get_place (field)->item)
    app_field_set_lexeme (field, "\"\"");
  else
    app_field_clear (field);
}

static char *
strip (AppForm *scratch, const char *text)
{
  if (!app_form_set_json (scratch, text))
    return NULL;
  for (guint i = 0; i < APP_DRAFT_TEXT_MAX_FIELDS; i++)
    {
      Search search = find_secret (scratch);

      if (search.n > APP_DRAFT_TEXT_MAX_FIELDS)
        return NULL;
      if (search.secret == NULL)
        return app_form_dup_json (scratch);
      empty (search.secret);
    }
  return NULL;
}

char *
app_draft_text_dup (AppForm *form, AppForm *definition_form)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  g_return_val_if_fail (APP_IS_FORM (definition_form), NULL);

  g_autofree char *text = app_form_dup_json (form);
  if (app_form_get_text_error (form) == NULL)
    return strip (definition_form, text);
  Search search = find_secret (definition_form);
  if (!search.any && search.n <= APP_DRAFT_TEXT_MAX_FIELDS)
    return g_steal_pointer (&text);
  g_autofree char *good = mcp_json_value_dup_text (app_form_get_value (form));
  return good != NULL ? strip (definition_form, good) : NULL;
}
