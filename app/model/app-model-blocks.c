/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-blocks.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-model-splitter.h"
#include "app-token-classes.h"
#include "app-visible-text.h"

/* Between two looks at what streams, in a short answer and in one that is longer. */
#define SHORT_MS 33
#define LONG_MS 100
#define SHORT_BYTES 2048u
/* A thought tells its length now and then only. */
#define SUMMARY_US (G_USEC_PER_SEC)

/* One block of a turn that streams, and its rows. */
typedef struct
{
  AppModelBlocks   *blocks;
  McpModelBlockKind kind;
  GString          *text;     /* all of it */
  gsize             shown;    /* bytes of it that the rows have */
  AppModelSplitter *splitter; /* (nullable): of text */
  AppModelBlock    *open;     /* (nullable): its last row, where that streams */
  AppModelCard     *card;     /* (nullable): of a call */
  guint             n_rows;
  gint64            begun;    /* µs, monotonic */
  gint64            told;     /* when the summary was changed */
  gboolean          is_whole; /* nothing more comes, or it did not stream */
} Part;

/* Calls of one turn may have one id. */
typedef struct
{
  guint      turn;
  GPtrArray *cards; /* AppModelCard */
} Cards;

struct _AppModelBlocks
{
  GListStore *store;
  GPtrArray  *bulk;  /* (nullable): rows that are added together */
  GHashTable *cards; /* id → Cards: of the last turn that has it */

  guint          turn;                                  /* to which rows belong now */
  AppModelBlock *head;                                  /* (nullable): of the answer */
  gint64         head_time;                             /* µs since the epoch; 0 */
  gint64         tokens;                                /* of the answer; -1 */
  guint          n_questions;                           /* so far */
  guint          n_answers;                             /* so far */
  guint          n_of_kind[APP_MODEL_BLOCK_NOTICE + 1]; /* below the head */

  GPtrArray *parts;   /* of the turn that streams */
  guint      base;    /* where its rows begin */
  gsize      bytes;   /* of the answer */
  gint64     flushed; /* µs, monotonic */
  guint      timer;
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_string_free (part->text, TRUE);
  g_clear_pointer (&part->splitter, app_model_splitter_free);
  g_clear_object (&part->open);
  g_clear_object (&part->card);
  g_free (part);
}

static void
cards_free (gpointer data)
{
  Cards *cards = data;

  g_ptr_array_unref (cards->cards);
  g_free (cards);
}

AppModelBlocks *
app_model_blocks_new (void)
{
  AppModelBlocks *self = g_new0 (AppModelBlocks, 1);

  self->store = g_list_store_new (APP_TYPE_MODEL_BLOCK);
  self->cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, cards_free);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->tokens = -1;
  return self;
}

void
app_model_blocks_free (AppModelBlocks *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_ptr_array_unref (self->parts);
  g_clear_object (&self->head);
  g_hash_table_unref (self->cards);
  g_object_unref (self->store);
  g_free (self);
}

GListModel *
app_model_blocks_get_model (AppModelBlocks *self)
{
  return G_LIST_MODEL (self->store);
}

/* Rows */

static guint
count_rows (AppModelBlocks *self)
{
  return self->bulk != NULL ? self->bulk->len
                            : g_list_model_get_n_items (G_LIST_MODEL (self->store));
}

/* @block: (transfer full) */
static void
insert (AppModelBlocks *self, guint position, AppModelBlock *block)
{
  if (self->bulk != NULL)
    g_ptr_array_insert (self->bulk, (int)position, block);
  else
    {
      g_list_store_insert (self->store, position, block);
      g_object_unref (block);
    }
}

static void
remove_rows (AppModelBlocks *self, guint position, guint n)
{
  if (n == 0)
    return;
  for (guint i = 0; self->bulk == NULL && i < n; i++)
    {
      g_autoptr (AppModelBlock) block =
          g_list_model_get_item (G_LIST_MODEL (self->store), position + i);

      self->n_of_kind[app_model_block_get_kind (block)]--;
    }
  if (self->bulk != NULL)
    g_ptr_array_remove_range (self->bulk, position, n);
  else
    g_list_store_splice (self->store, position, n, NULL, 0);
}

