/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What comes of a wish, in numbers and sentences. */

#include "app-client-change-private.h"

#include <glib/gi18n-lib.h>

AppChangeStage
app_client_change_get_stage (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), APP_CHANGE_LOOKING);
  return self->stage;
}

AppProblem *
app_client_change_get_problem (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);
  return self->problem;
}

const char *
app_client_change_get_summary (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  if (self->plan == NULL)
    return "";
  switch (store_client_plan_get_kind (self->plan))
    {
    case STORE_PLAN_CREATE:
      return _ ("There is no file yet: it is made.");
    case STORE_PLAN_ADD:
      return _ ("One entry is added. Everything else stays as it is, and a backup is kept.");
    case STORE_PLAN_REPLACE:
      return _ ("The entry of this name is replaced. Everything else stays as it is, and a backup "
                "is kept.");
    case STORE_PLAN_REMOVE:
      return _ ("The entry is taken out. Everything else stays as it is, and a backup is kept.");
    case STORE_PLAN_UNCHANGED:
    default:
      return self->removing ? _ ("The file has no entry of this name.")
                            : _ ("The file says exactly this already.");
    }
}

const char *
app_client_change_get_reason (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);

  switch (self->stage)
    {
    case APP_CHANGE_LOOKING:
      return _ ("Looking at the file…");
    case APP_CHANGE_INCOMPLETE:
      return _ ("The entry needs a name.");
    case APP_CHANGE_UNCHANGED:
      return self->removing ? _ ("There is nothing to remove.") : _ ("There is nothing to change.");
    case APP_CHANGE_REFUSED:
      return _ ("Nothing can be written.");
    case APP_CHANGE_WRITING:
      return _ ("Writing…");
    case APP_CHANGE_WRITTEN:
    case APP_CHANGE_NEEDED:
    default:
      return NULL;
    }
}

GListModel *
app_client_change_get_lines (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);
  return G_LIST_MODEL (self->lines);
}

guint
app_client_change_get_n_added (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), 0);
  return self->plan != NULL
             ? store_text_diff_get_n_added (store_client_plan_get_diff (self->plan))
             : 0;
}

guint
app_client_change_get_n_removed (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), 0);
  return self->plan != NULL
             ? store_text_diff_get_n_removed (store_client_plan_get_diff (self->plan))
             : 0;
}

GListModel *
app_client_change_get_notes (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);
  return G_LIST_MODEL (self->notes);
}

gboolean
app_client_change_can_remove (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), FALSE);

  if (self->plan == NULL)
    return FALSE;
  switch (store_client_plan_get_kind (self->plan))
    {
    case STORE_PLAN_REPLACE:
    case STORE_PLAN_REMOVE:
      return TRUE;
    case STORE_PLAN_UNCHANGED:
      return !self->removing;
    case STORE_PLAN_CREATE:
    case STORE_PLAN_ADD:
    default:
      return FALSE;
    }
}

const char *
app_client_change_get_snippet (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);
  return self->snippet;
}

const char *
app_client_change_get_backup (AppClientChange *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (self), NULL);
  return self->backup;
}
