/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-draft.h"

#include "app-argument-memory.h"
#include "app-call-references.h"
#include "app-completer.h"
#include "app-definition-form.h"
#include "app-draft-text.h"
#include "app-form-references.h"
#include "app-past-calls.h"
#include "app-preset-secrets.h"
#include "app-references.h"
#include "app-resource-text.h"
#include "app-session-presets.h"
#include "app-uri-template.h"
#include "mcp-object.h"
#include "mcp-prompt.h"
#include "mcp-property.h"
#include "mcp-resource-template.h"
#include "mcp-resource.h"
#include "mcp-tool.h"

struct _AppDraft
{
  GObject parent_instance;

  AppSession     *session; /* weak */
  AppCallKind     kind;
  char           *target;
  McpDefinition  *definition; /* (nullable) */
  AppForm        *form;       /* (nullable) */
  char           *arguments;  /* (nullable): where there is no form */
  char           *untouched;  /* (nullable): what the form held before anybody typed */
  gboolean        json_values;
  AppPresets     *presets;   /* (nullable) */
  McpDefinition  *described; /* (nullable): what the presets were made for */
  char           *meta;      /* (nullable): as it was typed */
  gboolean        as_task;
  AppCall        *call; /* (nullable) */
  AppCallHistory *history;
};

enum {
  PROP_0,
  PROP_FORM,
  PROP_PRESETS,
  PROP_CALL,
  PROP_BUSY,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AppDraft, app_draft, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppDraft, app_draft)
{
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->definition);
  g_clear_object (&self->form);
  g_clear_object (&self->presets);
  g_clear_object (&self->described);
  g_clear_object (&self->call);
  g_clear_object (&self->history);
  g_free (self->target);
  g_free (self->arguments);
  g_free (self->untouched);
  g_free (self->meta);
}

MCP_DEFINE_CLASS (AppDraft, app_draft)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_FORM] = { "form", APP_TYPE_FORM, G_CALLBACK (app_draft_get_form) },
    [PROP_PRESETS] = { "presets", APP_TYPE_PRESETS, G_CALLBACK (app_draft_get_presets) },
    [PROP_CALL] = { "call", APP_TYPE_CALL, G_CALLBACK (app_draft_get_call) },
    [PROP_BUSY] = { "busy", G_TYPE_BOOLEAN, G_CALLBACK (app_draft_is_busy) },
  };

  object_class->finalize = app_draft_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
}

static void
app_draft_init (AppDraft *self)
{
  self->history = app_call_history_new ();
}

/* The form */

static void
on_form_changed (AppDraft *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* @typed, @marks: (nullable): what was in the form before this one */
static void
create_form (AppDraft *self, const char *typed, AppReferenceMarks *marks)
{
  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  g_clear_object (&self->form);
  self->form = self->json_values && MCP_IS_PROMPT (self->definition)
                   ? app_definition_form_new_with_values (self->definition)
                   : app_definition_form_new (self->definition);
  if (self->form == NULL)
    return;
  g_autoptr (AppCompleter) completer = app_completer_new (self->session, self->definition);
  g_autoptr (AppReferences) references = app_references_new (self->session, self->definition);
  g_autoptr (AppResourceText) texts = app_resource_text_new (self->session, self->definition);
  app_form_add_helper (self->form, completer);
  app_form_add_helper (self->form, texts);
  app_form_references_attach (self->form, references);
  if (typed != NULL)
    {
      app_form_set_json (self->form, typed);
      app_form_references_set_marks (self->form, marks);
      app_form_forget_history (self->form);
    }
  mcp_signal_connect (self->form, "changed", on_form_changed, self);
}

/* What is the same in all the tools is nothing that a person typed here. */
static void
fill_from_memory (AppDraft *self)
{
  AppArgumentMemory *memory = app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY);

  g_clear_pointer (&self->untouched, g_free);
  if (memory == NULL || self->form == NULL || self->kind != APP_CALL_TOOL ||
      app_form_is_modified (self->form) || !app_argument_memory_fill (memory, self->form))
    return;
  app_form_forget_history (self->form);
  self->untouched = app_form_dup_json (self->form);
}

/* Another form takes the place of the one there is. */
static void
replace_form (AppDraft *self, gboolean keep_untyped)
{
  g_autoptr (AppForm) before = self->form != NULL ? g_object_ref (self->form) : NULL;
  g_autofree char *typed = NULL;

  if (before != NULL && (keep_untyped || app_draft_is_typed (self)))
    typed = app_form_dup_json (before);
  create_form (self, typed, typed != NULL ? app_form_references_get_marks (before) : NULL);
  fill_from_memory (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM]);
  g_signal_emit (self, signals[CHANGED], 0);
}