/* Returns: (transfer full): which row of its kind it is */
static char *
create_part_name (AppModelBlockKind kind, guint number)
{
  switch (kind)
    {
    case APP_MODEL_BLOCK_CODE:
      /* Translators: a listing, by its number in an answer */
      return g_strdup_printf (_ ("code %u"), number);
    case APP_MODEL_BLOCK_TABLE:
      return g_strdup_printf (_ ("table %u"), number);
    case APP_MODEL_BLOCK_REASONING:
      /* Translators: what a model thought before it answered */
      return g_strdup_printf (_ ("thought %u"), number);
    case APP_MODEL_BLOCK_REFUSAL:
      return g_strdup_printf (_ ("refusal %u"), number);
    case APP_MODEL_BLOCK_IMAGE:
      return g_strdup_printf (_ ("image %u"), number);
    default:
      return g_strdup_printf (_ ("paragraph %u"), number);
    }
}

static const char *
get_model_name (AppModelBlocks *self)
{
  return self->head != NULL ? app_model_block_get_text (self->head) : "";
}

/* What a screen reader calls a row. */
static void
name_row (AppModelBlocks *self, AppModelBlock *block)
{
  AppModelBlockKind kind = app_model_block_get_kind (block);
  guint             number = ++self->n_of_kind[kind];
  g_autofree char  *name = NULL;

  /* These have names of their own. */
  if (kind == APP_MODEL_BLOCK_CALL || kind == APP_MODEL_BLOCK_NOTICE)
    return;
  g_autofree char *part = create_part_name (kind, number);
  g_autofree char *who = app_visible_text_line (get_model_name (self), 60);
  if (app_model_block_is_person (block))
    /* Translators: the number of a question, then “paragraph 2” */
    name = g_strdup_printf (_ ("You, question %u, %s"), self->n_questions, part);
  else
    /* Translators: the name of a model, the number of its answer, then “paragraph 2” */
    name = g_strdup_printf (_ ("%s, answer %u, %s"), who, self->n_answers, part);
  app_model_block_set_accessible_name (block, name);
}

/* @block: (transfer full) */
static void
append (AppModelBlocks *self, AppModelBlock *block)
{
  name_row (self, block);
  insert (self, count_rows (self), block);
}

/* Heads */

static void
update_head (AppModelBlocks *self)
{
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  if (self->head == NULL)
    return;
  if (self->head_time > 0)
    time = app_visible_text_time (self->head_time, g_get_real_time ());
  if (self->tokens >= 0)
    text = g_strdup_printf (ngettext ("%'lld token", "%'lld tokens", (gulong)self->tokens),
                            (long long)self->tokens);
  if (time != NULL && text != NULL)
    {
      g_autofree char *both = g_strdup_printf ("%s · %s", time, text);

      app_model_block_set_summary (self->head, both);
    }
  else
    app_model_block_set_summary (self->head, time != NULL ? time : text);
}

static void
add_head (AppModelBlocks *self, const char *name, gboolean is_person, gint64 time)
{
  AppModelBlock   *head = app_model_block_new_head (self->turn, name, is_person);
  g_autofree char *who = app_visible_text_line (name, 60);
  g_autofree char *called = NULL;

  if (is_person)
    /* Translators: the number of a question */
    called = g_strdup_printf (_ ("You, question %u"), ++self->n_questions);
  else
    /* Translators: the name of a model, then the number of its answer */
    called = g_strdup_printf (_ ("%s, answer %u"), who, ++self->n_answers);
  app_model_block_set_accessible_name (head, called);
  memset (self->n_of_kind, 0, sizeof self->n_of_kind);
  self->tokens = -1;
  self->head_time = time;
  self->bytes = 0;
  g_set_object (&self->head, head);
  update_head (self);
  insert (self, count_rows (self), head);
}

/* An answer goes on behind what tools returned. */
static void
ensure_answer (AppModelBlocks *self, const char *model, gint64 time)
{
  if (self->head == NULL || app_model_block_is_person (self->head) ||
      g_strcmp0 (app_model_block_get_text (self->head), model) != 0)
    add_head (self, model, FALSE, time);
}

/* Rows of what is whole */

