/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-responses.h"

#include "mcp-limits.h"
#include "mcp-model-dialect.h"

#include <string.h>

/* Members of an event */
enum {
  OF_EVENT_ERROR,
  OF_EVENT_TYPE,
  OF_EVENT_ITEM_ID,
  OF_EVENT_OUTPUT_INDEX,
  OF_EVENT_CONTENT_INDEX,
  OF_EVENT_SUMMARY_INDEX,
  OF_EVENT_DELTA,
  OF_EVENT_ITEM,
  OF_EVENT_RESPONSE,
  N_OF_EVENT
};

static const McpModelName of_event[] = {
  [OF_EVENT_ERROR] = MCP_MODEL_NAME ("error"),
  [OF_EVENT_TYPE] = MCP_MODEL_NAME ("type"),
  [OF_EVENT_ITEM_ID] = MCP_MODEL_NAME ("item_id"),
  [OF_EVENT_OUTPUT_INDEX] = MCP_MODEL_NAME ("output_index"),
  [OF_EVENT_CONTENT_INDEX] = MCP_MODEL_NAME ("content_index"),
  [OF_EVENT_SUMMARY_INDEX] = MCP_MODEL_NAME ("summary_index"),
  [OF_EVENT_DELTA] = MCP_MODEL_NAME ("delta"),
  [OF_EVENT_ITEM] = MCP_MODEL_NAME ("item"),
  [OF_EVENT_RESPONSE] = MCP_MODEL_NAME ("response"),
};

typedef struct
{
  McpJsonValue        data;
  const McpJsonValue *values;
} Event;

/* Where a piece of a text belongs: the array of its item, and the member that counts in it */
typedef struct
{
  const char       *event; /* without "response." before and ".delta" or ".done" behind it */
  const char       *item;  /* the type of the item */
  McpModelBlockKind kind;
  guint             number;     /* a member of the event */
  const char       *text;       /* the member of the event that has all of it */
  gboolean          is_summary; /* else content */
} Place;

static const Place places[] = {
  { "output_text", "message", MCP_MODEL_TEXT, OF_EVENT_CONTENT_INDEX, "text", FALSE },
  { "refusal", "message", MCP_MODEL_REFUSAL, OF_EVENT_CONTENT_INDEX, "refusal", FALSE },
  { "reasoning_summary_text", "reasoning", MCP_MODEL_REASONING, OF_EVENT_SUMMARY_INDEX, "text",
    TRUE },
  { "reasoning_text", "reasoning", MCP_MODEL_REASONING, OF_EVENT_CONTENT_INDEX, "text", FALSE },
};

typedef struct
{
  McpModelBlockKind kind;
  gboolean          is_summary;
  gint64            number;
  guint             block; /* of the draft */
} Part;

/* One item of the output */
typedef struct
{
  gint64   index;
  char    *type;
  char    *id;      /* (nullable) */
  GArray  *parts;   /* (element-type Part) */
  gint64   block;   /* of the draft, of a call; -1: none */
  char    *call;    /* (nullable): the call's id */
  GString *wrapped; /* (nullable): arguments of a tool that wraps others */
  char    *text;    /* (nullable): all of it as JSON, once it is done */
  gboolean unfinished;
} Item;

typedef struct
{
  McpModelReader parent;
  GHashTable    *items; /* (element-type gint64 Item) */
  GPtrArray     *order; /* (element-type Item): as they came */
  gint64         next;  /* the index of an item that has none */
  gboolean       keeps_wrapper;
  gboolean       has_calls;
  gboolean       has_refusal;
} ResponsesReader;

static void
item_free (gpointer data)
{
  Item *item = data;

  g_free (item->type);
  g_free (item->id);
  g_array_unref (item->parts);
  g_free (item->call);
  if (item->wrapped != NULL)
    g_string_free (item->wrapped, TRUE);
  g_free (item->text);
  g_free (item);
}

static gboolean
is_call (const Item *item)
{
  return strcmp (item->type, "function_call") == 0;
}

