/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-meter.h"

#include <glib/gi18n.h>

#include "app-model-count.h"
#include "app-token-classes.h"
#include "app-visible-text.h"
#include "mcp-model-catalogue.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define NAME_CHARACTERS 60u
#define MESSAGE_CHARACTERS 300u

/* What was counted, and of what: where that is estimated otherwise, or another model is asked, the
 * numbers are old. */
typedef struct
{
  AppModelCount     count;
  gint64            total; /* as it was estimated, not corrected */
  gint64            tools;
  McpModelProvider *provider; /* (nullable): nothing was counted */
  char             *model;
} Counted;

struct _AppModelMeter
{
  GObject parent_instance;

  AppModelConversation *bench; /* (nullable) */
  AppModelAttachments  *attachments;
  char                 *draft;
  gint64                draft_tokens;
  AppModelUsage        *known; /* (nullable): of what is told, with what is not sent yet */
  GPtrArray            *segments;
  char                 *meter;
  char                 *warning; /* (nullable) */
  char                 *cost;
  char                 *prices;
  char                 *cached; /* (nullable) */
  guint                 n_requests;
  GCancellable         *counting; /* (nullable): while the provider is asked */
  Counted               counted;
  char                 *count; /* (nullable) */
};

enum {
  PROP_0,
  PROP_METER,
  PROP_WARNING,
  PROP_COST,
  PROP_PRICES,
  PROP_CACHED,
  PROP_DRAFT,
  PROP_N_REQUESTS,
  PROP_CAN_COUNT,
  PROP_COUNT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppModelMeter, app_model_meter, G_TYPE_OBJECT)

/* What is said */

static void
segment_free (gpointer data)
{
  AppModelSegment *segment = data;

  g_free (segment->label);
  g_free (segment);
}

/* @label: (transfer full) */
static void
add (GPtrArray *segments, AppModelSegmentKind kind, char *label, gint64 tokens, double whole)
{
  if (tokens <= 0)
    {
      g_free (label);
      return;
    }
  AppModelSegment *segment = g_new0 (AppModelSegment, 1);
  *segment = (AppModelSegment){ kind, label, tokens, whole > 0 ? (double)tokens / whole : 0 };
  g_ptr_array_add (segments, segment);
}

static GPtrArray *
create_segments (const AppModelUsage *meter)
{
  GPtrArray *segments = g_ptr_array_new_with_free_func (segment_free);
  double     whole = (double)MAX (meter->context, meter->total);

  add (segments, APP_MODEL_SEGMENT_SYSTEM, g_strdup (_ ("System prompt")), meter->system, whole);
  for (guint i = 0; i < meter->servers->len; i++)
    {
      const AppModelServerTokens *server = meter->servers->pdata[i];
      g_autofree char            *name = app_visible_text_line (server->server, NAME_CHARACTERS);

      add (segments, APP_MODEL_SEGMENT_TOOLS,
           /* Translators: the name of a server, and how many tools it has */
           g_strdup_printf (_ ("Tools of %s (%u)"), name, server->n_tools), server->tokens, whole);
    }
  add (segments, APP_MODEL_SEGMENT_HISTORY, g_strdup (_ ("Conversation")), meter->history,
       whole);
  add (segments, APP_MODEL_SEGMENT_RESULTS, g_strdup (_ ("Results of tools")), meter->results,
       whole);
  add (segments, APP_MODEL_SEGMENT_ANSWER, g_strdup (_ ("Answer")), meter->answer, whole);
  /* Translators: the one that a person writes and has not sent yet */
  add (segments, APP_MODEL_SEGMENT_MESSAGE, g_strdup (_ ("This message")), meter->message, whole);
  /* Translators: of a model's context */
  add (segments, APP_MODEL_SEGMENT_FREE, g_strdup (_ ("Free")), meter->free, whole);
  return segments;
}

