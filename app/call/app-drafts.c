/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-drafts.h"

#include "app-definition-form.h"
#include "app-draft-text.h"
#include "app-form-references.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-memory.h"

#include <string.h>

/* What is known of one definition. */
typedef struct
{
  char     *kind;
  char     *key;
  char     *text;  /* (nullable): what is kept; %NULL for nothing */
  char     *marks; /* (nullable): its references, JSON text */
  AppDraft *draft; /* (nullable): until it is opened */
  gboolean  changed;
} Entry;

struct _AppDrafts
{
  GObject parent_instance;

  AppSession  *session; /* weak */
  StoreMemory *memory;
  GPtrArray   *entries; /* Entry, the one that was changed last at the end */
  guint        settling;
};

APP_DEFINE_SESSION_FEATURE (AppDrafts, app_drafts)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_object (&entry->draft);
  g_free (entry->kind);
  g_free (entry->key);
  g_free (entry->text);
  g_free (entry->marks);
  g_free (entry);
}

MCP_DEFINE_DISPOSE (AppDrafts, app_drafts)
{
  if (self->memory != NULL)
    app_drafts_flush (self);
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->memory);
  g_ptr_array_set_size (self->entries, 0);
}

MCP_DEFINE_FINALIZE (AppDrafts, app_drafts)
{
  g_ptr_array_unref (self->entries);
}

static void
app_drafts_class_init (AppDraftsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_drafts_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_drafts_finalize;
}

static void
app_drafts_init (AppDrafts *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

static Entry *
find (AppDrafts *self, const char *kind, const char *key)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];

      if (g_str_equal (entry->kind, kind) && g_str_equal (entry->key, key))
        return entry;
    }
  return NULL;
}

static Entry *
add (AppDrafts *self, const char *kind, const char *key)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->kind = g_strdup (kind);
  entry->key = g_strdup (key);
  g_ptr_array_add (self->entries, entry);
  return entry;
}

static void
read_file (AppDrafts *self)
{
  g_autoptr (McpJsonDocument) document = store_memory_read (self->memory, "drafts");

  if (document == NULL)
    return;
  for (McpJsonWalk item = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&item) && self->entries->len < APP_DRAFTS_MAX;)
    {
      g_autofree char *kind = mcp_json_value_dup_member_string (item.value, "kind");
      g_autofree char *key = mcp_json_value_dup_member_string (item.value, "key");
      McpJsonValue     marks = mcp_json_value_get_member (item.value, "references");

      if (kind == NULL || key == NULL || find (self, kind, key) != NULL)
        continue;
      Entry *entry = add (self, kind, key);
      entry->text = mcp_json_value_dup_member_string (item.value, "text");
      entry->marks = mcp_json_value_exists (marks) ? mcp_json_value_dup_text (marks) : NULL;
    }
}

static void
write_file (AppDrafts *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint first = self->entries->len;
  guint n = 0;
  gsize bytes = 0;

  /* The latest that fit. */
  for (; first > 0; first--)
    {
      Entry *entry = self->entries->pdata[first - 1];

      if (entry->text == NULL)
        continue;
      bytes += strlen (entry->text) + (entry->marks != NULL ? strlen (entry->marks) : 0);
      if (++n > APP_DRAFTS_MAX || bytes > APP_DRAFTS_MAX_BYTES)
        break;
    }
  mcp_json_writer_begin_array (writer);
  for (guint i = first; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];

      if (entry->text == NULL)
        continue;
      mcp_json_writer_add (writer, "{'kind': %s, 'key': %s, 'text': %s, 'references': ?%r}",
                           entry->kind, entry->key, entry->text, entry->marks);
    }
  mcp_json_writer_end_array (writer);
  store_memory_take (self->memory, "drafts", mcp_json_writer_finish_text (writer));
}