/* Returns: (nullable): %NULL beyond the limit */
static Item *
add_item (ResponsesReader *self, gint64 index, const char *type, const char *id)
{
  if (self->order->len >= MCP_MODEL_MAX_BLOCKS)
    {
      mcp_model_draft_overflow (self->parent.draft);
      return NULL;
    }
  Item *item = g_new0 (Item, 1);
  item->index = index;
  item->type = g_strdup (type);
  item->id = g_strdup (id);
  item->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  item->block = -1;
  g_hash_table_replace (self->items, &item->index, item);
  g_ptr_array_add (self->order, item);
  self->next = MAX (self->next, index < G_MAXINT64 ? index + 1 : index);
  return item;
}

/* Returns: (nullable): of the items without a number the last of this type; with @oldest the first
 * that is not done */
static Item *
guess_item (ResponsesReader *self, const char *type, const char *id, gboolean oldest)
{
  Item *found = NULL;

  for (guint i = self->order->len; i-- > 0;)
    {
      Item *item = self->order->pdata[i];

      if (item->text != NULL || strcmp (item->type, type) != 0)
        continue;
      if (id != NULL && g_strcmp0 (item->id, id) == 0)
        return item;
      if (found == NULL || oldest)
        found = item;
    }
  return found;
}

/* An item is known by its place: behind some gateways each event calls it by another id. Where no
 * place is told, as by llama.cpp, its id is all there is, and at last its type. @event: an event of
 * a text, or one of an item. Returns: (nullable): %NULL where it is new */
static Item *
find_item (ResponsesReader *self, const Event *event, const char *type, gboolean oldest)
{
  McpJsonValue item = event->values[OF_EVENT_ITEM];
  gint64       index;

  if (mcp_json_value_get_int64 (event->values[OF_EVENT_OUTPUT_INDEX], &index) && index >= 0)
    return g_hash_table_lookup (self->items, &index);
  g_autofree char *id = mcp_json_value_exists (item)
                            ? mcp_json_value_dup_member_string (item, "id")
                            : mcp_json_value_dup_string (event->values[OF_EVENT_ITEM_ID], NULL);
  return guess_item (self, type, id, oldest);
}

static gint64
get_index (ResponsesReader *self, const Event *event)
{
  gint64 index;

  if (mcp_json_value_get_int64 (event->values[OF_EVENT_OUTPUT_INDEX], &index) && index >= 0)
    return index;
  return self->next;
}

/* Returns: the block of the draft for this part, a new one if need be */
static guint
open_part (ResponsesReader *self, Item *item, const Place *place, gint64 number)
{
  Part part = { place->kind, place->is_summary, number, 0 };

  for (guint i = 0; i < item->parts->len; i++)
    {
      const Part *other = &g_array_index (item->parts, Part, i);

      if (other->number == number && other->is_summary == part.is_summary &&
          other->kind == part.kind)
        return other->block;
    }
  part.block = mcp_model_draft_open (self->parent.draft, part.kind);
  self->has_refusal |= part.kind == MCP_MODEL_REFUSAL;
  /* Beyond the draft's limit nothing is kept here either. */
  if (mcp_model_draft_get_error (self->parent.draft) == NULL)
    g_array_append_val (item->parts, part);
  return part.block;
}

static void
set_part (ResponsesReader *self, Item *item, const Place *place, gint64 number, McpJsonValue text)
{
  g_autofree char *whole = mcp_json_value_dup_string (text, NULL);

  if (whole == NULL)
    return;
  guint block = open_part (self, item, place, number);
  mcp_model_draft_replace (self->parent.draft, block, whole, -1);
  mcp_model_draft_close (self->parent.draft, block);
}

static void
read_text (ResponsesReader *self, const Place *place, const Event *event, gboolean is_delta)
{
  Item  *item = find_item (self, event, place->item, FALSE);
  gint64 number;

  if (!mcp_json_value_get_int64 (event->values[place->number], &number))
    number = 0;
  if (item == NULL)
    item = add_item (self, get_index (self, event), place->item, NULL);
  if (item == NULL || item->text != NULL)
    return;
  if (is_delta)
    mcp_model_draft_append_value (self->parent.draft, open_part (self, item, place, number),
                                  event->values[OF_EVENT_DELTA]);
  else
    set_part (self, item, place, number, mcp_json_value_get_member (event->data, place->text));
}

