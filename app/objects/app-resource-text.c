/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-resource-text.h"
#include "app-catalogue.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A byte of text takes at most so many in JSON, as \u0041 does; and two for the quotes. */
#define MAX_ESCAPE 6u

struct _AppResourceText
{
  GObject parent_instance;

  GWeakRef session;
};

G_DEFINE_FINAL_TYPE (AppResourceText, app_resource_text, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppResourceText, app_resource_text)

MCP_DEFINE_FINALIZE (AppResourceText, app_resource_text)
{
  g_weak_ref_clear (&self->session);
}

static void
app_resource_text_init (AppResourceText *self)
{
  g_weak_ref_init (&self->session, NULL);
}

AppResourceText *
app_resource_text_new (AppSession *session, McpDefinition *definition)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (MCP_IS_DEFINITION (definition), NULL);

  McpDefinitionKind kind = mcp_definition_get_kind (definition);
  if (kind != MCP_DEFINITION_PROMPT && kind != MCP_DEFINITION_TOOL)
    return NULL;
  AppResourceText *self = g_object_new (APP_TYPE_RESOURCE_TEXT, NULL);
  g_weak_ref_set (&self->session, session);
  return self;
}

GListModel *
app_resource_text_dup_resources (AppResourceText *self)
{
  g_autoptr (AppSession) session = NULL;

  g_return_val_if_fail (APP_IS_RESOURCE_TEXT (self), NULL);

  session = g_weak_ref_get (&self->session);
  return session != NULL
             ? g_object_ref (app_catalogue_get_list (
                   app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_RESOURCE))
             : NULL;
}

gboolean
app_resource_text_is_offered (AppResourceText *self)
{
  g_autoptr (AppSession) session = NULL;

  g_return_val_if_fail (APP_IS_RESOURCE_TEXT (self), FALSE);

  session = g_weak_ref_get (&self->session);
  return session != NULL && app_session_get_state (session) == APP_SESSION_READY &&
         g_list_model_get_n_items (app_catalogue_get_list (
             app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_RESOURCE)) > 0;
}

/* What is made of an answer */

static AppProblem *
refuse (const char *what, const char *advice)
{
  return app_problem_new (APP_CULPRIT_SERVER, what, advice, NULL);
}

static AppProblem *
refuse_large (void)
{
  g_autofree char *limit = g_format_size_full (APP_RESOURCE_TEXT_MAX_BYTES,
                                               G_FORMAT_SIZE_IEC_UNITS);
  /* Translators: %s is a size, for example "1.0 MiB" */
  g_autofree char *what =
      g_strdup_printf (_ ("Text too large: the limit is %s"), limit);

  return refuse (what, _ ("Open the resource and copy the part that is needed."));
}

/* Adds the text of @block. Returns: (transfer full) (nullable): why it cannot be added */
static AppProblem *
add_text (GString *all, AppBlock *block)
{
  McpJsonValue     value = mcp_json_value_get_member (app_block_get_value (block), "text");
  gsize            room = APP_RESOURCE_TEXT_MAX_BYTES - all->len;
  gsize            length = 0;
  g_autofree char *text = NULL;

  if (app_block_get_kind (block) == APP_BLOCK_RESOURCE_BLOB)
    return refuse (_ ("The resource is binary, not text."),
                   _ ("Choose a text resource."));
  if (app_block_get_kind (block) == APP_BLOCK_RESOURCE_TEXT &&
      mcp_json_value_get_length (value) > room * MAX_ESCAPE + 2)
    return refuse_large ();
  if (app_block_get_kind (block) == APP_BLOCK_RESOURCE_TEXT)
    text = mcp_json_value_dup_string (value, &length);
  if (text == NULL)
    return refuse (_ ("The response has contents that are not text."),
                   _ ("The log shows what the server sent; choose another resource."));
  if (length > room)
    return refuse_large ();
  if (strlen (text) != length)
    return refuse (_ ("The text has NUL characters, which a text field cannot hold."),
                   _ ("Choose a text resource."));
  g_string_append_len (all, text, (gssize)length);
  return NULL;
}

/* The text of an answer to resources/read. @problem: (out) (transfer full): with %NULL only */
static char *
join (AppResult *answer, AppProblem **problem)
{
  g_autoptr (GString) all = g_string_new (NULL);

  *problem = NULL;
  GListModel *blocks = G_LIST_MODEL (answer);
  if (g_list_model_get_n_items (blocks) == 0)
    *problem = refuse (_ ("The response has no contents."),
                       _ ("Choose another resource."));
  for (guint i = 0; *problem == NULL && i < g_list_model_get_n_items (blocks); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (blocks, i);

      if (i > 0 && all->len == APP_RESOURCE_TEXT_MAX_BYTES)
        {
          *problem = refuse_large ();
          continue;
        }
      if (i > 0)
        g_string_append_c (all, '\n');
      *problem = add_text (all, block);
    }
  return *problem == NULL ? g_string_free (g_steal_pointer (&all), FALSE) : NULL;
}

/* Reading. The task's value is the text; its data the problem, where there is none. */

/* A refusal's advice is for arguments; here there is only a URI. */
static AppProblem *
explain (AppCall *call, const GError *error)
{
  AppProblem *problem = app_call_get_problem (call);

  if (problem == NULL)
    return app_problem_new_for_error (error);
  if (!mcp_json_value_exists (app_call_get_error (call)))
    return g_object_ref (problem);
  return app_problem_new (app_problem_get_culprit (problem), app_problem_get_what (problem),
                          _ ("Refresh the list of resources or choose another one."),
                          app_problem_get_evidence (problem));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (AppCall) call = APP_CALL (source);
  g_autoptr (GError) error = NULL;
  AppProblem *problem = NULL;
  char       *text = NULL;

  /* A JSON-RPC error is an answer, and no text. */
  if (app_call_run_finish (call, result, &error) && app_call_get_blocks (call) != NULL)
    text = join (app_call_get_blocks (call), &problem);
  else if (!g_task_return_error_if_cancelled (task))
    problem = explain (call, error);
  else
    return;
  if (problem != NULL)
    g_task_set_task_data (task, problem, g_object_unref);
  g_task_return_pointer (task, text, g_free);
}

void
app_resource_text_read_async (AppResourceText    *self,
                              const char         *uri,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (AppSession) session = NULL;

  g_return_if_fail (APP_IS_RESOURCE_TEXT (self));
  g_return_if_fail (uri != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_resource_text_read_async);
  session = g_weak_ref_get (&self->session);
  if (session != NULL)
    {
      app_call_run_async (app_session_new_call (session, APP_CALL_READ, uri, NULL), cancellable,
                          on_read, g_steal_pointer (&task));
      return;
    }
  g_task_set_task_data (task,
                        app_problem_new (APP_CULPRIT_SETUP, _ ("The server is not connected."),
                                         _ ("Connect it, then try again."), NULL),
                        g_object_unref);
  g_task_return_pointer (task, NULL, NULL);
}

char *
app_resource_text_read_finish (AppResourceText *self, GAsyncResult *result, AppProblem **problem)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  char *text = g_task_propagate_pointer (G_TASK (result), NULL);
  if (problem != NULL)
    {
      AppProblem *held = g_task_get_task_data (G_TASK (result));
      gboolean    told = text == NULL && held != NULL &&
                      !g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)));

      *problem = told ? g_object_ref (held) : NULL;
    }
  return text;
}
