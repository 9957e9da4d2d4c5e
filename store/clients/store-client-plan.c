/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-plan.h"

#include "mcp-object.h"
#include "store-client-backup.h"
#include "store-client-edit.h"
#include "store-client-loss.h"
#include "store-client-merge.h"
#include "store-client-removal.h"
#include "store-client-repair.h"
#include "store-client-switch.h"
#include "store-client-text.h"
#include "store-client-undo.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "store-error.h"
#include "store-file-lock.h"
#include "store-file.h"

/* Lines around a change that tell a person where it is. */
#define CONTEXT_LINES 3

#define MARK "\357\273\277"

/* No server is called like this. */
#define NO_NAME "\x01"

/* How long a file that is empty or broken has to be left alone until that is the truth: programs
 * empty their files and fill them again. How often it is looked at meanwhile, and at most. */
#define SETTLED_US (2 * G_USEC_PER_SEC)
#define LOOK_US (50 * 1000)
#define MAX_LOOKS 100

/* What is asked for, on whatever the file is. */
typedef enum {
  WISH_LOOK,
  WISH_ADD,
  WISH_REMOVE,
  WISH_SWITCH,
  WISH_RESTORE,
  WISH_UNDO,
} Wish;

struct _StoreClientPlan
{
  StoreClientPlace        *place;
  StoreClientPlace        *other; /* (nullable): in another file that says what is used */
  const StoreClientFormat *format;
  StoreClientJournal      *journal;

  Wish               wish;
  char              *name;    /* (nullable): of the entry */
  char              *json;    /* (nullable): WISH_ADD */
  char              *inputs;  /* (nullable): WISH_ADD */
  gboolean           enabled; /* WISH_ADD, WISH_SWITCH */
  GBytes            *bytes;   /* (nullable): WISH_RESTORE */
  char              *real;    /* (nullable): the file that was written then, links followed */
  StoreClientRecord *record;  /* (nullable): WISH_UNDO */

  StorePlanKind  kind;
  StoreFile     *file;
  GPtrArray     *edits;
  GBytes        *after;
  gboolean       removes; /* the file goes */
  char          *parked;  /* (nullable): the entry that leaves the file, and is kept */
  gboolean       unparks; /* an entry that was kept comes back */
  char          *kept;    /* (nullable): an entry that is kept, and goes; the file stays as it is */
  GBytes        *alone;   /* (nullable): what goes or comes where the file stays as it is */
  GBytes        *nothing;
  StoreTextDiff *diff;
  GPtrArray     *notes;

  gint64 written; /* once it was applied: its number in the journal */
};

