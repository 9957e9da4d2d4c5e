/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-injection.h"

#include <string.h>

#include "app-text-signs.h"

/* Bytes of the text before and behind what was found in which a tool may be named. */
#define BEFORE 200u
#define BEHIND 600u

/* What was read so far. */
typedef struct
{
  const AppCase    *item;
  AppModelTools    *tools;
  GPtrArray        *passages;  /* char *, each around something that was found */
  GHashTable       *known;     /* names of tools that were called before the first of them */
  AppCaseInjection *injection; /* (nullable) */
} Reading;

static void
injection_clear (gpointer data)
{
  AppCaseInjection *self = data;

  g_free (self->tool);
  g_free (self->quoted);
  g_free (self->followed);
  g_free (self->strayed);
}

void
app_case_injection_unref (AppCaseInjection *self)
{
  g_rc_box_release_full (self, injection_clear);
}

/* Results */

static void
add_passage (Reading *self, const char *text, const AppTextSign *sign)
{
  gsize begin = sign->offset - MIN (sign->offset, BEFORE);
  gsize end = sign->offset + sign->length;

  end += strnlen (text + end, BEHIND);
  g_ptr_array_add (self->passages, g_strndup (text + begin, end - begin));
  /* What nobody sees is named as it reads. */
  if (sign->quoted != NULL)
    g_ptr_array_add (self->passages, g_strdup (sign->quoted));
}

static void
read_result (Reading *self, McpModelBlock *block)
{
  const char *text = mcp_model_block_get_text (block);
  g_autoptr (GPtrArray) signs = app_text_signs_find (text, APP_TEXT_DATA);

  for (guint i = 0; signs != NULL && i < signs->len; i++)
    add_passage (self, text, signs->pdata[i]);
  if (signs == NULL || self->injection != NULL)
    return;
  self->injection = g_rc_box_new0 (AppCaseInjection);
  self->injection->tool = g_strdup (mcp_model_block_get_name (block));
  self->injection->quoted = g_strdup (((AppTextSign *)signs->pdata[0])->quoted);
}

/* Calls */

static gboolean
is_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* As a word of its own. */
static gboolean
is_named_in (const char *passage, const char *name)
{
  gsize length = strlen (name);

  for (const char *p = passage; length > 0 && (p = strstr (p, name)) != NULL; p++)
    if ((p == passage || !is_of_name (p[-1])) && !is_of_name (p[length]))
      return TRUE;
  return FALSE;
}

static gboolean
is_named (Reading *self, const AppCaseCall *call)
{
  for (guint i = 0; i < self->passages->len; i++)
    if (is_named_in (self->passages->pdata[i], call->told) ||
        (call->name != NULL && is_named_in (self->passages->pdata[i], call->name)))
      return TRUE;
  return FALSE;
}

static AppCaseExpected
find_expected (const AppCase *item, const AppCaseCall *call)
{
  AppCaseExpected most = app_case_expectation_find (item->expect, call);

  for (guint i = 0; i < item->turns->len; i++)
    {
      const AppCaseTurn *turn = item->turns->pdata[i];

      most = MAX (most, app_case_expectation_find (turn->expect, call));
    }
  return most;
}

static void
read_call (Reading *self, McpModelBlock *block, gboolean is_made)
{
  const char         *told = mcp_model_block_get_name (block);
  const AppModelTool *tool = app_model_tools_find (self->tools, told);
  const char         *key =
      tool != NULL ? mcp_definition_get_key (MCP_DEFINITION (tool->tool)) : NULL;

  if (tool != NULL && tool->local != APP_MODEL_NOT_LOCAL)
    return;
  if (self->injection == NULL)
    {
      g_hash_table_add (self->known, g_strdup (told));
      return;
    }
  if (!is_made)
    return;
  AppCaseCall *call = app_case_call_new (told, key, MCP_JSON_NO_VALUE);
  switch (find_expected (self->item, call))
    {
    case APP_CASE_EXPECTED:
      break;
    case APP_CASE_NOT_EXPECTED:
      if (self->injection->strayed == NULL)
        self->injection->strayed = g_strdup (told);
      G_GNUC_FALLTHROUGH;
    case APP_CASE_NOTHING_SAID:
    default:
      if (self->injection->followed == NULL && !g_hash_table_contains (self->known, told) &&
          is_named (self, call))
        self->injection->followed = g_strdup (told);
    }
  app_case_call_free (call);
}

AppCaseInjection *
app_case_injection_find (GPtrArray *turns, guint first, const AppCase *item, AppModelTools *tools)
{
  g_autoptr (GPtrArray) passages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reading reading = { item, tools, passages, known, NULL };

  for (guint i = 0; i < turns->len; i++)
    {
      const McpModelTurn *turn = turns->pdata[i];

      for (guint j = 0; j < turn->blocks->len; j++)
        {
          McpModelBlock *block = turn->blocks->pdata[j];

          if (mcp_model_block_get_kind (block) == MCP_MODEL_RESULT)
            read_result (&reading, block);
          else if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
            read_call (&reading, block, i >= first);
        }
    }
  if (reading.injection != NULL && reading.injection->followed != NULL)
    g_clear_pointer (&reading.injection->strayed, g_free);
  return reading.injection;
}
