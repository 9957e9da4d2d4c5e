/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the files of AppImportList share: one finds servers, the other adds them to the book.
 */

#pragma once

#include "app-import-list.h"
#include "app-profile-draft.h"

G_BEGIN_DECLS

struct _AppImportList
{
  GObject parent_instance;

  AppWorkspace    *workspace;
  GPtrArray       *items; /* of AppImportItem */
  GListStore      *notes;
  gboolean         keep_secrets;
  guint            loading;
  AppProfileDraft *draft;      /* (nullable): of what is being added, kept for another try */
  AppImportItem   *draft_item; /* (nullable) */
};

G_END_DECLS
