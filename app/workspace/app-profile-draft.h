/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppProfileDraft: a server profile that a person is adding or editing: a copy that nobody else
 * sees, and the secrets that were typed. Saving puts the secrets into the vault and the profile
 * into the book, in an order that never leaves a secret's text in the file.
 */

#pragma once

#include "app-workspace.h"

/** Where a variable of a profile belongs; also the section of its secret's reference. */
#define APP_PROFILE_SECTION_ENVIRONMENT "env"
#define APP_PROFILE_SECTION_HEADERS "headers"
#define APP_PROFILE_SECTION_AUTHORIZATION "authorization"
#define APP_PROFILE_SECTION_OAUTH "oauth"
#define APP_PROFILE_SECTION_PRESETS "presets"
#define APP_PROFILE_SECTION_PINNED_ARGUMENTS "pinned-arguments"

#define APP_TYPE_PROFILE_DRAFT (app_profile_draft_get_type ())
G_DECLARE_FINAL_TYPE (AppProfileDraft, app_profile_draft, APP, PROFILE_DRAFT, GObject)

/** @profile: (nullable): the book's profile to edit; %NULL for a new one. Returns: (transfer full)
 * */
AppProfileDraft *app_profile_draft_new (AppWorkspace *workspace, StoreProfile *profile);
/** A new profile that begins as @profile is, under a free name. Returns: (transfer full) */
AppProfileDraft *app_profile_draft_new_duplicate (AppWorkspace *workspace, StoreProfile *profile);

/** A new profile with what @profile says, where values that look like secrets are plain text as
 * they are in another application's file: those become secrets of the draft. Returns: (transfer
 * full) */
AppProfileDraft *app_profile_draft_new_imported (AppWorkspace *workspace, StoreProfile *profile);

/** What is being edited, to be changed freely. Returns: (transfer none) */
StoreProfile *app_profile_draft_get_profile (AppProfileDraft *self);
/**
 * Binds a property of the profile and one of a widget, both ways: the widget shows what the profile
 * says, and what a person changes there changes the profile. No text is an empty one, times are in
 * seconds, a switch is on for the first value of an enumeration, members are the text of a JSON
 * object (one that is none changes nothing), and in lists other than of arguments an empty text
 * says nothing.
 */
void app_profile_draft_bind (AppProfileDraft *self,
                             const char      *property,
                             gpointer         widget,
                             const char      *widget_property);
/** Takes over what @understood says how to reach the server, and of a new profile where it came
 * from. @name: (nullable): what it is called; a new one
 * gets a number behind it while another server has that name */
void app_profile_draft_set_target (AppProfileDraft *self,
                                   StoreProfile    *understood,
                                   StoreOrigin      origin,
                                   const char      *name);
/** Nothing is left that could be run or reached. */
void app_profile_draft_clear_target (AppProfileDraft *self);
void app_profile_draft_set_transport (AppProfileDraft *self, StoreTransport transport);
/** @section: APP_PROFILE_SECTION_ENVIRONMENT or APP_PROFILE_SECTION_HEADERS */
void app_profile_draft_set_variables (AppProfileDraft      *self,
                                      const char           *section,
                                      const StoreVariables *variables);
/** What the kind of authorization asks for; what others ask for goes. @secret: a token or a
 * password; "" leaves the one that is kept */
void app_profile_draft_set_credentials (AppProfileDraft *self,
                                        const char      *user,
                                        const char      *secret);

/** What the member "oauth" of the profile has under @name; no secret. @value: (nullable): %NULL and
 * "" leave it out */
void app_profile_draft_set_oauth (AppProfileDraft *self, const char *name, const char *value);

/** Whether saving adds a profile. */
gboolean app_profile_draft_is_new (AppProfileDraft *self);

/** The text of a secret that was typed; it replaces the variable of that name in @section when the
 * draft is saved. @value: (nullable): %NULL forgets what was typed */
void app_profile_draft_set_secret (AppProfileDraft *self,
                                   const char      *section,
                                   const char      *name,
                                   const char      *value);
/** The same for what stands in the profile as plain text. @places: (nullable): "env/NAME" and
 * "headers/NAME"; of others nothing can be kept apart */
void app_profile_draft_take_secrets (AppProfileDraft *self, const char *const *places);
/** Whether there are secrets that saving puts into the vault. */
gboolean app_profile_draft_has_secrets (AppProfileDraft *self);
/** Forgets every secret that was typed for @section. */
void app_profile_draft_clear_secrets (AppProfileDraft *self, const char *section);

/** Allows secrets to be kept without a keyring: until the program ends, or in a file that only the
 * user may read. */
void app_profile_draft_allow_fallback (AppProfileDraft *self, gboolean in_file);

/**
 * Saves. Errors: STORE_ERROR: the profile cannot be kept as it is, the file cannot be written, and
 * STORE_ERROR_NO_KEYRING, see app_profile_draft_allow_fallback(); saving again is possible.
 * finish returns: (transfer full) (nullable): the book's own profile
 */
void          app_profile_draft_save_async (AppProfileDraft    *self,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
StoreProfile *app_profile_draft_save_finish (AppProfileDraft *self,
                                             GAsyncResult    *result,
                                             GError         **error);
/** Whether @error says that secrets cannot be kept because no keyring runs. */
gboolean app_profile_draft_is_keyring_error (const GError *error);

/** Removes a profile from the book and the secrets that only it refers to from the vault. */
void app_profile_draft_remove_async (AppWorkspace       *workspace,
                                     StoreProfile       *profile,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** @note: (out) (transfer full) (nullable): translated: what became of the folder of its bundle */
gboolean app_profile_draft_remove_finish (AppWorkspace *workspace,
                                          GAsyncResult *result,
                                          char        **note,
                                          GError      **error);
