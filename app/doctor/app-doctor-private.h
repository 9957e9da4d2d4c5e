/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of AppDoctor share. */

#pragma once

#include "app-doctor.h"
#include "app-preparation.h"
#include "mcp-client.h"
#include "mcp-http-probe.h"

/** What a step does: it ends by app_doctor_end_step() or one of its kin, now or later. */
typedef void (*AppDoctorRung) (AppDoctor *self);

/** One client, and how far its opening has come: what the last steps look at. */
typedef struct
{
  McpClient *client;
  gboolean   started;
  gboolean   lived; /* for long enough */
  gboolean   ended; /* @failure says how */
  GError    *failure;
  GString   *words;    /* of stderr */
  GSource   *patience; /* (nullable) */
} AppDoctorOpening;

/** What HTTP said. */
typedef struct
{
  McpHttpProbeResponse *post;
  McpHttpProbeResponse *get;
  char                 *issuer;   /* (nullable): who gives out authorizations */
  gboolean              unusable; /* what the server says of that cannot be used */
} AppDoctorHttp;

struct _AppDoctor
{
  GObject parent_instance;

  StoreProfile     *profile;
  StoreSecretVault *vault;
  AppSettings      *settings;
  AppRedactor      *redactor;
  GPtrArray        *steps; /* of AppDoctorStep */
  GArray           *rungs; /* of AppDoctorRung, one a step */
  char             *summary;

  GTask        *task; /* (nullable): while it runs */
  GCancellable *outer;
  gulong        outer_handler;
  guint         current;
  GCancellable *cancellable; /* (nullable): of the step that runs */
  GSource      *deadline;    /* (nullable): of that step */
  gboolean      late;        /* that step's */
  gboolean      stopped;     /* by the person */

  AppPreparation *preparation; /* (nullable) */
  GUri           *uri;         /* (nullable): http or https */
  char           *proxy;       /* (nullable): the URL of the proxy on the way */
  GError         *failure;     /* (nullable): of the step that failed last */

  /* The bare connection */
  GTlsCertificate *certificate;
  char            *tls_words;

  AppDoctorHttp    http;
  AppDoctorOpening opening;
};

/* Steps, as the doctor makes and ends them */

/** Returns: (transfer none): "waiting", "running", "passed", "warned", "failed", "skipped": for
 * programs */
const char *app_doctor_state_to_text (AppDoctorState state);
/** @id: for programs, such as "tcp". Returns: (transfer full) */
AppDoctorStep *app_doctor_step_new (const char *id, const char *name);
/** It begins now. */
void app_doctor_step_begin (AppDoctorStep *self);
/** It has ended. @found, @evidence, @advice: (nullable): masked by the caller */
void app_doctor_step_end (AppDoctorStep *self,
                          AppDoctorState state,
                          const char    *found,
                          const char    *evidence,
                          const char    *advice);

/** A warning that turned out to be the cause. */
void app_doctor_step_blame (AppDoctorStep *self);

/** Returns: (transfer none): the step that runs */
AppDoctorStep *app_doctor_get_current (AppDoctor *self);

/** Ends the step that runs; the next one follows. @found, @evidence, @advice: (nullable) */
void app_doctor_end_step (AppDoctor     *self,
                          AppDoctorState state,
                          const char    *found,
                          const char    *evidence,
                          const char    *advice);
/** The same for an error: the step has failed, and its advice is that of the error. */
void app_doctor_fail_step (AppDoctor *self, const GError *error);
/** The ladder ends here: what would follow is not tried. */
void app_doctor_fail_for_good (AppDoctor *self, const GError *error);
void app_doctor_skip_step (AppDoctor *self, const char *found);

/* The rungs, by file */
void app_doctor_check_target (AppDoctor *self);
void app_doctor_look_up_host (AppDoctor *self);
void app_doctor_connect (AppDoctor *self);
void app_doctor_check_socket (AppDoctor *self);
void app_doctor_check_tls (AppDoctor *self);
void app_doctor_post (AppDoctor *self);
void app_doctor_get (AppDoctor *self);
void app_doctor_read_metadata (AppDoctor *self);
void app_doctor_check_authorization (AppDoctor *self);
void app_doctor_find_program (AppDoctor *self);
void app_doctor_start_program (AppDoctor *self);
void app_doctor_watch_program (AppDoctor *self);
void app_doctor_open_session (AppDoctor *self);
void app_doctor_list_tools (AppDoctor *self);

/** Ends the session, if there is one; then the run. */
void app_doctor_close_session (AppDoctor *self);
/** Called when the session is closed. */
void app_doctor_end_run (AppDoctor *self);