static void
clear (StoreClientPlan *self)
{
  g_clear_pointer (&self->place, store_client_place_unref);
  g_clear_pointer (&self->other, store_client_place_unref);
  g_clear_pointer (&self->journal, store_client_journal_unref);
  g_free (self->name);
  g_free (self->json);
  g_free (self->inputs);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->real);
  g_clear_pointer (&self->record, store_client_record_unref);
  g_clear_pointer (&self->file, store_file_unref);
  g_clear_pointer (&self->edits, g_ptr_array_unref);
  g_clear_pointer (&self->after, g_bytes_unref);
  g_free (self->parked);
  g_free (self->kept);
  g_clear_pointer (&self->alone, g_bytes_unref);
  g_bytes_unref (self->nothing);
  g_clear_pointer (&self->diff, store_text_diff_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

StoreClientPlan *
store_client_plan_ref (StoreClientPlan *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
store_client_plan_unref (StoreClientPlan *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

static StoreClientPlan *
plan_new (StoreClientPlace *place, Wish wish, const char *name)
{
  StoreClientPlan *self = g_atomic_rc_box_new0 (StoreClientPlan);

  self->place = store_client_place_ref (place);
  self->format = store_client_place_get_format (place);
  self->wish = wish;
  self->name = g_strdup (name);
  self->edits = store_client_edits_new ();
  self->nothing = g_bytes_new_static ("", 0);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  return self;
}

/* What each wish comes to */

static const char *
get_language (StoreClientPlan *self)
{
  static const char *const languages[] = { "JSON", "TOML", "YAML" };

  return languages[self->format->language];
}

static StoreClientText *
read_text (StoreClientPlan *self, GError **error)
{
  StoreClientText *text =
      store_client_text_new (store_file_get_bytes (self->file), self->format, error);

  if (text == NULL)
    g_prefix_error (error, "“%s” is not valid %s and was not changed: ",
                    store_file_get_path (self->file), get_language (self));
  return text;
}

static McpJsonValue
get_entry (StoreClientPlan *self, StoreClientText *text)
{
  g_auto (GStrv) path =
      store_client_place_dup_entry_path (store_client_plan_get_place (self), self->name);

  return store_client_text_get (text, (const char *const *)path);
}

/* @json: (transfer full) (nullable) */
static void
set_entry (StoreClientPlan *self, char *json)
{
  g_auto (GStrv) path = store_client_place_dup_entry_path (self->place, self->name);

  store_client_edits_add (self->edits, STORE_EDIT_MEMBER, (const char *const *)path, json);
}

/* What the application is to ask the person for, beside what it asks for already. */
static void
add_inputs (StoreClientPlan *self)
{
  if (self->inputs == NULL || self->format->inputs == NULL)
    return;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (self->inputs, -1, NULL);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    store_client_edits_add (self->edits, STORE_EDIT_ITEM_IN, self->format->inputs,
                            mcp_json_value_dup_text (each.value));
}

static McpJsonValue
get_document (StoreClientText *text)
{
  return store_client_text_get (text, (const char *const[]){ NULL });
}

/* Another file that has the switch is changed by a plan of its own only. */
static void
change_switch (StoreClientPlan *self, StoreClientText *text, StoreSwitchAim aim)
{
  g_autoptr (GPtrArray) edits = store_client_edits_new ();
  g_autoptr (StoreClientPlace) place =
      store_client_switch_add_edits (self->place, get_document (text), self->name, aim, edits);

  if (place != self->place && self->wish != WISH_SWITCH)
    return;
  g_ptr_array_extend_and_steal (self->edits, g_steal_pointer (&edits));
  if (place != self->place)
    self->other = g_steal_pointer (&place);
}

/* What is kept elsewhere is forgotten once the file has an entry of its name. */
static void
note_kept (StoreClientPlan *self)
{
  gint64           id;
  g_autofree char *json =
      store_client_journal_dup_parked (self->journal, self->place, self->name, &id);

  if (json != NULL)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "“%s” is switched off and kept outside of the file; this takes its place.",
                    self->name);
}

static void
find_add (StoreClientPlan *self, StoreClientText *text)
{
  g_autoptr (McpJsonDocument) entry = mcp_json_document_parse_text (self->json, -1, NULL);
  McpJsonValue old = get_entry (self, text);
  char        *merged = store_client_merge (self->format, old, mcp_json_document_get_root (entry));

  store_client_loss_note (self->format, self->name, old, merged, self->notes);
  self->kind = STORE_PLAN_ADD;
  if (!store_file_exists (self->file))
    self->kind = STORE_PLAN_CREATE;
  else if (mcp_json_value_exists (old))
    self->kind = STORE_PLAN_REPLACE;
  if (!mcp_json_value_exists (old))
    note_kept (self);
  set_entry (self, merged);
  add_inputs (self);
  /* Where an entry has no switch of its own, a list says that it is not used. */
  if (!self->enabled && self->format->habits.enabled == NULL &&
      self->format->habits.disabled == NULL)
    change_switch (self, text, STORE_SWITCH_OFF);
}

static void
set_not_found (StoreClientPlan *self, GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "“%s” has no entry “%s”",
               store_file_get_path (self->file), self->name);
}

/* An entry that is kept elsewhere comes back: with the file as it was where it is still the one
 * that we left, so that its comments and its place come back as well. */
static gboolean
unpark (StoreClientPlan *self, GError **error)
{
  gint64           id;
  g_autofree char *json =
      store_client_journal_dup_parked (self->journal, self->place, self->name, &id);
  g_autoptr (StoreClientRecord) record =
      json != NULL ? store_client_journal_find (self->journal, id, NULL) : NULL;
  g_autoptr (StoreClientUndo) undo =
      record != NULL ? store_client_undo_find (record, self->file, self->notes, NULL) : NULL;

  g_ptr_array_set_size (self->notes, 0);
  if (json == NULL)
    {
      set_not_found (self, error);
      return FALSE;
    }
  self->unparks = TRUE;
  if (undo != NULL && undo->whole != NULL && !undo->removes)
    self->after = g_bytes_ref (undo->whole);
  set_entry (self, g_steal_pointer (&json));
  return TRUE;
}

/* For a change of what is kept elsewhere alone. */
static void
leave_file (StoreClientPlan *self, const char *json)
{
  g_auto (GStrv) path = store_client_place_dup_entry_path (self->place, self->name);

  self->after = g_bytes_ref (store_file_get_bytes (self->file));
  self->alone = store_client_text_dup_alone (self->format, (const char *const *)path, json);
  store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL,
                  "“%s” is switched off and kept outside of the file, which stays as it is.",
                  self->name);
}

