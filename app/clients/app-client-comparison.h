/* SPDX-License-Identifier: GPL-3.0-or-later */

/** How one server differs between Spyglass and another application, or between two of them: both as
 * the application would have them written, without what looks like a secret. */

#pragma once

#include "app-client-target.h"

/**
 * @theirs: what the file of @target has
 * @ours: the same server from elsewhere
 * Returns: (transfer full): of AppDiffLine, from theirs to ours; empty where both are written alike
 */
GListModel *app_client_comparison_list (AppClientTarget *target,
                                        StoreProfile    *theirs,
                                        StoreProfile    *ours);
