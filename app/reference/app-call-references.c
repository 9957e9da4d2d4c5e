/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call-references.h"

#include <string.h>

#include "app-call-table.h"
#include "app-references.h"
#include "app-session.h"
#include "mcp-json-document.h"

struct _AppCallReferences
{
  GObject parent_instance;

  AppCallTable *marks; /* AppReferenceMarks */
};

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCallReferences,
                               app_call_references,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

static void
app_call_references_finalize (GObject *object)
{
  AppCallReferences *self = APP_CALL_REFERENCES (object);

  app_call_table_free (self->marks);
  G_OBJECT_CLASS (app_call_references_parent_class)->finalize (object);
}

static void
app_call_references_class_init (AppCallReferencesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_call_references_finalize;
}

static void
app_call_references_init (AppCallReferences *self)
{
  self->marks = app_call_table_new ((GDestroyNotify)app_reference_marks_unref);
}

static gboolean
app_call_references_prepare (AppSessionFeature *feature,
                             AppSession        *session,
                             AppCall           *call,
                             AppCallRequest    *request,
                             GError           **error)
{
  AppReferenceMarks *marks = app_call_references_get_marks (APP_CALL_REFERENCES (feature), call);
  g_autoptr (McpJsonDocument) document = NULL;
  char *text;

  if (marks != NULL && request->arguments != NULL)
    document = mcp_json_document_parse (request->arguments, NULL, NULL, NULL);
  if (document == NULL)
    return TRUE;
  text = app_references_resolve_marks (session, marks, mcp_json_document_get_root (document),
                                       error);
  if (text == NULL)
    return FALSE;
  g_bytes_unref (request->arguments);
  request->arguments = g_bytes_new_take (text, strlen (text));
  return TRUE;
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
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