static void
on_whole_row (AppModelBlockKind kind, const char *language, const char *text, gpointer user_data)
{
  AppModelBlocks *self = user_data;
  AppModelBlock  *block = kind == APP_MODEL_BLOCK_CODE
                              ? app_model_block_new_code (self->turn, language, text)
                              : app_model_block_new (kind, self->turn, text);

  app_model_block_set_person (block, self->head != NULL && app_model_block_is_person (self->head));
  append (self, block);
}

static void
add_text (AppModelBlocks *self, const char *text, gboolean is_plain)
{
  g_autoptr (AppModelSplitter) splitter = app_model_splitter_new (is_plain, on_whole_row, self);

  app_model_splitter_push (splitter, text, strlen (text));
  app_model_splitter_finish (splitter);
}

/* @elapsed: µs; -1. Returns: (transfer full): the one line of a folded thought */
static char *
create_thought_summary (const char *text, gint64 elapsed, gboolean is_open)
{
  glong            n = g_utf8_strlen (text, -1);
  g_autofree char *time = app_visible_text_duration (elapsed);
  g_autofree char *length =
      n > 0 ? g_strdup_printf (ngettext ("%'ld character", "%'ld characters", (gulong)n), n)
            /* Translators: the model's thoughts, which its provider does not tell */
            : g_strdup (_ ("sealed"));

  if (is_open)
    /* Translators: %s is a length: “120 characters” */
    return g_strdup_printf (_ ("Thinking · %s"), length);
  if (elapsed >= 0)
    /* Translators: a time: “3.1 s”, then a length: “120 characters” */
    return g_strdup_printf (_ ("Thought for %s · %s"), time, length);
  /* Translators: %s is a length: “120 characters” */
  return g_strdup_printf (_ ("Thought · %s"), length);
}

static AppModelBlock *
create_thought (AppModelBlocks *self, const char *text)
{
  g_autofree char *cut = app_model_block_cut_text (text, strlen (text));
  g_autofree char *summary = create_thought_summary (text, -1, FALSE);
  AppModelBlock   *block = app_model_block_new (APP_MODEL_BLOCK_REASONING, self->turn, cut);

  app_model_block_set_summary (block, summary);
  return block;
}

static void
keep_card (AppModelBlocks *self, const char *id, AppModelCard *card)
{
  Cards *cards = id != NULL ? g_hash_table_lookup (self->cards, id) : NULL;

  if (id == NULL)
    return;
  if (cards == NULL || cards->turn != self->turn)
    {
      cards = g_new0 (Cards, 1);
      cards->turn = self->turn;
      cards->cards = g_ptr_array_new_with_free_func (g_object_unref);
      g_hash_table_replace (self->cards, g_strdup (id), cards);
    }
  g_ptr_array_add (cards->cards, g_object_ref (card));
}

static AppModelBlock *
create_call (AppModelBlocks *self, McpModelBlock *block)
{
  g_autoptr (AppModelCard) card =
      app_model_card_new (mcp_model_block_get_name (block), mcp_model_block_get_text (block));

  app_model_card_set_state (card, APP_MODEL_CARD_WAITING);
  keep_card (self, mcp_model_block_get_id (block), card);
  return app_model_block_new_call (self->turn, card);
}

static AppModelBlock *
create_image (AppModelBlocks *self, McpModelBlock *block)
{
  return app_model_block_new_image (self->turn, mcp_model_block_get_mime_type (block),
                                    mcp_model_block_get_data (block));
}

/* What is told of a call, where nobody has told it before. */
static void
add_result (AppModelBlocks *self, McpModelBlock *block)
{
  const char      *text = mcp_model_block_get_text (block);
  GPtrArray       *images = mcp_model_block_get_images (block);
  AppModelCard    *card = app_model_blocks_find_card (self, mcp_model_block_get_id (block));
  g_autofree char *summary = NULL;

  if (card == NULL || app_model_card_get_told (card) != NULL)
    return;
  gint64 tokens = app_token_classes_count (text, -1);
  summary = g_strdup_printf (ngettext ("≈ %'lld token", "≈ %'lld tokens", (gulong)tokens),
                             (long long)tokens);
  for (guint i = 0; images != NULL && i < images->len; i++)
    if (mcp_model_block_get_data (images->pdata[i]) != NULL)
      app_model_card_add_image (card, mcp_model_block_get_data (images->pdata[i]));
  app_model_card_set_told (card, text, summary);
  app_model_card_end (card, mcp_model_block_is_error (block));
}

