/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-kept-conversation.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-token-classes.h"
#include "app-visible-text.h"
#include "mcp-async.h"
#include "mcp-model-turn-json.h"
#include "mcp-object.h"
#include "mcp-uri.h"
#include "store-conversations.h"

/* Of a title that nobody chose. */
#define TITLE_CHARACTERS 60

struct _AppKeptConversation
{
  GObject parent_instance;

  char                 *folder;
  char                 *id;
  char                 *title; /* (nullable) */
  gint64                created;
  char                 *provider; /* (nullable): this and the next five as they were last kept */
  char                 *address;  /* its origin */
  char                 *model;
  char                 *system;
  char                 *overlays; /* JSON */
  GStrv                 servers;
  GPtrArray            *turns;  /* AppModelTurn */
  GHashTable           *ids;    /* of these; id → AppModelTurn */
  GPtrArray            *branch; /* AppModelTurn: from the first to the last that is shown */
  AppModelConversation *bench;  /* (nullable) */
  gboolean              kept;   /* else it is in memory alone */
  gboolean              begun;  /* there is a file */
  guint                 n_unread;
  char                 *warning; /* (nullable) */

  GString   *pending; /* lines to be written */
  gboolean   writing;
  GPtrArray *flushes; /* GTask */
  GError    *error;   /* (nullable): of the last try */
};

/* What a worker writes. */
typedef struct
{
  char    *folder;
  char    *id;
  char    *header; /* (nullable): begins the file */
  char    *lines;
  gboolean begun; /* it was */
} Job;

G_DEFINE_FINAL_TYPE (AppKeptConversation, app_kept_conversation, G_TYPE_OBJECT)

static void
turn_free (gpointer data)
{
  AppModelTurn *turn = data;

  g_free (turn->id);
  mcp_model_turn_unref (turn->turn);
  g_free (turn);
}

MCP_DEFINE_FINALIZE (AppKeptConversation, app_kept_conversation)
{
  g_free (self->folder);
  g_free (self->id);
  g_free (self->warning);
  g_free (self->title);
  g_free (self->provider);
  g_free (self->address);
  g_free (self->model);
  g_free (self->system);
  g_free (self->overlays);
  g_strfreev (self->servers);
  g_ptr_array_unref (self->branch);
  g_hash_table_unref (self->ids);
  g_ptr_array_unref (self->turns);
  g_ptr_array_unref (self->flushes);
  g_string_free (self->pending, TRUE);
  g_clear_error (&self->error);
}

MCP_DEFINE_DISPOSE (AppKeptConversation, app_kept_conversation)
{
  if (self->bench != NULL)
    g_signal_handlers_disconnect_by_data (self->bench, self);
  g_clear_object (&self->bench);
}

static void
app_kept_conversation_class_init (AppKeptConversationClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_kept_conversation_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_kept_conversation_finalize;
}

static void
app_kept_conversation_init (AppKeptConversation *self)
{
  self->turns = g_ptr_array_new_with_free_func (turn_free);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->branch = g_ptr_array_new ();
  self->pending = g_string_new (NULL);
  self->flushes = g_ptr_array_new_with_free_func (g_object_unref);
}

static AppKeptConversation *
create (const char *folder, const char *id)
{
  AppKeptConversation *self = g_object_new (APP_TYPE_KEPT_CONVERSATION, NULL);

  self->folder = folder != NULL ? g_strdup (folder) : store_conversations_dup_folder ();
  self->id = g_strdup (id);
  self->kept = TRUE;
  return self;
}

AppKeptConversation *
app_kept_conversation_new (const char *folder)
{
  g_autofree char     *id = store_conversations_create_id ();
  AppKeptConversation *self = create (folder, id);

  self->created = g_get_real_time () / 1000;
  return self;
}

/* @text: (transfer full) (nullable) */
static void
take_text (char **place, char *text)
{
  g_free (*place);
  *place = text;
}

/* The tree */