AppDraft *
app_draft_new_for_target (AppSession *session,
                          AppCallKind kind,
                          const char *target,
                          const char *arguments)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppDraft *self = g_object_new (APP_TYPE_DRAFT, NULL);
  g_set_weak_pointer (&self->session, session);
  self->kind = kind;
  self->target = g_strdup (target);
  self->arguments = g_strdup (arguments);
  return self;
}

static void create_presets (AppDraft *self, AppSessionPresets *feature);
static void set_call (AppDraft *self, AppCall *call);

/* Secrets are fetched when the draft is opened; a pin asks the keyring for none. */
static void
on_pins_changed (AppDraft *self)
{
  if (self->presets != NULL && self->session != NULL)
    create_presets (self, app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));
}

/* Those of an earlier run. What was called meanwhile is shown. */
static void
on_recalled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppDraft) self = user_data;
  g_autoptr (GPtrArray) calls =
      app_past_calls_read_finish (APP_PAST_CALLS (source), result, NULL);

  if (calls == NULL || calls->len == 0)
    return;
  app_call_history_recall (self->history, calls);
  if (self->call == NULL)
    set_call (self, calls->pdata[0]);
}

static void
recall (AppDraft *self)
{
  AppPastCalls *past = app_session_get_feature (self->session, APP_TYPE_PAST_CALLS);

  if (past != NULL && !MCP_IS_RESOURCE_TEMPLATE (self->definition))
    app_past_calls_read_async (past, self->session, self->kind, self->target, NULL, on_recalled,
                               g_object_ref (self));
}

AppDraft *
app_draft_new (AppSession *session, McpDefinition *definition)
{
  AppDraft   *self;
  AppCallKind kind = APP_CALL_READ;

  g_return_val_if_fail (MCP_IS_DEFINITION (definition), NULL);

  if (MCP_IS_TOOL (definition))
    kind = APP_CALL_TOOL;
  else if (MCP_IS_PROMPT (definition))
    kind = APP_CALL_PROMPT;
  self = app_draft_new_for_target (session, kind, mcp_definition_get_key (definition), NULL);
  self->definition = g_object_ref (definition);
  create_form (self, NULL, NULL);
  mcp_signal_connect (app_session_get_profile (session), "notify::pinned-arguments",
                      on_pins_changed, self);
  recall (self);
  return self;
}

MCP_DEFINE_GETTER (McpDefinition *, AppDraft, app_draft, definition)

void
app_draft_set_definition (AppDraft *self, McpDefinition *definition)
{
  g_return_if_fail (APP_IS_DRAFT (self));
  g_return_if_fail (MCP_IS_DEFINITION (definition));

  gboolean same = mcp_definition_equal (self->definition, definition);
  g_set_object (&self->definition, definition);
  if (!same)
    replace_form (self, FALSE);
}

MCP_DEFINE_GETTER (AppForm *, AppDraft, app_draft, form)

/* Members of any name, which the schema describes without naming them. */
static gboolean
takes_more (McpDefinition *definition)
{
  McpJsonValue schema = MCP_IS_TOOL (definition)
                            ? mcp_tool_get_input_schema (MCP_TOOL (definition))
                            : MCP_JSON_NO_VALUE;
  McpJsonValue more = mcp_json_value_get_member (schema, "additionalProperties");

  return mcp_json_value_get_kind (more) == MCP_JSON_OBJECT ||
         mcp_json_value_get_boolean (more, FALSE) ||
         mcp_json_value_exists (mcp_json_value_get_member (schema, "patternProperties"));
}

gboolean
app_draft_takes_arguments (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), FALSE);

  if (self->form == NULL)
    return FALSE;
  return g_list_model_get_n_items (app_field_get_children (app_form_get_root (self->form))) > 0 ||
         app_form_get_text_error (self->form) != NULL ||
         app_form_get_notice (self->form) != NULL ||
         (self->presets != NULL && app_presets_get_status (self->presets) != APP_PRESETS_NONE) ||
         takes_more (self->definition);
}

/* References of the text that was put in, where they still are some. */
static void
put_marks (AppForm *form, const char *text)
{
  g_autoptr (McpJsonDocument) document =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
  g_autoptr (AppReferenceMarks) marks = NULL;

  if (document == NULL)
    return;
  marks = app_reference_marks_read (mcp_json_document_get_root (document),
                                    app_form_get_value (form));
  app_form_references_set_marks (form, marks);
}

