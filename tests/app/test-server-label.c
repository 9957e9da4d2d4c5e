/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the servers of a list are called, so that they can be told apart. */

#include "app-tests.h"
#include "app-server-label.h"

#define MAX_SERVERS 5

typedef struct
{
  AppServerLabel servers[MAX_SERVERS];
  const char    *labels[MAX_SERVERS];
} Row;

static const Row rows[] = {
  /* Names that differ stay as they are. */
  { { { "one", "Title", "http://h/a" }, { "two", "Title", "http://h/a" } }, { "one", "two" } },
  { { { "", NULL, "" } }, { "" } },
  /* By port, by path, by argument */
  { { { "api", NULL, "http://h:1/mcp" }, { "api", NULL, "http://h:2/mcp" } },
    { "api · :1", "api · :2" } },
  { { { "api", NULL, "http://h:18123/mcp" }, { "api", NULL, "http://h:18124/mcp" } },
    { "api · :18123", "api · :18124" } },
  { { { "api", NULL, "http://h/first" }, { "api", NULL, "http://h/second" } },
    { "api · /first", "api · /second" } },
  { { { "fs", NULL, "npx -y fs /home" }, { "fs", NULL, "npx -y fs /srv" } },
    { "fs · /home", "fs · /srv" } },
  { { { "fs", NULL, "serve --read" }, { "fs", NULL, "serve --write" } },
    { "fs · --read", "fs · --write" } },
  /* One address is the beginning of the other. */
  { { { "fs", NULL, "serve" }, { "fs", NULL, "serve --all" } }, { "fs · serve", "fs · --all" } },
  { { { "api", NULL, "http://h/a" }, { "api", NULL, "http://h/a/b" } }, { "api · /a", "api · /b" } },
  /* All of what tells three apart */
  { { { "api", NULL, "http://h:1/a" }, { "api", NULL, "http://h:1/b" }, { "api", NULL, "http://h:2/a" } },
    { "api · :1/a", "api · :1/b", "api · :2" } },
  /* What cannot be told apart */
  { { { "api", NULL, "http://h" }, { "api", NULL, "http://h" } }, { "api · /h", "api · /h" } },
  { { { "api", NULL, "" }, { "api", NULL, "http://h" } }, { "api", "api · http" } },
  /* A name that was made of the URL gives way to the server's own title. */
  { { { "127.0.0.1:18123", "Weather", "http://127.0.0.1:18123/mcp" } }, { "Weather" } },
  { { { "127.0.0.1:18123", NULL, "http://127.0.0.1:18123/a" },
      { "127.0.0.1:18123 2", NULL, "http://127.0.0.1:18123/b" } },
    { "127.0.0.1:18123 · /a", "127.0.0.1:18123 · /b" } },
  { { { "h", "Weather", "http://h/a" }, { "h 2", "Weather", "http://h/b" }, { "Weather", NULL, "run x" } },
    { "Weather · http://h/a", "Weather · http://h/b", "Weather · run" } },
  /* A name that only begins like it is a person's. */
  { { { "h for tests", "Weather", "http://h/a" } }, { "h for tests" } },
};

static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n = 0;

      while (n < MAX_SERVERS && rows[i].servers[n].name != NULL)
        n++;
      g_auto (GStrv) labels = app_server_label_dup_all (rows[i].servers, n);
      g_assert_cmpuint (g_strv_length (labels), ==, n);
      for (guint k = 0; k < n; k++)
        g_assert_cmpstr (labels[k], ==, rows[i].labels[k]);
    }
}

void
add_server_label_tests (void)
{
  g_test_add_func ("/server-label/rows", test_rows);
}
