/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-batch.h"

#include "mcp-array-list.h"
#include "mcp-object.h"
#include "store-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef enum {
  REVIEWING,
  APPLYING,
  DONE,
  UNDOING,
} Phase;

struct _AppClientBatch
{
  GObject parent_instance;

  StoreSecretVault *vault;   /* nullable */
  GPtrArray        *changes; /* of AppClientChange */
  GListStore       *notes;
  Phase             phase;
  guint             at;      /* the next one */
  gboolean          renewed; /* it was worked out on the file as those before it left it */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE_WITH_CODE (AppClientBatch,
                               app_client_batch,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppClientBatch,
                                                         changes,
                                                         APP_TYPE_CLIENT_CHANGE))

static void
emit_changed (AppClientBatch *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static AppClientChange *
get_change (AppClientBatch *self, guint index)
{
  return g_ptr_array_index (self->changes, index);
}

/* What to know */

/* Names of whom a note is about, in the order of the list. */
static void
add_name (GHashTable *names, GPtrArray *texts, AppClientNote *note, const char *name)
{
  const char *text = app_client_note_get_text (note);
  GPtrArray  *list = g_hash_table_lookup (names, text);

  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (names, (gpointer)text, list);
      g_ptr_array_add (texts, g_object_ref (note));
    }
  if (!g_ptr_array_find_with_equal_func (list, name, g_str_equal, NULL))
    g_ptr_array_add (list, g_strdup (name));
}

static void
collect_notes (AppClientChange *change, GHashTable *names, GPtrArray *found)
{
  GListModel      *notes = app_client_change_get_info (change)->notes;
  g_autofree char *name = app_client_target_dup_title (app_client_change_get_info (change)->target);

  for (guint i = 0; i < g_list_model_get_n_items (notes); i++)
    {
      g_autoptr (AppClientNote) note = g_list_model_get_item (notes, i);

      if (app_client_note_get_kind (note) != STORE_NOTE_INFORMATION)
        add_name (names, found, note, name);
    }
}

static void
fill_notes (AppClientBatch *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) names =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);

  for (guint i = 0; i < self->changes->len; i++)
    collect_notes (g_ptr_array_index (self->changes, i), names, found);
  for (guint i = 0; i < found->len; i++)
    {
      const char      *text = app_client_note_get_text (found->pdata[i]);
      GPtrArray       *list = g_hash_table_lookup (names, text);
      g_autofree char *whole = NULL;

      g_ptr_array_add (list, NULL);
      g_autofree char *joined = g_strjoinv (", ", (char **)list->pdata);
      whole = list->len == 2 && strstr (text, joined) != NULL
                  ? g_strdup (text)
                  /* Translators: applications, and what is to be known about them */
                  : g_strdup_printf (_ ("%s: %s"), joined, text);
      g_ptr_array_add (notes,
                       app_client_note_new (app_client_note_get_kind (found->pdata[i]), whole));
    }
  g_list_store_splice (self->notes, 0, g_list_model_get_n_items (G_LIST_MODEL (self->notes)),
                       notes->pdata, notes->len);
}

/* One after the other */

/* Several servers for one file: each is worked out on what the one before has left. */
static gboolean
has_written_before (AppClientBatch *self, guint index)
{
  AppClientTarget *target = app_client_change_get_info (get_change (self, index))->target;
  const char      *path = app_client_target_get_path (target);

  for (guint i = 0; i < index; i++)
    if (app_client_change_get_stage (get_change (self, i)) == APP_CHANGE_WRITTEN &&
        store_file_is_same (
            app_client_target_get_path (app_client_change_get_info (get_change (self, i))->target),
            path))
      return TRUE;
  return FALSE;
}

