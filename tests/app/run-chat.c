/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run-chat MODEL SYSTEM TEXT…: has a conversation as the window has it, over the tools of the first
 * saved server, and keeps it: one text after the other, each when the last one is answered.
 * MODEL: "usual" or "scripted". Reads the folders of the person, as the environment names them. */

#include "app-model-choice.h"
#include "window-fixture.h"

#include <string.h>

static gboolean
is_ready (WindowFixture *window)
{
  return app_model_controller_get_state (window->controller) == APP_MODEL_STATE_READY;
}

static void
on_problem (AppModelController *controller, AppProblem *problem)
{
  g_error ("%s", app_problem_get_what (problem));
}

int
main (int argc, char **argv)
{
  WindowFixture window;

  g_assert_cmpint (argc, >, 3);
  window_fixture_open (&window);
  g_signal_connect (window.controller, "problem", G_CALLBACK (on_problem), NULL);
  if (strcmp (argv[1], "scripted") == 0)
    {
      app_model_choice_use_script (app_model_controller_get_asked (window.controller));
      WAIT_UNTIL (is_ready (&window));
    }
  g_object_set (window.controller, "keeps", TRUE, NULL);
  g_object_set (app_model_controller_get_setup (window.controller), "system", argv[2], NULL);
  for (int i = 3; i < argc; i++)
    {
      g_assert_true (app_model_controller_send (window.controller, argv[i]));
      WAIT_UNTIL (is_ready (&window));
    }
  /* What is kept is written before the last one lets go of the controller. */
  window_fixture_close (&window);
  return 0;
}