void
app_draft_restore (AppDraft *self, const char *text, const char *marks)
{
  g_return_if_fail (APP_IS_DRAFT (self));

  if (self->form != NULL && text != NULL)
    {
      app_form_set_json (self->form, text);
      put_marks (self->form, marks);
      app_form_forget_history (self->form);
    }
  fill_from_memory (self);
}

gboolean
app_draft_is_typed (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), FALSE);

  if (self->form == NULL || !app_form_is_modified (self->form))
    return FALSE;
  g_autofree char *text = app_form_dup_json (self->form);
  return g_strcmp0 (text, self->untouched) != 0;
}

MCP_DEFINE_GETTER (gboolean, AppDraft, app_draft, json_values)

void
app_draft_set_json_values (AppDraft *self, gboolean json_values)
{
  g_return_if_fail (APP_IS_DRAFT (self));

  if (self->form == NULL || self->json_values == json_values)
    return;
  self->json_values = json_values;
  replace_form (self, TRUE);
}

/* What is set for the server */

MCP_DEFINE_GETTER (AppPresets *, AppDraft, app_draft, presets)

static void
create_presets (AppDraft *self, AppSessionPresets *feature)
{
  g_set_object (&self->described, self->definition);
  g_clear_object (&self->presets);
  self->presets = app_session_presets_create (feature, self->target);
  /* A tool without any can have its arguments pinned. */
  if (self->presets == NULL)
    self->presets = app_presets_new (mcp_tool_get_input_schema (MCP_TOOL (self->definition)));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRESETS]);
}

static void
on_secrets_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppDraft) self = user_data;

  if (app_preset_secrets_load_finish (APP_PRESET_SECRETS (source), result, NULL) &&
      self->session != NULL)
    create_presets (self, app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));
}

void
app_draft_update_presets (AppDraft *self)
{
  g_return_if_fail (APP_IS_DRAFT (self));

  if (!MCP_IS_TOOL (self->definition) || self->session == NULL)
    return;
  AppSessionPresets *feature = app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS);
  AppPresetSecrets  *secrets = app_session_presets_get_secrets (feature);
  StoreProfile      *profile = app_session_get_profile (self->session);
  /* A pin that changes makes them again, wherever it is set. */
  if (self->described == self->definition)
    app_session_presets_refresh (feature, self->presets);
  else
    create_presets (self, feature);
  if (!app_preset_secrets_is_loaded (secrets, profile))
    app_preset_secrets_load_async (secrets, profile, NULL, on_secrets_loaded, g_object_ref (self));
}

/* How it is sent */

void
app_draft_set_meta (AppDraft *self, const char *meta)
{
  g_return_if_fail (APP_IS_DRAFT (self));

  g_free (self->meta);
  self->meta = g_strdup (meta);
}

MCP_DEFINE_GETTER (const char *, AppDraft, app_draft, meta)

AppTaskChoice
app_draft_get_task_choice (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), APP_TASK_CHOICE_NONE);

  if (!MCP_IS_TOOL (self->definition) || self->session == NULL)
    return APP_TASK_CHOICE_NONE;
  return app_task_list_get_choice (app_session_get_feature (self->session, APP_TYPE_TASK_LIST),
                                   MCP_TOOL (self->definition));
}

gboolean
app_draft_get_as_task (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), FALSE);
  return self->as_task || app_draft_get_task_choice (self) == APP_TASK_CHOICE_REQUIRED;
}

void
app_draft_set_as_task (AppDraft *self, gboolean as_task)
{
  g_return_if_fail (APP_IS_DRAFT (self));
  self->as_task = as_task;
}

/* The call */

static void
notify_busy (AppDraft *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
set_call (AppDraft *self, AppCall *call)
{
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_set_object (&self->call, call);
  app_call_history_follow (self->history, call);
  mcp_signal_connect (call, "notify::state", notify_busy, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
  notify_busy (self);
}

MCP_DEFINE_GETTER (AppCall *, AppDraft, app_draft, call)
MCP_DEFINE_GETTER (AppCallHistory *, AppDraft, app_draft, history)

/* A task runs beside whatever else is called; it is found again in the list of tasks. */
static gboolean
blocks_next (AppDraft *self)
{
  return self->call != NULL && self->session != NULL &&
         !app_task_list_has_call (app_session_get_feature (self->session, APP_TYPE_TASK_LIST),
                                  self->call);
}

gboolean
app_draft_is_busy (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), FALSE);
  return blocks_next (self) && (app_call_is_running (self->call) ||
                                app_call_get_state (self->call) == APP_CALL_NEEDS_APPROVAL);
}

