/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the tests of the inbox and of tasks share: a workspace with one server, "one", in a folder
 * of its own, and a person who answers.
 */

#pragma once

#include "app-inbox.h"
#include "workspace-fixture.h"

typedef struct
{
  char         *folder;
  AppWorkspace *workspace; /* (nullable): where the test is skipped */
  AppInbox     *inbox;
  AppSession   *session;
} InboxFixture;

/** @profile: as YAML */
void inbox_fixture_prepare (InboxFixture *self, const char *profile);
/** With the demo server. @era: (nullable): "legacy" where %NULL */
void inbox_fixture_set_up (InboxFixture *self, gconstpointer era);
/** With server-everything; skips the test where that is not installed. */
void inbox_fixture_set_up_everything (InboxFixture *self, gconstpointer data);
void inbox_fixture_tear_down (InboxFixture *self, gconstpointer data);
void inbox_fixture_connect (InboxFixture *self);
void inbox_fixture_disconnect (InboxFixture *self);

/** Runs a tool. Returns: (transfer full) */
AppCall *inbox_fixture_call (InboxFixture *self, const char *tool, const char *arguments);
AppCall      *
inbox_fixture_call_as_task (InboxFixture *self, const char *tool, const char *arguments);
void inbox_fixture_wait_for_call (AppCall *made);
/** Waits for the end of the call. */
void inbox_fixture_assert_result_has (AppCall *made, const char *part);
/** The first thing that waits. Returns: (transfer none) */
AppInboxItem *inbox_fixture_wait_for_item (InboxFixture *self);
/** Fills in a field of a form. */
void inbox_fixture_type (AppInboxItem *item, const char *pointer, const char *text);
