/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-probe.h"

#include "mcp-legacy-era.h"
#include "mcp-modern-era.h"

#include <string.h>

McpProbeStep
mcp_probe_begin (McpProbe *self)
{
  if (self->choice == MCP_ERA_CHOICE_MODERN)
    self->step = MCP_PROBE_MODERN;
  else if (self->choice != MCP_ERA_CHOICE_AUTO || self->known == MCP_ERA_LEGACY)
    self->step = MCP_PROBE_LEGACY;
  else
    self->step = MCP_PROBE_DISCOVER;
  return self->step;
}

gboolean
mcp_probe_branch (McpProbe *self, McpProbe *second)
{
  gboolean asked = self->discovered || self->silent || self->step != MCP_PROBE_LEGACY;

  if (self->choice != MCP_ERA_CHOICE_AUTO || self->http || self->restarted)
    return FALSE;
  self->restarted = TRUE;
  *second = (McpProbe){ .choice = self->choice,
                        .patience_ms = self->patience_ms / 2,
                        .restarted = TRUE,
                        .discovered = asked,
                        .findings = self->findings };
  second->step = asked ? MCP_PROBE_RESTART : mcp_probe_begin (second);
  return TRUE;
}

static gboolean
is_error (const GError *error, McpError code)
{
  return g_error_matches (error, MCP_ERROR, (int)code);
}

static guint
get_status (const GError *error)
{
  return is_error (error, MCP_ERROR_HTTP_STATUS) ? mcp_error_get_details (error)->http_status : 0;
}

/** A status by which a server says that it does not know such a request. 408 and 429 speak of time,
 * 401 and 403 of who asks. */
static gboolean
is_unknown_request (guint status)
{
  return status >= 400 && status < 500 && status != 401 && status != 403 && status != 407 &&
         status != 408 && status != 425 && status != 429;
}

/** The server took the question and had nothing to say to it. A stream that broke has no status. */
static gboolean
is_no_answer (const GError *error)
{
  return is_error (error, MCP_ERROR_INVALID_MESSAGE) || is_error (error, MCP_ERROR_RESPONSE) ||
         (is_error (error, MCP_ERROR_CONNECTION_LOST) &&
          mcp_error_get_details (error)->http_status == 200);
}

/** The connection ended instead of a response. */
static gboolean
is_end (const GError *error)
{
  return is_error (error, MCP_ERROR_PROCESS_EXITED) ||
         is_error (error, MCP_ERROR_CONNECTION_LOST) || is_error (error, MCP_ERROR_NOT_CONNECTED);
}

/* Notes what happened for commands that describe the server; the log has all of it.
 * Returns: (transfer full): the same, for the log */
static char *
probe_find (McpProbe *self, McpFindingLevel level, const char *code, char *text)
{
  mcp_finding_add (self->findings, level, code, NULL, "%s " MCP_PROBE_WAY_ROUND, text);
  return text;
}

/** It took the question, and it will not do. */
static McpProbeStep
judge_answer (McpProbe *self, const GError *error, char **note)
{
  *note = g_strdup_printf ("The server does not answer server/discover (%s). It is taken for one "
                           "of an earlier revision and asked to initialize.",
                           error->message);
  if (is_error (error, MCP_ERROR_INVALID_MESSAGE))
    mcp_finding_add (self->findings, MCP_FINDING_WARNING, "discover-answer", NULL, "%s",
                     error->message);
  return MCP_PROBE_LEGACY;
}

static McpProbeStep
judge_discover (McpProbe *self, const GError *error, char **note)
{
  guint status = get_status (error);

  self->discovered = TRUE;
  if (is_error (error, MCP_ERROR_OTHER_ERA))
    {
      *note = g_strdup_printf ("%s It is taken for one of an earlier revision and asked to "
                               "initialize.",
                               error->message);
      return MCP_PROBE_LEGACY;
    }
  if (is_error (error, MCP_ERROR_TIMED_OUT))
    {
      self->discovered = FALSE;
      self->silent = TRUE;
      if (self->http)
        return MCP_PROBE_FAIL;
      *note = probe_find (self, MCP_FINDING_NOTE, "discover-silence",
                          g_strdup_printf ("The server said nothing to server/discover for %.2g s. "
                                           "It is taken for one of an earlier revision and asked "
                                           "to initialize.",
                                           self->patience_ms / 1000.0));
      return MCP_PROBE_LEGACY;
    }
  if (is_unknown_request (status) || is_no_answer (error))
    return judge_answer (self, error, note);
  if (self->http || !is_end (error) || self->restarted)
    return MCP_PROBE_FAIL;
  self->restarted = TRUE;
  *note = probe_find (self, MCP_FINDING_NOTE, "discover-end",
                      g_strdup ("The server ended when it was asked server/discover, as some of "
                                "earlier revisions do. It is started again and asked to "
                                "initialize."));
  return MCP_PROBE_RESTART;
}