static void
add_block (AppModelBlocks *self, McpModelBlock *block, gboolean is_person)
{
  const char *text = mcp_model_block_get_text (block);

  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_REASONING:
      append (self, create_thought (self, text));
      break;
    case MCP_MODEL_REFUSAL:
      append (self, app_model_block_new (APP_MODEL_BLOCK_REFUSAL, self->turn, text));
      break;
    case MCP_MODEL_NOTICE:
      append (self, app_model_block_new_notice (self->turn, APP_MODEL_NOTICE_PLAIN, text, NULL));
      break;
    case MCP_MODEL_IMAGE:
      append (self, create_image (self, block));
      break;
    case MCP_MODEL_CALL:
      append (self, create_call (self, block));
      break;
    case MCP_MODEL_RESULT:
      add_result (self, block);
      break;
    case MCP_MODEL_TEXT:
    default:
      add_text (self, text, is_person);
    }
}

/* What the answer took, all its turns together. */
static void
count_tokens (AppModelBlocks *self, McpModelTurn *turn)
{
  if (turn->usage.output < 0)
    return;
  self->tokens = MAX (self->tokens, 0) + turn->usage.output;
  update_head (self);
}

static void
end_cards (AppModelBlocks *self)
{
  GHashTableIter iter;
  gpointer       value;

  g_hash_table_iter_init (&iter, self->cards);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GPtrArray *cards = ((Cards *)value)->cards;

      for (guint i = 0; i < cards->len; i++)
        if (app_model_card_get_state (cards->pdata[i]) < APP_MODEL_CARD_DONE)
          app_model_card_set_state (cards->pdata[i], APP_MODEL_CARD_MISSING);
    }
}

void
app_model_blocks_add_turn (AppModelBlocks *self, guint turn, McpModelTurn *added, gint64 time)
{
  gboolean is_person = added->role == MCP_MODEL_USER;

  self->turn = turn;
  if (is_person)
    add_head (self, _ ("You"), TRUE, time);
  else if (added->role == MCP_MODEL_ASSISTANT)
    ensure_answer (self, added->asked != NULL ? added->asked : added->model != NULL ? added->model
                                                                                    : _ ("Model"),
                   time);
  for (guint i = 0; i < added->blocks->len; i++)
    add_block (self, added->blocks->pdata[i], is_person);
  if (added->role == MCP_MODEL_ASSISTANT)
    count_tokens (self, added);
}

/* Another conversation, or less of it */

static void
forget_parts (AppModelBlocks *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_ptr_array_set_size (self->parts, 0);
}

void
app_model_blocks_set_turns (AppModelBlocks *self, GPtrArray *turns, const gint64 *times)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  forget_parts (self);
  g_hash_table_remove_all (self->cards);
  g_clear_object (&self->head);
  self->n_questions = 0;
  self->n_answers = 0;
  self->bulk = rows;
  for (guint i = 0; i < turns->len; i++)
    app_model_blocks_add_turn (self, i, turns->pdata[i], times != NULL ? times[i] : 0);
  end_cards (self);
  self->bulk = NULL;
  g_list_store_splice (self->store, 0, count_rows (self), rows->pdata, rows->len);
}

/* Where the last head is, the answer goes on, and rows are counted from there. */
static void
find_head (AppModelBlocks *self)
{
  guint n = count_rows (self);

  g_clear_object (&self->head);
  self->n_questions = 0;
  self->n_answers = 0;
  self->tokens = -1;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (G_LIST_MODEL (self->store), i);

      self->n_of_kind[app_model_block_get_kind (block)]++;
      if (app_model_block_get_kind (block) != APP_MODEL_BLOCK_HEAD)
        continue;
      if (app_model_block_is_person (block))
        self->n_questions++;
      else
        self->n_answers++;
      memset (self->n_of_kind, 0, sizeof self->n_of_kind);
      g_set_object (&self->head, block);
    }
}