static gboolean
find_remove (StoreClientPlan *self, StoreClientText *text, GError **error)
{
  gint64 id;

  self->kind = STORE_PLAN_REMOVE;
  if (mcp_json_value_exists (get_entry (self, text)))
    {
      set_entry (self, NULL);
      store_client_removal_add_edits (self->journal, self->place, self->file, self->name,
                                      self->edits);
      change_switch (self, text, STORE_SWITCH_FORGET);
      return TRUE;
    }
  self->kept = store_client_journal_dup_parked (self->journal, self->place, self->name, &id);
  if (self->kept != NULL)
    leave_file (self, self->kept);
  else
    set_not_found (self, error);
  return self->kept != NULL;
}

static gboolean
find_switch (StoreClientPlan *self, StoreClientText *text, GError **error)
{
  McpJsonValue entry = get_entry (self, text);
  gint64       id;

  self->kind = STORE_PLAN_SWITCH;
  if (!mcp_json_value_exists (entry))
    {
      g_autofree char *parked =
          self->enabled
              ? NULL
              : store_client_journal_dup_parked (self->journal, self->place, self->name, &id);

      return parked != NULL || unpark (self, error);
    }
  if (mcp_json_value_get_kind (entry) != MCP_JSON_OBJECT)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s”: “%s” is no object",
                   store_file_get_path (self->file), self->name);
      return FALSE;
    }
  if (store_client_switch_is_known (self->place))
    {
      if (store_client_switch_is_off (self->place, get_document (text), self->name) ==
          self->enabled)
        change_switch (self, text, self->enabled ? STORE_SWITCH_ON : STORE_SWITCH_OFF);
    }
  else if (!self->enabled)
    {
      self->parked = mcp_json_value_dup_text (entry);
      set_entry (self, NULL);
      store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL,
                      "%s has no switch for servers: the entry is taken out of the file, and kept "
                      "so that it can be switched on again.",
                      self->format->name);
    }
  return TRUE;
}

static gboolean
find_undo (StoreClientPlan *self, GError **error)
{
  g_autoptr (StoreClientUndo) undo = NULL;

  if (self->record->kept != NULL)
    {
      self->kind = STORE_PLAN_RESTORE;
      self->parked = g_strdup (self->record->kept);
      leave_file (self, self->parked);
      return TRUE;
    }
  undo = store_client_undo_find (self->record, self->file, self->notes, error);
  if (undo == NULL)
    return FALSE;
  self->kind = STORE_PLAN_RESTORE;
  g_ptr_array_unref (self->edits);
  self->edits = g_ptr_array_ref (undo->edits);
  if (undo->whole != NULL)
    self->after = g_bytes_ref (undo->whole);
  self->removes = undo->removes;
  return TRUE;
}

/* Where taking a change back takes an entry out that had been kept elsewhere before, it is kept
 * there once more. */
static void
park_again (StoreClientPlan *self)
{
  g_autoptr (StoreClientText) before = NULL;
  g_autoptr (StoreClientText) after = NULL;

  if (self->record == NULL || !self->record->parked || self->name == NULL)
    return;
  before = store_client_text_new (store_file_get_bytes (self->file), self->format, NULL);
  after = store_client_text_new (self->after, self->format, NULL);
  if (before != NULL && after != NULL && mcp_json_value_exists (get_entry (self, before)) &&
      !mcp_json_value_exists (get_entry (self, after)))
    self->parked = mcp_json_value_dup_text (get_entry (self, before));
  else
    self->unparks = TRUE;
}

