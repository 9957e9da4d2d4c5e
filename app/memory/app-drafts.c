/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-drafts.h"

#include "app-form-references.h"
#include "app-definition-form.h"
#include "app-draft-text.h"
#include "app-session.h"
#include "mcp-json-writer.h"
#include "store-memory.h"

#include <string.h>

/* One form, filled in. */
typedef struct
{
  McpDefinition *definition; /* (nullable): until it is listed */
  char          *kind;
  char          *key;
  char          *text;      /* (nullable): what is kept; %NULL for nothing */
  char          *marks;     /* (nullable): its references, JSON text */
  char          *untouched; /* (nullable): what is not to be kept */
  AppForm       *form;      /* (nullable): held while it has changes to be kept */
  AppForm       *followed;  /* weak (nullable) */
} Draft;

struct _AppDrafts
{
  GObject parent_instance;

  AppSession  *session; /* weak */
  StoreMemory *memory;
  GPtrArray   *drafts; /* Draft, the one that was changed last at the end */
  guint        settling;
};

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDrafts,
                               app_drafts,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

static void
draft_free (gpointer data)
{
  Draft *draft = data;

  g_clear_weak_pointer (&draft->followed);
  g_clear_object (&draft->form);
  g_clear_object (&draft->definition);
  g_free (draft->kind);
  g_free (draft->key);
  g_free (draft->text);
  g_free (draft->marks);
  g_free (draft->untouched);
  g_free (draft);
}

static void
app_drafts_dispose (GObject *object)
{
  AppDrafts *self = APP_DRAFTS (object);

  if (self->memory != NULL)
    app_drafts_flush (self);
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->memory);
  g_ptr_array_set_size (self->drafts, 0);
  G_OBJECT_CLASS (app_drafts_parent_class)->dispose (object);
}

static void
app_drafts_finalize (GObject *object)
{
  g_ptr_array_unref (APP_DRAFTS (object)->drafts);
  G_OBJECT_CLASS (app_drafts_parent_class)->finalize (object);
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
  self->drafts = g_ptr_array_new_with_free_func (draft_free);
}

static Draft *
find (AppDrafts *self, const char *kind, const char *key, guint *index)
{
  for (guint i = 0; i < self->drafts->len; i++)
    {
      Draft *draft = self->drafts->pdata[i];

      if (g_str_equal (draft->kind, kind) && g_str_equal (draft->key, key))
        {
          *index = i;
          return draft;
        }
    }
  return NULL;
}

static Draft *
add (AppDrafts *self, const char *kind, const char *key)
{
  Draft *draft = g_new0 (Draft, 1);

  draft->kind = g_strdup (kind);
  draft->key = g_strdup (key);
  g_ptr_array_add (self->drafts, draft);
  return draft;
}

static void
read_file (AppDrafts *self)
{
  g_autoptr (McpJsonDocument) document = store_memory_read (self->memory, "drafts");
  McpJsonValue item;
  McpJsonIter  iter;

  if (document == NULL)
    return;
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, NULL, &item) && self->drafts->len < APP_DRAFTS_MAX)
    {
      g_autofree char *kind = mcp_json_value_dup_member_string (item, "kind");
      g_autofree char *key = mcp_json_value_dup_member_string (item, "key");
      McpJsonValue     marks = mcp_json_value_get_member (item, "references");
      guint            index;
      Draft           *draft;

      if (kind == NULL || key == NULL || find (self, kind, key, &index) != NULL)
        continue;
      draft = add (self, kind, key);
      draft->text = mcp_json_value_dup_member_string (item, "text");
      draft->marks = mcp_json_value_exists (marks) ? mcp_json_value_dup_text (marks) : NULL;
    }
}

static void
write_file (AppDrafts *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint first = self->drafts->len;
  guint n = 0;
  gsize bytes = 0;

  /* The latest that fit. */
  for (; first > 0; first--)
    {
      Draft *draft = self->drafts->pdata[first - 1];

      if (draft->text == NULL)
        continue;
      bytes += strlen (draft->text) + (draft->marks != NULL ? strlen (draft->marks) : 0);
      if (++n > APP_DRAFTS_MAX || bytes > APP_DRAFTS_MAX_BYTES)
        break;
    }
  mcp_json_writer_begin_array (writer);
  for (guint i = first; i < self->drafts->len; i++)
    {
      Draft *draft = self->drafts->pdata[i];

      if (draft->text == NULL)
        continue;
      mcp_json_writer_add (writer, "{'kind': %s, 'key': %s, 'text': %s, 'references': ?%r}",
                           draft->kind, draft->key, draft->text, draft->marks);
    }
  mcp_json_writer_end_array (writer);
  store_memory_take (self->memory, "drafts", mcp_json_writer_finish_text (writer));
}

