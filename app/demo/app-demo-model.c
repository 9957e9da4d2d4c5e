/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model.h"

#include "app-demo-listener.h"
#include "app-demo-model-cache.h"
#include "app-demo-model-catalogue.h"
#include "app-demo-model-dialect.h"
#include "app-demo-model-record.h"
#include "app-demo-model-sender.h"
#include "app-demo-model-template.h"

#include <string.h>

/* Gemini's models, in either version of its API */
#define GEMINI "/v1beta/models/"
#define GEMINI_STABLE "/v1/models/"
/* Requests of which it is remembered how often they came. */
#define MAX_REMEMBERED 4096

struct _AppDemoModel
{
  GObject parent_instance;

  const AppDemoOptions *options;
  McpModelScript       *script; /* (nullable): until it is read */
  SoupServer           *soup;   /* (nullable): until it listens */
  GHashTable           *senders;
  GHashTable           *seen; /* digest of a request → how often it came */
  AppDemoModelCache    *cache;
  guint                 n_responses;
};

G_DEFINE_FINAL_TYPE (AppDemoModel, app_demo_model, G_TYPE_OBJECT)

static void
app_demo_model_finalize (GObject *object)
{
  AppDemoModel *self = APP_DEMO_MODEL (object);

  g_hash_table_unref (self->senders);
  if (self->soup != NULL)
    soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  g_clear_pointer (&self->script, mcp_model_script_free);
  g_hash_table_unref (self->seen);
  app_demo_model_cache_free (self->cache);

  G_OBJECT_CLASS (app_demo_model_parent_class)->finalize (object);
}

static void
app_demo_model_class_init (AppDemoModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_demo_model_finalize;
}

static void
app_demo_model_init (AppDemoModel *self)
{
  self->senders = g_hash_table_new_full (NULL, NULL, (GDestroyNotify)app_demo_model_sender_free,
                                         NULL);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cache = app_demo_model_cache_new ();
}

/* What a request is about */

typedef enum {
  ACTION_ANSWER,
  ACTION_STREAM, /* whatever the body says */
  ACTION_WHOLE,  /* the same */
  ACTION_COUNT,
  ACTION_RENDER, /* what a template makes of the request */
} Action;

typedef struct
{
  const char                *path;
  const AppDemoModelDialect *dialect;
  Action                     action;
} Route;

static const Route routes[] = {
  { "/v1/chat/completions", &app_demo_model_chat, ACTION_ANSWER },
  { "/v1/chat/completions/input_tokens", &app_demo_model_chat, ACTION_COUNT },
  { "/v1/responses", &app_demo_model_responses, ACTION_ANSWER },
  { "/v1/responses/input_tokens", &app_demo_model_responses, ACTION_COUNT },
  { "/v1/messages", &app_demo_model_anthropic, ACTION_ANSWER },
  { "/v1/messages/count_tokens", &app_demo_model_anthropic, ACTION_COUNT },
  { "/api/chat", &app_demo_model_ollama, ACTION_ANSWER },
  { "/apply-template", &app_demo_model_chat, ACTION_RENDER },
};

static const Route gemini_routes[] = {
  { ":generateContent", &app_demo_model_gemini, ACTION_WHOLE },
  { ":streamGenerateContent", &app_demo_model_gemini, ACTION_STREAM },
  { ":countTokens", &app_demo_model_gemini, ACTION_COUNT },
};

/* @model: (out): (transfer full) (nullable): which the path names
 * Returns: (nullable) */
static const Route *
find_route (const char *path, char **model)
{
  const char *colon = strrchr (path, ':');
  gsize       prefix = g_str_has_prefix (path, GEMINI)          ? strlen (GEMINI)
                       : g_str_has_prefix (path, GEMINI_STABLE) ? strlen (GEMINI_STABLE)
                                                                : 0;

  for (guint i = 0; i < G_N_ELEMENTS (routes); i++)
    if (strcmp (routes[i].path, path) == 0)
      return &routes[i];
  if (prefix == 0 || colon == NULL || colon < path + prefix)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (gemini_routes); i++)
    if (strcmp (gemini_routes[i].path, colon) == 0)
      {
        *model = g_strndup (path + prefix, (gsize)(colon - path) - prefix);
        return &gemini_routes[i];
      }
  return NULL;
}

static const char *
get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

/* Responses */

