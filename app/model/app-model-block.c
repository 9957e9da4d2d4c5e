/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-block.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Cells of a table that are shown one by one. */

struct _AppModelBlock
{
  GObject parent_instance;

  AppModelBlockKind kind;
  guint             turn;
  gboolean          is_person;
  gboolean          open;
  gboolean          is_plain;
  char             *text;
  char             *summary;
  char             *accessible_name;
  char             *language; /* (nullable) */
  GBytes           *data;     /* (nullable) */
  AppModelCard     *card;     /* (nullable) */
  AppModelFork      fork;
  AppModelNotice    level;
  char             *advice; /* (nullable) */
};

enum {
  PROP_0,
  PROP_TEXT,
  PROP_OPEN,
  PROP_SUMMARY,
  PROP_FORK,
  PROP_ACCESSIBLE_NAME,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppModelBlock, app_model_block, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppModelBlock, app_model_block)
{
  if (self->card != NULL)
    g_signal_handlers_disconnect_by_data (self->card, self);
  g_clear_object (&self->card);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_free (self->text);
  g_free (self->summary);
  g_free (self->accessible_name);
  g_free (self->language);
  g_free (self->advice);
}

static guint
get_versions (AppModelBlock *self)
{
  return MAX (self->fork.count, 1);
}

MCP_DEFINE_CLASS (AppModelBlock, app_model_block)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, G_CALLBACK (app_model_block_get_text) },
    [PROP_OPEN] = { "open", G_TYPE_BOOLEAN, G_CALLBACK (app_model_block_is_open) },
    [PROP_SUMMARY] = { "summary", G_TYPE_STRING, G_CALLBACK (app_model_block_get_summary) },
    [PROP_FORK] = { "versions", G_TYPE_UINT, G_CALLBACK (get_versions) },
    [PROP_ACCESSIBLE_NAME] = { "accessible-name", G_TYPE_STRING,
                               G_CALLBACK (app_model_block_get_accessible_name) },
  };

  object_class->finalize = app_model_block_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_model_block_init (AppModelBlock *self)
{
  self->summary = g_strdup ("");
  self->accessible_name = g_strdup ("");
}

AppModelBlock *
app_model_block_new (AppModelBlockKind kind, guint turn, const char *text)
{
  AppModelBlock *self = g_object_new (APP_TYPE_MODEL_BLOCK, NULL);

  self->kind = kind;
  self->turn = turn;
  self->text = g_strdup (text != NULL ? text : "");
  return self;
}

AppModelBlock *
app_model_block_new_head (guint turn, const char *name, gboolean is_person)
{
  AppModelBlock *self = app_model_block_new (APP_MODEL_BLOCK_HEAD, turn, name);

  self->is_person = is_person;
  return self;
}

AppModelBlock *
app_model_block_new_code (guint turn, const char *language, const char *text)
{
  AppModelBlock *self = app_model_block_new (APP_MODEL_BLOCK_CODE, turn, text);

  self->language = g_strdup (language);
  return self;
}

AppModelBlock *
app_model_block_new_image (guint turn, const char *mime_type, GBytes *data)
{
  AppModelBlock   *self = app_model_block_new (APP_MODEL_BLOCK_IMAGE, turn, NULL);
  g_autofree char *size = app_visible_text_size (g_bytes_get_size (data));

  self->data = g_bytes_ref (data);
  g_free (self->text);
  /* Translators: the type of an image, then its size */
  self->text = g_strdup_printf (_ ("%s, %s"), mime_type != NULL ? mime_type : _ ("Image"), size);
  return self;
}

/* The name of a call as a screen reader says it. */
static void
on_card_changed (AppModelCard *card, GParamSpec *pspec, AppModelBlock *self)
{
  g_autofree char *tool = app_visible_text_line (app_model_card_get_name (card), 100);
  const char      *state = app_model_card_get_state_text (card);
  g_autofree char *name = NULL;

  if (app_model_card_get_warning (card) != NULL)
    /* Translators: the name of a tool, then how its call stands: “Finished in 12 ms” */
    name = g_strdup_printf (_ ("Call of %s: %s. Warning: the result reads like an instruction to a "
                               "model"),
                            tool, state);
  else
    /* Translators: the name of a tool, then how its call stands: “Finished in 12 ms” */
    name = g_strdup_printf (_ ("Call of %s: %s"), tool, state);
  app_model_block_set_accessible_name (self, name);
  app_model_block_set_open (self, app_model_card_get_state (card) < APP_MODEL_CARD_DONE);
}

static void
on_card_renamed (AppModelCard *card, GParamSpec *pspec, AppModelBlock *self)
{
  app_model_block_set_text (self, app_model_card_get_name (card));
  on_card_changed (card, pspec, self);
}

AppModelBlock *
app_model_block_new_call (guint turn, AppModelCard *card)
{
  AppModelBlock *self = app_model_block_new (APP_MODEL_BLOCK_CALL, turn, NULL);

  self->card = g_object_ref (card);
  g_signal_connect (card, "notify::state-text", G_CALLBACK (on_card_changed), self);
  g_signal_connect (card, "notify::warning", G_CALLBACK (on_card_changed), self);
  g_signal_connect (card, "notify::name", G_CALLBACK (on_card_renamed), self);
  on_card_renamed (card, NULL, self);
  return self;
}

