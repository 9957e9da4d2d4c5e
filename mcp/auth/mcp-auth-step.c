/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-step.h"

#include "mcp-object.h"
#include "mcp-property.h"

/* What is shown of a secret, so that one can be told from another. */
#define SHOWN_CHARACTERS 4

G_DEFINE_ENUM_TYPE (McpAuthStepState,
                    mcp_auth_step_state,
                    G_DEFINE_ENUM_VALUE (MCP_AUTH_STEP_PENDING, "pending"),
                    G_DEFINE_ENUM_VALUE (MCP_AUTH_STEP_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (MCP_AUTH_STEP_WAITING, "waiting"),
                    G_DEFINE_ENUM_VALUE (MCP_AUTH_STEP_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (MCP_AUTH_STEP_SKIPPED, "skipped"),
                    G_DEFINE_ENUM_VALUE (MCP_AUTH_STEP_FAILED, "failed"))

/* Facts */

struct _McpAuthFact
{
  GObject parent_instance;

  char *name;
  char *value;
  char *reason; /* (nullable) */
};

MCP_DEFINE_OBJECT (McpAuthFact, mcp_auth_fact)

MCP_DEFINE_FINALIZE (McpAuthFact, mcp_auth_fact)
{
  g_free (self->name);
  g_free (self->value);
  g_free (self->reason);
}

MCP_DEFINE_GETTER (const char *, McpAuthFact, mcp_auth_fact, name)
MCP_DEFINE_GETTER (const char *, McpAuthFact, mcp_auth_fact, value)
MCP_DEFINE_GETTER (const char *, McpAuthFact, mcp_auth_fact, reason)

/* Steps */

struct _McpAuthStep
{
  GObject parent_instance;

  McpAuthStepKind       kind;
  const McpAuthStepRow *row;
  McpAuthStepState      state;
  char                 *summary; /* (nullable) */
  GListStore           *facts;
  GListStore           *exchanges;
  GListStore           *findings;
  char                 *document; /* (nullable) */
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_SUMMARY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum {
  ENDED,
  SECRET,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpAuthStep, mcp_auth_step, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (McpAuthStep, mcp_auth_step)
{
  g_free (self->summary);
  g_free (self->document);
  g_object_unref (self->facts);
  g_object_unref (self->exchanges);
  g_object_unref (self->findings);
}

static void
mcp_auth_step_class_init (McpAuthStepClass *klass)
{
  const McpProperty table[N_PROPS] = {
    [PROP_STATE] = { "state", MCP_TYPE_AUTH_STEP_STATE,
                     .offset = G_STRUCT_OFFSET (McpAuthStep, state) },
    [PROP_SUMMARY] = { "summary", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (McpAuthStep, summary) },
  };

  G_OBJECT_CLASS (klass)->finalize = mcp_auth_step_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), table, properties, N_PROPS);
  signals[ENDED] = mcp_signal_new (klass, "ended", 1, G_TYPE_POINTER);
  signals[SECRET] = mcp_signal_new (klass, "secret", 1, G_TYPE_STRING);
}

static void
mcp_auth_step_init (McpAuthStep *self)
{
  self->facts = g_list_store_new (MCP_TYPE_AUTH_FACT);
  self->exchanges = g_list_store_new (MCP_TYPE_AUTH_EXCHANGE);
  self->findings = g_list_store_new (MCP_TYPE_AUTH_FINDING);
}

McpAuthStep *
mcp_auth_step_new (McpAuthStepKind kind, const McpAuthStepRow *row)
{
  McpAuthStep *self = g_object_new (MCP_TYPE_AUTH_STEP, NULL);

  self->kind = kind;
  self->row = row;
  return self;
}

McpAuthStepKind
mcp_auth_step_get_kind (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), MCP_AUTH_N_STEPS);
  return self->kind;
}

const char *
mcp_auth_step_get_title (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return self->row->title;
}

const char *
mcp_auth_step_get_name (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return self->row->name;
}

MCP_DEFINE_GETTER (McpAuthStepState, McpAuthStep, mcp_auth_step, state)

const char *
mcp_auth_step_get_state_name (McpAuthStep *self)
{
  g_autoptr (GEnumClass) klass = g_type_class_ref (MCP_TYPE_AUTH_STEP_STATE);

  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return g_enum_get_value (klass, (gint)self->state)->value_nick;
}

MCP_DEFINE_GETTER (const char *, McpAuthStep, mcp_auth_step, summary)

GListModel *
mcp_auth_step_get_facts (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return G_LIST_MODEL (self->facts);
}

