/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampling-rule.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-error.h"
#include "app-inbox.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Under this name it is remembered of the server, and held by its session. */
#define NAME "sampling"
#define RULE_DATA "app-sampling-rule"

struct _AppSamplingRule
{
  GObject parent_instance;

  StoreMemory *answers;
  guint        mode;
  guint        max_requests;
  guint64      max_tokens;
  double       max_cost;

  guint   n_requests;
  gint64  tokens;
  AppCost cost;
};

enum {
  PROP_0,
  PROP_MODE,
  PROP_MAX_REQUESTS,
  PROP_MAX_TOKENS,
  PROP_MAX_COST,
  PROP_USED,
  N_PROPS
};

static GParamSpec       *properties[N_PROPS];
static const char *const mode_words[APP_SAMPLING_N_MODES] = { "ask", "draft", "reply" };

G_DEFINE_FINAL_TYPE (AppSamplingRule, app_sampling_rule, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppSamplingRule, app_sampling_rule)
{
  g_clear_object (&self->answers);
}

static void
write_down (AppSamplingRule *self)
{
  store_memory_take (self->answers, NAME,
                     mcp_json_build ("{'mode': %s, 'requests': %i, 'tokens': %x, 'cost': %d}",
                                     mode_words[self->mode], (int)self->max_requests,
                                     (gint64)self->max_tokens, self->max_cost));
}

static void
notify (AppSamplingRule *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  if (property != PROP_USED)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USED]);
}

static void
set_mode (AppSamplingRule *self, guint mode)
{
  if (self->mode == mode || mode >= APP_SAMPLING_N_MODES)
    return;
  self->mode = mode;
  self->n_requests = 0;
  self->tokens = 0;
  self->cost = APP_COST_NONE;
  write_down (self);
  notify (self, PROP_MODE);
}

static void
set_max_requests (AppSamplingRule *self, guint max)
{
  max = MIN (max, (guint)G_MAXINT);
  if (self->max_requests == max)
    return;
  self->max_requests = max;
  write_down (self);
  notify (self, PROP_MAX_REQUESTS);
}

static void
set_max_tokens (AppSamplingRule *self, guint64 max)
{
  max = MIN (max, (guint64)G_MAXINT64);
  if (self->max_tokens == max)
    return;
  self->max_tokens = max;
  write_down (self);
  notify (self, PROP_MAX_TOKENS);
}

static void
set_max_cost (AppSamplingRule *self, double max)
{
  if (self->max_cost == max || !isfinite (max))
    return;
  self->max_cost = MAX (max, 0);
  write_down (self);
  notify (self, PROP_MAX_COST);
}

/* Of what there is a limit, and the requests always. Returns: (transfer full) */
static char *
describe_used (AppSamplingRule *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->max_requests > 0)
    /* Translators: how many were sent, and how many may be */
    g_string_append_printf (text,
                            ngettext ("%u of %u request", "%u of %u requests", self->max_requests),
                            self->n_requests, self->max_requests);
  else
    g_string_append_printf (text, ngettext ("%u request", "%u requests", self->n_requests),
                            self->n_requests);
  if (self->max_tokens > 0)
    /* Translators: follows “3 of 10 requests”: numbers of tokens */
    g_string_append_printf (text, _ (", %'lld of %'lld tokens"), (long long)self->tokens,
                            (long long)self->max_tokens);
  if (self->max_cost > 0)
    g_string_append_printf (text,
                            /* Translators: follows “3 of 10 requests”: amounts of money and their
                             * currency */
                            _ (", %.4f of %.4f %s"), self->cost.amount, self->max_cost,
                            self->cost.currency != NULL ? self->cost.currency : "USD");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

#define BOTH(name, type, field, setter)                                                        \
  {                                                                                            \
    name, type, .offset = G_STRUCT_OFFSET (AppSamplingRule, field), .flags = G_PARAM_WRITABLE, \
                .set = G_CALLBACK (setter)                                                     \
  }

MCP_DEFINE_CLASS (AppSamplingRule, app_sampling_rule)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_MODE] = BOTH ("mode", G_TYPE_UINT, mode, set_mode),
    [PROP_MAX_REQUESTS] = BOTH ("max-requests", G_TYPE_UINT, max_requests, set_max_requests),
    [PROP_MAX_TOKENS] = BOTH ("max-tokens", G_TYPE_UINT64, max_tokens, set_max_tokens),
    [PROP_MAX_COST] = BOTH ("max-cost", G_TYPE_DOUBLE, max_cost, set_max_cost),
    [PROP_USED] = { "used", G_TYPE_STRING, G_CALLBACK (describe_used), .is_made = TRUE },
  };

  object_class->finalize = app_sampling_rule_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_sampling_rule_init (AppSamplingRule *self)
{
  self->max_requests = APP_SAMPLING_RULE_REQUESTS;
  self->max_tokens = APP_SAMPLING_RULE_TOKENS;
  self->cost = APP_COST_NONE;
}