AppModelBlock *
app_model_block_new_notice (guint          turn,
                            AppModelNotice level,
                            const char    *text,
                            const char    *advice)
{
  AppModelBlock *self = app_model_block_new (APP_MODEL_BLOCK_NOTICE, turn, text);

  self->level = level;
  self->advice = g_strdup (advice);
  app_model_block_set_accessible_name (self, text);
  return self;
}

/* What it has */

MCP_DEFINE_GETTER (AppModelBlockKind, AppModelBlock, app_model_block, kind)

MCP_DEFINE_GETTER (guint, AppModelBlock, app_model_block, turn)
MCP_DEFINE_FLAG (AppModelBlock, app_model_block, is_person)
MCP_DEFINE_GETTER (const char *, AppModelBlock, app_model_block, text)

MCP_DEFINE_READER (
    gboolean, app_model_block_is_open, AppModelBlock, APP_IS_MODEL_BLOCK (self), open)

MCP_DEFINE_GETTER (const char *, AppModelBlock, app_model_block, summary)
MCP_DEFINE_GETTER (const char *, AppModelBlock, app_model_block, accessible_name)
MCP_DEFINE_GETTER (const char *, AppModelBlock, app_model_block, language)
MCP_DEFINE_GETTER (GBytes *, AppModelBlock, app_model_block, data)
MCP_DEFINE_GETTER (AppModelCard *, AppModelBlock, app_model_block, card)
MCP_DEFINE_GETTER (AppModelNotice, AppModelBlock, app_model_block, level)
MCP_DEFINE_FLAG (AppModelBlock, app_model_block, is_plain)

void
app_model_block_set_plain (AppModelBlock *self, gboolean plain)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));

  if (self->is_plain == plain)
    return;
  self->is_plain = plain;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

const AppModelFork *
app_model_block_get_fork (AppModelBlock *self)
{
  g_return_val_if_fail (APP_IS_MODEL_BLOCK (self), NULL);
  return self->fork.count > 1 ? &self->fork : NULL;
}

void
app_model_block_set_fork (AppModelBlock *self, const AppModelFork *fork)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));

  if (self->fork.turn == fork->turn && self->fork.position == fork->position &&
      self->fork.count == fork->count)
    return;
  self->fork = *fork;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORK]);
}

MCP_DEFINE_GETTER (const char *, AppModelBlock, app_model_block, advice)

/* Filling it */

/* Returns: whether it was another one */
static gboolean
replace (char **field, const char *text)
{
  if (g_strcmp0 (*field, text != NULL ? text : "") == 0)
    return FALSE;
  g_free (*field);
  *field = g_strdup (text != NULL ? text : "");
  return TRUE;
}

void
app_model_block_set_person (AppModelBlock *self, gboolean is_person)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));
  self->is_person = is_person;
}

void
app_model_block_set_text (AppModelBlock *self, const char *text)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));

  if (replace (&self->text, text))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

void
app_model_block_set_open (AppModelBlock *self, gboolean open)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));

  if (self->open == open)
    return;
  self->open = open;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

void
app_model_block_set_summary (AppModelBlock *self, const char *summary)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));

  if (replace (&self->summary, summary))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

void
app_model_block_set_accessible_name (AppModelBlock *self, const char *name)
{
  g_return_if_fail (APP_IS_MODEL_BLOCK (self));

  if (replace (&self->accessible_name, name))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACCESSIBLE_NAME]);
}

/* Tables */

/* Copying */

char *
app_model_block_cut_text (const char *text, gsize length)
{
  gsize kept = APP_MODEL_BLOCK_BYTES;

  if (length <= APP_MODEL_BLOCK_BYTES)
    return g_strndup (text, length);
  while (((guchar)text[kept] & 0xc0) == 0x80)
    kept--;
  g_autofree char *head = g_strndup (text, kept);
  g_autofree char *size = app_visible_text_size (length - kept);
  /* Translators: a text that is cut, then the size of what is left out */
  return g_strdup_printf (_ ("%s\n… %s more"), head, size);
}

char *
app_model_block_dup_fenced (const char *language, const char *text)
{
  guint longest = 2;
  guint run = 0;

  for (const char *at = text; *at != '\0'; at++)
    {
      run = *at == '`' ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  g_autofree char *fence = g_strnfill (longest + 1, '`');
  return g_strdup_printf ("%s%s\n%s%s%s", fence, language, text,
                          g_str_has_suffix (text, "\n") ? "" : "\n", fence);
}

char *
app_model_block_dup_source (AppModelBlock *self)
{
  g_return_val_if_fail (APP_IS_MODEL_BLOCK (self), NULL);

  if (self->kind == APP_MODEL_BLOCK_CALL)
    return g_strdup_printf ("%s %s", app_model_card_get_name (self->card),
                            app_model_card_get_given (self->card));
  if (self->kind != APP_MODEL_BLOCK_CODE)
    return g_strdup (self->text);
  return app_model_block_dup_fenced (self->language != NULL ? self->language : "", self->text);
}