static void
open_call (ResponsesReader *self, Item *item, const char *id, const char *name)
{
  if (item->block >= 0)
    mcp_model_draft_name_call (self->parent.draft, (guint)item->block, id, name);
  else
    item->block = mcp_model_draft_open_call (self->parent.draft, id, name);
  self->has_calls = TRUE;
}

/* A call begins, or is told again with all that is known. */
static void
begin_call (ResponsesReader *self, Item *item, McpJsonValue data)
{
  g_autofree char *id = mcp_json_value_dup_member_string (data, "call_id");
  g_autofree char *name = mcp_json_value_dup_member_string (data, "name");

  if (item->call == NULL)
    item->call = g_strdup (id);
  if (item->block < 0 && !self->keeps_wrapper && id != NULL &&
      mcp_model_responses_is_wrapper (name))
    {
      if (item->wrapped == NULL)
        item->wrapped = g_string_new (NULL);
    }
  else
    open_call (self, item, id, name);
}

static void
read_arguments (ResponsesReader *self, const Event *event, gboolean is_delta)
{
  Item            *item = find_item (self, event, "function_call", FALSE);
  g_autofree char *text = is_delta
                              ? mcp_json_value_dup_string (event->values[OF_EVENT_DELTA], NULL)
                              : mcp_json_value_dup_member_string (event->data, "arguments");

  if (text == NULL || (item != NULL && (item->text != NULL || !is_call (item))))
    return;
  if (item == NULL)
    item = add_item (self, get_index (self, event), "function_call", NULL);
  if (item == NULL)
    return;
  if (item->wrapped == NULL && item->block < 0)
    open_call (self, item, NULL, NULL);
  if (item->wrapped != NULL)
    {
      if (!is_delta)
        g_string_truncate (item->wrapped, 0);
      g_string_append (item->wrapped, text);
    }
  else if (is_delta)
    mcp_model_draft_append (self->parent.draft, (guint)item->block, text, -1);
  else
    mcp_model_draft_replace (self->parent.draft, (guint)item->block, text, -1);
}

/* Returns: whether @root is the arguments of a tool that wraps others */
static gboolean
is_wrapping (McpJsonValue root)
{
  McpJsonValue uses = mcp_json_value_get_member (root, "tool_uses");

  for (McpJsonWalk use = mcp_json_walk (uses); mcp_json_walk_next (&use);)
    if (mcp_json_value_get_kind (mcp_json_value_get_member (use.value, "recipient_name")) !=
            MCP_JSON_STRING ||
        mcp_json_value_get_kind (mcp_json_value_get_member (use.value, "parameters")) !=
            MCP_JSON_OBJECT)
      return FALSE;
  return mcp_json_value_get_kind (uses) == MCP_JSON_ARRAY && mcp_json_value_get_n_items (uses) > 0;
}

static void
unwrap_one (ResponsesReader *self, const Item *item, guint number, McpJsonValue use)
{
  g_autofree char *id = mcp_model_responses_dup_inner_id (item->call, number);
  g_autofree char *name = mcp_json_value_dup_member_string (use, "recipient_name");
  g_autofree char *text = mcp_json_value_dup_text (mcp_json_value_get_member (use, "parameters"));
  const char      *plain = g_str_has_prefix (name, "functions.") ? name + 10 : name;
  guint            block = mcp_model_draft_open_call (self->parent.draft, id, plain);

  mcp_model_draft_append (self->parent.draft, block, text, -1);
  mcp_model_draft_close (self->parent.draft, block);
  self->has_calls = TRUE;
}