static gboolean
find_edits (StoreClientPlan *self, GError **error)
{
  if (self->wish == WISH_RESTORE)
    {
      self->kind = STORE_PLAN_RESTORE;
      self->after = g_bytes_ref (self->bytes);
      return TRUE;
    }
  if (self->wish == WISH_UNDO)
    return find_undo (self, error);
  g_autoptr (StoreClientText) text = read_text (self, error);
  if (text == NULL)
    return FALSE;
  switch (self->wish)
    {
    case WISH_ADD:
      find_add (self, text);
      return TRUE;
    case WISH_LOOK:
      set_entry (self, NULL);
      if (mcp_json_value_exists (get_entry (self, text)))
        store_client_removal_add_edits (self->journal, self->place, self->file, self->name,
                                        self->edits);
      return TRUE;
    case WISH_REMOVE:
      return find_remove (self, text, error);
    case WISH_SWITCH:
    case WISH_RESTORE:
    case WISH_UNDO:
    default:
      return find_switch (self, text, error);
    }
}

/* The new text */

static GBytes *
with_mark (GBytes *bytes)
{
  gsize       size;
  const char *text = g_bytes_get_data (bytes, &size);
  GByteArray *whole = g_byte_array_sized_new ((guint)(size + strlen (MARK)));

  g_byte_array_append (whole, (const guint8 *)MARK, strlen (MARK));
  g_byte_array_append (whole, (const guint8 *)text, (guint)size);
  return g_byte_array_free_to_bytes (whole);
}

/* The text is changed without its mark. A mark that makes the application lose the file goes. */
static void
decide_mark (StoreClientPlan *self)
{
  GBytes *before = store_file_get_bytes (self->file);
  g_autoptr (GBytes) rest = store_client_text_dup_unmarked (before);

  if (rest == before)
    return;
  if (self->format->rules.breaks_on_mark && self->wish == WISH_ADD)
    {
      if (g_bytes_equal (rest, self->after))
        self->kind = STORE_PLAN_REPLACE;
    }
  else if (g_bytes_equal (rest, self->after) || !self->format->rules.breaks_on_mark ||
           self->wish == WISH_UNDO)
    {
      GBytes *whole = with_mark (self->after);

      g_bytes_unref (self->after);
      self->after = whole;
      if (!g_bytes_equal (before, whole))
        store_note_add (
            self->notes, STORE_NOTE_INFORMATION, NULL,
            "The file begins with a byte order mark, which is kept; some versions of %s cannot "
            "read such a file.",
            self->format->name);
      return;
    }
  store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL,
                  "The file begins with a byte order mark, which %s cannot read; it is taken away.",
                  self->format->name);
}

/* As it was, to the last byte, where no other program changed it since. */
static void
find_former (StoreClientPlan *self)
{
  GBytes *former;

  if (self->wish != WISH_REMOVE || g_bytes_equal (self->after, store_file_get_bytes (self->file)))
    return;
  former = store_client_removal_dup_former (self->journal, self->place, self->file, self->after,
                                            &self->removes);
  if (former == NULL)
    return;
  g_bytes_unref (self->after);
  self->after = former;
  if (self->removes)
    store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL,
                    "The file was made for this entry, and goes with it.");
}

static gboolean
apply_edits (StoreClientPlan *self, GError **error)
{
  if (self->after != NULL)
    return TRUE;
  self->after = store_client_edits_apply (self->edits, store_file_get_bytes (self->file),
                                          self->format, error);
  if (self->after == NULL)
    {
      g_prefix_error (error, "“%s”: ", store_file_get_path (self->file));
      return FALSE;
    }
  decide_mark (self);
  find_former (self);
  return TRUE;
}

static gboolean
is_unchanged (StoreClientPlan *self)
{
  gboolean is_there = store_file_exists (self->file);

  return self->removes ? !is_there
                       : g_bytes_equal (self->after, store_file_get_bytes (self->file)) &&
                             (is_there || self->kind != STORE_PLAN_RESTORE ||
                              g_bytes_get_size (self->after) == 0);
}

static gboolean
is_whole (StoreClientPlan *self)
{
  g_autoptr (StoreClientText) text = NULL;
  gsize       length;
  const char *data = g_bytes_get_data (store_file_get_bytes (self->file), &length);

  if (!store_file_exists (self->file))
    return TRUE;
  while (length > 0 && g_ascii_isspace (data[length - 1]))
    length--;
  if (length == 0)
    return FALSE;
  text = store_client_text_new (store_file_get_bytes (self->file), self->format, NULL);
  return text != NULL;
}

static gboolean
was_just_touched (StoreFile *file)
{
  GStatBuf status;

  if (g_stat (store_file_get_target (file), &status) != 0)
    return FALSE;
  gint64 age = g_get_real_time () -
               ((gint64)status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000);
  /* A clock that went back makes it younger than now. */
  return age < SETTLED_US;
}

