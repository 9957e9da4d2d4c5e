/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-catalogue.h"

#include "mcp-json-writer.h"

#define CONTEXT 131072
#define MAX_OUTPUT 8192
#define BORN 1767225600 /* 2026-01-01 */

static char *
list_openai (const char *model)
{
  return mcp_json_build ("{'object': 'list', 'data': [{'id': %s, 'object': 'model', 'created': %i, "
                         "'owned_by': 'spyglass-demo'}]}",
                         model, BORN);
}

static char *
list_anthropic (const char *model)
{
  return mcp_json_build (
      "{'data': [{'type': 'model', 'id': %s, 'display_name': %s, 'created_at': "
      "'2026-01-01T00:00:00Z', 'max_input_tokens': %i, 'max_tokens': %i}], 'has_more': false, "
      "'first_id': %s, 'last_id': %s}",
      model, model, CONTEXT, MAX_OUTPUT, model, model);
}

static char *
describe_gemini (const char *model)
{
  g_autofree char *name = g_strconcat ("models/", model, NULL);

  return mcp_json_build (
      "{'name': %s, 'version': '1', 'displayName': %s, 'inputTokenLimit': %i, "
      "'outputTokenLimit': %i, 'supportedGenerationMethods': ['generateContent', "
      "'streamGenerateContent', 'countTokens'], 'thinking': true}",
      name, model, CONTEXT, MAX_OUTPUT);
}

static char *
list_gemini (const char *model)
{
  g_autofree char *one = describe_gemini (model);

  return mcp_json_build ("{'models': [%r]}", one);
}

#define DETAILS                                                                                  \
  "'details': {'parent_model': '', 'format': 'script', 'family': 'demo', 'families': ['demo'], " \
  "'parameter_size': '0B', 'quantization_level': 'none'}"

static char *
list_ollama (const char *model)
{
  return mcp_json_build ("{'models': [{'name': %s, 'model': %s, 'modified_at': "
                         "'2026-01-01T00:00:00Z', 'size': 1024, 'digest': 'demo', " DETAILS "}]}",
                         model, model);
}

static char *
list_loaded (const char *model)
{
  return mcp_json_build ("{'models': [{'name': %s, 'model': %s, 'size': 1024, 'digest': 'demo', "
                         "'context_length': %i, " DETAILS "}]}",
                         model, model, CONTEXT);
}

static char *
show_ollama (const char *model)
{
  return mcp_json_build ("{" DETAILS ", 'model_info': {'general.architecture': 'demo', "
                         "'demo.context_length': %i}, 'capabilities': ['completion', 'tools', "
                         "'thinking']}",
                         CONTEXT);
}

static char *
tell_version (const char *model)
{
  return mcp_json_build ("{'version': '0.0.0-demo'}");
}

static const struct
{
  const char *path;
  char *(*write) (const char *model);
  gboolean is_posted;
} documents[] = {
  { "/v1beta/models", list_gemini },
  { "/api/tags", list_ollama },
  { "/api/ps", list_loaded },
  { "/api/show", show_ollama, TRUE },
  { "/api/version", tell_version },
};

static char *
list_models (AppDemoModelVendor vendor, const char *model)
{
  switch (vendor)
    {
    case APP_DEMO_MODEL_ANTHROPIC:
      return list_anthropic (model);
    case APP_DEMO_MODEL_GEMINI:
      return list_gemini (model);
    default:
      return list_openai (model);
    }
}

char *
app_demo_model_catalogue_find (const char        *method,
                               const char        *path,
                               AppDemoModelVendor vendor,
                               const char        *model)
{
  gboolean         gets = g_str_equal (method, "GET");
  g_autofree char *one = g_strconcat ("/v1beta/models/", model, NULL);

  if (gets && g_str_equal (path, "/v1/models"))
    return list_models (vendor, model);
  if (gets && g_str_equal (path, one))
    return describe_gemini (model);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    if (g_str_equal (path, documents[i].path) &&
        (gets || (documents[i].is_posted && g_str_equal (method, "POST"))))
      return documents[i].write (model);
  return NULL;
}