GListModel *
mcp_auth_step_get_exchanges (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return G_LIST_MODEL (self->exchanges);
}

GListModel *
mcp_auth_step_get_findings (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return G_LIST_MODEL (self->findings);
}

MCP_DEFINE_GETTER (const char *, McpAuthStep, mcp_auth_step, document)

const McpAuthSetting *
mcp_auth_step_get_settings (McpAuthStep *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_STEP (self), NULL);
  return self->row->settings;
}

void
mcp_auth_step_reset (McpAuthStep *self)
{
  g_list_store_remove_all (self->facts);
  g_list_store_remove_all (self->exchanges);
  g_list_store_remove_all (self->findings);
  g_clear_pointer (&self->document, g_free);
  mcp_auth_step_set (self, MCP_AUTH_STEP_PENDING, NULL);
}

void
mcp_auth_step_set (McpAuthStep *self, McpAuthStepState state, char *summary)
{
  g_free (self->summary);
  self->summary = summary;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_auth_step_end (McpAuthStep *self, McpAuthStepState state, char *summary)
{
  mcp_auth_step_set (self, state, summary);
  g_signal_emit (self, signals[ENDED], 0, NULL);
}

/* The last that it cannot go on for; else the last of all. */
static void
explain (McpAuthStep *self, GError *error)
{
  g_autoptr (McpAuthFinding) chosen = NULL;

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->findings)); i > 0; i--)
    {
      g_autoptr (McpAuthFinding) finding =
          g_list_model_get_item (G_LIST_MODEL (self->findings), i - 1);
      gboolean breaks = mcp_auth_finding_get (finding)->severity == MCP_AUTH_SEVERITY_BREAKS;

      if (chosen == NULL || breaks)
        g_set_object (&chosen, finding);
      if (breaks)
        break;
    }
  if (chosen != NULL)
    mcp_auth_finding_explain (chosen, error);
}

void
mcp_auth_step_fail_with (McpAuthStep *self, GError *error)
{
  explain (self, error);
  mcp_auth_step_set (self, MCP_AUTH_STEP_FAILED, g_utf8_make_valid (error->message, -1));
  g_signal_emit (self, signals[ENDED], 0, error);
}

void
mcp_auth_step_fail (McpAuthStep *self, McpError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  mcp_auth_step_fail_with (self, mcp_error_new (code, "%s", text));
}

void
mcp_auth_step_hide (McpAuthStep *self, const char *text)
{
  if (text != NULL && *text != '\0')
    g_signal_emit (self, signals[SECRET], 0, text);
}

void
mcp_auth_step_add_fact (McpAuthStep *self,
                        const char  *name,
                        const char  *value,
                        const char  *reason)
{
  if (value == NULL)
    return;
  g_autoptr (McpAuthFact) fact = g_object_new (MCP_TYPE_AUTH_FACT, NULL);
  fact->name = g_strdup (name);
  fact->value = g_utf8_make_valid (value, -1);
  fact->reason = g_strdup (reason);
  g_list_store_append (self->facts, fact);
}

void
mcp_auth_step_add_secret (McpAuthStep *self, const char *name, const char *value)
{
  g_autofree char *shown = NULL;

  if (value == NULL)
    return;
  mcp_auth_step_hide (self, value);
  /* Of a short one nothing: what is shown would be too much of it. */
  if (g_utf8_validate (value, -1, NULL) && g_utf8_strlen (value, -1) >= 6 * SHOWN_CHARACTERS)
    {
      g_autofree char *beginning = g_utf8_substring (value, 0, SHOWN_CHARACTERS);

      shown = g_strconcat (beginning, "••••••", NULL);
    }
  mcp_auth_step_add_fact (self, name, shown != NULL ? shown : "••••••", NULL);
}

void
mcp_auth_step_add_exchange (McpAuthStep *self, McpAuthExchange *exchange)
{
  g_list_store_append (self->exchanges, exchange);
  g_object_unref (exchange);
}

void
mcp_auth_step_add_finding (McpAuthStep *self, McpAuthFinding *finding)
{
  g_list_store_append (self->findings, finding);
  g_object_unref (finding);
}

void
mcp_auth_step_note (McpAuthStep *self, const char *id, const char *seen, ...)
{
  va_list arguments;

  va_start (arguments, seen);
  g_autofree char *text = g_strdup_vprintf (seen, arguments);
  va_end (arguments);
  mcp_auth_step_add_finding (self, mcp_auth_finding_new (id, "%s", text));
}

void
mcp_auth_step_set_document (McpAuthStep *self, char *document)
{
  g_free (self->document);
  self->document = document;
}
