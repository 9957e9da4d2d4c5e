/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "show-result.h"
#include "call-fixture.h"
#include "ui-fixture.h"
#include "ui-result-view.h"
#include "ui-value-view.h"
#include "ui-view-choice.h"
#include "app-objects.h"

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

GtkWidget *
show_result_create_value (const char *path, const char *title)
{
  GtkWidget    *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget    *choice = g_object_new (UI_TYPE_VIEW_CHOICE, "halign", GTK_ALIGN_END, NULL);
  GtkWidget    *view = g_object_new (UI_TYPE_VALUE_VIEW, NULL);
  AppTreeLimits limits = { APP_DEFAULT_VIEW_ITEMS, APP_DEFAULT_VIEW_CHARACTERS,
                           APP_DEFAULT_VIEW_DEPTH };
  char         *text = NULL;
  gsize         length;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &text, &length, &error))
    g_error ("%s", error->message);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, length);
  g_autoptr (StoreObject) object = app_objects_new_object (bytes);
  g_object_bind_property (view, "kinds", choice, "kinds", G_BINDING_SYNC_CREATE);
  g_object_bind_property (view, "kind", choice, "kind",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  gtk_box_append (GTK_BOX (box), choice);
  gtk_box_append (GTK_BOX (box), view);
  ui_value_view_set_object (UI_VALUE_VIEW (view), object, limits);
  for (guint kind = 1; title != NULL && kind <= APP_VIEW_RAW; kind <<= 1)
    if (g_str_equal (app_view_kind_get_title (kind), title))
      g_object_set (view, "kind", kind, NULL);
  return box;
}
