/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A workspace with one connected server, whose tools stand in a file: tests/servers/changing-server.py. */

#pragma once

#include "app-workspace.h"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  char         *tools; /* the file's path */
} ChangingFixture;

/** @text: the tools that it has at first, as the members of a JSON array */
void changing_fixture_set_up (ChangingFixture *self, const char *text);
void changing_fixture_tear_down (ChangingFixture *self, gconstpointer data);
/** The tools that the server lists from now on. */
void changing_fixture_write (ChangingFixture *self, const char *text);
/** A GAsyncReadyCallback. @data: a GAsyncResult **: which is set */
void changing_fixture_on_done (GObject *source, GAsyncResult *result, gpointer data);
/** Lists the tools once more. */
void changing_fixture_refresh (ChangingFixture *self);
/** Another server of the same tools. Returns: (transfer none): connected */
AppSession *changing_fixture_add (ChangingFixture *self, const char *name);