static AppModelTurn *
add_turn (AppKeptConversation *self,
          const char          *id,
          const AppModelTurn  *parent,
          gint64               time,
          McpModelTurn        *turn)
{
  AppModelTurn *added = g_new0 (AppModelTurn, 1);

  added->id = g_strdup (id);
  added->parent = parent;
  added->time = time;
  added->turn = mcp_model_turn_ref (turn);
  g_ptr_array_add (self->turns, added);
  g_hash_table_insert (self->ids, added->id, added);
  return added;
}

/* @head: (nullable) */
static void
set_branch (AppKeptConversation *self, const AppModelTurn *head)
{
  guint n = 0;

  for (const AppModelTurn *turn = head; turn != NULL; turn = turn->parent)
    n++;
  g_ptr_array_set_size (self->branch, (int)n);
  for (const AppModelTurn *turn = head; turn != NULL; turn = turn->parent)
    self->branch->pdata[--n] = (gpointer)turn;
}

static const AppModelTurn *
get_head (AppKeptConversation *self)
{
  return self->branch->len > 0 ? self->branch->pdata[self->branch->len - 1] : NULL;
}

/* Writing */

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->folder);
  g_free (job->id);
  g_free (job->header);
  g_free (job->lines);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job    *job = data;
  GError *error = NULL;

  job->begun = job->header == NULL ||
               store_conversations_begin (job->folder, job->id, job->header, &error);
  if (job->begun)
    store_conversations_append (job->folder, job->id, job->lines, &error);
  mcp_async_return (task, error);
}

static void
end_flushes (AppKeptConversation *self)
{
  g_autoptr (GPtrArray) flushes = g_steal_pointer (&self->flushes);

  self->flushes = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < flushes->len; i++)
    mcp_async_return (flushes->pdata[i], self->error != NULL ? g_error_copy (self->error) : NULL);
}

static void write_pending (AppKeptConversation *self);

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppKeptConversation) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));

  g_clear_error (&self->error);
  self->writing = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &self->error) &&
      g_str_equal (job->id, self->id))
    {
      /* It comes before what was said meanwhile. A turn that is in the file already is read
       * once. */
      g_string_prepend (self->pending, job->lines);
      self->begun = job->begun;
      /* Another program has just taken the id: that is no reason to lose anything. */
      if (!job->begun && g_error_matches (self->error, STORE_ERROR, STORE_ERROR_DUPLICATE))
        {
          take_text (&self->id, store_conversations_create_id ());
          write_pending (self);
        }
    }
  else if (self->pending->len > 0)
    write_pending (self);
  if (!self->writing)
    end_flushes (self);
}

/* How it begins, on one line. */
static char *
dup_beginning (AppKeptConversation *self)
{
  for (guint i = 0; i < self->branch->len; i++)
    {
      const AppModelTurn *turn = self->branch->pdata[i];
      g_autofree char    *text = mcp_model_turn_dup_text (turn->turn, MCP_MODEL_TEXT);

      g_strstrip (text);
      if (turn->turn->role == MCP_MODEL_USER && *text != '\0')
        return app_visible_text_line (text, TITLE_CHARACTERS);
    }
  return NULL;
}

static char *
dup_header (AppKeptConversation *self)
{
  return mcp_json_build ("{'spyglass': 'conversation', 'version': %i, 'title': ?%s, 'created': %x, "
                         "'provider': ?%s, 'model': ?%s}",
                         STORE_CONVERSATIONS_VERSION, self->title, self->created, self->provider,
                         self->model);
}

/* A worker may be the last to hold its task, and so its source: the bench is not its to let go. */
static void
write_pending (AppKeptConversation *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_written, g_object_ref (self));
  Job *job = g_new0 (Job, 1);

  g_task_set_source_tag (task, write_pending);
  job->folder = g_strdup (self->folder);
  job->id = g_strdup (self->id);
  if (!self->begun)
    {
      if (self->title == NULL)
        self->title = dup_beginning (self);
      job->header = dup_header (self);
    }
  job->lines = g_strdup (self->pending->str);
  g_string_truncate (self->pending, 0);
  self->begun = TRUE;
  self->writing = TRUE;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