static char *
create_text (const AppModelUsage *meter)
{
  g_autofree char *text =
      meter->context > 0
          /* Translators: numbers of tokens: those that are used, and those that fit */
          ? g_strdup_printf (_ ("%'lld of %'lld tokens"), (long long)meter->total,
                             (long long)meter->context)
          : g_strdup_printf (ngettext ("%'lld token", "%'lld tokens", (gulong)meter->total),
                             (long long)meter->total);

  if (meter->is_exact)
    /* Translators: %s is a number of tokens */
    return g_strdup_printf (meter->message > 0
                                ? _ ("%s, counted by the provider, but for this message")
                                : _ ("%s, counted by the provider"),
                            text);
  /* Translators: %s is a number of tokens */
  return g_strdup_printf (meter->n_requests > 0 ? _ ("%s, estimated from earlier requests")
                                                : _ ("%s, estimated"),
                          text);
}

char *
app_model_meter_create_cost (const AppCost *cost)
{
  if (!app_cost_is_known (cost))
    return g_strdup ("");
  if (cost->n_unknown > 0)
    /* Translators: an amount of money, then its currency: part of it is not known */
    return g_strdup_printf (_ ("more than %.4f %s"), cost->amount, cost->currency);
  return g_strdup_printf ("%.4f %s", cost->amount, cost->currency);
}

static char *
create_warning (const AppModelUsage *meter)
{
  if (meter->context <= 0 || meter->total <= meter->context)
    return NULL;
  if (meter->tools > meter->context)
    return g_strdup_printf (
        /* Translators: numbers of tokens */
        _ ("The tools alone take %'lld tokens, and the model’s context has %'lld: some servers cut "
           "off the beginning without a word."),
        (long long)meter->tools, (long long)meter->context);
  return g_strdup_printf (
      /* Translators: numbers of tokens */
      _ ("This takes %'lld tokens, and the model’s context has %'lld: some servers cut off the "
         "beginning without a word."),
      (long long)meter->total, (long long)meter->context);
}

static char *
create_prices (AppModelConversation *bench)
{
  AppPriceList *prices = app_model_conversation_get_options (bench)->prices;
  const char   *date =
      prices != NULL
            ? app_price_list_get_date (prices, app_model_conversation_get_provider (bench)->id,
                                       app_model_conversation_get_model (bench))
            : NULL;
  g_autofree char *shown = app_visible_text_line (date, NAME_CHARACTERS);

  /* Translators: %s is a date */
  return date != NULL ? g_strdup_printf (_ ("prices of %s"), shown) : g_strdup ("");
}

/* What was counted */

static void
forget (AppModelMeter *self)
{
  g_clear_pointer (&self->counted.provider, mcp_model_provider_unref);
  g_clear_pointer (&self->counted.model, g_free);
}

static gboolean
is_old (AppModelMeter *self, const AppModelUsage *plain)
{
  const Counted *counted = &self->counted;

  return counted->total != plain->total || counted->tools != plain->tools ||
         counted->provider != app_model_conversation_get_provider (self->bench) ||
         g_strcmp0 (counted->model, app_model_conversation_get_model (self->bench)) != 0;
}

/* As it was before it was corrected by earlier requests, each of which would make it another. */
static AppModelUsage *
undo_correction (const AppModelUsage *meter)
{
  AppModelUsage *plain = g_new0 (AppModelUsage, 1);

  plain->servers = g_ptr_array_new ();
  plain->total = (gint64)((double)meter->total / meter->factor + 0.5);
  plain->tools = (gint64)((double)meter->tools / meter->factor + 0.5);
  return plain;
}

static gboolean
can_count (AppModelMeter *self)
{
  return self->bench != NULL && self->counting == NULL &&
         !app_model_conversation_is_running (self->bench) &&
         mcp_model_catalogue_may_count (app_model_conversation_get_provider (self->bench));
}

static void
show_can_count (AppModelMeter *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_COUNT]);
}

/* The message around what is written is a turn as well. */
static gint64
count_message (AppModelMeter *self)
{
  return app_model_attachments_get_tokens (self->attachments) +
         (self->draft_tokens > 0 ? self->draft_tokens + APP_MODEL_USAGE_PER_TURN : 0);
}

