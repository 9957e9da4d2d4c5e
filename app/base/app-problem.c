/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-problem.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppProblem
{
  GObject parent_instance;

  AppCulprit culprit;
  char      *what;
  char      *advice;
  char      *evidence;
  char      *url;
  GError    *error;
};

enum {
  PROP_0,
  PROP_WHAT,
  PROP_CULPRIT_NAME,
  PROP_ADVICE,
  PROP_EVIDENCE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppProblem, app_problem, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppProblem, app_problem)
{
  g_free (self->what);
  g_free (self->advice);
  g_free (self->evidence);
  g_free (self->url);
  g_clear_error (&self->error);
}

MCP_DEFINE_CLASS (AppProblem, app_problem)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_WHAT] = { "what", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppProblem, what) },
    [PROP_CULPRIT_NAME] = { "culprit-name", G_TYPE_STRING,
                            G_CALLBACK (app_problem_get_culprit_name) },
    [PROP_ADVICE] = { "advice", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppProblem, advice) },
    [PROP_EVIDENCE] = { "evidence", G_TYPE_STRING,
                        .offset = G_STRUCT_OFFSET (AppProblem, evidence) },
  };

  object_class->finalize = app_problem_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

AppProblem *
app_problem_new (AppCulprit culprit, const char *what, const char *advice, const char *evidence)
{
  AppProblem *self = g_object_new (APP_TYPE_PROBLEM, NULL);

  self->culprit = culprit;
  self->what = g_strdup (what);
  self->advice = g_strdup (advice);
  self->evidence = evidence != NULL ? g_utf8_make_valid (evidence, -1) : NULL;
  return self;
}

/* What the details of a transport's error have to show, the most specific first. */
static char *
dup_evidence (const GError *error)
{
  const McpErrorDetails *details = mcp_error_get_details (error);

  if (details == NULL)
    return NULL;
  GString *text = g_string_new (NULL);
  if (details->url != NULL)
    g_string_append_printf (text, "%s\n", details->url);
  if (details->http_status != 0)
    g_string_append_printf (text, "HTTP %u\n", details->http_status);
  if (details->challenge != NULL)
    g_string_append_printf (text, "WWW-Authenticate: %s\n", details->challenge);
  if (details->signal != 0)
    /* Translators: how a server's process ended */
    g_string_append_printf (text, _ ("ended by signal %d\n"), details->signal);
  else if (details->exit_status >= 0 && error->code == MCP_ERROR_PROCESS_EXITED)
    /* Translators: how a server's process ended */
    g_string_append_printf (text, _ ("exit status %d\n"), details->exit_status);
  if (details->evidence != NULL)
    g_string_append (text, details->evidence);
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  return g_string_free (text, FALSE);
}

static char *
mask (AppRedactor *redactor, const char *text)
{
  return redactor != NULL ? app_redactor_redact_text (redactor, text) : g_strdup (text);
}

/* @text: replaced by what may be shown */
static void
mask_in_place (AppRedactor *redactor, char **text)
{
  g_autofree char *raw = g_steal_pointer (text);

  *text = mask (redactor, raw);
}

AppProblem *
app_problem_new_redacted (const GError *error, AppRedactor *redactor)
{
  AppAdvice advice;

  g_return_val_if_fail (error != NULL, NULL);

  app_advice_choose (&advice, error);
  g_autofree char *evidence = error->domain == MCP_ERROR ? dup_evidence (error) : NULL;
  mask_in_place (redactor, &evidence);
  mask_in_place (redactor, &advice.text);
  AppProblem *self = app_problem_new (advice.culprit, NULL, advice.text, evidence);
  self->error = g_error_copy (error);
  mask_in_place (redactor, &self->error->message);
  McpErrorDetails *details = mcp_error_get_details (self->error);
  if (details != NULL)
    {
      mask_in_place (redactor, &details->response);
      mask_in_place (redactor, &details->evidence);
    }
  self->what = g_strdup (advice.what != NULL ? advice.what : self->error->message);
  self->url = g_steal_pointer (&advice.url);
  app_advice_clear (&advice);
  return self;
}

AppProblem *
app_problem_new_for_error (const GError *error)
{
  return app_problem_new_redacted (error, NULL);
}

MCP_DEFINE_GETTER (const char *, AppProblem, app_problem, what)
MCP_DEFINE_GETTER (AppCulprit, AppProblem, app_problem, culprit)

const char *
app_problem_get_culprit_name (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);

  switch (self->culprit)
    {
    case APP_CULPRIT_SERVER:
      return C_ ("whose fault", "the server");
    case APP_CULPRIT_ISSUER:
      return C_ ("whose fault", "the authorization server");
    case APP_CULPRIT_NETWORK:
      return C_ ("whose fault", "the network");
    case APP_CULPRIT_SETUP:
      return C_ ("whose fault", "your settings");
    case APP_CULPRIT_CLIENT:
      return C_ ("whose fault", "the other application");
    case APP_CULPRIT_NOBODY:
      return NULL;
    case APP_CULPRIT_PROGRAM:
    default:
      return C_ ("whose fault", "Spyglass");
    }
}

char *
app_problem_dup_check (AppProblem *self)
{
  const char *name = app_problem_get_culprit_name (self);

  if (name == NULL)
    return NULL;
  if (self->culprit == APP_CULPRIT_PROGRAM)
    return g_strdup (_ ("This is a fault in Spyglass"));
  /* Translators: %s is "the server", "your settings" or the like */
  return g_strdup_printf (_ ("Check %s"), name);
}

MCP_DEFINE_GETTER (const char *, AppProblem, app_problem, advice)
MCP_DEFINE_GETTER (const char *, AppProblem, app_problem, evidence)

char *
app_problem_dup_output (AppProblem *self, guint max_lines)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);

  if (!g_error_matches (self->error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED))
    return NULL;
  const McpErrorDetails *details = mcp_error_get_details (self->error);
  if (details->evidence == NULL || *details->evidence == '\0')
    return NULL;
  g_autofree char *text = g_strchomp (g_strdup (details->evidence));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = g_strv_length (lines);
  return g_strjoinv ("\n", lines + (n > max_lines ? n - max_lines : 0));
}

MCP_DEFINE_GETTER (const char *, AppProblem, app_problem, url)

const char *
app_problem_get_response (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);
  return g_error_matches (self->error, MCP_ERROR, MCP_ERROR_RESPONSE)
             ? mcp_error_get_details (self->error)->response
             : NULL;
}

gboolean
app_problem_offers_again (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), FALSE);
  return g_error_matches (self->error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED) &&
         mcp_error_get_details (self->error)->reopened;
}

gboolean
app_problem_lacks_access (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), FALSE);

  g_autofree char *scope = self->error != NULL ? app_advice_dup_missing_scope (self->error) : NULL;
  return scope != NULL;
}

int
app_problem_get_exit_status (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), -1);

  gboolean               ended = g_error_matches (self->error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  const McpErrorDetails *details = ended ? mcp_error_get_details (self->error) : NULL;
  return details != NULL ? details->exit_status : -1;
}

MCP_DEFINE_GETTER (const GError *, AppProblem, app_problem, error)

char *
app_problem_dup_text (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);

  g_autofree char *check = app_problem_dup_check (self);
  GString         *text = g_string_new (self->what);
  if (check != NULL)
    g_string_append_printf (text, "\n%s", check);
  if (self->advice != NULL)
    g_string_append_printf (text, "\n%s", self->advice);
  if (self->evidence != NULL)
    g_string_append_printf (text, "\n\n%s", self->evidence);
  return g_string_free (text, FALSE);
}
