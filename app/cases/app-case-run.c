/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-run.h"

#include <glib/gi18n.h>

#include "app-model-blocks.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#define DETAIL_CHARACTERS 300

struct _AppCaseRun
{
  GObject parent_instance;

  char           *title;
  char           *detail;
  GPtrArray      *turns;
  AppModelBlocks *blocks; /* (nullable): once somebody looks at it */
};

MCP_DEFINE_OBJECT (AppCaseRun, app_case_run)

MCP_DEFINE_FINALIZE (AppCaseRun, app_case_run)
{
  g_free (self->title);
  g_free (self->detail);
  g_clear_pointer (&self->turns, g_ptr_array_unref);
  g_clear_pointer (&self->blocks, app_model_blocks_free);
}

/* Returns: (transfer full): what was wrong, else what was called */
static char *
create_detail (const AppCaseRecord *record)
{
  g_autoptr (GString) text = g_string_new (record->error);
  GPtrArray *calls = record->outcome->calls;

  for (guint i = 0; record->error == NULL && i < record->problems->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const AppCaseProblem *)record->problems->pdata[i])->text);
  if (text->len == 0 && calls->len == 0)
    g_string_append (text, _ ("No tool was called"));
  else if (text->len == 0)
    {
      /* Translators: a list of tools follows */
      g_string_append_printf (text, "%s ", _ ("Called:"));
      for (guint i = 0; i < calls->len; i++)
        g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                                ((const AppCaseCall *)calls->pdata[i])->told);
    }
  return app_visible_text_line (text->str, DETAIL_CHARACTERS);
}

AppCaseRun *
app_case_run_new (guint number, const AppCaseRecord *record, GPtrArray *turns)
{
  AppCaseRun *self = g_object_new (APP_TYPE_CASE_RUN, NULL);

  if (record->error != NULL)
    /* Translators: a number */
    self->title = g_strdup_printf (_ ("Run %u: not made"), number);
  else if (record->problems->len > 0)
    /* Translators: a number; a model did not do what was expected */
    self->title = g_strdup_printf (_ ("Run %u: wrong"), number);
  else
    /* Translators: a number; a model did what was expected */
    self->title = g_strdup_printf (_ ("Run %u: right"), number);
  self->detail = create_detail (record);
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  for (guint i = 0; i < turns->len; i++)
    g_ptr_array_add (self->turns, mcp_model_turn_ref (turns->pdata[i]));
  return self;
}

MCP_DEFINE_GETTER (const char *, AppCaseRun, app_case_run, title)
MCP_DEFINE_GETTER (const char *, AppCaseRun, app_case_run, detail)

GListModel *
app_case_run_get_blocks (AppCaseRun *self)
{
  g_return_val_if_fail (APP_IS_CASE_RUN (self), NULL);

  if (self->blocks == NULL)
    {
      self->blocks = app_model_blocks_new ();
      app_model_blocks_set_turns (self->blocks, self->turns, NULL);
    }
  return app_model_blocks_get_model (self->blocks);
}