/* Opens the calls within, or the call as it is where it wraps none. */
static void
unwrap (ResponsesReader *self, Item *item, const char *name, const char *arguments)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  guint        number = 0;

  if (!is_wrapping (root))
    {
      open_call (self, item, item->call, name);
      mcp_model_draft_append (self->parent.draft, (guint)item->block, arguments, -1);
      mcp_model_draft_close (self->parent.draft, (guint)item->block);
      return;
    }
  for (McpJsonWalk use = mcp_json_walk (mcp_json_value_get_member (root, "tool_uses"));
       mcp_json_walk_next (&use);)
    unwrap_one (self, item, number++, use.value);
}

/* Returns: (transfer full): the arguments of a call: a text, or the object itself at some
 * servers */
static char *
dup_arguments (McpJsonValue call)
{
  McpJsonValue value = mcp_json_value_get_member (call, "arguments");
  char        *text = mcp_json_value_dup_string (value, NULL);

  if (text == NULL && mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    text = mcp_json_value_dup_text (value);
  return text;
}

static void
end_call (ResponsesReader *self, Item *item, McpJsonValue data)
{
  g_autofree char *name = mcp_json_value_dup_member_string (data, "name");
  g_autofree char *arguments = dup_arguments (data);

  begin_call (self, item, data);
  /* The response ended in the middle of it. */
  item->unfinished =
      mcp_json_value_string_equals (mcp_json_value_get_member (data, "status"), "incomplete");
  if (item->unfinished)
    {
      if (item->block >= 0)
        mcp_model_draft_drop (self->parent.draft, (guint)item->block);
      return;
    }
  if (item->wrapped != NULL)
    {
      unwrap (self, item, name, arguments != NULL ? arguments : item->wrapped->str);
      return;
    }
  if (arguments != NULL)
    mcp_model_draft_replace (self->parent.draft, (guint)item->block, arguments, -1);
  mcp_model_draft_close (self->parent.draft, (guint)item->block);
}

static const Place *
find_place (McpJsonValue part, gboolean is_summary)
{
  McpJsonValue type = mcp_json_value_get_member (part, "type");

  if (is_summary)
    return &places[2];
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (!places[i].is_summary && mcp_json_value_string_equals (type, places[i].event))
      return &places[i];
  return NULL;
}

static void
end_parts (ResponsesReader *self, Item *item, McpJsonValue parts, gboolean is_summary)
{
  gint64 number = 0;

  for (McpJsonWalk each = mcp_json_walk (parts); mcp_json_walk_next (&each); number++)
    {
      const Place     *place = find_place (each.value, is_summary);
      g_autofree char *type = mcp_json_value_dup_member_string (each.value, "type");

      if (place != NULL)
        set_part (self, item, place, number, mcp_json_value_get_member (each.value, place->text));
      else if (type != NULL)
        mcp_model_draft_note (self->parent.draft, type, NULL);
    }
}

/* An item that has no place in a turn of ours: a tool that the provider runs itself, say. An image
 * is what it made. */
static void
read_other (ResponsesReader *self, const Item *item, McpJsonValue data)
{
  g_autofree char *name = mcp_json_value_dup_member_string (data, "name");
  g_autofree char *format = mcp_json_value_dup_member_string (data, "output_format");
  g_autofree char *type = NULL;

  mcp_model_draft_note (self->parent.draft, item->type, name);
  if (strcmp (item->type, "image_generation_call") != 0)
    return;
  type = g_strconcat ("image/", format != NULL ? format : "png", NULL);
  mcp_model_draft_add_base64 (self->parent.draft, type, mcp_json_value_get_member (data, "result"));
}

/* @data: the item, all of it */
static void
end_item (ResponsesReader *self, Item *item, McpJsonValue data)
{
  if (item->text != NULL)
    return;
  if (is_call (item))
    end_call (self, item, data);
  else if (strcmp (item->type, "message") == 0)
    end_parts (self, item, mcp_json_value_get_member (data, "content"), FALSE);
  else if (strcmp (item->type, "reasoning") == 0)
    {
      end_parts (self, item, mcp_json_value_get_member (data, "summary"), TRUE);
      end_parts (self, item, mcp_json_value_get_member (data, "content"), FALSE);
      if (item->parts->len == 0)
        mcp_model_draft_close (self->parent.draft, open_part (self, item, &places[3], 0));
    }
  else
    read_other (self, item, data);
  item->text = mcp_json_value_dup_text (data);
}

static void
read_item (ResponsesReader *self, const Event *event, gboolean is_done)
{
  McpJsonValue     data = event->values[OF_EVENT_ITEM];
  g_autofree char *type = mcp_json_value_dup_member_string (data, "type");
  g_autofree char *id = mcp_json_value_dup_member_string (data, "id");
  Item            *item = NULL;

  if (type == NULL)
    return;
  if (is_done || mcp_json_value_exists (event->values[OF_EVENT_OUTPUT_INDEX]))
    item = find_item (self, event, type, TRUE);
  if (item == NULL)
    item = add_item (self, get_index (self, event), type, id);
  if (item == NULL || strcmp (item->type, type) != 0)
    return;
  if (is_done)
    end_item (self, item, data);
  else if (item->text == NULL && is_call (item))
    begin_call (self, item, data);
}

static void
read_usage (ResponsesReader *self, McpJsonValue response)
{
  McpJsonValue  raw = mcp_json_value_get_member (response, "usage");
  McpJsonValue  input = mcp_json_value_get_member (raw, "input_tokens_details");
  McpJsonValue  output = mcp_json_value_get_member (raw, "output_tokens_details");
  McpModelUsage usage = MCP_MODEL_USAGE_NONE;

  if (mcp_json_value_get_kind (raw) != MCP_JSON_OBJECT)
    return;
  mcp_model_usage_read (mcp_json_value_get_member (raw, "input_tokens"), &usage.input);
  mcp_model_usage_read (mcp_json_value_get_member (input, "cached_tokens"), &usage.cached);
  mcp_model_usage_read (mcp_json_value_get_member (input, "cache_write_tokens"),
                        &usage.cache_write);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "output_tokens"), &usage.output);
  mcp_model_usage_read (mcp_json_value_get_member (output, "reasoning_tokens"), &usage.reasoning);
  mcp_model_draft_update_usage (self->parent.draft, &usage, raw);
}

