/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-option.h"

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
