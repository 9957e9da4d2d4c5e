/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDraft: what a person is about to ask of a session's server: one tool, resource, template or
 * prompt, the form that is filled in for it, what is set for the server beside that, the _meta,
 * whether it runs as a task, and the last call that came of it. The window shows one for each
 * definition (see AppDrafts); the command line makes one for each call. Main thread only.
 *
 * Properties (all notify)
 *   form (AppForm, nullable): nothing has to be filled in where there is none
 *   presets (AppPresets, nullable): what is set for the server and goes into the call of a tool
 *   call (AppCall, nullable): the last one
 *   busy (boolean): that call runs or waits for approval, and the next one has to wait for it
 *
 * Signal: changed (): the form says something else, or is another one
 */

#pragma once

#include "app-call-history.h"
#include "app-form.h"
#include "app-presets.h"
#include "app-session.h"
#include "app-task-list.h"

#define APP_TYPE_DRAFT (app_draft_get_type ())
G_DECLARE_FINAL_TYPE (AppDraft, app_draft, APP, DRAFT, GObject)

/** With an empty form. @session: held weakly. Returns: (transfer full) */
AppDraft *app_draft_new (AppSession *session, McpDefinition *definition);
/** Without a form, for what may not be listed. @arguments: (nullable): JSON text of an object
 * Returns: (transfer full) */
AppDraft *app_draft_new_for_target (AppSession *session,
                                    AppCallKind kind,
                                    const char *target,
                                    const char *arguments);

/** Returns: (transfer none) (nullable) */
McpDefinition *app_draft_get_definition (AppDraft *self);
/** The server listed it again: where it is another one, what was typed moves to its form. */
void app_draft_set_definition (AppDraft *self, McpDefinition *definition);
/** Returns: (transfer none) (nullable) */
AppForm *app_draft_get_form (AppDraft *self);
/** Whether there is anything to fill in: a tool may have a form and take no arguments. */
gboolean app_draft_takes_arguments (AppDraft *self);
/** Puts what was kept into the form, or else what is the same in all the tools of the server.
 * @text: (nullable): as app_form_dup_json() has it.
 * @marks: (nullable): its references, JSON text */
void app_draft_restore (AppDraft *self, const char *text, const char *marks);
/** Whether the form holds anything that a person typed. */
gboolean app_draft_is_typed (AppDraft *self);
/** Whether a prompt's arguments may be any JSON values; the specification has strings alone. */
gboolean app_draft_get_json_values (AppDraft *self);
/** What was typed stays, in another form. */
void app_draft_set_json_values (AppDraft *self, gboolean json_values);

/** Returns: (transfer none) (nullable) */
AppPresets *app_draft_get_presets (AppDraft *self);
/** Makes the presets of a tool again, and fetches the secrets among them. */
void app_draft_update_presets (AppDraft *self);

/** Members for the _meta of the request. @meta: (nullable): JSON text, or what is being written */
void app_draft_set_meta (AppDraft *self, const char *meta);
/** Returns: (transfer none) (nullable) */
const char *app_draft_get_meta (AppDraft *self);
/** Whether it is the person's choice that the call runs as a task. */
AppTaskChoice app_draft_get_task_choice (AppDraft *self);
gboolean      app_draft_get_as_task (AppDraft *self);
void          app_draft_set_as_task (AppDraft *self, gboolean as_task);

/** Returns: (transfer none) (nullable) */
AppCall *app_draft_get_call (AppDraft *self);
/** Returns: (transfer none): the calls that came of it and ended */
AppCallHistory *app_draft_get_history (AppDraft *self);
gboolean        app_draft_is_busy (AppDraft *self);
/** The resource that it reads: a template has a URI as soon as something was read of it.
 * Returns: (transfer none) (nullable) */
const char *app_draft_get_resource (AppDraft *self);
/** The call that would come of it now, as text for example; the draft goes on without it.
 * Returns: (transfer full) (nullable): %NULL while the form's text does not parse */
AppCall *app_draft_create_call (AppDraft *self);
/** The call that comes of it now; it becomes that of the draft, and is not sent yet. A template's
 * URI is expanded with what the form holds.
 * Returns: (transfer none) (nullable): %NULL while the form's text does not parse */
AppCall *app_draft_prepare (AppDraft *self);
/** Prepares the call and sends it, unless the last one is busy. */
void app_draft_send (AppDraft *self);
/** Sends @call, which was prepared for the same target before, in place of another one: after the
 * pages that the server wants to be visited first, say. */
void app_draft_send_call (AppDraft *self, AppCall *call);
/** Reads the same resource as before, whatever the form says by now. */
void app_draft_read_again (AppDraft *self);