/* What restores the whole file does not look at what is there. */
static gboolean
read_file (StoreClientPlan *self, GError **error)
{
  const char *path = store_client_place_get_path (self->place);

  for (guint i = 0;; i++)
    {
      self->file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);
      if (self->file == NULL)
        return FALSE;
      if (self->wish == WISH_RESTORE || i == MAX_LOOKS || !was_just_touched (self->file) ||
          is_whole (self))
        return TRUE;
      g_clear_pointer (&self->file, store_file_unref);
      g_usleep (LOOK_US);
    }
}

/* What is taken back goes into the file that was written, wherever a link leads by now. Where it is
 * not known which one that was, it is the one that says the same, and one without a link. */
static gboolean
check_target (StoreClientPlan *self, GError **error)
{
  const char      *target = store_file_get_target (self->file);
  g_autofree char *path = g_canonicalize_filename (store_file_get_path (self->file), NULL);
  gboolean         is_known = self->real != NULL;

  if (!is_known && (self->wish != WISH_UNDO || g_str_equal (path, target)))
    return TRUE;
  if (is_known ? g_str_equal (self->real, target) : self->after != NULL)
    {
      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL, "“%s” is a link to “%s”.", path,
                        target);
      return TRUE;
    }
  g_autofree char *where = g_str_equal (path, target)
                               ? g_strdup ("is a file of its own")
                               : g_strdup_printf ("leads to “%s”", target);
  if (is_known)
    g_set_error (error, STORE_ERROR, STORE_ERROR_MOVED,
                 "“%s” %s now, and “%s” was written then; nothing was changed", path, where,
                 self->real);
  else
    g_set_error (error, STORE_ERROR, STORE_ERROR_MOVED,
                 "“%s” %s, and that is not what was written; nothing was changed", path, where);
  return FALSE;
}

/* Another name of the file keeps the old text: writing into the file itself would keep the names
 * together, and leave half a file to all of them where it is cut short. */
static void
note_names (StoreClientPlan *self)
{
  guint n = store_file_get_n_names (self->file);

  if (n > 1)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "“%s” is one of %u names of the same file (hard links): this one gets the new "
                    "text, and the others keep the old one.",
                    store_file_get_target (self->file), n);
  if (n == 0 && g_file_test (store_file_get_path (self->file), G_FILE_TEST_IS_SYMLINK))
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "“%s” is a link to “%s”, which is not there yet: that file is made.",
                    store_file_get_path (self->file), store_file_get_target (self->file));
}

/* What cannot be listed can still be made, but not taken back. */
static void
note_journal (StoreClientPlan *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = store_client_journal_list (self->journal, &error);
  g_autoptr (StoreFile) file =
      list != NULL
          ? store_file_read (store_client_journal_get_path (self->journal), G_MAXUINT32, &error)
          : NULL;

  if (file == NULL || !store_file_check_writable (file, &error))
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "The list of changes cannot be used, so that this one cannot be undone by "
                    "it: %s.",
                    error->message);
}

/* Goes on with the file that has the switch. */
static gboolean
open_other (StoreClientPlan *self, GError **error)
{
  if (self->other == NULL)
    return TRUE;
  store_file_unref (self->file);
  self->file =
      store_file_read (store_client_place_get_path (self->other), STORE_CLIENT_MAX_BYTES, error);
  if (self->file != NULL)
    store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL,
                    "%s keeps in “%s” which servers it does not use.", self->format->name,
                    store_client_place_get_path (self->other));
  return self->file != NULL;
}

/* Whether the server is used in the end is what its list says, too. */
static void
note_switch (StoreClientPlan *self)
{
  gboolean is_off;

  if (self->other != NULL || (self->format->lists == NULL && !self->enabled) ||
      (self->wish != WISH_ADD && self->wish != WISH_SWITCH))
    return;
  g_autoptr (StoreClientText) text = store_client_text_new (self->after, self->format, NULL);
  is_off =
      text != NULL && store_client_switch_is_off (self->place, get_document (text), self->name);
  if (is_off && self->enabled)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, "enabled",
                    "“%s” is switched off in %s and stays so. Switch it on there with “config "
                    "enable”.",
                    self->name, self->format->name);
  else if (!is_off && !self->enabled && self->parked == NULL)
    store_note_add (self->notes, STORE_NOTE_LOSS, "enabled",
                    "“%s” is switched off here, and on in %s. Switch it off there with “config "
                    "disable”.",
                    self->name, self->format->name);
}

