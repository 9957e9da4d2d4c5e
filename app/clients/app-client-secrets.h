/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What is secret in another application's file: it is shown in a diff, and that in other people's
 * logs and screenshots. */

#pragma once

#include "app-redactor.h"
#include "store-client-plan.h"

/** What is secret in one file, before a change and after it. */
typedef struct _AppClientSecrets AppClientSecrets;

/** Returns: (transfer full): knows the secrets of all servers in the file */
AppClientSecrets *app_client_secrets_find (StoreClientPlan *plan);
void              app_client_secrets_free (AppClientSecrets *self);
/** Returns: (transfer none) */
AppRedactor *app_client_secrets_get_redactor (AppClientSecrets *self);
/** @text: of the difference. Returns: (transfer full): the same, without secrets of servers, and
 * without any other value whose name says that it is one */
char *app_client_secrets_mask (AppClientSecrets *self, const char *text);
/** The names of the variables that stand in @profile where secrets would. @names: gets them */
void app_client_secrets_add_names (StoreVariables *names, StoreProfile *profile);
/** One line of any configuration file: a value whose name says that it is a secret is masked,
 * unless it is one of @names. Returns: (transfer full) */
char *app_client_secrets_mask_line (const char *line, const StoreVariables *names);
/** The same for each line of @text. Returns: (transfer full) */
char *app_client_secrets_mask_lines (const char *text, const StoreVariables *names);

/** What the person, or the application, filled in where a secret of ours belongs stays: it may have
 * been changed there since. @name: of the entry in the file. @secrets: reference → value; gets
 * those that it lacks. Returns: (transfer full) (nullable): the fields of notes whose secrets
 * stay */
GHashTable *app_client_secrets_keep (StoreClientPlan *plan,
                                     StoreProfile    *profile,
                                     const char      *name,
                                     GHashTable      *secrets);
/** What to say of one of these fields. Returns: (transfer full) */
char *app_client_secrets_dup_kept_text (const char *field);
