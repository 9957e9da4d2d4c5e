/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-data.h"

char *
test_data_get_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

McpJsonDocument *
test_data_load (const char *name)
{
  g_autofree char *path = test_data_get_path (name);
  g_autofree char *text = NULL;
  gsize            length;
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  document = mcp_json_document_parse_text (text, (gssize)length, &error);
  g_assert_no_error (error);
  return document;
}