/* Nobody unfolds a tool that was declared under this name. */
static gboolean
declares_wrapper (McpJsonValue response)
{
  for (McpJsonWalk tool = mcp_json_walk (mcp_json_value_get_member (response, "tools"));
       mcp_json_walk_next (&tool);)
    {
      g_autofree char *name = mcp_json_value_dup_member_string (tool.value, "name");

      if (mcp_model_responses_is_wrapper (name))
        return TRUE;
    }
  return FALSE;
}

static void
read_response (ResponsesReader *self, McpJsonValue response)
{
  mcp_model_draft_take_names (self->parent.draft, mcp_json_value_get_member (response, "model"),
                              mcp_json_value_get_member (response, "id"));
  self->keeps_wrapper |= declares_wrapper (response);
  read_usage (self, response);
}

/* Returns: whether no event told of an item that is @data: of a call its id says so; behind some
 * gateways nothing of another one is the same. */
static gboolean
is_new (ResponsesReader *self, const char *type, McpJsonValue data)
{
  McpJsonValue id = mcp_json_value_get_member (data, "call_id");

  for (guint i = 0; i < self->order->len; i++)
    {
      const Item *item = self->order->pdata[i];

      if (strcmp (item->type, type) == 0 &&
          (!is_call (item) || item->call == NULL || mcp_json_value_string_equals (id, item->call)))
        return FALSE;
    }
  return TRUE;
}

/* Reads the items of a response that is over, as far as they did not come before. */
static void
read_output (ResponsesReader *self, McpJsonValue response)
{
  gboolean all = self->order->len == 0;
  gint64   index = 0;

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (response, "output"));
       mcp_json_walk_next (&each); index++)
    {
      g_autofree char *type = mcp_json_value_dup_member_string (each.value, "type");
      Item            *item = g_hash_table_lookup (self->items, &index);

      if (type == NULL)
        continue;
      if ((item == NULL || strcmp (item->type, type) != 0) &&
          (all || is_new (self, type, each.value)))
        item = add_item (self, item == NULL ? index : self->next, type, NULL);
      if (item != NULL && strcmp (item->type, type) == 0)
        end_item (self, item, each.value);
    }
}