static void
show_parts (AppModelMeter *self)
{
  app_model_usage_set_message (self->known, count_message (self));
  g_ptr_array_unref (self->segments);
  self->segments = create_segments (self->known);
  g_free (self->meter);
  self->meter = create_text (self->known);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_METER]);
  mcp_property_take_text (self, &self->warning, create_warning (self->known),
                          properties[PROP_WARNING]);
}

/* Nothing else is looked at again. */
static void
show_message (AppModelMeter *self)
{
  if (self->known != NULL)
    show_parts (self);
}

static void
set_draft (AppModelMeter *self, const char *text)
{
  g_autofree char *said = g_strstrip (g_strdup (text != NULL ? text : ""));
  gint64           before = self->draft_tokens;

  if (g_str_equal (self->draft, said))
    return;
  g_free (self->draft);
  self->draft = g_steal_pointer (&said);
  self->draft_tokens = app_token_classes_count (self->draft, -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DRAFT]);
  if (self->draft_tokens != before)
    show_message (self);
}

static void
show (AppModelMeter *self)
{
  AppModelUsage *meter = app_model_conversation_create_meter (self->bench);
  g_autoptr (AppModelUsage) plain = undo_correction (meter);
  AppCost cost;

  if (self->counted.provider != NULL && is_old (self, plain))
    {
      forget (self);
      mcp_property_take_text (self, &self->count, NULL, properties[PROP_COUNT]);
    }
  if (self->counted.provider != NULL)
    app_model_usage_set_counted (meter, self->counted.count.total, self->counted.count.tools);
  app_model_usage_free (self->known);
  self->known = meter;
  show_parts (self);
  app_model_conversation_count_cost (self->bench, &cost);
  mcp_property_take_text (self, &self->cost, app_model_meter_create_cost (&cost),
                          properties[PROP_COST]);
  mcp_property_take_text (self, &self->prices, create_prices (self->bench),
                          properties[PROP_PRICES]);
  mcp_property_take_text (self, &self->cached,
                          app_model_usage_write_cached (
                              app_model_conversation_get_usage (self->bench)),
                          properties[PROP_CACHED]);
  if (self->n_requests == app_model_conversation_get_n_requests (self->bench))
    return;
  self->n_requests = app_model_conversation_get_n_requests (self->bench);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_REQUESTS]);
}

static void
show_nothing (AppModelMeter *self)
{
  g_clear_pointer (&self->known, app_model_usage_free);
  g_ptr_array_set_size (self->segments, 0);
  mcp_property_take_text (self, &self->meter, g_strdup (""), properties[PROP_METER]);
  mcp_property_take_text (self, &self->warning, NULL, properties[PROP_WARNING]);
  mcp_property_take_text (self, &self->cost, g_strdup (""), properties[PROP_COST]);
  mcp_property_take_text (self, &self->prices, g_strdup (""), properties[PROP_PRICES]);
  mcp_property_take_text (self, &self->cached, NULL, properties[PROP_CACHED]);
}

void
app_model_meter_update (AppModelMeter *self, AppModelConversation *bench)
{
  g_return_if_fail (APP_IS_MODEL_METER (self));

  if (g_set_object (&self->bench, bench))
    {
      forget (self);
      g_cancellable_cancel (self->counting);
      mcp_property_take_text (self, &self->count, NULL, properties[PROP_COUNT]);
    }
  if (bench != NULL)
    show (self);
  else
    show_nothing (self);
  show_can_count (self);
}

/* Counting */

static char *
create_count (const AppModelCount *count)
{
  g_autofree char *text =
      /* Translators: numbers of tokens */
      g_strdup_printf (_ ("The provider counts %'lld tokens, %'lld of them for the tools."),
                       (long long)count->total, (long long)count->tools);

  return count->stands_in
             ? g_strconcat (text, " ",
                            _ ("A message of one character stands for what you say next."), NULL)
             : g_steal_pointer (&text);
}