/* Works out what @self wishes on the file as it is now. Returns: @self, or %NULL */
static StoreClientPlan *
work_out (StoreClientPlan *plan, GError **error)
{
  g_autoptr (StoreClientPlan) self = plan;

  if (self->journal == NULL)
    self->journal = store_client_journal_new (NULL);
  if (!read_file (self, error) || !find_edits (self, error) || !open_other (self, error) ||
      !check_target (self, error) || !apply_edits (self, error))
    return NULL;
  note_switch (self);
  park_again (self);
  if (is_unchanged (self))
    self->kind = self->alone != NULL ? self->kind : STORE_PLAN_UNCHANGED;
  else
    {
      if (!store_file_check_writable (self->file, error))
        return NULL;
      note_names (self);
      note_journal (self);
    }
  self->diff =
      store_text_diff_new (store_client_plan_get_before (self), store_client_plan_get_after (self),
                           (StoreDiffLimits){ .context = CONTEXT_LINES });
  g_autofree char *folder = g_path_get_dirname (store_file_get_target (self->file));
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR) && self->kind == STORE_PLAN_CREATE)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "The folder “%s” does not exist yet and will be made; is %s installed?", folder,
                    self->format->name);
  return g_steal_pointer (&self);
}

/* A file that is new is for its owner alone; one that is there stays as open as it is. */
static void
note_readers (StoreClientPlan *self)
{
  const char *path = store_file_get_target (self->file);
  GStatBuf    status;

  if (g_stat (path, &status) == 0 && (status.st_mode & (S_IRGRP | S_IROTH)) != 0)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, NULL,
                    "Others on this computer may read “%s”, and the secrets in it. Make it yours "
                    "alone, with mode 600.",
                    path);
}

StoreClientPlan *
store_client_plan_new_add (StoreClientPlace *place, StoreClientEntry *entry, GError **error)
{
  StoreClientPlan *self = plan_new (place, WISH_ADD, store_client_entry_get_name (entry));

  g_assert (store_client_entry_get_format (entry) == self->format);
  self->json = g_strdup (store_client_entry_get_json (entry));
  self->inputs = g_strdup (store_client_entry_get_inputs (entry));
  self->enabled = store_client_entry_get_enabled (entry);
  self = work_out (self, error);
  if (self != NULL && store_client_entry_has_secrets (entry))
    note_readers (self);
  return self;
}

StoreClientPlan *
store_client_plan_new_look (StoreClientPlace *place, GError **error)
{
  return work_out (plan_new (place, WISH_LOOK, NO_NAME), error);
}

StoreClientPlan *
store_client_plan_new_remove (StoreClientPlace *place, const char *name, GError **error)
{
  return work_out (plan_new (place, WISH_REMOVE, name), error);
}

StoreClientPlan *
store_client_plan_new_switch (StoreClientPlace *place,
                              const char       *name,
                              gboolean          enabled,
                              GError          **error)
{
  StoreClientPlan *self = plan_new (place, WISH_SWITCH, name);

  self->enabled = enabled;
  return work_out (self, error);
}

StoreClientPlan *
store_client_plan_new_restore (StoreClientPlace *place, const char *backup, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (backup, STORE_CLIENT_MAX_BYTES, error);

  if (file == NULL)
    return NULL;
  if (!store_file_exists (file))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is no backup “%s”", backup);
      return NULL;
    }
  StoreClientPlan *self = plan_new (place, WISH_RESTORE, NULL);
  self->bytes = g_bytes_ref (store_file_get_bytes (file));
  self->real = store_client_backup_dup_path (store_file_get_target (file));
  return work_out (self, error);
}

StoreClientPlan *
store_client_plan_new_repair (StoreClientPlace *place, GError **error)
{
  const char *path = store_client_place_get_path (place);
  g_autoptr (StoreFile) file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);

  if (file == NULL)
    return NULL;
  GBytes          *repaired = store_client_repair_text (store_file_get_bytes (file),
                                                        store_client_place_get_format (place));
  StoreClientPlan *self = plan_new (place, WISH_RESTORE, NULL);
  self->bytes = repaired != NULL ? repaired : g_bytes_ref (store_file_get_bytes (file));
  return work_out (self, error);
}