void
app_model_blocks_rewind (AppModelBlocks *self, guint n_turns)
{
  guint n = count_rows (self);
  guint left = n;

  forget_parts (self);
  while (left > 0)
    {
      g_autoptr (AppModelBlock) block =
          g_list_model_get_item (G_LIST_MODEL (self->store), left - 1);

      if (app_model_block_get_turn (block) < n_turns)
        break;
      left--;
    }
  remove_rows (self, left, n - left);
  find_head (self);
}

void
app_model_blocks_replace (AppModelBlocks *self,
                          guint           n_turns,
                          GPtrArray      *turns,
                          const gint64   *times)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  app_model_blocks_rewind (self, n_turns);
  self->bulk = rows;
  for (guint i = n_turns; i < turns->len; i++)
    app_model_blocks_add_turn (self, i, turns->pdata[i], times != NULL ? times[i] : 0);
  end_cards (self);
  self->bulk = NULL;
  g_list_store_splice (self->store, count_rows (self), 0, rows->pdata, rows->len);
}

void
app_model_blocks_add_notice (AppModelBlocks *self,
                             guint           turn,
                             AppModelNotice  level,
                             const char     *text,
                             const char     *advice)
{
  guint n = count_rows (self);

  /* What streams behind it stays behind it. */
  if (self->base == n)
    self->base++;
  insert (self, n, app_model_block_new_notice (turn, level, text, advice));
}

AppModelCard *
app_model_blocks_find_card (AppModelBlocks *self, const char *id)
{
  Cards *cards = id != NULL ? g_hash_table_lookup (self->cards, id) : NULL;

  if (cards == NULL)
    return NULL;
  for (guint i = 0; i < cards->cards->len; i++)
    if (app_model_card_get_state (cards->cards->pdata[i]) == APP_MODEL_CARD_WAITING)
      return cards->cards->pdata[i];
  return cards->cards->pdata[cards->cards->len - 1];
}

/* What streams */

/* Returns: where the rows behind those of a part go */
static guint
find_end (AppModelBlocks *self, const Part *part)
{
  guint position = self->base;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *each = self->parts->pdata[i];

      position += each->n_rows;
      if (each == part)
        break;
    }
  return position;
}

/* @block: (transfer full) */
static void
add_row (Part *part, AppModelBlock *block)
{
  name_row (part->blocks, block);
  insert (part->blocks, find_end (part->blocks, part), block);
  part->n_rows++;
}

static void
drop_open (Part *part)
{
  AppModelBlocks *self = part->blocks;

  remove_rows (self, find_end (self, part) - 1, 1);
  part->n_rows--;
  g_clear_object (&part->open);
}

/* The last row of a text, which may turn out to be another kind of row.
 * Returns: the one for @kind */
static AppModelBlock *
ensure_open (Part *part, AppModelBlockKind kind, const char *language, const char *text)
{
  if (part->open != NULL &&
      (app_model_block_get_kind (part->open) != kind ||
       g_strcmp0 (app_model_block_get_language (part->open), language) != 0))
    drop_open (part);
  if (part->open != NULL)
    app_model_block_set_text (part->open, text);
  else
    {
      part->open = kind == APP_MODEL_BLOCK_CODE
                       ? app_model_block_new_code (part->blocks->turn, language, text)
                       : app_model_block_new (kind, part->blocks->turn, text);
      app_model_block_set_open (part->open, TRUE);
      add_row (part, g_object_ref (part->open));
    }
  return part->open;
}

static void
on_row (AppModelBlockKind kind, const char *language, const char *text, gpointer user_data)
{
  Part *part = user_data;

  app_model_block_set_open (ensure_open (part, kind, language, text), FALSE);
  g_clear_object (&part->open);
}

static void
show_text (Part *part)
{
  AppModelBlockKind kind;
  const char       *language;
  g_autofree char  *text = NULL;

  if (part->splitter == NULL)
    part->splitter = app_model_splitter_new (FALSE, on_row, part);
  app_model_splitter_push (part->splitter, part->text->str + part->shown,
                           part->text->len - part->shown);
  if (part->is_whole)
    app_model_splitter_finish (part->splitter);
  text = app_model_splitter_dup_open (part->splitter, &kind, &language);
  if (text != NULL && !part->is_whole)
    ensure_open (part, kind, language, text);
}

