/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a session lends to its calls and to the workspace that made it.
 */

#pragma once

#include "app-approval.h"
#include "app-file-watch.h"
#include "app-log.h"
#include "app-session.h"
#include "app-redactor.h"
#include "mcp-client.h"
#include "mcp-subscription.h"
#include "mcp-definition-list.h"
#include "mcp-icon-fetcher.h"
#include "mcp-tool.h"
#include "store-approved-tools.h"
#include "store-object-store.h"
#include "store-profile-book.h"
#include "store-secret-vault.h"

G_BEGIN_DECLS

struct _AppSession
{
  GObject parent_instance;

  StoreProfile     *profile;
  AppSettings      *settings;
  StoreSecretVault *vault;
  StoreProfileBook *book; /* (nullable) */
  AppLog           *log;
  StoreObjectStore *objects;
  AppInbox         *inbox; /* (nullable): without it nothing may be asked */

  AppSessionState      state;
  AppProblem          *problem;
  McpClient           *client;     /* (nullable) */
  McpEraKind           known_era;  /* what the server spoke the last time */
  GCancellable        *connecting; /* (nullable) */
  GCancellable        *outer;      /* (nullable): of whoever connects */
  gulong               outer_handler;
  GPtrArray           *leaving; /* of GTask: disconnects that wait for the end of connecting */
  char                *shown;   /* (nullable): the fingerprint of the command that was shown last */
  AppRedactor         *redactor;
  guint64              connection;
  guint                latency;
  gboolean             no_list; /* nothing is fetched unless asked for */
  gboolean             restarting;
  gboolean             unwatched;     /* the person switched the watch off */
  AppFileWatch        *watch;         /* (nullable) */
  StoreProfile        *opened_with;   /* (nullable): what the connection was opened with */
  McpSubscription     *subscription;  /* (nullable): until the first connection */
  AppSubscriptionList *subscriptions; /* (nullable): until they are asked for */

  McpDefinitionList *lists[MCP_N_DEFINITION_KINDS];
  AppProblem        *list_problems[MCP_N_DEFINITION_KINDS];
  GListStore        *calls;
  AppTaskList       *tasks; /* (nullable): until it is asked for */
  GListStore        *console;
  GHashTable        *approved;       /* set of tool names */
  AppReconnector    *reconnector;    /* (nullable): until it is asked for */
  char              *target;         /* (nullable): whose lists these are */
  AppChangeList     *changes;        /* (nullable): until they are asked for */
  StoreMemory       *approved_tools; /* (nullable): until they are asked for */
  AppPresetSecrets  *preset_secrets; /* (nullable): until one is needed */
  McpIconFetcher    *icon_fetcher;   /* (nullable): made when the first icon is asked for */
  GPtrArray         *icon_findings;  /* (nullable): of McpFinding */
};

/** @book: (nullable): where a confirmation is kept. All are held. Returns: (transfer full) */
AppSession *app_session_new (StoreProfile     *profile,
                             AppSettings      *settings,
                             StoreSecretVault *vault,
                             StoreProfileBook *book,
                             AppLog           *log,
                             StoreObjectStore *objects);

/** Where what the server asks of the person goes to. @inbox: held */
void app_session_set_inbox (AppSession *self, AppInbox *inbox);

/** Returns: (transfer none) (nullable): %NULL unless the session is ready */
McpClient *app_session_get_client (AppSession *self);
/** Returns: (transfer none) */
StoreObjectStore *app_session_get_objects (AppSession *self);
/** Returns: (transfer none) (nullable): the tool as it was listed */
McpTool *app_session_find_tool (AppSession *self, const char *name);

/** What the person said of a tool holds until the session's end. */
void     app_session_remember_approval (AppSession *self, const char *tool);
gboolean app_session_has_approval (AppSession *self, const char *tool);

/** What happens before a call to a tool, now: like app_approval_decide(), and asks again where the
 * tool is not what was approved. */
AppApproval app_session_decide (AppSession *self, const char *tool, const char **reason);
/** The person allowed the tool to run as it is listed now. */
void app_session_keep_approved (AppSession *self, const char *tool);

/** Sends a text as it is. Returns: (transfer full) (nullable): its line of the log; %NULL where the
 * session is not ready */
AppLogEntry *app_session_send_text (AppSession *self, GBytes *text);

/** A call came to an error that concerns the whole session: the server wants authorization, or
 * knows the session no more. */
void app_session_take_error (AppSession *self, const GError *error);

/** Makes @changed the profile: in the book's file too, where the session has one. */
void app_session_keep_profile (AppSession *self, StoreProfile *changed);

/* Between the files of this class */
/* The connection is lost or could not be opened: @otherwise, unless the error says more or there
 * will be another try. */
void app_session_fail (AppSession *self, AppSessionState otherwise, const GError *error);
/* The state or the profile changed. */
void app_session_update_watch (AppSession *self);
void app_session_rewatch (AppSession *self);
/* Asks the server to log as the profile says; does nothing where it does not log. */
void app_session_apply_log_level (AppSession *self);
/** What the server is to tell unasked. Returns: (transfer none) */
McpSubscription *app_session_get_subscription (AppSession *self);
/** Returns: (transfer full) */
AppSubscriptionList *app_subscription_list_new (McpSubscription *subscription);
/* Gives @client what the server is to tell unasked, over connections. */
void app_session_subscribe (AppSession *self, McpClient *client);
/* Asks the server for the log that the profile wants. */
void app_session_ask_for_log (AppSession *self);
/* What was said against icons belongs to the connection that is gone. */
void app_session_forget_icons (AppSession *self);
/* A connection is about to be opened as the profile says now. */
void app_session_note_opened (AppSession *self);
/* What is about to be closed is not lost. */
void app_session_ignore_loss (AppSession *self);
/* A list was fetched. */
void app_session_take_list (AppSession *self, McpDefinitionKind kind);
/* Returns: whether the lists are of the server that the profile says now */
gboolean app_session_take_target (AppSession *self);
void     app_session_set_state (AppSession *self, AppSessionState state, const GError *error);
void     app_session_notify_server (AppSession *self);
/* @latency: µs; what is known is never 0 */
void app_session_set_latency (AppSession *self, gint64 latency);
void app_session_let_go_of_client (AppSession *self);

G_END_DECLS
