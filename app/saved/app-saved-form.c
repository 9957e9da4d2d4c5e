/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-saved-form.h"

#include "mcp-object.h"
#include "mcp-property.h"

struct _AppSavedForm
{
  GObject parent_instance;

  AppSavedCalls      *calls;
  AppSavedItem       *item;
  char               *name;
  char               *group;
  char               *target;
  AppExpectationList *arguments;
  AppExpectationList *expectations;
  gboolean            is_reading;
  char               *refusal; /* (nullable): why it cannot be kept */
  char               *problem; /* (nullable) */
};

enum {
  PROP_NAME = 1,
  PROP_GROUP,
  PROP_TARGET,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppSavedForm, app_saved_form, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppSavedForm, app_saved_form)
{
  g_object_unref (self->calls);
  g_object_unref (self->item);
  g_free (self->name);
  g_free (self->group);
  g_free (self->target);
  g_object_unref (self->arguments);
  g_object_unref (self->expectations);
  g_free (self->refusal);
  g_free (self->problem);
}

static void
update (AppSavedForm *self)
{
  g_auto (McpJsonSlot) slot = { MCP_JSON_NO_VALUE };
  AppOutcome  outcome;
  gboolean    has_outcome = app_saved_item_get_outcome (self->item, &slot, &outcome);
  const char *problem =
      self->refusal != NULL ? self->refusal : app_saved_item_get_failure (self->item);

  app_expectation_list_update (self->expectations, has_outcome ? &outcome : NULL);
  mcp_property_take_text (self, &self->problem, g_strdup (problem), properties[PROP_PROBLEM]);
}

void
app_saved_form_set_text (AppSavedForm *self, const char *json)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (APP_IS_SAVED_FORM (self));

  app_saved_calls_change (self->calls, self->item, json, &error);
  g_free (self->refusal);
  self->refusal = error != NULL ? g_strdup (error->message) : NULL;
  update (self);
}

static void
on_changed (AppSavedForm *self)
{
  const AppSavedCall *saved = app_saved_item_get_call (self->item);
  g_autofree char    *arguments = app_expectation_list_dup_json (self->arguments, TRUE);
  g_autofree char    *expect = app_expectation_list_dup_json (self->expectations, FALSE);
  AppSavedText        text = { .name = *self->name != '\0' ? self->name : NULL,
                               .group = *self->group != '\0' ? self->group : NULL,
                               .server = saved->server,
                               .kind = saved->kind,
                               .target = self->target,
                               .arguments = arguments,
                               .expect = expect };
  g_autofree char    *json = app_saved_text_dup_json (&text);

  app_saved_form_set_text (self, json);
}

static void
app_saved_form_notify (GObject *object, GParamSpec *spec)
{
  if (spec != properties[PROP_PROBLEM] && !APP_SAVED_FORM (object)->is_reading)
    on_changed (APP_SAVED_FORM (object));
}

MCP_DEFINE_CLASS (AppSavedForm, app_saved_form)
{
#define IN_FORM(field) .offset = G_STRUCT_OFFSET (AppSavedForm, field)
  const McpProperty rows[N_PROPS] = {
    [PROP_NAME] = { "name", G_TYPE_STRING, .flags = G_PARAM_WRITABLE, IN_FORM (name) },
    [PROP_GROUP] = { "group", G_TYPE_STRING, .flags = G_PARAM_WRITABLE, IN_FORM (group) },
    [PROP_TARGET] = { "target", G_TYPE_STRING, .flags = G_PARAM_WRITABLE, IN_FORM (target) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, IN_FORM (problem) },
  };
#undef IN_FORM

  object_class->finalize = app_saved_form_finalize;
  object_class->notify = app_saved_form_notify;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_saved_form_init (AppSavedForm *self)
{
  self->arguments = app_expectation_list_new ();
  self->expectations = app_expectation_list_new ();
  mcp_signal_connect (self->arguments, "changed", on_changed, self);
  mcp_signal_connect (self->expectations, "changed", on_changed, self);
}

AppSavedForm *
app_saved_form_new (AppSavedCalls *calls, AppSavedItem *item)
{
  AppSavedForm *self = g_object_new (APP_TYPE_SAVED_FORM, NULL);

  self->calls = g_object_ref (calls);
  self->item = g_object_ref (item);
  mcp_signal_connect (item, "notify::state", update, self);
  app_saved_form_read (self);
  return self;
}

static void
read_field (AppSavedForm *self, McpJsonValue call, const char *member, const char *property)
{
  g_autofree char *text = mcp_json_value_dup_member_string (call, member);

  g_object_set (self, property, text != NULL ? text : "", NULL);
}

gboolean
app_saved_form_read (AppSavedForm *self)
{
  g_autofree char *text = app_saved_item_dup_text (self->item);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_return_val_if_fail (APP_IS_SAVED_FORM (self), FALSE);

  if (document == NULL)
    return FALSE;
  McpJsonValue call = mcp_json_document_get_root (document);
  self->is_reading = TRUE;
  read_field (self, call, "name", "name");
  read_field (self, call, "group", "group");
  read_field (self, call, app_saved_call_get_member (app_saved_item_get_call (self->item)->kind),
              "target");
  self->is_reading = FALSE;
  app_expectation_list_read (self->arguments, mcp_json_value_get_member (call, "arguments"));
  app_expectation_list_read (self->expectations, mcp_json_value_get_member (call, "expect"));
  update (self);
  return TRUE;
}

MCP_DEFINE_GETTER (AppExpectationList *, AppSavedForm, app_saved_form, arguments)
MCP_DEFINE_GETTER (AppExpectationList *, AppSavedForm, app_saved_form, expectations)
MCP_DEFINE_GETTER (AppSavedItem *, AppSavedForm, app_saved_form, item)
