/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What AppCall is made of: for its own file, and for tests that show a call in a state that takes a
 * server to come to.
 */

#pragma once

#include "app-call-walk.h"

G_BEGIN_DECLS

struct _AppCall
{
  GObject parent_instance;

  GWeakRef          session;
  AppCallKind       kind;
  AppCallState      state;
  char             *target;
  GBytes           *arguments; /* (nullable): as they were typed, with a NUL behind them */
  GBytes           *sent;      /* (nullable): the same */
  GBytes           *meta;      /* (nullable): the same */
  McpRequestOptions options;
  const char       *reason; /* (nullable): why approval is asked for */
  AppProgress      *progress;
  gint64            started; /* µs, monotonic */
  gint64            elapsed; /* µs */
  guint             tick;
  AppProblem       *problem;
  McpResult        *response;
  McpJsonSlot       error; /* of JSON-RPC */
  AppResult        *blocks;
  StoreObject      *object;
  GCancellable     *cancellable;
  GTask            *task; /* while it runs or waits for approval */
};

void app_call_set_state (AppCall *self, AppCallState state);

G_END_DECLS