/** What else there is where the connection is no good: it has ended, or the server refuses. */
static McpProbeStep
judge_question (McpProbe *self, const GError *error, char **note)
{
  if (self->choice != MCP_ERA_CHOICE_AUTO || self->http || self->restarted ||
      (!is_error (error, MCP_ERROR_RESPONSE) && !is_end (error)))
    return MCP_PROBE_FAIL;
  self->restarted = TRUE;
  if (self->discovered || self->silent)
    {
      *note = probe_find (self, MCP_FINDING_NOTE, "discover-refused",
                          g_strdup_printf ("The server does not open a session after it was asked "
                                           "server/discover (%s). It is started again and asked to "
                                           "initialize alone.",
                                           error->message));
      return MCP_PROBE_RESTART;
    }
  if (self->known != MCP_ERA_LEGACY)
    return MCP_PROBE_FAIL;
  *note =
      g_strdup_printf ("The server does not open a session as it did before (%s). It is started "
                       "again and asked server/discover.",
                       error->message);
  return MCP_PROBE_ASK_AGAIN;
}

static McpProbeStep
judge_initialize (McpProbe *self, const GError *error, char **note)
{
  guint    status = get_status (error);
  gboolean refused = is_error (error, MCP_ERROR_INVALID_MESSAGE) ||
                     is_error (error, MCP_ERROR_RESPONSE) ||
                     is_error (error, MCP_ERROR_UNSUPPORTED_VERSION) || is_unknown_request (status);

  if (self->choice == MCP_ERA_CHOICE_AUTO && refused && !self->discovered)
    {
      *note = g_strdup_printf ("The server did not open a session (%s). It is asked "
                               "server/discover, whether it speaks a later revision now.",
                               error->message);
      return MCP_PROBE_REDISCOVER;
    }
  if (self->has_sse && (status == 400 || status == 404 || status == 405))
    {
      *note = g_strdup_printf ("The server does not answer initialize either (%s). HTTP+SSE of "
                               "2024-11-05 is tried.",
                               error->message);
      return MCP_PROBE_SSE;
    }
  return judge_question (self, error, note);
}

McpProbeStep
mcp_probe_go_on (McpProbe *self, const GError *error, char **note)
{
  *note = NULL;
  switch (self->step)
    {
    case MCP_PROBE_DISCOVER:
    case MCP_PROBE_ASK_AGAIN:
      self->step = judge_discover (self, error, note);
      break;
    case MCP_PROBE_LEGACY:
    case MCP_PROBE_RESTART:
      self->step = judge_initialize (self, error, note);
      break;
    case MCP_PROBE_REDISCOVER:
      /* Both have failed; over HTTP there is one way more. */
      self->discovered = TRUE;
      self->step = self->http ? judge_initialize (self, error, note) : MCP_PROBE_FAIL;
      break;
    case MCP_PROBE_FAIL:
    case MCP_PROBE_MODERN:
    case MCP_PROBE_SSE:
    default:
      self->step = MCP_PROBE_FAIL;
    }
  return self->step;
}

/** Whether a server of another era may fail in this way. What a signal ended did not choose to, and
 * a request that is too large, or sent to the wrong place, is so in any era. */
static gboolean
may_be_other_era (const McpProbe *self, const GError *error)
{
  guint status = get_status (error);

  return is_no_answer (error) || is_error (error, MCP_ERROR_UNSUPPORTED_VERSION) ||
         is_error (error, MCP_ERROR_TIMED_OUT) || (status >= 404 && status <= 406) ||
         status == 400 ||
         (!self->http && is_end (error) && mcp_error_get_details (error)->signal == 0);
}

static GError *
tell_of_silence (GError *error)
{
  g_autofree char *said = g_steal_pointer (&error->message);

  error->message =
      g_strdup_printf ("%s Over HTTP, silence says nothing of the revision: the server may be down "
                       "or slow. Where it is of one before " MCP_MODERN_LATEST_VERSION
                       " and ignores what it does not know, choose the legacy era for it.",
                       said);
  return error;
}

GError *
mcp_probe_blame_choice (const McpProbe *self, const char *offered, GError *error)
{
  gboolean         modern = self->choice == MCP_ERA_CHOICE_MODERN;
  g_autofree char *said = NULL;
  const char      *stop;

  if (self->choice == MCP_ERA_CHOICE_AUTO && self->http && self->silent &&
      is_error (error, MCP_ERROR_TIMED_OUT))
    return tell_of_silence (error);
  if ((self->choice != MCP_ERA_CHOICE_LEGACY && !modern) || !may_be_other_era (self, error))
    return error;
  if (offered == NULL || modern)
    offered = modern ? MCP_MODERN_LATEST_VERSION : MCP_LEGACY_LATEST_VERSION;
  said = g_steal_pointer (&error->message);
  stop = *said != '\0' && strchr (".!?", said[strlen (said) - 1]) != NULL ? "" : ".";
  error->message = g_strdup_printf ("%s%s The settings pin it to %s: with the era set to "
                                    "automatic, %s is tried as well.",
                                    said, stop, offered,
                                    modern ? "initialize" : "server/discover");
  return error;
}