static void
take_count (AppModelMeter *self, AppModelConversation *bench, const AppModelCount *count)
{
  g_autoptr (AppModelUsage) meter = app_model_conversation_create_meter (bench);
  g_autoptr (AppModelUsage) plain = undo_correction (meter);

  forget (self);
  self->counted = (Counted){ *count, plain->total, plain->tools,
                             mcp_model_provider_ref (app_model_conversation_get_provider (bench)),
                             g_strdup (app_model_conversation_get_model (bench)) };
  mcp_property_take_text (self, &self->count, create_count (count), properties[PROP_COUNT]);
  show (self);
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelMeter) self = user_data;
  AppModelCount count;
  g_autoptr (GError) error = NULL;
  gboolean counted =
      app_model_count_finish (APP_MODEL_CONVERSATION (source), result, &count, NULL, &error);

  g_clear_object (&self->counting);
  /* Another conversation is shown meanwhile. */
  if (self->bench != (AppModelConversation *)source)
    {
      show_can_count (self);
      return;
    }
  if (counted)
    take_count (self, self->bench, &count);
  else
    mcp_property_take_text (self, &self->count,
                            app_visible_text_block (error->message, MESSAGE_CHARACTERS),
                            properties[PROP_COUNT]);
  show_can_count (self);
}

void
app_model_meter_count (AppModelMeter *self)
{
  g_return_if_fail (APP_IS_MODEL_METER (self));

  if (!can_count (self))
    return;
  self->counting = g_cancellable_new ();
  show_can_count (self);
  mcp_property_take_text (self, &self->count, g_strdup (_ ("Counting…")), properties[PROP_COUNT]);
  app_model_count_async (self->bench, self->counting, on_counted, g_object_ref (self));
}

/* The class */

void
app_model_meter_close (AppModelMeter *self)
{
  g_return_if_fail (APP_IS_MODEL_METER (self));

  g_cancellable_cancel (self->counting);
  g_signal_handlers_disconnect_by_data (self->attachments, self);
  g_clear_object (&self->bench);
}

MCP_DEFINE_FINALIZE (AppModelMeter, app_model_meter)
{
  g_clear_object (&self->bench);
  g_clear_object (&self->counting);
  g_signal_handlers_disconnect_by_data (self->attachments, self);
  g_object_unref (self->attachments);
  forget (self);
  g_clear_pointer (&self->known, app_model_usage_free);
  g_ptr_array_unref (self->segments);
  g_free (self->meter);
  g_free (self->warning);
  g_free (self->cost);
  g_free (self->prices);
  g_free (self->cached);
  g_free (self->draft);
  g_free (self->count);
}

#define FIELD(name, type, field)                                 \
  {                                                              \
    name, type, .offset = G_STRUCT_OFFSET (AppModelMeter, field) \
  }

MCP_DEFINE_CLASS (AppModelMeter, app_model_meter)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_METER] = FIELD ("meter", G_TYPE_STRING, meter),
    [PROP_WARNING] = FIELD ("warning", G_TYPE_STRING, warning),
    [PROP_COST] = FIELD ("cost", G_TYPE_STRING, cost),
    [PROP_PRICES] = FIELD ("prices", G_TYPE_STRING, prices),
    [PROP_CACHED] = FIELD ("cached", G_TYPE_STRING, cached),
    [PROP_DRAFT] = { "draft", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppModelMeter, draft),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_draft) },
    [PROP_N_REQUESTS] = FIELD ("n-requests", G_TYPE_UINT, n_requests),
    [PROP_CAN_COUNT] = { "can-count", G_TYPE_BOOLEAN, G_CALLBACK (can_count) },
    [PROP_COUNT] = FIELD ("count", G_TYPE_STRING, count),
  };

  object_class->finalize = app_model_meter_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_model_meter_init (AppModelMeter *self)
{
  self->segments = g_ptr_array_new ();
  self->meter = g_strdup ("");
  self->cost = g_strdup ("");
  self->prices = g_strdup ("");
  self->draft = g_strdup ("");
}

AppModelMeter *
app_model_meter_new (AppModelAttachments *attachments)
{
  AppModelMeter *self = g_object_new (APP_TYPE_MODEL_METER, NULL);

  self->attachments = g_object_ref (attachments);
  g_signal_connect_swapped (attachments, "changed", G_CALLBACK (show_message), self);
  return self;
}

MCP_DEFINE_GETTER (GPtrArray *, AppModelMeter, app_model_meter, segments)