static char *
dup_marks (AppForm *form)
{
  g_autoptr (McpJsonWriter) writer = NULL;

  if (app_reference_marks_get_n (app_form_references_get_marks (form)) == 0)
    return NULL;
  writer = mcp_json_writer_new ();
  app_reference_marks_write (app_form_references_get_marks (form), writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full) (nullable): what of the form may be written */
static char *
dup_kept (AppDrafts *self, Draft *draft)
{
  g_autofree char *whole = app_form_dup_json (draft->form);
  g_autofree char *text = NULL;
  g_autofree char *redacted = NULL;
  g_autoptr (AppForm) scratch = NULL;

  if (!app_form_is_modified (draft->form) || g_strcmp0 (whole, draft->untouched) == 0 ||
      strlen (whole) > APP_DRAFTS_MAX_TEXT)
    return NULL;
  scratch = app_definition_form_new (draft->definition);
  text = scratch != NULL ? app_draft_text_dup (draft->form, scratch) : NULL;
  redacted = self->session != NULL
                 ? app_redactor_redact_text (app_session_get_redactor (self->session), text)
                 : NULL;
  return g_strcmp0 (redacted, text) == 0 ? g_steal_pointer (&text) : NULL;
}

static void
take_changes (AppDrafts *self)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->drafts->len; i++)
    {
      Draft *draft = self->drafts->pdata[i];

      if (draft->form == NULL)
        continue;
      g_free (draft->text);
      g_free (draft->marks);
      draft->text = dup_kept (self, draft);
      draft->marks = draft->text != NULL ? dup_marks (draft->form) : NULL;
      g_clear_object (&draft->form);
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
  take_changes (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (AppDrafts *self, AppForm *form)
{
  for (guint i = 0; i < self->drafts->len; i++)
    {
      Draft *draft = self->drafts->pdata[i];

      if (draft->followed != form)
        continue;
      g_set_object (&draft->form, form);
      /* It goes to the end: there is what was changed last. */
      g_ptr_array_steal_index (self->drafts, i);
      g_ptr_array_add (self->drafts, draft);
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
feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_drafts_attach;
}

/* What is kept is read when the first form is made. */
static void
ensure_memory (AppDrafts *self)
{
  if (self->memory != NULL || self->session == NULL)
    return;
  self->memory = store_profile_book_open_memory (
      app_session_get_book (self->session),
      store_profile_get_id (app_session_get_profile (self->session)), STORE_MEMORY_DRAFTS);
  read_file (self);
}

/* References of the text that was put in, where they still are some. */
static void
put_marks (AppForm *form, const char *text)
{
  g_autoptr (McpJsonDocument) document =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
  g_autoptr (AppReferenceMarks) marks = NULL;

  if (document == NULL)
    return;
  marks = app_reference_marks_read (mcp_json_document_get_root (document),
                                    app_form_get_value (form));
  app_form_references_set_marks (form, marks);
}

gboolean
app_drafts_follow (AppDrafts *self, McpDefinition *definition, AppForm *form)
{
  const char *kind;
  guint       index;
  Draft      *draft;

  g_return_val_if_fail (APP_IS_DRAFTS (self), FALSE);
  g_return_val_if_fail (MCP_IS_DEFINITION (definition), FALSE);
  g_return_val_if_fail (APP_IS_FORM (form), FALSE);

  ensure_memory (self);
  kind = mcp_definition_kind_get_member (mcp_definition_get_kind (definition));
  draft = find (self, kind, mcp_definition_get_key (definition), &index);
  if (draft == NULL)
    draft = add (self, kind, mcp_definition_get_key (definition));
  if (draft->followed != NULL)
    g_signal_handlers_disconnect_by_data (draft->followed, self);
  take_changes (self);
  g_set_object (&draft->definition, definition);
  if (draft->text != NULL)
    {
      app_form_set_json (form, draft->text);
      put_marks (form, draft->marks);
      app_form_forget_history (form);
    }
  g_set_weak_pointer (&draft->followed, form);
  g_clear_pointer (&draft->untouched, g_free);
  g_signal_connect_object (form, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return draft->text != NULL;
}

void
app_drafts_set_untouched (AppDrafts *self, AppForm *form)
{
  g_return_if_fail (APP_IS_DRAFTS (self));
  g_return_if_fail (APP_IS_FORM (form));

  for (guint i = 0; i < self->drafts->len; i++)
    {
      Draft *draft = self->drafts->pdata[i];

      if (draft->followed != form)
        continue;
      g_free (draft->untouched);
      draft->untouched = app_form_dup_json (form);
    }
}

void
app_drafts_flush (AppDrafts *self)
{
  g_return_if_fail (APP_IS_DRAFTS (self));

  g_clear_handle_id (&self->settling, g_source_remove);
  take_changes (self);
  if (self->memory != NULL)
    store_memory_flush (self->memory);
}