static void
read_stop (ResponsesReader *self, McpJsonValue response)
{
  McpModelStop     stop = MCP_MODEL_STOP_OTHER;
  g_autofree char *status = mcp_json_value_dup_member_string (response, "status");
  g_autofree char *reason = mcp_json_value_dup_member_string (
      mcp_json_value_get_member (response, "incomplete_details"), "reason");

  if (status == NULL)
    return;
  if (reason != NULL)
    stop = mcp_model_dialect_find_stop (reason);
  if (stop == MCP_MODEL_STOP_END && strcmp (status, "completed") != 0)
    stop = MCP_MODEL_STOP_OTHER;
  if (stop == MCP_MODEL_STOP_OTHER && strcmp (status, "completed") == 0)
    stop = self->has_calls     ? MCP_MODEL_STOP_CALLS
           : self->has_refusal ? MCP_MODEL_STOP_REFUSAL
                               : MCP_MODEL_STOP_END;
  mcp_model_turn_take_stop (mcp_model_draft_get_turn (self->parent.draft), stop,
                            reason != NULL ? g_strdup_printf ("%s: %s", status, reason)
                                           : g_strdup (status));
}

static void
end (ResponsesReader *self, McpJsonValue response)
{
  self->parent.ended = TRUE;
  read_response (self, response);
  if (mcp_json_value_string_equals (mcp_json_value_get_member (response, "status"), "failed") ||
      mcp_json_value_get_kind (mcp_json_value_get_member (response, "error")) > MCP_JSON_NULL)
    mcp_model_reader_fail (&self->parent, response);
  else
    {
      read_output (self, response);
      read_stop (self, response);
    }
}