/* What cannot be read asks. */
static void
read_down (AppSamplingRule *self)
{
  g_autoptr (McpJsonDocument) document = store_memory_read (self->answers, NAME);

  if (document == NULL)
    return;
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *word = mcp_json_value_dup_member_string (root, "mode");
  for (guint i = 0; i < APP_SAMPLING_N_MODES; i++)
    if (g_strcmp0 (word, mode_words[i]) == 0)
      self->mode = i;
  self->max_requests = (guint)CLAMP (
      mcp_json_value_get_member_int64 (root, "requests", APP_SAMPLING_RULE_REQUESTS), 0, G_MAXINT);
  self->max_tokens = (guint64)MAX (
      mcp_json_value_get_member_int64 (root, "tokens", (gint64)APP_SAMPLING_RULE_TOKENS), 0);
  double cost = mcp_json_value_get_double (mcp_json_value_get_member (root, "cost"), 0);
  self->max_cost = isfinite (cost) ? MAX (cost, 0) : 0;
}

AppSamplingRule *
app_sampling_rule_get (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppSamplingRule *self = g_object_get_data (G_OBJECT (session), RULE_DATA);
  if (self != NULL)
    return self;
  AppInbox *inbox = app_session_get_feature (session, APP_TYPE_INBOX);
  g_return_val_if_fail (inbox != NULL, NULL);
  self = g_object_new (APP_TYPE_SAMPLING_RULE, NULL);
  self->answers = g_object_ref (app_inbox_get_answers (inbox, session));
  read_down (self);
  g_object_set_data_full (G_OBJECT (session), RULE_DATA, self, g_object_unref);
  return self;
}

MCP_DEFINE_GETTER (AppSamplingMode, AppSamplingRule, app_sampling_rule, mode)

void
app_sampling_rule_set_mode (AppSamplingRule *self, AppSamplingMode mode)
{
  g_return_if_fail (APP_IS_SAMPLING_RULE (self));
  set_mode (self, mode);
}

/* Returns: (transfer none) (nullable): why nothing more may be sent; money of which nobody knows
 * how much it is cannot be held to a limit */
static const char *
find_refusal (AppSamplingRule *self, gboolean is_priced)
{
  if (self->max_requests > 0 && self->n_requests >= self->max_requests)
    return _ ("Request limit reached.");
  if (self->max_tokens > 0 && self->tokens >= (gint64)self->max_tokens)
    return _ ("Token limit reached.");
  if (self->max_cost > 0 && self->cost.amount >= self->max_cost)
    return _ ("Cost limit reached.");
  if (self->max_cost > 0 && (!is_priced || self->cost.n_unknown > 0))
    return _ ("A cost limit is set, but the price of this model is unknown.");
  return NULL;
}

gboolean
app_sampling_rule_admit (AppSamplingRule *self, gboolean is_priced, GError **error)
{
  g_return_val_if_fail (APP_IS_SAMPLING_RULE (self), FALSE);

  const char *refusal = find_refusal (self, is_priced);
  if (refusal != NULL)
    g_set_error_literal (error, APP_ERROR, APP_ERROR_REFUSED, refusal);
  return refusal == NULL;
}

guint
app_sampling_rule_get_requests_left (AppSamplingRule *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_RULE (self), 0);
  return self->max_requests > self->n_requests ? self->max_requests - self->n_requests : 0;
}

gint64
app_sampling_rule_get_tokens_left (AppSamplingRule *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_RULE (self), 0);
  return (gint64)self->max_tokens > self->tokens ? (gint64)self->max_tokens - self->tokens : 0;
}

void
app_sampling_rule_spend (AppSamplingRule *self,
                         guint            requests,
                         gint64           tokens,
                         const AppCost   *cost)
{
  g_return_if_fail (APP_IS_SAMPLING_RULE (self));

  self->n_requests += MIN (requests, (guint)G_MAXINT - self->n_requests);
  self->tokens = mcp_model_usage_sum (self->tokens, tokens);
  app_cost_add (&self->cost, cost);
  notify (self, PROP_USED);
}