/* @line: (transfer full) */
static void
write_line (AppKeptConversation *self, char *line)
{
  if (!self->kept)
    {
      g_free (line);
      return;
    }
  g_string_append (self->pending, line);
  g_string_append_c (self->pending, '\n');
  g_free (line);
  if (!self->writing)
    write_pending (self);
}

void
app_kept_conversation_flush_async (AppKeptConversation *self,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_return_if_fail (APP_IS_KEPT_CONVERSATION (self));

  g_ptr_array_add (self->flushes, g_task_new (self, cancellable, callback, user_data));
  if (!self->writing && self->pending->len > 0)
    write_pending (self);
  if (!self->writing)
    end_flushes (self);
}

MCP_DEFINE_FINISH (app_kept_conversation_flush_finish, AppKeptConversation)

/* Following a bench */

static GStrv
dup_servers (AppModelConversation *bench)
{
  GPtrArray *sessions = app_model_conversation_get_sessions (bench);
  GStrv      servers = g_new0 (char *, sessions->len + 1);

  for (guint i = 0; i < sessions->len; i++)
    servers[i] = g_strdup (app_session_get_name (sessions->pdata[i]));
  return servers;
}

/* Laid out for people they are several lines, and the file has one for all.
 * Returns: (transfer full) (nullable) */
static McpJsonDocument *
parse_overlays (AppKeptConversation *self)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (self->overlays != NULL)
    document = mcp_json_document_parse_text (self->overlays, -1, NULL);
  if (document == NULL)
    return NULL;
  g_autofree char *line = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  return mcp_json_document_parse_text (line, -1, NULL);
}

static void
write_setup (AppKeptConversation *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) overlays = parse_overlays (self);

  mcp_json_writer_add (writer,
                       "{'setup': {'provider': %s, 'address': ?%s, 'model': %s, 'system': ?%s, "
                       "'servers': %a",
                       self->provider, self->address, self->model, self->system, self->servers);
  if (overlays != NULL)
    mcp_json_writer_member_value (writer, "overlays", mcp_json_document_get_root (overlays));
  mcp_json_writer_add (writer, "}}");
  write_line (self, mcp_json_writer_finish_text (writer));
}

/* Returns: (transfer full) (nullable): what the model is told of tools in place of their servers */
static char *
dup_overlays (AppModelConversation *bench)
{
  AppToolOverlays *overlays = app_model_conversation_get_options (bench)->overlays;
  g_autofree char *text =
      overlays != NULL ? mcp_json_value_print_pretty (app_tool_overlays_get_value (overlays), 2)
                       : NULL;

  return app_model_conversation_dup_record_text (bench, text);
}

/* Returns: (transfer full) (nullable): the origin alone: there may be secrets in the rest */
static char *
dup_address (McpModelProvider *provider)
{
  g_autoptr (GUri) uri = g_uri_parse (provider->base, G_URI_FLAGS_NONE, NULL);

  return uri != NULL ? g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL,
                                   g_uri_get_host (uri), g_uri_get_port (uri), "", NULL, NULL)
                     : NULL;
}

/* Who is asked, and about what, where that is not what was written down last. */
static void
update_setup (AppKeptConversation *self)
{
  McpModelProvider *provider = app_model_conversation_get_provider (self->bench);
  const char       *model = app_model_conversation_get_model (self->bench);
  g_autofree char  *address = dup_address (provider);
  g_autofree char  *system =
      app_model_conversation_dup_record_text (self->bench,
                                              app_model_conversation_get_system (self->bench));
  g_autofree char *overlays = dup_overlays (self->bench);
  g_auto (GStrv) servers = dup_servers (self->bench);

  if (self->begun && self->servers != NULL && g_strcmp0 (self->provider, provider->id) == 0 &&
      g_strcmp0 (self->address, address) == 0 && g_strcmp0 (self->model, model) == 0 &&
      g_strcmp0 (self->system, system) == 0 && g_strcmp0 (self->overlays, overlays) == 0 &&
      g_strv_equal ((const char *const *)self->servers, (const char *const *)servers))
    return;
  take_text (&self->provider, g_strdup (provider->id));
  take_text (&self->address, g_steal_pointer (&address));
  take_text (&self->model, g_strdup (model));
  take_text (&self->system, g_steal_pointer (&system));
  take_text (&self->overlays, g_steal_pointer (&overlays));
  g_strfreev (self->servers);
  self->servers = g_steal_pointer (&servers);
  write_setup (self);
}