/* Returns: whether the event is about a text */
static gboolean
read_piece (ResponsesReader *self, const char *name, const Event *event)
{
  gboolean    is_delta = g_str_has_suffix (name, ".delta");
  const char *dot = strrchr (name, '.');
  gsize       length = dot != NULL ? (gsize)(dot - name) : 0;

  if (!is_delta && !g_str_has_suffix (name, ".done"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (strlen (places[i].event) == length && strncmp (places[i].event, name, length) == 0)
      {
        read_text (self, &places[i], event, is_delta);
        return TRUE;
      }
  if (!g_str_has_prefix (name, "function_call_arguments."))
    return FALSE;
  read_arguments (self, event, is_delta);
  return TRUE;
}

static void
read_event (McpModelReader *reader, McpJsonValue data, const McpJsonValue *values)
{
  ResponsesReader *self = (ResponsesReader *)reader;
  Event            event = { data, values };
  g_autofree char *type = mcp_json_value_dup_string (values[OF_EVENT_TYPE], NULL);
  McpJsonValue     response = values[OF_EVENT_RESPONSE];

  if (g_strcmp0 (type, "error") == 0 ||
      (type == NULL && mcp_json_value_exists (values[OF_EVENT_ERROR])))
    mcp_model_reader_fail (reader, data);
  if (type == NULL || !g_str_has_prefix (type, "response."))
    return;
  const char *name = type + strlen ("response.");
  if (read_piece (self, name, &event))
    return;
  if (strcmp (name, "output_item.added") == 0)
    read_item (self, &event, FALSE);
  else if (strcmp (name, "output_item.done") == 0)
    read_item (self, &event, TRUE);
  else if (strcmp (name, "completed") == 0 || strcmp (name, "incomplete") == 0 ||
           strcmp (name, "failed") == 0 || strcmp (name, "cancelled") == 0)
    end (self, response);
  else if (mcp_json_value_exists (response))
    read_response (self, response);
}

static void
whole (McpModelReader *reader, McpJsonValue data)
{
  end ((ResponsesReader *)reader, data);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *one = *(Item *const *)a;
  const Item *other = *(Item *const *)b;

  return one->index < other->index ? -1 : one->index > other->index;
}

/* Writes what came of an item that was not told whole: a text is whole at every moment, a call
 * once the response is over. */
static gboolean
write_unfinished (ResponsesReader *self, McpJsonWriter *writer, const Item *item, gboolean cut)
{
  McpModelDraft *draft = self->parent.draft;
  gboolean       says = FALSE;

  for (guint i = 0; i < item->parts->len; i++)
    {
      const Part *part = &g_array_index (item->parts, Part, i);
      const char *text = mcp_model_draft_get_text (draft, part->block);

      if (part->kind == MCP_MODEL_REASONING || *text == '\0')
        continue;
      mcp_json_writer_add (writer, "{'role': 'assistant', 'content': %s}", text);
      says = TRUE;
    }
  if (!is_call (item) || cut || item->unfinished || item->block < 0 || item->call == NULL)
    return says;
  mcp_json_writer_add (writer,
                       "{'type': 'function_call', 'call_id': %s, 'name': %s, 'arguments': %s}",
                       item->call, mcp_model_draft_get_name (draft, (guint)item->block),
                       mcp_model_draft_get_text (draft, (guint)item->block));
  return TRUE;
}

/* Decides on a call that nobody ended. */
static void
settle (ResponsesReader *self, Item *item, gboolean cut)
{
  McpModelStop stop = mcp_model_draft_get_turn (self->parent.draft)->stop;

  if (item->text != NULL || cut || item->block < 0)
    return;
  item->unfinished = stop != MCP_MODEL_STOP_CALLS;
  if (item->unfinished)
    mcp_model_draft_drop (self->parent.draft, (guint)item->block);
  else
    mcp_model_draft_close (self->parent.draft, (guint)item->block);
}

/* Returns: (element-type gboolean): whether each item is echoed: a thought only with the item that
 * it led to, since the API refuses one without the other */
static gboolean *
choose (ResponsesReader *self)
{
  gboolean *chosen = g_new0 (gboolean, self->order->len);
  gboolean  next = FALSE;

  for (guint i = self->order->len; i-- > 0;)
    {
      const Item *item = self->order->pdata[i];
      gboolean    is_whole = item->text != NULL && !item->unfinished;

      if (strcmp (item->type, "reasoning") == 0)
        chosen[i] = is_whole && next;
      else
        chosen[i] = next = is_whole;
    }
  return chosen;
}

static void
finish (McpModelReader *reader, gboolean cut)
{
  ResponsesReader *self = (ResponsesReader *)reader;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean says = FALSE;

  g_ptr_array_sort (self->order, compare_items);
  for (guint i = 0; i < self->order->len; i++)
    settle (self, self->order->pdata[i], cut);
  g_autofree gboolean *chosen = choose (self);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < self->order->len; i++)
    {
      const Item *item = self->order->pdata[i];

      if (chosen[i])
        {
          mcp_json_writer_raw (writer, item->text, -1);
          says = TRUE;
        }
      else if (item->text == NULL)
        says |= write_unfinished (self, writer, item, cut);
    }
  mcp_json_writer_end_array (writer);
  if (says)
    mcp_model_draft_get_turn (reader->draft)->echo = mcp_json_writer_finish (writer);
}

static void
reader_free (McpModelReader *reader)
{
  ResponsesReader *self = (ResponsesReader *)reader;

  g_hash_table_unref (self->items);
  g_ptr_array_unref (self->order);
  g_free (self);
}

McpModelReader *
mcp_model_responses_reader_new (McpModelDraft *draft, const McpModelProvider *provider)
{
  static const McpModelReaderClass klass = { of_event, N_OF_EVENT, read_event,
                                             whole, finish, reader_free };
  ResponsesReader                 *self = g_new0 (ResponsesReader, 1);

  self->parent.klass = &klass;
  self->parent.draft = draft;
  self->items = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->order = g_ptr_array_new_with_free_func (item_free);
  return &self->parent;
}
