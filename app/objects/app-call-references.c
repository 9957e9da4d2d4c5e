/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call-references.h"

#include "app-call-table.h"
#include "app-object-cache.h"
#include "app-references.h"
#include "app-session.h"
#include "mcp-json-document.h"
#include "mcp-object.h"

struct _AppCallReferences
{
  GObject parent_instance;

  AppCallTable *marks;   /* AppReferenceMarks */
  AppCallTable *objects; /* GPtrArray of StoreObject: what the marks name, read */
};

APP_DEFINE_SESSION_FEATURE (AppCallReferences, app_call_references)
MCP_DEFINE_CLASS_INIT (AppCallReferences, app_call_references)

MCP_DEFINE_FINALIZE (AppCallReferences, app_call_references)
{
  app_call_table_free (self->marks);
  app_call_table_free (self->objects);
}

static void
app_call_references_init (AppCallReferences *self)
{
  self->marks = app_call_table_new ((GDestroyNotify)app_reference_marks_unref);
  self->objects = app_call_table_new ((GDestroyNotify)g_ptr_array_unref);
}

/* Reading, before the call is sent: what is held stays at hand. */

typedef struct
{
  GPtrArray *objects; /* of StoreObject */
  guint      left;
} Fetch;

static void
fetch_free (Fetch *fetch)
{
  g_ptr_array_unref (fetch->objects);
  g_free (fetch);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch       *fetch = g_task_get_task_data (task);
  StoreObject *object =
      app_object_cache_get_finish (APP_OBJECT_CACHE (source), result, NULL);

  /* What could not be read is told when it is to be put in. */
  if (object != NULL)
    g_ptr_array_add (fetch->objects, object);
  if (--fetch->left == 0)
    g_task_return_boolean (task, TRUE);
}

static gboolean
app_call_references_fetch_async (AppSessionFeature  *feature,
                                 AppSession         *session,
                                 AppCall            *call,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  AppCallReferences *self = APP_CALL_REFERENCES (feature);
  AppReferenceMarks *marks = app_call_references_get_marks (self, call);
  AppObjectCache    *object_cache = app_session_get_feature (session, APP_TYPE_OBJECT_CACHE);

  if (marks == NULL || object_cache == NULL)
    return FALSE;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Fetch *fetch = g_new0 (Fetch, 1);
  fetch->objects = g_ptr_array_new_with_free_func (g_object_unref);
  g_task_set_task_data (task, fetch, (GDestroyNotify)fetch_free);
  for (guint i = 0; i < app_reference_marks_get_n (marks); i++)
    {
      AppReference *reference =
          app_reference_marks_get (marks, app_reference_marks_get_pointer (marks, i));

      if (reference->kind != APP_REFERENCE_OBJECT)
        continue;
      fetch->left++;
      app_object_cache_get_async (object_cache, reference->store, reference->id, cancellable,
                                  on_read, g_object_ref (task));
    }
  if (fetch->left == 0)
    return FALSE;
  app_call_table_set (self->objects, call, g_ptr_array_ref (fetch->objects));
  return TRUE;
}

static gboolean
app_call_references_fetch_finish (AppSessionFeature *feature, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
app_call_references_prepare (AppSessionFeature *feature,
                             AppSession        *session,
                             AppCall           *call,
                             AppCallRequest    *request,
                             GError           **error)
{
  AppReferenceMarks *marks = app_call_references_get_marks (APP_CALL_REFERENCES (feature), call);
  g_autoptr (GError) problem = NULL;

  if (marks == NULL || request->arguments == NULL)
    return TRUE;
  char *text = app_references_resolve_marks (
      session, marks, mcp_json_document_get_root (request->arguments), &problem);
  /* Only looked at, as yet: it is read before it is sent. */
  if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_PENDING) &&
      app_call_get_state (call) == APP_CALL_PREPARED)
    return TRUE;
  if (text == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  return app_call_request_take_arguments (request, text, error);
}

static void
app_call_references_ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  GPtrArray *objects = app_call_table_lookup (APP_CALL_REFERENCES (feature)->objects, call);

  if (objects != NULL)
    g_ptr_array_set_size (objects, 0);
}

static void
app_call_references_feature_init (AppSessionFeatureInterface *iface)
{
  iface->ended = app_call_references_ended;
  iface->fetch_async = app_call_references_fetch_async;
  iface->fetch_finish = app_call_references_fetch_finish;
  iface->prepare = app_call_references_prepare;
}

void
app_call_references_set_marks (AppCallReferences *self, AppCall *call, AppReferenceMarks *marks)
{
  g_return_if_fail (APP_IS_CALL_REFERENCES (self));

  if (marks != NULL && app_reference_marks_get_n (marks) > 0)
    app_call_table_set (self->marks, call, app_reference_marks_ref (marks));
}

AppReferenceMarks *
app_call_references_get_marks (AppCallReferences *self, AppCall *call)
{
  g_return_val_if_fail (APP_IS_CALL_REFERENCES (self), NULL);
  return app_call_table_lookup (self->marks, call);
}