static void
set_headers (AppDemoModel *self, SoupServerMessage *message, const char *type)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char    *id = g_strdup_printf ("req_%08x", self->n_responses);

  soup_message_headers_replace (headers, "Content-Type", type);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_replace (headers, "X-Request-Id", id);
  soup_message_headers_replace (headers, "Request-Id", id);
}

/* What libsoup has no words for. Returns: (nullable) */
static const char *
get_phrase (guint status)
{
  return status == 429 ? "Too Many Requests" : status == 529 ? "Overloaded"
                                                             : NULL;
}

/* @json: (transfer full). @delay: ms */
static void
send_whole (AppDemoModel      *self,
            SoupServerMessage *message,
            guint              status,
            char              *json,
            guint              delay)
{
  const AppDemoModelPace pace = { delay, 0, -1, FALSE };
  AppDemoModelFrames    *frames;

  soup_server_message_set_status (message, status, get_phrase (status));
  set_headers (self, message, "application/json");
  if (delay == 0)
    {
      soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, json,
                                        strlen (json));
      return;
    }
  frames = app_demo_model_frames_new (APP_DEMO_MODEL_LINES);
  app_demo_model_frames_add_raw (frames, json);
  g_free (json);
  app_demo_model_sender_start (message, frames, &pace, self->senders);
}

/* @text: what is wrong with the request */
static void
refuse (AppDemoModel              *self,
        SoupServerMessage         *message,
        const AppDemoModelDialect *dialect,
        guint                      status,
        const char                *text)
{
  const AppDemoModelError error = { status, NULL, text, -1, self->n_responses };

  send_whole (self, message, status, dialect->fail (&error), 0);
}

/* Returns: whether a step that fails does so this time. @body: of the request */
static gboolean
fails (AppDemoModel *self, const McpModelScriptFailure *failure, GBytes *body)
{
  g_autofree char *digest = NULL;
  guint            times;

  if (failure->status == 0 || failure->times == 0)
    return failure->status > 0;
  digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, body);
  times = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, digest));
  if (g_hash_table_size (self->seen) >= MAX_REMEMBERED)
    g_hash_table_remove_all (self->seen);
  g_hash_table_replace (self->seen, g_steal_pointer (&digest), GUINT_TO_POINTER (times + 1));
  return times < failure->times;
}

static AppDemoModelError
make_error (AppDemoModel *self, const McpModelScriptFailure *failure)
{
  return (AppDemoModelError){ failure->status, failure->type,
                              failure->message != NULL ? failure->message
                                                       : "The script says that this fails.",
                              failure->wait, self->n_responses };
}

static void
send_failure (AppDemoModel                *self,
              SoupServerMessage           *message,
              const AppDemoModelDialect   *dialect,
              const McpModelScriptFailure *failure,
              guint                        delay)
{
  const AppDemoModelError error = make_error (self, failure);
  SoupMessageHeaders     *headers = soup_server_message_get_response_headers (message);

  send_whole (self, message, failure->status,
              failure->body != NULL ? g_strdup (failure->body) : dialect->fail (&error), delay);
  if (failure->wait >= 0)
    {
      g_autofree char *ms = g_strdup_printf ("%" G_GINT64_FORMAT, failure->wait);
      g_autofree char *seconds =
          g_strdup_printf ("%" G_GINT64_FORMAT, (failure->wait + 999) / 1000);

      soup_message_headers_replace (headers, "Retry-After-Ms", ms);
      soup_message_headers_replace (headers, "Retry-After", seconds);
    }
  for (guint i = 0; failure->headers != NULL && failure->headers[i] != NULL; i++)
    {
      const char      *colon = strchr (failure->headers[i], ':');
      g_autofree char *name = g_strndup (failure->headers[i], colon - failure->headers[i]);

      soup_message_headers_replace (headers, name, colon + strlen (": "));
    }
}

/* Leaves the first pieces of a stream, and lets it end with an error. */
static void
end_with_failure (AppDemoModelFrames          *frames,
                  const AppDemoModelDialect   *dialect,
                  const AppDemoModelReply     *reply,
                  const AppDemoModelError     *error,
                  const McpModelScriptFailure *failure)
{
  int   n_pieces = 0;
  guint kept = 0;

  for (; kept < frames->list->len; kept++)
    {
      const AppDemoModelFrame *frame = frames->list->pdata[kept];

      if (frame->is_piece && n_pieces++ >= failure->after)
        break;
    }
  g_ptr_array_set_size (frames->list, (int)kept);
  dialect->stream_failure (reply, error, frames);
}