StoreClientPlan *
store_client_plan_new_undo (StoreClientJournal *journal, gint64 id, GError **error)
{
  g_autoptr (StoreClientRecord) record = store_client_journal_find (journal, id, error);
  g_autoptr (StoreClientPlace) place =
      record != NULL ? store_client_record_dup_place (record) : NULL;

  if (record == NULL)
    return NULL;
  if (place == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                   "The application “%s” is not known to this version of Spyglass", record->client);
      return NULL;
    }
  StoreClientPlan *self = plan_new (place, WISH_UNDO, record->name);
  self->real = store_client_record_dup_real (record);
  self->record = g_steal_pointer (&record);
  self->journal = store_client_journal_ref (journal);
  return work_out (self, error);
}

StoreClientPlan *
store_client_plan_renew (StoreClientPlan *plan, GError **error)
{
  StoreClientPlan *self = plan_new (plan->place, plan->wish, plan->name);

  self->journal = store_client_journal_ref (plan->journal);
  self->json = g_strdup (plan->json);
  self->inputs = g_strdup (plan->inputs);
  self->enabled = plan->enabled;
  self->bytes = plan->bytes != NULL ? g_bytes_ref (plan->bytes) : NULL;
  self->real = g_strdup (plan->real);
  self->record = plan->record != NULL ? store_client_record_ref (plan->record) : NULL;
  return work_out (self, error);
}

StoreClientPlace *
store_client_plan_get_place (StoreClientPlan *self)
{
  return self->other != NULL ? self->other : self->place;
}

const char *
store_client_plan_get_path (StoreClientPlan *self)
{
  return self->alone != NULL ? store_client_journal_get_path (self->journal)
                             : store_client_place_get_path (store_client_plan_get_place (self));
}

MCP_DEFINE_PLAIN_GETTER (StorePlanKind, StoreClientPlan, store_client_plan, kind)

gboolean
store_client_plan_is_removal (StoreClientPlan *self)
{
  return self->removes;
}

GBytes *
store_client_plan_get_before (StoreClientPlan *self)
{
  return self->alone == NULL  ? store_file_get_bytes (self->file)
         : self->kept != NULL ? self->alone
                              : self->nothing;
}

GBytes *
store_client_plan_get_after (StoreClientPlan *self)
{
  return self->alone == NULL  ? self->after
         : self->kept != NULL ? self->nothing
                              : self->alone;
}

MCP_DEFINE_PLAIN_GETTER (StoreTextDiff *, StoreClientPlan, store_client_plan, diff)
MCP_DEFINE_PLAIN_GETTER (GPtrArray *, StoreClientPlan, store_client_plan, notes)

/* Applying */

static StoreRecordAction
get_action (StoreClientPlan *self)
{
  switch (self->wish)
    {
    case WISH_REMOVE:
      return STORE_RECORD_REMOVE;
    case WISH_SWITCH:
      return self->enabled ? STORE_RECORD_ENABLE : STORE_RECORD_DISABLE;
    case WISH_RESTORE:
      return STORE_RECORD_RESTORE;
    case WISH_UNDO:
      return STORE_RECORD_UNDO;
    case WISH_ADD:
    default:
      if (self->kind == STORE_PLAN_CREATE)
        return STORE_RECORD_CREATE;
      return self->kind == STORE_PLAN_REPLACE ? STORE_RECORD_REPLACE : STORE_RECORD_ADD;
    }
}

static StoreClientRecord *
make_record (StoreClientPlan *self, const char *backup)
{
  StoreClientRecord *record = store_client_record_new ();
  g_autoptr (StoreClientText) text =
      self->name != NULL ? store_client_text_new (self->after, self->format, NULL) : NULL;

  record->client = g_strdup (self->format->id);
  record->path = g_canonicalize_filename (store_file_get_path (self->file), NULL);
  record->real = g_strdup (store_file_get_target (self->file));
  record->root =
      g_strdupv ((char **)store_client_place_get_root (store_client_plan_get_place (self)));
  record->name = g_strdup (self->name);
  record->action = get_action (self);
  record->backup = g_strdup (backup);
  if (store_file_exists (self->file))
    record->before = store_client_record_hash (store_file_get_bytes (self->file));
  if (!self->removes)
    record->after = store_client_record_hash (self->after);
  if (text != NULL)
    record->value = store_client_record_hash_value (get_entry (self, text));
  record->parked = self->parked != NULL || self->unparks;
  record->kept = g_strdup (self->kept);
  record->undoes = self->record != NULL ? self->record->id : 0;
  g_ptr_array_unref (record->edits);
  record->edits = g_ptr_array_ref (self->edits);
  return record;
}