static void
show_thought (Part *part)
{
  gint64           now = g_get_monotonic_time ();
  g_autofree char *text = app_model_block_cut_text (part->text->str, part->text->len);
  g_autofree char *summary = NULL;
  AppModelBlock   *block = ensure_open (part, APP_MODEL_BLOCK_REASONING, NULL, text);

  if (!part->is_whole && part->told > 0 && now - part->told < SUMMARY_US)
    return;
  part->told = now;
  summary = create_thought_summary (part->text->str, now - part->begun, !part->is_whole);
  app_model_block_set_summary (block, summary);
}

static void
show_notice (Part *part)
{
  if (part->open == NULL)
    {
      part->open = app_model_block_new_notice (part->blocks->turn, APP_MODEL_NOTICE_PLAIN,
                                               part->text->str, NULL);
      app_model_block_set_open (part->open, TRUE);
      add_row (part, g_object_ref (part->open));
    }
  app_model_block_set_text (part->open, part->text->str);
}

/* What is new of a part becomes seen. */
static void
show (Part *part)
{
  if (part->shown == part->text->len && !part->is_whole)
    return;
  if (part->card != NULL)
    app_model_card_set_given (part->card, part->text->str);
  else if (part->text->len == 0)
    return;
  else if (part->kind == MCP_MODEL_TEXT)
    show_text (part);
  else if (part->kind == MCP_MODEL_REASONING)
    show_thought (part);
  else if (part->kind == MCP_MODEL_REFUSAL)
    ensure_open (part, APP_MODEL_BLOCK_REFUSAL, NULL, part->text->str);
  else if (part->kind == MCP_MODEL_NOTICE)
    show_notice (part);
  part->shown = part->text->len;
  if (part->is_whole && part->open != NULL)
    {
      app_model_block_set_open (part->open, FALSE);
      g_clear_object (&part->open);
    }
}

static void
flush (AppModelBlocks *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  self->flushed = g_get_monotonic_time ();
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->shown < part->text->len)
        show (part);
    }
}

static gboolean
on_timer (gpointer user_data)
{
  AppModelBlocks *self = user_data;

  self->timer = 0;
  flush (self);
  return G_SOURCE_REMOVE;
}

/* The first piece at once; each row that is laid out again costs a frame. */
static void
schedule (AppModelBlocks *self)
{
  gint64 interval = self->bytes <= SHORT_BYTES ? SHORT_MS : LONG_MS;
  gint64 left = interval - (g_get_monotonic_time () - self->flushed) / 1000;

  if (self->timer != 0)
    return;
  if (left <= 0)
    flush (self);
  else
    self->timer = g_timeout_add ((guint)left, on_timer, self);
}

static void
drop_rows (AppModelBlocks *self, Part *part)
{
  guint n = part->n_rows;

  remove_rows (self, find_end (self, part) - n, n);
  part->n_rows = 0;
  g_clear_object (&part->open);
  g_clear_pointer (&part->splitter, app_model_splitter_free);
  g_string_truncate (part->text, 0);
  part->shown = 0;
  part->is_whole = FALSE;
}

/* All that streamed of the turn goes. */
static void
drop_parts (AppModelBlocks *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    drop_rows (self, self->parts->pdata[i]);
  forget_parts (self);
}

void
app_model_blocks_begin_turn (AppModelBlocks *self, guint turn, const char *model, gint64 time)
{
  forget_parts (self);
  self->turn = turn;
  ensure_answer (self, model, time);
  self->base = count_rows (self);
  self->flushed = 0;
}

static Part *
ensure_part (AppModelBlocks *self, const McpModelEvent *event)
{
  Part *part;

  while (self->parts->len <= event->block)
    {
      part = g_new0 (Part, 1);
      part->blocks = self;
      part->kind = MCP_MODEL_TEXT;
      part->text = g_string_new (NULL);
      part->begun = g_get_monotonic_time ();
      g_ptr_array_add (self->parts, part);
    }
  part = self->parts->pdata[event->block];
  part->kind = event->block_kind;
  return part;
}

