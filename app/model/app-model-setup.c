/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-setup.h"

#include <glib/gi18n.h>

#include "app-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

#define MAX_ROUNDS 100u

struct _AppModelSetup
{
  GObject parent_instance;

  char    *system; /* (nullable), as the strings below, for "" */
  gboolean with_instructions;
  guint    choice;
  char    *choice_name;
  guint    rounds;
  char    *result_format;
  gboolean repairs;
  guint    parallel;
  guint    order;
  gboolean object_tools;
  guint64  max_tokens;
  double   max_cost;
  char    *parameters;
  char    *overlays;
  char    *problem; /* (nullable) */
};

enum {
  PROP_0,
  PROP_SYSTEM,
  PROP_WITH_INSTRUCTIONS,
  PROP_CHOICE,
  PROP_CHOICE_NAME,
  PROP_ROUNDS,
  PROP_RESULT_FORMAT,
  PROP_REPAIRS,
  PROP_PARALLEL,
  PROP_ORDER,
  PROP_OBJECT_TOOLS,
  PROP_MAX_TOKENS,
  PROP_MAX_COST,
  PROP_PARAMETERS,
  PROP_OVERLAYS,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppModelSetup, app_model_setup, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppModelSetup, app_model_setup)
{
  g_free (self->system);
  g_free (self->choice_name);
  g_free (self->result_format);
  g_free (self->parameters);
  g_free (self->overlays);
  g_free (self->problem);
}

#define FIELD(name, type, field)                                                            \
  {                                                                                         \
    name, type, .offset = G_STRUCT_OFFSET (AppModelSetup, field), .flags = G_PARAM_WRITABLE \
  }

MCP_DEFINE_CLASS (AppModelSetup, app_model_setup)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SYSTEM] = FIELD ("system", G_TYPE_STRING, system),
    [PROP_WITH_INSTRUCTIONS] = FIELD ("with-instructions", G_TYPE_BOOLEAN, with_instructions),
    [PROP_CHOICE] = FIELD ("choice", G_TYPE_UINT, choice),
    [PROP_CHOICE_NAME] = FIELD ("choice-name", G_TYPE_STRING, choice_name),
    [PROP_ROUNDS] = FIELD ("rounds", G_TYPE_UINT, rounds),
    [PROP_RESULT_FORMAT] = FIELD ("result-format", G_TYPE_STRING, result_format),
    [PROP_REPAIRS] = FIELD ("repairs", G_TYPE_BOOLEAN, repairs),
    [PROP_PARALLEL] = FIELD ("parallel", G_TYPE_UINT, parallel),
    [PROP_ORDER] = FIELD ("order", G_TYPE_UINT, order),
    [PROP_OBJECT_TOOLS] = FIELD ("object-tools", G_TYPE_BOOLEAN, object_tools),
    [PROP_MAX_TOKENS] = FIELD ("max-tokens", G_TYPE_UINT64, max_tokens),
    [PROP_MAX_COST] = FIELD ("max-cost", G_TYPE_DOUBLE, max_cost),
    [PROP_PARAMETERS] = FIELD ("parameters", G_TYPE_STRING, parameters),
    [PROP_OVERLAYS] = FIELD ("overlays", G_TYPE_STRING, overlays),
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_model_setup_get_problem) },
  };

  object_class->finalize = app_model_setup_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

/* What is said in words and in JSON is read at once. */
static void
on_text_changed (AppModelSetup *self, GParamSpec *pspec, gpointer unused)
{
  g_autoptr (GError) error = NULL;
  AppModelOptions options;

  app_model_options_init (&options);
  app_model_setup_apply (self, &options, &error);
  app_model_options_clear (&options);
  mcp_property_take_text (self, &self->problem, error != NULL ? g_strdup (error->message) : NULL,
                          properties[PROP_PROBLEM]);
}

static void
app_model_setup_init (AppModelSetup *self)
{
  static const char *const texts[] = { "notify::result-format", "notify::parameters",
                                       "notify::overlays", "notify::choice",
                                       "notify::choice-name" };

  self->rounds = APP_MODEL_ROUNDS;
  self->choice_name = g_strdup ("");
  self->result_format = g_strdup ("raw");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_signal_connect (self, texts[i], G_CALLBACK (on_text_changed), NULL);
}

