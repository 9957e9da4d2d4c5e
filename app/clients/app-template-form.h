/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTemplateForm: one way to run or reach a server that its publisher describes, to be filled in:
 * a GListModel of AppTemplateInput, and what becomes of it. The window and the command line share
 * it.
 *
 * Properties (notify together): missing (string, nullable: what keeps it from being imported, in a
 * sentence), preview (string, nullable: the command line or the URL, secrets masked)
 */

#pragma once

#include "app-profile-draft.h"
#include "app-template-input.h"

#define APP_TYPE_TEMPLATE_FORM (app_template_form_get_type ())
G_DECLARE_FINAL_TYPE (AppTemplateForm, app_template_form, APP, TEMPLATE_FORM, GObject)

/** @folder: (nullable): where the server's files are, or will be. Returns: (transfer full) */
AppTemplateForm *
app_template_form_new (StoreServerTemplate *template, guint option, const char *folder);
/** Returns: (transfer none) */
const StoreTemplateOption *app_template_form_get_option (AppTemplateForm *self);

/** Adds one of perhaps several values. @error: STORE_ERROR_NOT_FOUND: there is no such input */
gboolean app_template_form_add_value (AppTemplateForm *self,
                                      const char      *key,
                                      const char      *value,
                                      GError         **error);
/** What the server is to be called. @name: (nullable): as its publisher calls it */
void app_template_form_set_name (AppTemplateForm *self, const char *name);

/** Property "missing". Returns: (transfer full) (nullable) */
char *app_template_form_dup_missing (AppTemplateForm *self);
/** Property "preview". What is still missing stands in it as ‹its title›.
 * Returns: (transfer full) (nullable): %NULL where nothing can be run */
char *app_template_form_dup_preview (AppTemplateForm *self);
/** The variables or headers that go with it, each as "NAME=VALUE" or "Name: value", secrets masked.
 * Returns: (transfer full) */
GStrv app_template_form_dup_settings (AppTemplateForm *self);
/** Whether a secret goes into the command line or the URL, where no keyring can keep it. */
gboolean app_template_form_exposes_secret (AppTemplateForm *self);

/** The server, filled in, not yet in the book: of origin imported, so that its command is confirmed
 * before its first run. @secrets: (out) (optional) (transfer full): where secrets stand in it as
 * plain text, for app_profile_draft_take_secrets(). Returns: (transfer full) (nullable): errors as
 * store_server_template_resolve() */
StoreProfile *app_template_form_dup_profile (AppTemplateForm *self, GStrv *secrets, GError **error);
/** The same under a free name, its secrets taken out, ready to be saved.
 * Returns: (transfer full) (nullable) */
AppProfileDraft *
app_template_form_dup_draft (AppTemplateForm *self, AppWorkspace *workspace, GError **error);
