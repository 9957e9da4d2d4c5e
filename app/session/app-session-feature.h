/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSessionFeature: something that happens for a session beside the connection itself, such as
 * its lists, its inbox or its tasks. A feature is added to a session when that is made, owns its
 * state, and is told what happens through the functions below, all of which may be missing. Others
 * reach it by its type: app_session_get_feature (session, APP_TYPE_TASK_LIST). One feature may
 * serve several sessions: that is why each function names the session.
 *
 * A call walks admit, fetch, prepare and, when it has ended, ended.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-definition.h"
#include "mcp-json-document.h"

typedef struct _AppCall    AppCall;    /* see app-call.h */
typedef struct _AppSession AppSession; /* see app-session.h */

/** Whether a call may run. The strictest of all features counts. */
typedef enum {
  APP_ADMIT_ALLOW,
  APP_ADMIT_ASK, /* the person is asked first */
  APP_ADMIT_REFUSE,
} AppAdmission;

/** Who wants a call. */
typedef enum {
  APP_CALLER_PERSON,     /* pressed Call, or typed the command */
  APP_CALLER_COLLECTION, /* saved calls that run one after the other */
  APP_CALLER_MODEL,
  APP_CALLER_PROGRAM, /* Spyglass itself, as it follows an object of a server's store */
} AppCaller;

/** What is about to be sent for a call. */
typedef struct
{
  McpJsonDocument  *arguments; /* (nullable) (owned): of a text with a NUL behind it */
  McpRequestOptions options;
} AppCallRequest;

/**
 * app_call_request_take_arguments:
 * @text: (transfer full): a JSON text, in place of the arguments so far
 *
 * Returns: %FALSE with @error where it cannot be read: it is too long, or nested too deeply
 */
gboolean app_call_request_take_arguments (AppCallRequest *self, char *text, GError **error);

#define APP_TYPE_SESSION_FEATURE (app_session_feature_get_type ())
G_DECLARE_INTERFACE (AppSessionFeature, app_session_feature, APP, SESSION_FEATURE, GObject)

struct _AppSessionFeatureInterface
{
  GTypeInterface parent_iface;

  /* @session is new. It is not to be held: it holds the feature. */
  void (*attach) (AppSessionFeature *self, AppSession *session);
  /* A connection is about to be opened: @client can still be told what it shall offer. */
  void (*opening) (AppSessionFeature *self, AppSession *session, McpClient *client);
  /* The session is ready. */
  void (*opened) (AppSessionFeature *self, AppSession *session, McpClient *client);
  /* The connection is gone, or could not be opened. @client: (nullable). @error: (nullable): %NULL
   * where the person wanted it so. Returns: whether the feature opens it again by itself */
  gboolean (*closed) (AppSessionFeature *self,
                      AppSession        *session,
                      McpClient         *client,
                      const GError      *error);
  /* A list was fetched. */
  void (*listed) (AppSessionFeature *self, AppSession *session, McpDefinitionKind kind);
  /* A translated word for what the session does while it waits to be opened again.
   * Returns: (transfer none) (nullable) */
  const char *(*name_state) (AppSessionFeature *self, AppSession *session);

  /* @reason: (out) (transfer none): a translated sentence, why it asks or refuses */
  AppAdmission (*admit) (AppSessionFeature *self,
                         AppSession        *session,
                         AppCall           *call,
                         const char       **reason);
  /* What the server listed of what @call is for. Returns: (transfer none) (nullable) */
  McpDefinition *(*find_definition) (AppSessionFeature *self, AppSession *session, AppCall *call);
  /* Fetches what prepare will need. Returns: %FALSE where there is nothing to wait for, and
   * @callback is not called */
  gboolean (*fetch_async) (AppSessionFeature  *self,
                           AppSession         *session,
                           AppCall            *call,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data);
  gboolean (*fetch_finish) (AppSessionFeature *self, GAsyncResult *result, GError **error);
  /* Changes @request; with an error the call fails. It may be asked for more than once, to be
   * looked at before it is sent. */
  gboolean (*prepare) (AppSessionFeature *self,
                       AppSession        *session,
                       AppCall           *call,
                       AppCallRequest    *request,
                       GError           **error);
  /* The server responded with @result. Returns: whether the call goes on elsewhere, and the feature
   * will end it */
  gboolean (*responded) (AppSessionFeature *self,
                         AppSession        *session,
                         AppCall           *call,
                         McpResult         *result);
  /* The call has ended, in whatever way. */
  void (*ended) (AppSessionFeature *self, AppSession *session, AppCall *call);
};

/** In place of G_DEFINE_FINAL_TYPE(), for a feature; the class adds @type_name_feature_init() */
#define APP_DEFINE_SESSION_FEATURE(TypeName, type_name)                           \
  static void type_name##_feature_init (AppSessionFeatureInterface *iface);       \
                                                                                  \
  G_DEFINE_FINAL_TYPE_WITH_CODE (TypeName, type_name, G_TYPE_OBJECT,              \
                                 G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, \
                                                        type_name##_feature_init))

/** Every feature of @session is told that the list was fetched. */
void app_session_feature_notify_listed (AppSession *session, McpDefinitionKind kind);
