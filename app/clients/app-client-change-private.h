/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the files of AppClientChange share: one works things out and writes, the other tells about
 * it.
 */

#pragma once

#include "app-client-change.h"
#include "app-program-finder.h"
#include "store-client-plan.h"

G_BEGIN_DECLS

struct _AppClientChange
{
  GObject parent_instance;

  AppClientTarget  *target;
  StoreProfile     *profile;
  StoreSecretVault *vault; /* nullable */

  gboolean removing;
  char    *entry_name;
  gboolean named; /* by the person: the file's name for it counts no more */
  gboolean with_secrets;
  gboolean full_path;
  gboolean full_path_chosen;

  GHashTable   *secrets; /* once they were asked for */
  AppProgram   *program; /* once it was looked for */
  GCancellable *looking;

  AppChangeStage   stage;
  gboolean         failed; /* writing did: the problem stays until it was read */
  AppProblem      *problem;
  StoreClientPlan *plan;
  char            *snippet;
  char            *backup;
  GListStore      *lines;
  GListStore      *notes;
};

G_END_DECLS