/* Returns: whether the change is over with; else it says when */
static gboolean
apply_one (AppClientBatch *self, guint index)
{
  AppClientChange *change = get_change (self, index);

  switch (app_client_change_get_stage (change))
    {
    case APP_CHANGE_LOOKING:
    case APP_CHANGE_WRITING:
      return FALSE;
    case APP_CHANGE_NEEDED:
      if (has_written_before (self, index) && !self->renewed)
        {
          self->renewed = TRUE;
          app_client_change_refresh (change);
        }
      else
        app_client_change_apply (change);
      return FALSE;
    case APP_CHANGE_INCOMPLETE:
    case APP_CHANGE_UNCHANGED:
    case APP_CHANGE_REFUSED:
    case APP_CHANGE_WRITTEN:
    default:
      return TRUE;
    }
}

static void
apply_next (AppClientBatch *self)
{
  while (self->at < self->changes->len)
    {
      guint at = self->at;

      if (!apply_one (self, at))
        return;
      /* What it said may have brought us further already. */
      if (self->phase != APPLYING || self->at != at)
        return;
      self->at++;
      self->renewed = FALSE;
    }
  self->phase = DONE;
  emit_changed (self);
}

static void
undo_next (AppClientBatch *self)
{
  while (self->at > 0)
    {
      AppClientChange *change = get_change (self, self->at - 1);
      AppChangeStage   stage = app_client_change_get_stage (change);

      if (stage == APP_CHANGE_WRITING)
        return;
      if (stage == APP_CHANGE_WRITTEN && !self->renewed)
        {
          self->renewed = TRUE;
          app_client_change_undo (change);
          return;
        }
      self->at--;
      self->renewed = FALSE;
    }
  self->phase = app_client_batch_count (self, APP_CHANGE_WRITTEN) > 0 ? DONE : REVIEWING;
  emit_changed (self);
  g_object_unref (self);
}

static void
on_stage_changed (AppClientBatch *self)
{
  if (self->phase == APPLYING)
    apply_next (self);
  else if (self->phase == UNDOING)
    undo_next (self);
  else if (app_client_batch_count (self, APP_CHANGE_LOOKING) == 0)
    fill_notes (self);
  emit_changed (self);
}

/* The object */

MCP_DEFINE_FINALIZE (AppClientBatch, app_client_batch)
{
  g_ptr_array_unref (self->changes);
  g_object_unref (self->notes);
  g_clear_object (&self->vault);
}

static void
app_client_batch_class_init (AppClientBatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_client_batch_finalize;

  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_client_batch_init (AppClientBatch *self)
{
  self->changes = g_ptr_array_new_with_free_func (g_object_unref);
  self->notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
}

AppClientBatch *
app_client_batch_new (StoreSecretVault *vault)
{
  AppClientBatch *self = g_object_new (APP_TYPE_CLIENT_BATCH, NULL);

  self->vault = vault != NULL ? g_object_ref (vault) : NULL;
  return self;
}

static void
add_change (AppClientBatch *self, AppClientChange *change)
{
  mcp_signal_connect (change, "notify::stage", on_stage_changed, self);
  g_ptr_array_add (self->changes, change);
}

AppClientBatch *
app_client_batch_new_written (AppClientChange *change)
{
  AppClientBatch *self = app_client_batch_new (NULL);

  g_return_val_if_fail (app_client_change_get_stage (change) == APP_CHANGE_WRITTEN, self);

  self->phase = DONE;
  add_change (self, g_object_ref (change));
  return self;
}

void
app_client_batch_add (AppClientBatch *self, AppClientTarget *target, StoreProfile *profile)
{
  g_return_if_fail (APP_IS_CLIENT_BATCH (self));
  g_return_if_fail (self->phase == REVIEWING);

  add_change (self, app_client_change_new (target, profile, self->vault));
  g_list_model_items_changed (G_LIST_MODEL (self), self->changes->len - 1, 0, 1);
}

GStrv
app_client_batch_dup_secret_names (AppClientBatch *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), NULL);

  for (guint i = 0; i < self->changes->len; i++)
    {
      g_auto (GStrv) names = app_client_change_dup_secret_names (get_change (self, i));

      for (guint j = 0; names[j] != NULL; j++)
        if (g_hash_table_add (seen, g_strdup (names[j])))
          g_strv_builder_add (builder, names[j]);
    }
  return g_strv_builder_end (builder);
}

