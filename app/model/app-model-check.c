/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-check.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-uri.h"

/* Of an answer: fewer are refused by OpenAI's Responses. */
#define TOKENS 16
/* ms of silence after which nobody answers; a model that is loaded first takes its time. */
#define IDLE_TIMEOUT 60000u

void
app_model_check_free (AppModelCheck *self)
{
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_free (self->model);
  g_free (self);
}

/* Checking */

typedef struct
{
  McpModelProvider *provider;
  char             *key;   /* (nullable) */
  char             *model; /* (nullable) */
  gint64            begun;
  McpModelFailure  *failure; /* (nullable) */
  AppModelCheck    *check;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  mcp_model_provider_unref (work->provider);
  if (work->key != NULL)
    explicit_bzero (work->key, strlen (work->key));
  g_free (work->key);
  g_free (work->model);
  g_clear_pointer (&work->failure, mcp_model_failure_unref);
  g_clear_pointer (&work->check, app_model_check_free);
  g_free (work);
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work         *work = g_task_get_task_data (task);
  McpModelTurn *turn = NULL;
  GError       *error = NULL;
  gboolean      ended = mcp_model_client_send_finish (MCP_MODEL_CLIENT (source), result, &turn,
                                                      &work->failure, &error);

  work->check->elapsed = g_get_monotonic_time () - work->begun;
  if (turn != NULL)
    work->check->model = g_strdup (turn->model != NULL ? turn->model : work->model);
  g_clear_pointer (&turn, mcp_model_turn_unref);
  if (ended)
    g_task_return_pointer (task, g_steal_pointer (&work->check),
                           (GDestroyNotify)app_model_check_free);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_error (
        task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s", _ ("The model said nothing.")));
}

static void
ask (GTask *task)
{
  Work *work = g_task_get_task_data (task);
  g_autoptr (McpModelClient) client = mcp_model_client_new (work->provider, NULL);
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn   *turn = mcp_model_turn_new (MCP_MODEL_USER);
  McpModelRequest request = {
    .provider = work->provider,
    .model = work->model,
    .turns = turns,
    .parallel = -1,
    .max_tokens = TOKENS,
  };

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "Say yes.", -1));
  g_ptr_array_add (turns, turn);
  mcp_model_client_set_idle_timeout (client, IDLE_TIMEOUT);
  work->begun = g_get_monotonic_time ();
  mcp_model_client_send_async (client, &request, work->key, NULL, g_task_get_cancellable (task),
                               on_answered, g_object_ref (task));
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work   *work = g_task_get_task_data (task);
  GError *error = NULL;

  work->check->models = mcp_model_catalogue_list_finish (MCP_MODEL_CATALOGUE (source), result,
                                                         &work->failure, &error);
  /* Not everybody has a list; a key that is refused is refused for all. */
  if (work->check->models == NULL &&
      (work->failure == NULL || work->failure->fault == MCP_MODEL_FAULT_KEY))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  g_clear_pointer (&work->failure, mcp_model_failure_unref);
  if (work->model == NULL && work->check->models != NULL && work->check->models->len > 0)
    work->model = g_strdup (((McpModelItem *)work->check->models->pdata[0])->id);
  if (work->model != NULL)
    ask (task);
  else
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                             _ ("The provider offers no model, and none was named."));
}

void
app_model_check_async (McpModelProvider   *provider,
                       const char         *key,
                       const char         *model,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  GTask *task = mcp_async_begin (NULL, app_model_check_async, cancellable, callback, user_data);
  g_autoptr (McpModelCatalogue) catalogue = mcp_model_catalogue_new (provider, NULL);
  Work *work = g_new0 (Work, 1);

  work->provider = mcp_model_provider_ref (provider);
  work->key = g_strdup (key);
  work->model = g_strdup (model);
  work->check = g_new0 (AppModelCheck, 1);
  g_task_set_task_data (task, work, work_free);
  mcp_model_catalogue_list_async (catalogue, key, cancellable, on_listed, task);
}

AppModelCheck *
app_model_check_finish (GAsyncResult *result, McpModelFailure **failure, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  Work *work = g_task_get_task_data (G_TASK (result));
  *failure = g_steal_pointer (&work->failure);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Searching */

typedef struct
{
  GPtrArray *found;
  guint      n_waiting;
} Search;

/* One address that is asked. */
typedef struct
{
  GTask            *task;
  McpModelProvider *provider;
} Question;

static void
found_free (gpointer data)
{
  AppModelFound *found = data;

  mcp_model_provider_unref (found->provider);
  g_ptr_array_unref (found->models);
  g_free (found);
}

static void
search_free (gpointer data)
{
  Search *search = data;

  g_clear_pointer (&search->found, g_ptr_array_unref);
  g_free (search);
}

static void
end_search (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&search->found),
                           (GDestroyNotify)g_ptr_array_unref);
}