/* Before the file is written: whatever happens then, it can be taken back. Only an entry that is to
 * be kept there needs the journal; without it the rest can be done as well. */
static gboolean
keep_record (StoreClientPlan *self, StoreClientRecord *record, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (store_client_journal_add (self->journal, record, self->parked, &problem))
    return TRUE;
  if (self->parked != NULL || self->kept != NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&problem),
                                  "The entry could not be kept, and nothing was changed: ");
      return FALSE;
    }
  g_info ("The change is not in the list of changes: %s", problem->message);
  record->id = 0;
  return TRUE;
}

static gboolean
check_written (StoreClientPlan *self, const char *backup, GError **error)
{
  g_autoptr (StoreFile) written =
      store_file_read (store_file_get_path (self->file), STORE_CLIENT_MAX_BYTES * 2, NULL);

  if (written != NULL && g_bytes_equal (store_file_get_bytes (written), self->after) &&
      store_file_exists (written) == !self->removes)
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_CHANGED,
               "“%s” was written, but another program has changed it since. The "
               "backup is “%s”",
               store_file_get_path (self->file), backup != NULL ? backup : "");
  return FALSE;
}

static gboolean
write_file (StoreClientPlan *self, GError **error)
{
  if (self->alone != NULL)
    return TRUE;
  return self->removes ? store_file_remove (self->file, error)
                       : store_file_replace (self->file, self->after, 0600, error);
}

/* Once more, as late as can be: clients rewrite their files too. Where nothing was written there is
 * nothing to go back to. */
static gboolean
write_unchanged (StoreClientPlan *self, char **backup, GError **error)
{
  if (!store_file_check_unchanged (self->file, error) ||
      (store_file_exists (self->file) && self->alone == NULL &&
       (*backup = store_client_backup_write (self->file, store_client_plan_get_place (self),
                                             error)) == NULL))
    return FALSE;
  g_autoptr (StoreClientRecord) record = make_record (self, *backup);
  if (keep_record (self, record, error))
    {
      if (write_file (self, error))
        {
          self->written = record->id;
          store_client_backup_sweep (store_file_get_target (self->file));
          if (record->value != NULL || self->kept != NULL)
            store_client_journal_unpark (self->journal, self->place, self->name);
          return check_written (self, *backup, error);
        }
      if (record->id != 0)
        store_client_journal_drop (self->journal, record->id);
    }
  if (*backup != NULL)
    g_unlink (*backup);
  return FALSE;
}

gboolean
store_client_plan_apply (StoreClientPlan *self, char **backup, GError **error)
{
  g_autofree char *path = NULL;

  if (backup != NULL)
    *backup = NULL;
  if (self->kind == STORE_PLAN_UNCHANGED)
    return TRUE;
  if (!store_file_check_unchanged (self->file, error) ||
      (self->alone == NULL && !store_file_check_writable (self->file, error)))
    return FALSE;
  int lock = store_file_lock_folder (store_file_get_target (self->file), error);
  if (lock < 0)
    return FALSE;
  gboolean done = write_unchanged (self, &path, error);
  close (lock);
  if (done && backup != NULL)
    *backup = g_steal_pointer (&path);
  return done;
}

gint64
store_client_plan_get_record (StoreClientPlan *self)
{
  return self->written;
}

/* In workers */

static void
run_apply (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char   *backup = NULL;

  if (store_client_plan_apply (data, &backup, &error))
    g_task_return_pointer (task, backup, g_free);
  else
    g_task_return_error (task, error);
}

void
store_client_plan_apply_async (StoreClientPlan    *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, store_client_plan_apply_async);
  /* Once it has begun, the answer is what became of it. */
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_set_task_data (task, store_client_plan_ref (self),
                        (GDestroyNotify)store_client_plan_unref);
  g_task_run_in_thread (task, run_apply);
}

gboolean
store_client_plan_apply_finish (GAsyncResult *result, char **backup, GError **error)
{
  GError *local_error = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  char *path = g_task_propagate_pointer (G_TASK (result), &local_error);
  if (local_error != NULL)
    {
      g_propagate_error (error, local_error);
      return FALSE;
    }
  if (backup != NULL)
    *backup = path;
  else
    g_free (path);
  return TRUE;
}
