/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the tests of other applications' files share: a home of their own, a profile, a target, and
 * waiting with a bound.
 */

#pragma once

#include "app-client-change.h"

#define CLIENT_FIXTURE_PATIENCE_SECONDS 20

#define client_fixture_wait(condition)                                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 deadline_ = g_get_monotonic_time () + CLIENT_FIXTURE_PATIENCE_SECONDS * G_USEC_PER_SEC; \
    while (!(condition))                                                                           \
      {                                                                                            \
        if (g_get_monotonic_time () > deadline_)                                                   \
          g_error ("%s:%d: waited too long for: %s", __FILE__, __LINE__, #condition);              \
        if (!g_main_context_iteration (NULL, FALSE))                                               \
          g_usleep (2000);                                                                         \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

#define CLIENT_FIXTURE_TWO_SERVERS                              \
  "{\n"                                                         \
  "  \"theme\": \"dark\",\n"                                    \
  "  \"mcpServers\": {\n"                                       \
  "    \"other\": {\"command\": \"/bin/other\", \"x\": 1.10}\n" \
  "  }\n"                                                       \
  "}\n"

typedef struct
{
  char            *home;
  char            *path;
  AppClientTarget *target;
  StoreProfile    *profile;
} ClientFixture;

/** @client: the id of a format. The profile runs "sh -y server" under the id "everything". */
void client_fixture_set_up (ClientFixture *fixture, const char *client);
/** Asserts that nothing holds target and profile, and removes the home. */
void client_fixture_tear_down (ClientFixture *fixture);
void client_fixture_remove_tree (const char *path);
void client_fixture_write_file (ClientFixture *fixture, const char *text);
/** Returns: (transfer full) */
char    *client_fixture_read_path (const char *path);
gboolean client_fixture_is_loading (AppClientTarget *target);
/** Refreshes and waits. */
void     client_fixture_look (AppClientTarget *target);
gboolean client_fixture_is_settled (AppClientChange *change);
/** A settled change. Returns: (transfer full) */
AppClientChange *client_fixture_plan (ClientFixture *fixture);
gboolean
client_fixture_find_line (AppClientChange *change, AppDiffKind kind, const char *part);
gboolean
client_fixture_has_note (AppClientChange *change, StoreNoteKind kind, const char *part);
/** Ends a change and asserts that nothing holds it. */
void client_fixture_end (AppClientChange *change);