static void
send_stream (AppDemoModel              *self,
             SoupServerMessage         *message,
             const AppDemoModelDialect *dialect,
             const AppDemoModelReply   *reply,
             gboolean                   is_failing,
             guint                      delay)
{
  const McpModelScriptStep *step = reply->step;
  const AppDemoModelPace    pace = {
       delay,
    step->speed >= 0 ? (guint)step->speed : (guint)self->options->model->speed,
       step->cut_after,
       self->options->model->stamps,
  };
  AppDemoModelFrames *frames = app_demo_model_frames_new (dialect->framing);

  dialect->stream (reply, frames);
  if (is_failing)
    {
      const AppDemoModelError error = make_error (self, &step->failure);

      end_with_failure (frames, dialect, reply, &error, &step->failure);
    }
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  set_headers (self, message,
               frames->framing == APP_DEMO_MODEL_ARRAY ? "application/json"
                                                       : dialect->content_type);
  app_demo_model_sender_start (message, frames, &pace, self->senders);
}

static void
answer (AppDemoModel              *self,
        SoupServerMessage         *message,
        const AppDemoModelDialect *dialect,
        AppDemoModelAsk           *ask,
        GBytes                    *body)
{
  McpModelScriptPlace       place;
  const McpModelScriptStep *step;
  const char               *model = mcp_model_script_get_model (self->script);
  gboolean                  is_failing;
  guint                     delay;
  g_autoptr (AppDemoModelReply) reply = NULL;
  g_autofree char *id = NULL;

  app_demo_model_ask_get_place (ask, &place);
  step = mcp_model_script_pick (self->script, &place);
  if (step == NULL)
    {
      g_autofree char *text =
          g_strdup_printf ("The script has no step for turn %u of this conversation", place.turn);

      refuse (self, message, dialect, SOUP_STATUS_BAD_REQUEST, text);
      return;
    }
  delay = (guint)(step->delay >= 0 ? step->delay : self->options->model->delay);
  is_failing = fails (self, &step->failure, body);
  if (is_failing && (step->failure.after < 0 || !ask->is_streamed))
    {
      send_failure (self, message, dialect, &step->failure, delay);
      return;
    }
  reply = app_demo_model_reply_new (ask, step, model, self->n_responses);
  id = g_strconcat ("msg_", reply->id, NULL);
  reply->cache_miss = app_demo_model_cache_compare (self->cache, ask, id);
  if (ask->is_streamed)
    send_stream (self, message, dialect, reply, is_failing, delay);
  else
    send_whole (self, message, SOUP_STATUS_OK, dialect->whole (reply), delay);
}

/* Reads a request and answers it. @model: (nullable): of the path */
static void
serve (AppDemoModel *self, SoupServerMessage *message, const Route *route, const char *model)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  GUri       *uri = soup_server_message_get_uri (message);
  const char *query = g_uri_get_query (uri) != NULL ? g_uri_get_query (uri) : "";
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, &error);
  g_autoptr (AppDemoModelAsk) ask = NULL;

  if (document == NULL ||
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    {
      g_autofree char *text = g_strdup_printf (
          "The body is no JSON object: %s", error != NULL ? error->message : "another value");

      refuse (self, message, route->dialect, SOUP_STATUS_BAD_REQUEST, text);
      return;
    }
  ask = app_demo_model_ask_new (mcp_json_document_get_root (document));
  route->dialect->read (ask);
  app_demo_model_ask_finish (ask, route->dialect->demands_results);
  if (model != NULL)
    {
      g_free (ask->model);
      ask->model = g_strdup (model);
      ask->is_streamed = route->action == ACTION_STREAM;
      ask->is_array = strstr (query, "alt=sse") == NULL;
    }
  if (route->action == ACTION_RENDER ||
      mcp_json_value_get_member_boolean (ask->body, "_debug_render_only", FALSE))
    send_whole (self, message, SOUP_STATUS_OK,
                app_demo_model_template_write (ask->body, route->action == ACTION_RENDER), 0);
  else if (ask->model == NULL)
    refuse (self, message, route->dialect, SOUP_STATUS_BAD_REQUEST, "There is no “model”");
  else if (route->action == ACTION_COUNT)
    send_whole (self, message, SOUP_STATUS_OK, route->dialect->count (ask), 0);
  else if (ask->n_turns == 0 && ask->user == NULL)
    refuse (self, message, route->dialect, SOUP_STATUS_BAD_REQUEST,
            "There is nothing to answer: no message of the user");
  else if (ask->fault != NULL)
    refuse (self, message, route->dialect, SOUP_STATUS_BAD_REQUEST, ask->fault);
  else
    answer (self, message, route->dialect, ask, body);
}