const char *
app_draft_get_resource (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), NULL);

  if (MCP_IS_RESOURCE (self->definition))
    return self->target;
  return MCP_IS_RESOURCE_TEMPLATE (self->definition) && self->call != NULL
             ? app_call_get_target (self->call)
             : NULL;
}

/* Returns: (transfer full): the URI of a template */
static char *
expand (AppDraft *self)
{
  g_autofree char *sent = app_form_dup_sent (self->form, NULL);
  g_autoptr (McpJsonDocument) document =
      sent != NULL ? mcp_json_document_parse_text (sent, -1, NULL) : NULL;

  return app_uri_template_expand (
      self->target,
      document != NULL ? mcp_json_document_get_root (document) : app_form_get_value (self->form),
      NULL);
}

AppCall *
app_draft_create_call (AppDraft *self)
{
  g_autofree char *arguments = NULL;

  g_return_val_if_fail (APP_IS_DRAFT (self), NULL);

  if (self->form == NULL)
    return app_session_new_call (self->session, self->kind, self->target, self->arguments);
  arguments = app_form_dup_arguments (self->form);
  if (arguments == NULL)
    return NULL;
  if (self->kind == APP_CALL_READ)
    {
      g_autofree char *uri = expand (self);

      return app_session_new_call (self->session, APP_CALL_READ, uri, NULL);
    }
  AppCall *call = app_session_new_call (self->session, self->kind, self->target, arguments);
  app_call_references_set_marks (app_session_get_feature (self->session, APP_TYPE_CALL_REFERENCES),
                                 call, app_form_references_get_marks (self->form));
  return call;
}

/* What was typed into a field for a password is masked in the log and wherever else it would leave
 * memory, also where the server repeats it. */
static void
mask_secrets (AppDraft *self)
{
  g_auto (GStrv) secrets = self->form != NULL ? app_draft_text_dup_secrets (self->form) : NULL;

  for (guint i = 0; secrets != NULL && secrets[i] != NULL; i++)
    app_redactor_add_secret (app_session_get_redactor (self->session), secrets[i]);
}

AppCall *
app_draft_prepare (AppDraft *self)
{
  g_return_val_if_fail (APP_IS_DRAFT (self), NULL);

  g_autoptr (AppCall) call = self->session != NULL ? app_draft_create_call (self) : NULL;
  if (call == NULL)
    return NULL;
  app_call_set_meta (call, self->meta);
  mask_secrets (self);
  /* What is not listed may be called as a task; the server says whether it can be. */
  app_call_get_options (call)->as_task =
      app_draft_get_as_task (self) &&
      (self->definition == NULL || app_draft_get_task_choice (self) != APP_TASK_CHOICE_NONE);
  AppArgumentMemory *memory = app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY);
  if (memory != NULL && self->kind == APP_CALL_TOOL && self->form != NULL)
    app_argument_memory_follow (memory, self->form, call);
  set_call (self, call);
  return self->call;
}

/* A call's state says what came of it; the error would say the same again. */
static void
on_call_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  (void)app_call_run_finish (APP_CALL (source), result, &error);
}

void
app_draft_send (AppDraft *self)
{
  g_return_if_fail (APP_IS_DRAFT (self));

  if (app_draft_is_busy (self))
    return;
  AppCall *call = app_draft_prepare (self);
  if (call != NULL)
    app_call_run_async (call, NULL, on_call_ended, NULL);
}

void
app_draft_send_call (AppDraft *self, AppCall *call)
{
  g_return_if_fail (APP_IS_DRAFT (self));
  g_return_if_fail (APP_IS_CALL (call));

  set_call (self, call);
  app_call_run_async (call, NULL, on_call_ended, NULL);
}

void
app_draft_read_again (AppDraft *self)
{
  g_autoptr (AppCall) call = NULL;

  g_return_if_fail (APP_IS_DRAFT (self));

  if (self->session == NULL || self->call == NULL || app_call_is_running (self->call))
    return;
  call =
      app_session_new_call (self->session, APP_CALL_READ, app_call_get_target (self->call), NULL);
  app_call_set_meta (call, app_call_get_meta (self->call));
  app_draft_send_call (self, call);
}
