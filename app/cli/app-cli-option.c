/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-option.h"

#include <glib/gi18n.h>
#include <math.h>

const AppCliOption *
app_cli_option_visit (const AppCliInvocation *invocation,
                      AppCliOptionFunc        visit,
                      gpointer                user_data)
{
  for (const AppCliOptionGroup *group = app_cli_option_table; group->name != NULL; group++)
    for (const AppCliOption *option = group->options; option->name != NULL; option++)
      if (!visit (option, G_STRUCT_MEMBER_P (invocation, option->member), user_data))
        return option;
  return NULL;
}

const char *
app_cli_option_find_left (const char *name)
{
  for (const AppCliLeftOption *left = app_cli_left_table; left->name != NULL; left++)
    if (g_str_equal (left->name, name))
      return _ (left->summary);
  return NULL;
}

gboolean
app_cli_option_is_given (const AppCliOption *self, gconstpointer member)
{
  switch (self->kind)
    {
    case G_OPTION_ARG_NONE:
      return *(const gboolean *)member;
    case G_OPTION_ARG_DOUBLE:
      return !isnan (*(const double *)member);
    case G_OPTION_ARG_INT:
      return *(const int *)member != 0;
    default:
      return *(const gpointer *)member != NULL;
    }
}