static gboolean
has_key (AppDemoModel *self, SoupServerMessage *message)
{
  const char      *key = self->options->model->key;
  const char      *bearer = get_header (message, "Authorization");
  g_autofree char *wanted = g_strconcat ("Bearer ", key, NULL);

  return key == NULL || g_strcmp0 (bearer, wanted) == 0 ||
         g_strcmp0 (get_header (message, "x-api-key"), key) == 0 ||
         g_strcmp0 (get_header (message, "x-goog-api-key"), key) == 0;
}

/* Where no route says it, how whoever asks can be told that there is none. */
static const AppDemoModelDialect *
guess_dialect (const char *path, AppDemoModelVendor vendor)
{
  if (g_str_has_prefix (path, "/api/"))
    return &app_demo_model_ollama;
  if (vendor == APP_DEMO_MODEL_GEMINI || g_str_has_prefix (path, "/v1beta/"))
    return &app_demo_model_gemini;
  return vendor == APP_DEMO_MODEL_ANTHROPIC ? &app_demo_model_anthropic : &app_demo_model_chat;
}

/* Paths that several vendors have are told apart by the headers that only one wants. */
static AppDemoModelVendor
guess_vendor (SoupServerMessage *message)
{
  if (get_header (message, "anthropic-version") != NULL)
    return APP_DEMO_MODEL_ANTHROPIC;
  return get_header (message, "x-goog-api-key") != NULL ? APP_DEMO_MODEL_GEMINI
                                                        : APP_DEMO_MODEL_OPENAI;
}

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  AppDemoModel              *self = user_data;
  const char                *method = soup_server_message_get_method (message);
  AppDemoModelVendor         vendor = guess_vendor (message);
  g_autofree char           *model = NULL;
  g_autofree char           *document = NULL;
  const Route               *route = find_route (path, &model);
  const AppDemoModelDialect *dialect =
      route != NULL ? route->dialect : guess_dialect (path, vendor);

  self->n_responses++;
  if (!app_demo_http_checks_pass (self->options, path, message))
    return;
  if (!has_key (self, message))
    {
      refuse (self, message, dialect, SOUP_STATUS_UNAUTHORIZED, "The API key is not the right one");
      return;
    }
  document = app_demo_model_catalogue_find (method, path, vendor,
                                            mcp_model_script_get_model (self->script));
  if (document != NULL)
    send_whole (self, message, SOUP_STATUS_OK, g_steal_pointer (&document), 0);
  else if (route == NULL)
    refuse (self, message, dialect, SOUP_STATUS_NOT_FOUND, "There is no such endpoint");
  else if (strcmp (method, "POST") != 0)
    refuse (self, message, dialect, SOUP_STATUS_METHOD_NOT_ALLOWED, "This endpoint takes POST");
  else
    serve (self, message, route, model);
}

/* @path: (nullable). Returns: (transfer full) (nullable) */
static McpModelScript *
read_script (const char *path, GError **error)
{
  g_autoptr (GBytes) text = NULL;
  McpModelScript *script;
  char           *contents;
  gsize           size;

  if (path == NULL)
    text = app_demo_model_options_load_built_in ();
  else if (g_file_get_contents (path, &contents, &size, error))
    text = g_bytes_new_take (contents, size);
  else
    return NULL;
  script = mcp_model_script_parse (text, error);
  if (script == NULL && path != NULL)
    g_prefix_error (error, "%s: ", path);
  return script;
}

GObject *
app_demo_model_new (const AppDemoOptions *options, char **url, GError **error)
{
  g_autoptr (AppDemoModel) self = g_object_new (APP_TYPE_DEMO_MODEL, NULL);

  self->options = options;
  self->script = read_script (options->model->script, error);
  if (self->script == NULL)
    return NULL;
  self->soup = app_demo_listener_new (options, options->port, NULL, url, error);
  if (self->soup == NULL)
    return NULL;
  if (options->model->record != NULL &&
      !app_demo_model_record_start (self->soup, options->model->record, error))
    {
      g_clear_pointer (url, g_free);
      return NULL;
    }
  soup_server_add_handler (self->soup, NULL, handle, self, NULL);
  return G_OBJECT (g_steal_pointer (&self));
}