static char *
create_turn_id (AppKeptConversation *self)
{
  char *id = NULL;

  do
    {
      g_free (id);
      id = g_strdup_printf ("%08x%04x", g_random_int (), g_random_int () & 0xffff);
    }
  while (g_hash_table_contains (self->ids, id));
  return id;
}

static void
write_turn (AppKeptConversation *self, const AppModelTurn *turn)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpModelTurn *record = app_model_conversation_create_record (self->bench, turn->turn);

  mcp_json_writer_add (writer, "{'id': %s, 'parent': ?%s, 'time': %x", turn->id,
                       turn->parent != NULL ? turn->parent->id : NULL, turn->time);
  mcp_json_writer_name (writer, "turn");
  mcp_model_turn_write (record, writer);
  mcp_json_writer_end_object (writer);
  mcp_model_turn_unref (record);
  write_line (self, mcp_json_writer_finish_text (writer));
}

static void
on_turn (AppModelConversation *bench, McpModelTurn *turn, AppKeptConversation *self)
{
  g_autofree char *id = create_turn_id (self);
  AppModelTurn    *added =
      add_turn (self, id, get_head (self), g_get_real_time () / 1000, turn);

  g_ptr_array_add (self->branch, added);
  update_setup (self);
  if (self->kept)
    write_turn (self, added);
}

static void
write_head (AppKeptConversation *self)
{
  const AppModelTurn *head = get_head (self);

  write_line (self, mcp_json_build ("{'head': %s}", head != NULL ? head->id : NULL));
}

static void
on_rewound (AppModelConversation *bench, guint n_turns, AppKeptConversation *self)
{
  g_ptr_array_set_size (self->branch, (int)MIN (n_turns, self->branch->len));
  write_head (self);
}

/* Into a file that has nothing of it; once somebody knows what is secret. */
static void
write_all (AppKeptConversation *self)
{
  if (self->bench == NULL || self->turns->len == 0)
    return;
  update_setup (self);
  for (guint i = 0; i < self->turns->len; i++)
    write_turn (self, self->turns->pdata[i]);
  if (get_head (self) != self->turns->pdata[self->turns->len - 1])
    write_head (self);
}

void
app_kept_conversation_set_kept (AppKeptConversation *self, gboolean kept)
{
  g_return_if_fail (APP_IS_KEPT_CONVERSATION (self));

  if (self->kept == kept)
    return;
  self->kept = kept;
  /* What is in a file stays there; whoever keeps it again begins another one. */
  self->begun = FALSE;
  take_text (&self->id, store_conversations_create_id ());
  g_string_truncate (self->pending, 0);
  if (kept)
    write_all (self);
}

/* What was paid for a turn, where its provider did not tell: all that was said before it goes to
 * the model with each request. Its parent comes before it. */
static gint64
count_tokens (GHashTable *said, const AppModelTurn *turn)
{
  const McpModelUsage *usage = &turn->turn->usage;
  const gint64        *before =
      turn->parent != NULL ? g_hash_table_lookup (said, turn->parent) : NULL;
  gint64 *with = g_new (gint64, 1);
  gint64  own = 0;

  for (guint i = 0; i < turn->turn->blocks->len; i++)
    own += app_token_classes_count (mcp_model_block_get_text (turn->turn->blocks->pdata[i]), -1);
  *with = mcp_model_usage_sum (before != NULL ? *before : 0, own);
  g_hash_table_insert (said, (gpointer)turn, with);
  return mcp_model_usage_sum (usage->input >= 0 ? usage->input : *with - own,
                              usage->output >= 0 ? usage->output : own);
}

