/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-setup.h"

#include "app-case-suite.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define USUAL_REPEAT 5u

struct _AppCaseSetup
{
  GObject parent_instance;

  AppCaseChoices choices;
};

enum {
  PROP_0,
  PROP_PROMPT,
  PROP_TOOL,
  PROP_SAME_ARGUMENTS,
  PROP_RESULTS,
  PROP_ALLOW_TOOLS,
  PROP_REPEAT,
  PROP_DESCRIPTION,
  PROP_OTHERS_OFF,
  PROP_ONLY_TOOL,
  PROP_SHUFFLED,
  PROP_FORCED,
  PROP_AS_APPROVED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppCaseSetup, app_case_setup, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppCaseSetup, app_case_setup)
{
  g_free (self->choices.prompt);
  g_free (self->choices.tool);
  g_free (self->choices.description);
}

#define FIELD(name, type, field)                                                                   \
  {                                                                                                \
    name, type, .offset = G_STRUCT_OFFSET (AppCaseSetup, choices.field), .flags = G_PARAM_WRITABLE \
  }

MCP_DEFINE_CLASS (AppCaseSetup, app_case_setup)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_PROMPT] = FIELD ("prompt", G_TYPE_STRING, prompt),
    [PROP_TOOL] = FIELD ("tool", G_TYPE_STRING, tool),
    [PROP_SAME_ARGUMENTS] = FIELD ("same-arguments", G_TYPE_BOOLEAN, same_arguments),
    [PROP_RESULTS] = FIELD ("results", G_TYPE_UINT, results),
    [PROP_ALLOW_TOOLS] = FIELD ("allow-tools", G_TYPE_BOOLEAN, allow_tools),
    [PROP_REPEAT] = FIELD ("repeat", G_TYPE_UINT, repeat),
    [PROP_DESCRIPTION] = FIELD ("description", G_TYPE_STRING, description),
    [PROP_OTHERS_OFF] = FIELD ("others-off", G_TYPE_BOOLEAN, others_off),
    [PROP_ONLY_TOOL] = FIELD ("only-tool", G_TYPE_BOOLEAN, only_tool),
    [PROP_SHUFFLED] = FIELD ("shuffled", G_TYPE_BOOLEAN, shuffled),
    [PROP_FORCED] = FIELD ("forced", G_TYPE_BOOLEAN, forced),
    [PROP_AS_APPROVED] = FIELD ("as-approved", G_TYPE_BOOLEAN, as_approved),
  };

  object_class->finalize = app_case_setup_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_case_setup_init (AppCaseSetup *self)
{
  self->choices.repeat = USUAL_REPEAT;
  self->choices.results = APP_CASE_NO_RESULTS;
}

const AppCaseChoices *
app_case_setup_get_choices (AppCaseSetup *self)
{
  g_return_val_if_fail (APP_IS_CASE_SETUP (self), NULL);
  return &self->choices;
}