static void
show_call (Part *part, const McpModelEvent *event)
{
  if (part->card == NULL)
    {
      part->card = app_model_card_new (event->name, NULL);
      add_row (part, app_model_block_new_call (part->blocks->turn, part->card));
    }
  else
    app_model_card_set_name (part->card, event->name);
}

void
app_model_blocks_take_event (AppModelBlocks *self, const McpModelEvent *event)
{
  if (event->kind == MCP_MODEL_EVENT_RESTARTED)
    drop_parts (self);
  if (event->kind == MCP_MODEL_EVENT_RESTARTED || event->kind == MCP_MODEL_EVENT_USAGE)
    return;
  Part *part = ensure_part (self, event);
  if (part->kind == MCP_MODEL_CALL)
    show_call (part, event);
  switch (event->kind)
    {
    case MCP_MODEL_EVENT_REPLACED:
      if (part->card == NULL)
        drop_rows (self, part);
      g_string_truncate (part->text, 0);
      part->shown = 0;
      /* fall through */
    case MCP_MODEL_EVENT_TEXT:
    case MCP_MODEL_EVENT_ARGUMENTS:
      if (part->is_whole)
        break;
      g_string_append_len (part->text, event->text, (gssize)event->length);
      self->bytes += event->length;
      schedule (self);
      break;
    case MCP_MODEL_EVENT_CLOSED:
      if (part->is_whole || part->kind == MCP_MODEL_IMAGE)
        break;
      part->is_whole = TRUE;
      show (part);
      break;
    default:
      break;
    }
}

/* The end of a turn */

static gboolean
is_seen (McpModelBlockKind kind, gsize length)
{
  return length > 0 || kind == MCP_MODEL_CALL || kind == MCP_MODEL_IMAGE;
}

/* Returns: the next part from @index on that is seen, or their number */
static guint
find_part (AppModelBlocks *self, guint index)
{
  for (; index < self->parts->len; index++)
    {
      const Part *part = self->parts->pdata[index];

      if (is_seen (part->kind, part->text->len))
        break;
    }
  return index;
}

/* Whether what streamed is what the turn has. */
static gboolean
matches (AppModelBlocks *self, McpModelTurn *turn)
{
  guint index = 0;

  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock    *block = turn->blocks->pdata[i];
      const char       *text = mcp_model_block_get_text (block);
      McpModelBlockKind kind = mcp_model_block_get_kind (block);

      if (!is_seen (kind, strlen (text)))
        continue;
      index = find_part (self, index);
      if (index == self->parts->len)
        return FALSE;
      const Part *part = self->parts->pdata[index++];
      if (part->kind != kind || !g_str_equal (part->text->str, text) ||
          (kind == MCP_MODEL_CALL &&
           g_strcmp0 (app_model_card_get_name (part->card), mcp_model_block_get_name (block)) != 0))
        return FALSE;
    }
  return find_part (self, index) == self->parts->len;
}

/* Rows that are there already are made whole. */
static void
settle (AppModelBlocks *self, McpModelTurn *turn)
{
  guint index = 0;

  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock    *block = turn->blocks->pdata[i];
      McpModelBlockKind kind = mcp_model_block_get_kind (block);

      if (!is_seen (kind, strlen (mcp_model_block_get_text (block))))
        continue;
      index = find_part (self, index);
      Part *part = self->parts->pdata[index++];
      if (kind == MCP_MODEL_IMAGE)
        add_row (part, create_image (self, block));
      else if (!part->is_whole)
        {
          part->is_whole = TRUE;
          show (part);
        }
      if (part->card != NULL)
        {
          app_model_card_set_state (part->card, APP_MODEL_CARD_WAITING);
          keep_card (self, mcp_model_block_get_id (block), part->card);
        }
    }
}

void
app_model_blocks_end_turn (AppModelBlocks *self, McpModelTurn *ended)
{
  flush (self);
  if (matches (self, ended))
    settle (self, ended);
  else
    {
      drop_parts (self);
      for (guint i = 0; i < ended->blocks->len; i++)
        add_block (self, ended->blocks->pdata[i], FALSE);
    }
  forget_parts (self);
  count_tokens (self, ended);
}

void
app_model_blocks_end_answer (AppModelBlocks *self)
{
  drop_parts (self);
  end_cards (self);
}
