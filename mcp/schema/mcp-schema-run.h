/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaRun: one value held against a schema, private to mcp/schema: the budget that is left,
 * the errors so far, and the functions of the families of keywords. It recurses, and its depth is
 * part of the budget.
 */

#pragma once

#include "mcp-schema-private.h"
#include "mcp-schema-truth.h"

typedef struct
{
  const McpSchema *schema;
  guint            flags;
  McpSchemaBudget  budget;
  guint64          steps;
  guint64          next_look; /* steps at which the clock is looked at */
  gint64           deadline;
  guint            depth;
  McpJsonValue     current; /* what the innermost schema is about, and how many around it are */
  guint            n_same;
  gboolean         stopped; /* the budget is used up */
  McpSchemaReason  reason;
  McpJsonValue     evidence; /* what of the schema made the answer uncertain */

  McpJsonValue instance; /* the whole value */
  GPtrArray   *errors;   /* (nullable): McpSchemaError; %NULL: only the answer is wanted */
  gboolean     has_more;
  guint        n_more;   /* errors that are not described, without causes */
  guint        n_unions; /* whose branches are being explained, inside each other */
  guint        n_causes; /* errors that were made for them */
} McpSchemaRun;

/* The resources that evaluation has come through, for dynamic references. */
typedef struct _McpSchemaScope McpSchemaScope;
struct _McpSchemaScope
{
  const McpSchemaScope *outer;
  guint32               resource;
};

/* Which members or items of one object or array were looked at by a keyword that fits. */
typedef struct
{
  guint64 *bits;
  guint    n_words;
  guint64  few[2];
} McpSchemaEvaluated;

void mcp_schema_evaluated_init (McpSchemaEvaluated *self, McpJsonValue instance);
void mcp_schema_evaluated_clear (McpSchemaEvaluated *self);
void mcp_schema_evaluated_merge (McpSchemaEvaluated *self, const McpSchemaEvaluated *other);

static inline void
mcp_schema_evaluated_mark (McpSchemaEvaluated *self, guint index)
{
  self->bits[index / 64] |= G_GUINT64_CONSTANT (1) << index % 64;
}

static inline gboolean
mcp_schema_evaluated_has (const McpSchemaEvaluated *self, guint index)
{
  return self->bits[index / 64] >> index % 64 & 1;
}

/* What a keyword's function gets */
typedef struct
{
  guint32               node;
  const McpSchemaOp    *op;
  McpJsonValue          instance;
  const McpSchemaScope *scope;
  McpSchemaEvaluated   *evaluated; /* (nullable): nobody asks */
} McpSchemaCase;

/* What an error is made of, beside the case; zero where it does not apply. */
typedef struct
{
  McpSchemaKeyword keyword;  /* 0: the operation's */
  McpJsonValue     expected; /* none: the operation's keyword */
  McpJsonValue     instance; /* none: the case's */
  McpJsonValue     property; /* a name */
  McpJsonValue     other;    /* another name that has to do with it */
  guint64          count;    /* how many there are */
  guint            first;    /* indexes that have to do with it */
  guint            second;
  GPtrArray       *causes; /* (transfer full) */
} McpSchemaFault;

/** @budget: (nullable) */
void mcp_schema_run_init (McpSchemaRun          *self,
                          const McpSchema       *schema,
                          McpJsonValue           instance,
                          guint                  flags,
                          const McpSchemaBudget *budget);

McpSchemaTruth mcp_schema_run_node (McpSchemaRun         *self,
                                    guint32               node,
                                    McpJsonValue          instance,
                                    const McpSchemaScope *scope,
                                    McpSchemaEvaluated   *evaluated);
/** The same without errors: only the answer. */
McpSchemaTruth mcp_schema_run_quietly (McpSchemaRun         *self,
                                       guint32               node,
                                       McpJsonValue          instance,
                                       const McpSchemaScope *scope,
                                       McpSchemaEvaluated   *evaluated);

/** Takes from the budget. Returns: %FALSE where it is used up */
gboolean mcp_schema_run_spend (McpSchemaRun *self, guint64 steps);
/** When the budget's time is over, of g_get_monotonic_time(); it runs from the first time that
 * somebody asks: short runs never do. */
gint64 mcp_schema_run_get_deadline (McpSchemaRun *self);
/** Nothing more can be said. Returns: MCP_SCHEMA_MAYBE */
McpSchemaTruth mcp_schema_run_stop (McpSchemaRun *self, McpSchemaReason reason);
/** One keyword cannot be decided. Returns: MCP_SCHEMA_MAYBE */
McpSchemaTruth
mcp_schema_run_doubt (McpSchemaRun *self, McpSchemaReason reason, McpJsonValue evidence);
/** Adds an error where errors are wanted. @fault: (nullable). Returns: MCP_SCHEMA_NO */
McpSchemaTruth mcp_schema_run_fail (McpSchemaRun         *self,
                                    const McpSchemaCase  *item,
                                    const McpSchemaFault *fault);

/** Whether evaluation may end at the first thing that does not fit. */
static inline gboolean
mcp_schema_run_ends_early (const McpSchemaRun *self)
{
  return self->errors == NULL;
}

/* The families of keywords */
McpSchemaTruth mcp_schema_run_scalar (McpSchemaRun *self, const McpSchemaCase *item);
McpSchemaTruth mcp_schema_run_object (McpSchemaRun *self, const McpSchemaCase *item);
McpSchemaTruth mcp_schema_run_array (McpSchemaRun *self, const McpSchemaCase *item);
McpSchemaTruth mcp_schema_run_unevaluated (McpSchemaRun *self, const McpSchemaCase *item);
McpSchemaTruth mcp_schema_run_branches (McpSchemaRun *self, const McpSchemaCase *item);

/** Orders what is said against the branches of a union: the one that came closest first.
 * @causes: (transfer full) (element-type GPtrArray): the errors of each branch
 * Returns: (transfer full): all of them in one list */
GPtrArray *mcp_schema_sort_causes (GPtrArray *causes, McpJsonValue instance, guint *closest);

/** Makes the error. Returns: (transfer full) */
McpSchemaError *mcp_schema_error_new (const McpSchemaRun   *run,
                                      const McpSchemaCase  *item,
                                      const McpSchemaFault *fault);
/** Its sentence. Returns: (transfer full) */
char *mcp_schema_fault_dup_text (const McpSchemaCase *item, const McpSchemaFault *fault);

/** @errors: (transfer full) (nullable). Returns: (transfer full) */
McpSchemaReport *
mcp_schema_report_new (const McpSchemaRun *run, McpSchemaTruth truth, GPtrArray *errors);