static char *
dup_marks (AppForm *form)
{
  if (app_reference_marks_get_n (app_form_references_get_marks (form)) == 0)
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  app_reference_marks_write (app_form_references_get_marks (form), writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full) (nullable): what of the form may be written */
static char *
dup_kept (AppDrafts *self, AppDraft *draft)
{
  AppForm         *form = app_draft_get_form (draft);
  g_autofree char *whole = app_form_dup_json (form);
  g_autofree char *redacted = NULL;

  if (!app_draft_is_typed (draft) || strlen (whole) > APP_DRAFTS_MAX_TEXT)
    return NULL;
  g_autoptr (AppForm) scratch = app_definition_form_new (app_draft_get_definition (draft));
  g_autofree char *text = scratch != NULL ? app_draft_text_dup (form, scratch) : NULL;
  redacted = self->session != NULL
                 ? app_redactor_redact_text (app_session_get_redactor (self->session), text)
                 : NULL;
  return g_strcmp0 (redacted, text) == 0 ? g_steal_pointer (&text) : NULL;
}

static void
keep_changes (AppDrafts *self)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];

      if (!entry->changed)
        continue;
      g_free (entry->text);
      g_free (entry->marks);
      entry->text = dup_kept (self, entry->draft);
      entry->marks =
          entry->text != NULL ? dup_marks (app_draft_get_form (entry->draft)) : NULL;
      entry->changed = FALSE;
      changed = TRUE;
    }
  if (changed)
    write_file (self);
}

static gboolean
on_settled (gpointer data)
{
  AppDrafts *self = data;

  self->settling = 0;
  keep_changes (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (AppDrafts *self, AppDraft *draft)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];

      if (entry->draft != draft)
        continue;
      entry->changed = app_draft_get_form (draft) != NULL;
      /* It goes to the end: there is what was changed last. */
      g_ptr_array_steal_index (self->entries, i);
      g_ptr_array_add (self->entries, entry);
      if (self->settling == 0)
        self->settling = g_timeout_add (APP_DRAFTS_SETTLE_MS, on_settled, self);
      return;
    }
}

static void
app_drafts_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_DRAFTS (feature)->session, session);
}

static void
app_drafts_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_drafts_attach;
}

/* What is kept is read when the first form is made. */
static void
ensure_memory (AppDrafts *self)
{
  if (self->memory != NULL || self->session == NULL)
    return;
  self->memory = store_profile_list_open_memory (
      app_session_get_book (self->session),
      store_profile_get_id (app_session_get_profile (self->session)), STORE_MEMORY_DRAFTS);
  read_file (self);
}

AppDraft *
app_drafts_open (AppDrafts *self, McpDefinition *definition)
{
  g_return_val_if_fail (APP_IS_DRAFTS (self), NULL);
  g_return_val_if_fail (MCP_IS_DEFINITION (definition), NULL);

  ensure_memory (self);
  const char *kind = mcp_definition_kind_get_member (mcp_definition_get_kind (definition));
  Entry      *entry = find (self, kind, mcp_definition_get_key (definition));
  if (entry == NULL)
    entry = add (self, kind, mcp_definition_get_key (definition));
  if (entry->draft == NULL)
    {
      entry->draft = app_draft_new (self->session, definition);
      app_draft_restore (entry->draft, entry->text, entry->marks);
      mcp_signal_connect (entry->draft, "changed", on_changed, self);
    }
  else
    {
      gboolean had_form = app_draft_get_form (entry->draft) != NULL;

      /* A form that goes takes with it what was not kept yet. */
      if (entry->changed)
        keep_changes (self);
      app_draft_set_definition (entry->draft, definition);
      if (!had_form)
        app_draft_restore (entry->draft, entry->text, entry->marks);
    }
  app_draft_update_presets (entry->draft);
  return entry->draft;
}

void
app_drafts_flush (AppDrafts *self)
{
  g_return_if_fail (APP_IS_DRAFTS (self));

  g_clear_handle_id (&self->settling, g_source_remove);
  keep_changes (self);
  if (self->memory != NULL)
    store_memory_flush (self->memory);
}
