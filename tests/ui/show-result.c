/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "show-result.h"
#include "call-fixture.h"
#include "ui-fixture.h"
#include "ui-result-view.h"

static AppCall *
create_answered (const char *path)
{
  AppCall         *call = call_fixture_new (APP_CALL_TOOL, "show", "{\"city\": \"Lyon\"}");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);
  call_fixture_answer_text (call, text);
  return call;
}

static AppCall *
create_other (const char *state)
{
  static const char arguments[] = "{\"city\": \"Lyon\", \"n\": 1.10}";
  AppCall          *call;

  if (g_str_equal (state, "asks"))
    {
      call = call_fixture_new_asking ("show", arguments,
                                      "The tool says that it may destroy things.");
      app_call_run_async (call, NULL, NULL, NULL);
      return call;
    }
  call = call_fixture_new (APP_CALL_TOOL, "show", arguments);
  if (g_str_equal (state, "failed"))
    call_fixture_fail (call, "{\"code\":-32602,\"message\":\"Unknown tool: show\"}");
  else
    {
      call_fixture_run (call);
      call_fixture_set_progress (call, 3, 8, "Reading the third of eight files");
    }
  return call;
}

GtkWidget *
show_result_create (int n, char **words, const char *page, const char *state)
{
  GtkWidget *view = g_object_new (UI_TYPE_RESULT_VIEW, NULL);

  if (n > 1)
    {
      g_autoptr (AppCall) call = create_answered (words[1]);
      ui_result_view_set_call (UI_RESULT_VIEW (view), call);
    }
  if (page != NULL)
    ui_fixture_show_page (view, page);
  if (state != NULL)
    {
      g_autoptr (AppCall) call = create_other (state);
      ui_result_view_set_call (UI_RESULT_VIEW (view), call);
    }
  return view;
}
