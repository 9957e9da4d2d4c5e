/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-line.h"

#include "mcp-object.h"
#include "mcp-property.h"

struct _AppCaseLine
{
  GObject parent_instance;

  char       *title;
  char       *case_title;
  char       *rate_text;
  double      rate;
  double      low;
  double      high;
  char       *detail;
  char       *comparison;
  GListStore *runs;
};

enum {
  PROP_0,
  PROP_TITLE,
  PROP_CASE_TITLE,
  PROP_RATE_TEXT,
  PROP_RATE,
  PROP_LOW,
  PROP_HIGH,
  PROP_DETAIL,
  PROP_COMPARISON,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppCaseLine, app_case_line, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppCaseLine, app_case_line)
{
  g_free (self->title);
  g_free (self->case_title);
  g_free (self->rate_text);
  g_free (self->detail);
  g_free (self->comparison);
  g_object_unref (self->runs);
}

#define FIELD(name, type, field)                               \
  {                                                            \
    name, type, .offset = G_STRUCT_OFFSET (AppCaseLine, field) \
  }

#define WRITABLE(name, type, field)                                                       \
  {                                                                                       \
    name, type, .offset = G_STRUCT_OFFSET (AppCaseLine, field), .flags = G_PARAM_WRITABLE \
  }

MCP_DEFINE_CLASS (AppCaseLine, app_case_line)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TITLE] = FIELD ("title", G_TYPE_STRING, title),
    [PROP_CASE_TITLE] = FIELD ("case-title", G_TYPE_STRING, case_title),
    [PROP_RATE_TEXT] = WRITABLE ("rate-text", G_TYPE_STRING, rate_text),
    [PROP_RATE] = WRITABLE ("rate", G_TYPE_DOUBLE, rate),
    [PROP_LOW] = FIELD ("low", G_TYPE_DOUBLE, low),
    [PROP_HIGH] = FIELD ("high", G_TYPE_DOUBLE, high),
    [PROP_DETAIL] = WRITABLE ("detail", G_TYPE_STRING, detail),
    [PROP_COMPARISON] = WRITABLE ("comparison", G_TYPE_STRING, comparison),
  };

  object_class->finalize = app_case_line_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_case_line_init (AppCaseLine *self)
{
  self->runs = g_list_store_new (APP_TYPE_CASE_RUN);
  self->rate = -1;
  self->high = 1;
  self->rate_text = g_strdup ("");
  self->detail = g_strdup ("");
  self->comparison = g_strdup ("");
}

AppCaseLine *
app_case_line_new (const char *title, const char *case_title)
{
  AppCaseLine *self = g_object_new (APP_TYPE_CASE_LINE, NULL);

  self->title = g_strdup (title);
  self->case_title = g_strdup (case_title);
  return self;
}

void
app_case_line_update (AppCaseLine *self, AppCaseReport *report, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (report, variant, index);
  AppCaseInterval     interval = app_case_statistics_wilson (tally->n_right, tally->n);
  g_autofree char    *rate = app_case_report_write_rate (tally);
  g_autofree char    *detail = app_case_report_write_detail (tally);
  g_autofree char    *comparison = app_case_report_write_comparison (report, variant, index);

  self->low = interval.low;
  self->high = interval.high;
  g_object_set (self, "rate", tally->n > 0 ? (double)tally->n_right / tally->n : -1.0, "rate-text",
                rate, "detail", detail, "comparison", comparison != NULL ? comparison : "", NULL);
}

void
app_case_line_take_run (AppCaseLine *self, AppCaseRun *run)
{
  g_list_store_append (self->runs, run);
  g_object_unref (run);
}

GListModel *
app_case_line_get_runs (AppCaseLine *self)
{
  g_return_val_if_fail (APP_IS_CASE_LINE (self), NULL);
  return G_LIST_MODEL (self->runs);
}

MCP_DEFINE_GETTER (const char *, AppCaseLine, app_case_line, title)
