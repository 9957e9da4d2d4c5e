/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a window has for a conversation with a model, without the window: the person's workspace, its
 * first server, connected, and the controller of the page.
 */

#pragma once

#include "app-model-controller.h"
#include "workspace-fixture.h"

typedef struct
{
  AppWorkspace       *workspace;
  AppSession         *session; /* (nullable): without a server */
  AppModelController *controller;
} WindowFixture;

/** Opens the folders that the environment names; waits for the usual model, if there is one, and for
 * the tools of the first server. */
void window_fixture_open (WindowFixture *self);
void window_fixture_close (WindowFixture *self);
