/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-usage.h"

#include <glib/gi18n-lib.h>

#include "app-token-classes.h"

static void
server_free (gpointer data)
{
  AppModelServerTokens *self = data;

  g_free (self->server);
  g_free (self);
}

static AppModelServerTokens *
get_server (AppModelUsage *self, const char *name)
{
  AppModelServerTokens *server;

  for (guint i = 0; i < self->servers->len; i++)
    {
      server = self->servers->pdata[i];
      if (g_str_equal (server->server, name))
        return server;
    }
  server = g_new0 (AppModelServerTokens, 1);
  server->server = g_strdup (name);
  g_ptr_array_add (self->servers, server);
  return server;
}

static void
add_tools (AppModelUsage *self, AppModelTools *tools)
{
  GListModel *list = G_LIST_MODEL (app_model_tools_get_export (tools));

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (list, i);
      AppModelServerTokens *server =
          get_server (self, app_model_tools_find (tools, app_exported_tool_get_model_name (tool))
                                ->server);
      gint64 tokens = app_token_classes_count (app_exported_tool_get_text (tool), -1);

      server->n_tools++;
      server->tokens += tokens;
      self->tools += tokens;
    }
}

static gint64
count_block (McpModelBlock *block)
{
  GPtrArray  *images = mcp_model_block_get_images (block);
  const char *name = mcp_model_block_get_name (block);
  gint64      tokens = app_token_classes_count (mcp_model_block_get_text (block), -1);

  if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
    tokens += app_token_classes_count (name, -1);
  if (mcp_model_block_get_kind (block) == MCP_MODEL_IMAGE)
    tokens += APP_MODEL_USAGE_PER_IMAGE;
  return tokens + (images != NULL ? (gint64)images->len * APP_MODEL_USAGE_PER_IMAGE : 0);
}

static guint
find_last_question (GPtrArray *turns)
{
  for (guint i = turns->len; i > 0; i--)
    if (((McpModelTurn *)turns->pdata[i - 1])->role == MCP_MODEL_USER)
      return i - 1;
  return 0;
}

static void
add_turns (AppModelUsage *self, GPtrArray *turns)
{
  guint question = find_last_question (turns);

  for (guint i = 0; i < turns->len; i++)
    {
      const McpModelTurn *turn = turns->pdata[i];
      gint64             *part = &self->history;

      if (turn->role == MCP_MODEL_TOOLS)
        part = &self->results;
      else if (i > question)
        part = &self->answer;
      *part += APP_MODEL_USAGE_PER_TURN;
      for (guint j = 0; j < turn->blocks->len; j++)
        *part += count_block (turn->blocks->pdata[j]);
    }
}

static void
take_total (AppModelUsage *self, gint64 total)
{
  self->total = total;
  self->free = self->context > 0 ? MAX (self->context - total, 0) : -1;
}

static void
finish (AppModelUsage *self)
{
  take_total (self, self->system + self->tools + self->history + self->results + self->answer +
                        self->message);
}

AppModelUsage *
app_model_usage_new (const char *system, AppModelTools *tools, GPtrArray *turns, gint64 context)
{
  AppModelUsage *self = g_new0 (AppModelUsage, 1);

  self->servers = g_ptr_array_new_with_free_func (server_free);
  self->context = context;
  self->factor = 1;
  if (system != NULL)
    self->system = app_token_classes_count (system, -1) + APP_MODEL_USAGE_PER_TURN;
  if (tools != NULL)
    add_tools (self, tools);
  add_turns (self, turns);
  finish (self);
  return self;
}

void
app_model_usage_free (AppModelUsage *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->servers);
  g_free (self);
}

static void
multiply (gint64 *tokens, double factor)
{
  *tokens = (gint64)((double)*tokens * factor + 0.5);
}

/* What is left over by rounding is in the last of them that is not empty. */
static void
share_out (gint64 **parts, guint n_parts, gint64 sum)
{
  gint64  before = 0;
  gint64  left = sum;
  gint64 *last = NULL;

  for (guint i = 0; i < n_parts; i++)
    before += *parts[i];
  for (guint i = 0; i < n_parts && before > 0; i++)
    {
      multiply (parts[i], (double)sum / (double)before);
      left -= *parts[i];
      if (*parts[i] > 0)
        last = parts[i];
    }
  if (last != NULL)
    *last = MAX (*last + left, 0);
}

void
app_model_usage_set_counted (AppModelUsage *self, gint64 total, gint64 tools)
{
  gint64             *rest[] = { &self->system, &self->history, &self->results, &self->answer };
  g_autofree gint64 **servers = g_new (gint64 *, self->servers->len + 1);

  for (guint i = 0; i < self->servers->len; i++)
    servers[i] = &((AppModelServerTokens *)self->servers->pdata[i])->tokens;
  share_out (servers, self->servers->len, tools);
  share_out (rest, G_N_ELEMENTS (rest), total - tools);
  self->tools = tools;
  take_total (self, total + self->message);
  self->is_exact = TRUE;
}

void
app_model_usage_set_message (AppModelUsage *self, gint64 tokens)
{
  gint64 before = self->message;

  self->message = tokens;
  multiply (&self->message, self->factor);
  take_total (self, self->total - before + self->message);
}

char *
app_model_usage_write_cached (const McpModelUsage *usage)
{
  if (usage->cached <= 0 || usage->input < usage->cached)
    return NULL;
  /* Translators: numbers of tokens, then the part of the second that the first is */
  return g_strdup_printf (_ ("%'lld of %'lld tokens in came from a cache (%.0f %%)"),
                          (long long)usage->cached, (long long)usage->input,
                          100.0 * (double)usage->cached / (double)usage->input);
}

void
app_model_usage_correct (AppModelUsage *self, double factor, guint n_requests)
{
  gint64 *parts[] = { &self->system, &self->tools, &self->history,
                      &self->results, &self->answer, &self->message };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    multiply (parts[i], factor);
  for (guint i = 0; i < self->servers->len; i++)
    multiply (&((AppModelServerTokens *)self->servers->pdata[i])->tokens, factor);
  self->factor *= factor;
  self->n_requests = n_requests;
  finish (self);
}