/* All branches were paid for. */
static void
add_past (AppKeptConversation *self)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < self->turns->len; i++)
    {
      const AppModelTurn *turn = self->turns->pdata[i];
      gint64              tokens = count_tokens (said, turn);

      if (turn->turn->role == MCP_MODEL_ASSISTANT)
        app_model_conversation_add_past (self->bench, turn->turn, tokens);
    }
}

void
app_kept_conversation_follow (AppKeptConversation *self, AppModelConversation *bench)
{
  GPtrArray *said = app_model_conversation_get_turns (bench);

  g_return_if_fail (APP_IS_KEPT_CONVERSATION (self));
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (bench));
  g_return_if_fail (self->bench == NULL && (said->len == 0 || self->turns->len == 0));

  self->bench = g_object_ref (bench);
  if (said->len == 0)
    {
      g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (self);

      app_model_conversation_set_turns (bench, turns);
      add_past (self);
      if (!self->begun)
        write_all (self);
    }
  else
    for (guint i = 0; i < said->len; i++)
      on_turn (bench, said->pdata[i], self);
  g_signal_connect (bench, "turn", G_CALLBACK (on_turn), self);
  g_signal_connect (bench, "rewound", G_CALLBACK (on_rewound), self);
}

void
app_kept_conversation_show (AppKeptConversation *self, const AppModelTurn *turn)
{
  g_return_if_fail (APP_IS_KEPT_CONVERSATION (self));
  g_return_if_fail (turn != NULL && g_hash_table_lookup (self->ids, turn->id) == turn);

  if (get_head (self) == turn)
    return;
  set_branch (self, turn);
  g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (self);
  if (self->bench != NULL)
    app_model_conversation_set_turns (self->bench, turns);
  write_head (self);
}

/* Reading */

static void
read_setup (AppKeptConversation *self, McpJsonValue setup)
{
  McpJsonValue overlays = mcp_json_value_get_member (setup, "overlays");

  if (mcp_json_value_get_kind (setup) != MCP_JSON_OBJECT)
    return;
  take_text (&self->provider, mcp_json_value_dup_member_string (setup, "provider"));
  take_text (&self->address, mcp_json_value_dup_member_string (setup, "address"));
  take_text (&self->model, mcp_json_value_dup_member_string (setup, "model"));
  take_text (&self->system, mcp_json_value_dup_member_string (setup, "system"));
  take_text (&self->overlays, mcp_json_value_get_kind (overlays) == MCP_JSON_OBJECT
                                  ? mcp_json_value_print_pretty (overlays, 2)
                                  : NULL);
  g_strfreev (self->servers);
  self->servers = mcp_json_value_dup_strings (mcp_json_value_get_member (setup, "servers"));
}

/* A turn that cannot be read is left out, and what follows it goes on from the one before.
 * @head: (inout) (nullable): where the branch that is shown ends, as far as was read */
static void
read_turn (AppKeptConversation *self, McpJsonValue line, const AppModelTurn **head)
{
  g_autofree char *id = mcp_json_value_dup_member_string (line, "id");
  g_autofree char *parent_id = mcp_json_value_dup_member_string (line, "parent");
  g_autoptr (McpModelTurn) turn =
      mcp_model_turn_new_from_json (mcp_json_value_get_member (line, "turn"), NULL);
  const AppModelTurn *parent =
      parent_id != NULL ? g_hash_table_lookup (self->ids, parent_id) : NULL;

  self->n_unread += id == NULL || turn == NULL;
  if (id == NULL || turn == NULL || g_hash_table_contains (self->ids, id))
    return;
  if (parent_id != NULL && parent == NULL)
    parent = *head;
  *head = add_turn (self, id, parent, mcp_json_value_get_member_int64 (line, "time", 0), turn);
}

