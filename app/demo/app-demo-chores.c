/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tools that can become tasks, or have to. */

#include "app-demo-task.h"

#define MAX_SECONDS 3600
#define N_STEPS 4

typedef struct
{
  AppDemoRequest *request;
  guint           step;
} Baking;

static void
baking_free (Baking *baking)
{
  g_object_unref (baking->request);
  g_free (baking);
}

static gboolean
on_step (gpointer user_data)
{
  static const char *const steps[N_STEPS] = { "Kneading", "Waiting for the yeast", "Baking",
                                              "Cooling" };
  Baking                  *baking = user_data;
  AppDemoTask             *task = baking->request->task;

  if (baking->request->done)
    return G_SOURCE_REMOVE;
  if (++baking->step == N_STEPS)
    {
      app_demo_request_answer_text (baking->request, "A loaf of bread.", FALSE);
      return G_SOURCE_REMOVE;
    }
  app_demo_request_progress (baking->request, baking->step, N_STEPS, steps[baking->step]);
  if (task != NULL)
    app_demo_task_set_message (task, steps[baking->step]);
  return G_SOURCE_CONTINUE;
}

static void
bake_bread (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue wanted = mcp_json_value_get_member (arguments, "seconds");
  double       seconds = CLAMP (mcp_json_value_get_double (wanted, 4), 0, MAX_SECONDS);
  Baking      *baking = g_new0 (Baking, 1);

  baking->request = g_object_ref (request);
  g_timeout_add_full (G_PRIORITY_DEFAULT, 1000 * seconds / N_STEPS, on_step, baking,
                      (GDestroyNotify)baking_free);
}

static gboolean
on_burnt (gpointer user_data)
{
  app_demo_request_fail (user_data, APP_DEMO_INTERNAL_ERROR, "The kitchen is closed.", NULL);
  return G_SOURCE_REMOVE;
}

static void
burn_dinner (AppDemoRequest *request, McpJsonValue arguments)
{
  g_timeout_add_full (G_PRIORITY_DEFAULT, 1000, on_burnt, g_object_ref (request), g_object_unref);
}

static const AppDemoHandler tools[] = {
  { "bake_bread", bake_bread },
  { "burn_dinner", burn_dinner },
  { NULL },
};

const AppDemoSystem app_demo_chores_system = {
  .name = "chores",
  .tools = tools,
};
