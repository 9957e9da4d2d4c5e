/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts that a model reads: what a person does not see in them, and what speaks to the model. */

#include "app-lint-target.h"
#include "app-text-signs.h"

void
app_lint_text (AppLintTarget *self, const char *text, const char *pointer)
{
  static const AppLintRule rules[] = {
    [APP_TEXT_DIRECTION] = APP_LINT_TEXT_DIRECTION,
    [APP_TEXT_INVISIBLE] = APP_LINT_TEXT_INVISIBLE,
    [APP_TEXT_HIDDEN] = APP_LINT_TEXT_HIDDEN,
    [APP_TEXT_INSTRUCTION] = APP_LINT_TEXT_INSTRUCTION,
  };
  g_autoptr (GPtrArray) signs = app_text_signs_find (text, APP_TEXT_DEFINITION);

  for (guint i = 0; signs != NULL && i < signs->len; i++)
    {
      const AppTextSign *sign = signs->pdata[i];

      app_lint_add (self, rules[sign->kind], pointer, "%s", sign->text);
    }
}