static void
read_line (AppKeptConversation *self, McpJsonValue line, const AppModelTurn **head)
{
  McpJsonValue shown = mcp_json_value_get_member (line, "head");

  if (mcp_json_value_exists (mcp_json_value_get_member (line, "turn")))
    read_turn (self, line, head);
  else if (mcp_json_value_exists (shown))
    {
      g_autofree char    *id = mcp_json_value_dup_string (shown, NULL);
      const AppModelTurn *turn = id != NULL ? g_hash_table_lookup (self->ids, id) : NULL;

      if (turn != NULL || id == NULL)
        *head = turn;
    }
  else
    read_setup (self, mcp_json_value_get_member (line, "setup"));
}

/* Returns: (transfer full) (nullable) */
static char *
create_warning (guint n)
{
  if (n == 0)
    return NULL;
  return g_strdup_printf (
      ngettext ("%u line of this conversation’s file cannot be read, and what it "
                "says is missing here. The file stays as it is.",
                "%u lines of this conversation’s file cannot be read, and what "
                "they say is missing here. The file stays as it is.",
                n),
      n);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  AppKeptConversation *self = data;
  GError              *error = NULL;
  g_autoptr (GPtrArray) lines =
      store_conversations_read (self->folder, self->id, &self->n_unread, &error);
  const AppModelTurn *head = NULL;

  if (lines == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  McpJsonValue header = mcp_json_document_get_root (lines->pdata[0]);
  self->title = mcp_json_value_dup_member_string (header, "title");
  self->created = mcp_json_value_get_member_int64 (header, "created", 0);
  self->begun = TRUE;
  for (guint i = 1; i < lines->len; i++)
    read_line (self, mcp_json_document_get_root (lines->pdata[i]), &head);
  set_branch (self, head);
  self->warning = create_warning (self->n_unread);
  g_task_return_pointer (task, g_object_ref (self), g_object_unref);
}

void
app_kept_conversation_open_async (const char         *folder,
                                  const char         *id,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (id != NULL);

  g_task_set_source_tag (task, app_kept_conversation_open_async);
  /* Nobody else has it before it is handed on. */
  g_task_set_task_data (task, create (folder, id), g_object_unref);
  g_task_run_in_thread (task, read_in_thread);
}

MCP_DEFINE_FINISH_ALONE (app_kept_conversation_open_finish, AppKeptConversation)

/* What is known of it */

MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, id)
MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, title)
MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, provider)
MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, warning)

gboolean
app_kept_conversation_goes_elsewhere (AppKeptConversation *self, McpModelProvider *provider)
{
  g_autoptr (GUri) before = NULL;

  g_return_val_if_fail (APP_IS_KEPT_CONVERSATION (self), TRUE);

  g_autoptr (GUri) now = g_uri_parse (provider->base, G_URI_FLAGS_NONE, NULL);
  if (self->turns->len == 0 || (now != NULL && mcp_uri_is_loopback (now)))
    return FALSE;
  before = self->address != NULL ? g_uri_parse (self->address, G_URI_FLAGS_NONE, NULL) : NULL;
  return now == NULL || before == NULL || !mcp_uri_is_same_origin (before, now);
}

MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, model)
MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, system)
MCP_DEFINE_GETTER (const char *, AppKeptConversation, app_kept_conversation, overlays)
MCP_DEFINE_GETTER (GPtrArray *, AppKeptConversation, app_kept_conversation, turns)
MCP_DEFINE_GETTER (GPtrArray *, AppKeptConversation, app_kept_conversation, branch)

GPtrArray *
app_kept_conversation_dup_turns (AppKeptConversation *self)
{
  g_return_val_if_fail (APP_IS_KEPT_CONVERSATION (self), NULL);

  GPtrArray *turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  for (guint i = 0; i < self->branch->len; i++)
    {
      const AppModelTurn *turn = self->branch->pdata[i];

      g_ptr_array_add (turns, mcp_model_turn_ref (turn->turn));
    }
  return turns;
}