AppModelSetup *
app_model_setup_new (void)
{
  return g_object_new (APP_TYPE_MODEL_SETUP, NULL);
}

const char *
app_model_setup_get_system (AppModelSetup *self)
{
  g_return_val_if_fail (APP_IS_MODEL_SETUP (self), NULL);
  return self->system != NULL ? self->system : "";
}

MCP_DEFINE_GETTER (const char *, AppModelSetup, app_model_setup, problem)

/* What the options are made of */

static gboolean
is_empty (const char *text)
{
  return text == NULL || *text == '\0';
}

/* @document: (out) (nullable). Returns: %FALSE with @error where there is a text, and no object */
static gboolean
read_object (const char *text, McpJsonDocument **document, GError **error)
{
  *document = NULL;
  if (is_empty (text))
    return TRUE;
  *document = mcp_json_document_parse_text (text, -1, error);
  if (*document != NULL &&
      mcp_json_value_get_kind (mcp_json_document_get_root (*document)) != MCP_JSON_OBJECT)
    {
      g_clear_pointer (document, mcp_json_document_unref);
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT, _ ("This is no object."));
    }
  return *document != NULL;
}

static gboolean
read_overlays (const char *text, AppToolOverlays **overlays, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  *overlays = NULL;
  if (!read_object (text, &document, error))
    return FALSE;
  if (document != NULL)
    *overlays = app_tool_overlays_new (mcp_json_document_get_root (document), error);
  return document == NULL || *overlays != NULL;
}

void
app_model_setup_apply_overlays (AppModelSetup *self, AppModelOptions *options)
{
  AppToolOverlays *overlays;

  g_return_if_fail (APP_IS_MODEL_SETUP (self));

  if (!read_overlays (self->overlays, &overlays, NULL))
    return;
  g_clear_pointer (&options->overlays, app_tool_overlays_unref);
  options->overlays = overlays;
}

static void
apply_numbers (AppModelSetup *self, AppModelOptions *options)
{
  options->rounds = CLAMP (self->rounds, 1, MAX_ROUNDS);
  options->choice = (McpModelChoice)MIN (self->choice, MCP_MODEL_CHOICE_NAMED);
  options->parallel = (int)MIN (self->parallel, 2) - 1;
  options->max_tokens = (gint64)MIN (self->max_tokens, (guint64)G_MAXINT64);
  options->max_cost = MAX (self->max_cost, 0);
  options->with_instructions = self->with_instructions;
  options->order = (AppModelOrder)MIN (self->order, APP_MODEL_SHUFFLED);
  options->object_tools = self->object_tools ? APP_MODEL_ALWAYS : APP_MODEL_WHEN_NEEDED;
  options->repairs = self->repairs;
}

gboolean
app_model_setup_apply (AppModelSetup *self, AppModelOptions *options, GError **error)
{
  g_autoptr (AppModelResultFormat) result_format = NULL;
  g_autoptr (McpJsonDocument) parameters = NULL;
  AppToolOverlays *overlays;

  g_return_val_if_fail (APP_IS_MODEL_SETUP (self), FALSE);

  if (self->choice == APP_TOOL_CHOICE_NAMED && is_empty (self->choice_name))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Name the tool that the model is to call."));
      return FALSE;
    }
  result_format =
      app_model_result_format_parse (is_empty (self->result_format) ? "raw" : self->result_format,
                                     error);
  if (result_format == NULL)
    {
      g_prefix_error (error, "%s ", _ ("How results are told:"));
      return FALSE;
    }
  if (!read_object (self->parameters, &parameters, error))
    {
      g_prefix_error (error, "%s ", _ ("Parameters:"));
      return FALSE;
    }
  if (!read_overlays (self->overlays, &overlays, error))
    {
      g_prefix_error (error, "%s ", _ ("What is told of tools:"));
      return FALSE;
    }
  apply_numbers (self, options);
  app_model_options_take_usual_result_format (options, g_steal_pointer (&result_format));
  g_clear_pointer (&options->parameters, mcp_json_document_unref);
  options->parameters = g_steal_pointer (&parameters);
  g_clear_pointer (&options->overlays, app_tool_overlays_unref);
  options->overlays = overlays;
  g_free (options->choice_name);
  options->choice_name = is_empty (self->choice_name) ? NULL : g_strdup (self->choice_name);
  return TRUE;
}
