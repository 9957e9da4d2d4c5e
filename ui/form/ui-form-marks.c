/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-marks.h"
#include "app-form-range.h"
#include "app-visible-text.h"

#define MESSAGE_CHARACTERS 300
/* Each is looked for in the text. */
#define MAX_MARKS 30u

void
ui_form_marks_show (UiJsonText *text, AppForm *form)
{
  GListModel *problems = app_form_get_problems (form);

  ui_json_text_clear_marks (text);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (problems), MAX_MARKS); i++)
    {
      g_autoptr (AppFormProblem) problem = g_list_model_get_item (problems, i);
      g_autofree char *message = app_visible_text_line (problem->message, MESSAGE_CHARACTERS);
      gsize            start, length;

      /* What was not written yet is no mistake before it is sent. */
      if ((!problem->missing || app_form_is_attempted (form)) &&
          app_form_find_range (form, problem, &start, &length))
        ui_json_text_mark (text, start, length, message);
    }
}