gboolean
app_client_batch_offers (AppClientBatch *self, int mode)
{
  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), FALSE);

  for (guint i = 0; i < self->changes->len; i++)
    if (app_client_change_offers (get_change (self, i), mode))
      return TRUE;
  return FALSE;
}

void
app_client_batch_set_secret_mode (AppClientBatch *self, int mode)
{
  g_return_if_fail (APP_IS_CLIENT_BATCH (self));

  for (guint i = 0; i < self->changes->len; i++)
    app_client_change_set_secret_mode (get_change (self, i), mode);
}

void
app_client_batch_set_full_path (AppClientBatch *self, gboolean full_path)
{
  g_return_if_fail (APP_IS_CLIENT_BATCH (self));

  for (guint i = 0; i < self->changes->len; i++)
    g_object_set (get_change (self, i), "full-path", full_path, NULL);
}

GListModel *
app_client_batch_get_notes (AppClientBatch *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), NULL);
  return G_LIST_MODEL (self->notes);
}

guint
app_client_batch_count (AppClientBatch *self, AppChangeStage stage)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), 0);

  for (guint i = 0; i < self->changes->len; i++)
    n += app_client_change_get_stage (get_change (self, i)) == stage;
  return n;
}

gboolean
app_client_batch_is_busy (AppClientBatch *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), FALSE);
  return self->phase == APPLYING || self->phase == UNDOING;
}

gboolean
app_client_batch_is_done (AppClientBatch *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), FALSE);
  return self->phase == DONE;
}

char *
app_client_batch_dup_reason (AppClientBatch *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), NULL);

  if (self->phase == APPLYING)
    return g_strdup (_ ("Writing…"));
  if (self->phase == UNDOING)
    return g_strdup (_ ("Undoing…"));
  if (app_client_batch_count (self, APP_CHANGE_LOOKING) > 0)
    return g_strdup (_ ("Reading the files…"));
  if (app_client_batch_count (self, APP_CHANGE_NEEDED) > 0)
    return NULL;
  return g_strdup (app_client_batch_count (self, APP_CHANGE_REFUSED) > 0
                       ? _ ("Nothing can be written.")
                       : _ ("Nothing to change."));
}

char *
app_client_batch_dup_outcome (AppClientBatch *self)
{
  g_autofree char *text = NULL;
  g_autofree char *rest = NULL;

  g_return_val_if_fail (APP_IS_CLIENT_BATCH (self), NULL);

  guint written = app_client_batch_count (self, APP_CHANGE_WRITTEN);
  guint failed = app_client_batch_count (self, APP_CHANGE_REFUSED);
  if (self->changes->len == 1 && written == 1)
    return app_client_change_dup_outcome (get_change (self, 0));
  text = g_strdup_printf (ngettext ("%u file changed", "%u files changed", written), written);
  if (failed == 0)
    /* Translators: "3 files changed" */
    return g_strdup_printf (_ ("%s. Restart the applications to apply."), text);
  rest = g_strdup_printf (ngettext ("%u file failed", "%u files failed", failed), failed);
  /* Translators: "3 files changed, 1 file failed" */
  return g_strdup_printf (_ ("%s, %s"), text, rest);
}

void
app_client_batch_apply (AppClientBatch *self)
{
  g_return_if_fail (APP_IS_CLIENT_BATCH (self));

  if (self->phase != REVIEWING)
    return;
  self->phase = APPLYING;
  self->at = 0;
  self->renewed = FALSE;
  apply_next (self);
}

void
app_client_batch_undo (AppClientBatch *self)
{
  g_return_if_fail (APP_IS_CLIENT_BATCH (self));

  if (self->phase != DONE)
    return;
  /* It ends what it began, whoever lets go of it. */
  g_object_ref (self);
  self->phase = UNDOING;
  self->at = self->changes->len;
  self->renewed = FALSE;
  undo_next (self);
}
