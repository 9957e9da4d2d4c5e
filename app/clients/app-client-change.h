/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientChange: one server going into another application's file, or out of it: what is wished
 * for, what it would make of the file, and then the writing, exactly as it was shown or not at all.
 * Changing a wish works everything out again, in a worker; so does another program that changes the
 * file.
 *
 * Properties, of the wish: aim (int, AppChangeAim), entry-name (string), secret-mode (int,
 * AppSecretMode), full-path (boolean); of what comes of it: stage (int, AppChangeStage), problem
 * (AppProblem, nullable). stage is notified after everything else has changed.
 */

#pragma once

#include "app-client-note.h"
#include "app-client-target.h"
#include "app-diff-line.h"
#include "app-workspace.h"
#include "store-client-entry.h"

/* Nobody reads more, and each is a row. */
#define APP_CLIENT_CHANGE_MAX_LINES 2000

typedef enum {
  APP_CHANGE_TO_WRITE,
  APP_CHANGE_TO_REMOVE,
  APP_CHANGE_TO_ENABLE,
  APP_CHANGE_TO_DISABLE,
  APP_CHANGE_TO_REPAIR,  /* the file, not the entry */
  APP_CHANGE_TO_RESTORE, /* what a backup says */
  APP_CHANGE_TO_UNDO,    /* taking back what was written before */
  APP_CHANGE_TO_COPY,    /* no change: the entry alone, to be shown */
} AppChangeAim;

/** A StoreSecretMode, or this. */
#define APP_SECRETS_PLAIN 3
#define APP_N_SECRET_MODES 4

/** One of the modes. */
typedef struct
{
  const char *word; /* for the command line */
  const char *name; /* in two or three words, to be translated */
  const char *text; /* what it means, in a sentence, to be translated */
} AppSecretMode;

/** Returns: (transfer none) */
const AppSecretMode *app_secret_mode_get (int mode);

typedef enum {
  APP_CHANGE_LOOKING,    /* being worked out */
  APP_CHANGE_INCOMPLETE, /* the wish misses something; see the reason */
  APP_CHANGE_UNCHANGED,  /* the file is already so */
  APP_CHANGE_NEEDED,     /* ready to be written */
  APP_CHANGE_REFUSED,    /* cannot be, or failed; see the problem */
  APP_CHANGE_WRITING,
  APP_CHANGE_WRITTEN,
} AppChangeStage;

/** What a caller decides who does not want to be led by what is in the file. */
typedef struct
{
  AppChangeAim aim;
  const char  *name; /* (nullable): of the entry; by default as the server */
  int          secret_mode;
  /* secrets are written by that mode or not at all: what the file has for them does not stay */
  gboolean insists;
  /* values of the profile itself that look like secrets are kept out as those are */
  gboolean      hides_plain_secrets;
  gboolean      full_path; /* as the search path of this program has it */
  StorePlatform platform;
  gint64        record; /* to undo; 0 for the last change */
  const char   *backup; /* (nullable): to restore */
} AppClientChangeOptions;

#define APP_TYPE_CLIENT_CHANGE (app_client_change_get_type ())
G_DECLARE_FINAL_TYPE (AppClientChange, app_client_change, APP, CLIENT_CHANGE, GObject)

/** @vault: (nullable): where secrets are. Returns: (transfer full): already looking */
AppClientChange *
app_client_change_new (AppClientTarget *target, StoreProfile *profile, StoreSecretVault *vault);
/** The same as @options say, whatever is in the file or becomes of it meanwhile. @profile:
 * (nullable): where the aim needs none */
AppClientChange *app_client_change_new_decided (AppClientTarget              *target,
                                                StoreProfile                 *profile,
                                                StoreSecretVault             *vault,
                                                const AppClientChangeOptions *options);

/** What is wished for, and what comes of it, as it is now. Nothing of it is owned by the caller;
 * texts are translated. */
typedef struct
{
  AppClientTarget *target;
  StoreProfile    *profile; /* (nullable) */
  AppChangeAim     aim;
  const char      *entry_name;
  int              secret_mode;   /* what stands for secrets; STORE_SECRETS_AS_VARIABLES at first */
  gboolean         has_full_path; /* whether full-path makes a difference */

  AppProblem   *problem;   /* (nullable) */
  const GError *error;     /* (nullable): what the problem is about */
  gboolean      can_retry; /* the file has changed since */
  const char   *summary;   /* what would happen, or has happened, in a sentence */
  const char   *reason;    /* (nullable): why nothing can be written now, in a sentence */
  GListModel   *lines;     /* of AppDiffLine */
  guint         n_added;
  guint         n_removed;
  GListModel   *notes;      /* of AppClientNote; the most serious first, unless it was decided */
  gboolean      can_repair; /* the file cannot be read for something that can be put right */
  gboolean      can_remove; /* the file has an entry of this name */
  gboolean      removes_file;
  const char   *snippet; /* (nullable): the entry for the clipboard */
  const char   *json;    /* (nullable): the same, its object alone */
  const char   *backup;  /* (nullable): of what was written; %NULL where there was no file */

  gboolean    can_try; /* there is something that can be tried */
  gboolean    is_trying;
  const char *trial_text; /* (nullable): it may hold what the server says */
  gboolean    trial_ok;   /* the server was reached; meaningful with a text */
} AppClientChangeInfo;

/** Returns: (transfer none): until the next call */
const AppClientChangeInfo *app_client_change_get_info (AppClientChange *self);
/** Of the files that the application reads, the one that this is about. Returns: (transfer none) */
const char *app_client_change_get_path (AppClientChange *self);
/** Property "stage". */
AppChangeStage app_client_change_get_stage (AppClientChange *self);

/* The wish */

void app_client_change_set_aim (AppClientChange *self, AppChangeAim aim);
/** One that the application does not offer counts as STORE_SECRETS_AS_VARIABLES. */
void app_client_change_set_secret_mode (AppClientChange *self, int mode);
/** Whether the application, and this computer, have what the mode needs. */
gboolean app_client_change_offers (AppClientChange *self, int mode);
/** Names of the secrets. Returns: (transfer full): empty where there are no secrets */
GStrv app_client_change_dup_secret_names (AppClientChange *self);
/** Whether a secret is in the URL, or among the arguments: no mode of secrets reaches it there. */
void
app_client_change_find_plain (StoreProfile *profile, gboolean *in_url, gboolean *in_arguments);
/** Works everything out again. */
void app_client_change_refresh (AppClientChange *self);

/** The difference as a program reads it. @with_secrets: else they are masked. Returns: (transfer
 * full) (nullable): %NULL where nothing changes */
char *app_client_change_dup_diff (AppClientChange *self, gboolean with_secrets);
/** What to do so that the application sees it, by whether it runs now. @separator: between two
 * sentences. Returns: (transfer full): translated; "" for nothing */
char *app_client_change_dup_next (AppClientChange *self, const char *separator);

/** What was done, and what to do next. Returns: (transfer full) */
char *app_client_change_dup_outcome (AppClientChange *self);

/* Whether the application would reach the server */

/** Tries what would be written, as the application would; leads to a trial-text. Nothing while one
 * is under way. The person has seen the command and wants it to run. */
void app_client_change_try (AppClientChange *self);
void app_client_change_stop_trying (AppClientChange *self);

/** Makes the change; needs the stage APP_CHANGE_NEEDED and leads to WRITTEN or REFUSED. */
void app_client_change_apply (AppClientChange *self);
/** Takes the written change back, where the file was not changed since; leads from WRITTEN to
 * LOOKING, or back to WRITTEN with a problem. */
void app_client_change_undo (AppClientChange *self);
