/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppRedactor: knows what must not leave memory: the secret values of one server, and the headers
 * and members whose names say that they carry one. A mask tells nothing of what it covers.
 * Redacting is safe in any thread; secrets are added by one.
 */

#pragma once

#include "store-profile.h"

#include <gio/gio.h>

/* Shorter values are ordinary text. Those below APP_ENCODINGS_MIN_VALUE are masked where they are
 * a whole value, longer ones inside one too; names and keywords are not masked at all. */
#define APP_REDACTOR_MIN_SECRET 4
/* What stands where a secret stood. */
#define APP_REDACTOR_MASK "••••••"

#define APP_TYPE_REDACTOR (app_redactor_get_type ())
G_DECLARE_FINAL_TYPE (AppRedactor, app_redactor, APP, REDACTOR, GObject)

/** Returns: (transfer full) */
AppRedactor *app_redactor_new (void);
/** Values shorter than APP_REDACTOR_MIN_SECRET are left alone. Also masks what a value holds: the
 * token behind "Bearer", the password in Basic credentials, the text of a PEM file. */
void app_redactor_add_secret (AppRedactor *self, const char *value);
/** A value of configuration under a name: all of it where the name says that it is secret, else
 * what is by its shape (see store-secret-signs.h). A reference is none. @value: (nullable) */
void app_redactor_add_named (AppRedactor *self, const char *name, const char *value);
/** The credentials in a URL: its password, the values of parameters whose names say that they are
 * secret, and whatever is by its shape, be the text a URL or not. */
void app_redactor_add_url (AppRedactor *self, const char *url);
/** An address that a server made for us alone: every value of its query names our session.
 * @url: (nullable) */
void app_redactor_add_private_url (AppRedactor *self, const char *url);
/** The values of options, variables and headers whose names say that they are secret, and whatever
 * is by its shape: "--api-key VALUE", "--header=X-Api-Key: VALUE", "TOKEN=VALUE". @words:
 * (nullable) (array zero-terminated=1) */
void app_redactor_add_arguments (AppRedactor *self, const char *const *words);
/** All that in @profile is secret though it stands there as plain text. */
void app_redactor_add_profile (AppRedactor *self, StoreProfile *profile);
/** Returns: (transfer full): the bytes with every secret masked; the same bytes where there is none
 * */
GBytes *app_redactor_redact (AppRedactor *self, GBytes *text);
/** Returns: (transfer full) */
char *app_redactor_redact_text (AppRedactor *self, const char *text);
/** @header: "Name: value". Returns: (transfer full): the value masked where the name demands it */
char *app_redactor_redact_header (AppRedactor *self, const char *header);
/** Whether a header, variable, parameter or option of this name carries a credential. */
gboolean app_redactor_is_secret_header (const char *name);
