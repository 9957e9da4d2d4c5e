/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-model.h"

#include "mcp-object.h"
#include "mcp-property.h"

struct _AppCaseModel
{
  GObject parent_instance;

  char    *entry; /* (nullable) */
  char    *name;
  char    *title;
  gboolean chosen;
};

enum {
  PROP_0,
  PROP_CHOSEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppCaseModel, app_case_model, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppCaseModel, app_case_model)
{
  g_free (self->entry);
  g_free (self->name);
  g_free (self->title);
}

MCP_DEFINE_CLASS (AppCaseModel, app_case_model)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_CHOSEN] = { "chosen", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppCaseModel, chosen),
                      .flags = G_PARAM_WRITABLE },
  };

  object_class->finalize = app_case_model_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

AppCaseModel *
app_case_model_new (const char *entry, const char *model, const char *title, gboolean chosen)
{
  AppCaseModel *self = g_object_new (APP_TYPE_CASE_MODEL, NULL);

  self->entry = g_strdup (entry);
  self->name = g_strdup (model);
  self->title = g_strdup (title);
  self->chosen = chosen;
  return self;
}

MCP_DEFINE_GETTER (const char *, AppCaseModel, app_case_model, entry)
MCP_DEFINE_GETTER (const char *, AppCaseModel, app_case_model, name)
MCP_DEFINE_GETTER (const char *, AppCaseModel, app_case_model, title)

MCP_DEFINE_READER (
    gboolean, app_case_model_is_chosen, AppCaseModel, APP_IS_CASE_MODEL (self), chosen)