static void
on_searched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question      *question = user_data;
  Search        *search = g_task_get_task_data (question->task);
  GPtrArray     *models;
  AppModelFound *found;

  /* Nothing runs there, or something else does. */
  models = mcp_model_catalogue_list_finish (MCP_MODEL_CATALOGUE (source), result, NULL, NULL);
  if (models != NULL)
    {
      found = g_new0 (AppModelFound, 1);
      found->provider = mcp_model_provider_ref (question->provider);
      found->models = models;
      g_ptr_array_add (search->found, found);
    }
  if (--search->n_waiting == 0)
    end_search (question->task);
  mcp_model_provider_unref (question->provider);
  g_object_unref (question->task);
  g_free (question);
}

static gboolean
is_local (const char *base)
{
  g_autoptr (GUri) uri = g_uri_parse (base, G_URI_FLAGS_NONE, NULL);

  return uri != NULL && mcp_uri_is_loopback (uri);
}

/* What follows a host that has no port of its own and no scheme. */
static const char *
choose_port (const char *host)
{
  const char *end = strrchr (host, ']');

  return strchr (host, '/') != NULL || strchr (end != NULL ? end : host, ':') != NULL ? ""
                                                                                      : ":11434";
}

/* Where Ollama's own programs look. It has all forms from a port to a URL. */
static void
move_ollama (McpModelProvider *provider)
{
  const char      *host = g_getenv ("OLLAMA_HOST");
  g_autofree char *base = NULL;

  if (host == NULL || *host == '\0' || !g_str_equal (provider->id, "ollama"))
    return;
  base = g_strconcat (strstr (host, "://") != NULL ? "" : "http://",
                      *host == ':' ? "127.0.0.1" : "", host, choose_port (host), NULL);
  while (g_str_has_suffix (base, "/"))
    base[strlen (base) - 1] = '\0';
  if (!is_local (base))
    return;
  g_free (provider->base);
  provider->base = g_steal_pointer (&base);
}

void
app_model_search_async (GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search           *search = g_new0 (Search, 1);
  McpModelProvider *provider;

  g_task_set_source_tag (task, app_model_search_async);
  search->found = g_ptr_array_new_with_free_func (found_free);
  search->n_waiting = 1;
  g_task_set_task_data (task, search, search_free);
  for (guint i = 0; (provider = mcp_model_provider_new_template (i)) != NULL; i++)
    {
      if (!is_local (provider->base))
        {
          mcp_model_provider_unref (provider);
          continue;
        }
      move_ollama (provider);
      g_autoptr (McpModelCatalogue) catalogue = mcp_model_catalogue_new (provider, NULL);
      Question *question = g_new0 (Question, 1);
      question->task = g_object_ref (task);
      question->provider = provider;
      search->n_waiting++;
      mcp_model_catalogue_list_async (catalogue, NULL, cancellable, on_searched, question);
    }
  if (--search->n_waiting == 0)
    end_search (task);
}

MCP_DEFINE_FINISH_ALONE (app_model_search_finish, GPtrArray)

/* Where the provider's own words give none. Returns: (transfer none) (nullable) */
static const char *
find_advice (const McpModelFailure *failure)
{
  if (failure->advice != NULL)
    return failure->advice;
  switch (failure->fault)
    {
    case MCP_MODEL_FAULT_KEY:
      return _ ("Check the key of this provider.");
    case MCP_MODEL_FAULT_QUOTA:
      return _ ("Check your plan and your credit with the provider, or choose another model.");
    case MCP_MODEL_FAULT_RATE:
      return _ ("Wait a moment and try again.");
    case MCP_MODEL_FAULT_MODEL:
      return _ ("Choose another model of this provider.");
    case MCP_MODEL_FAULT_CONTEXT:
      return _ ("Choose a model with a larger context.");
    default:
      return NULL;
    }
}

AppProblem *
app_model_check_create_problem (const McpModelFailure *failure, const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  if (failure == NULL)
    return app_problem_new_for_error (error);
  return app_problem_new (failure->fault == MCP_MODEL_FAULT_SERVER ||
                                  failure->fault == MCP_MODEL_FAULT_RATE
                              ? APP_CULPRIT_SERVER
                              : APP_CULPRIT_SETUP,
                          error->message, find_advice (failure), NULL);
}

GError *
app_model_check_create_error (const McpModelFailure *failure,
                              const GError          *error,
                              const char           **advice)
{
  static const McpError codes[] = {
    [MCP_MODEL_FAULT_KEY] = MCP_ERROR_AUTHORIZATION_REQUIRED,
    [MCP_MODEL_FAULT_QUOTA] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_RATE] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_SERVER] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_OTHER] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_CONTEXT] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_PARAMETER] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_TOOLS] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_MODEL] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_REQUEST] = MCP_ERROR_RESPONSE,
  };

  if (failure != NULL)
    {
      *advice = failure->advice;
      return mcp_error_new (codes[failure->fault], "%s", error->message);
    }
  *advice = g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED)
                ? _ ("Check that something listens there, and --base-url.")
                : NULL;
  return g_error_copy (error);
}
