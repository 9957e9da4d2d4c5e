/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "book-fixture.h"

#include "store-profile-reader.h"
#include "store-yaml-tree.h"

#include <string.h>

const char book_fixture_text[] =
    "# my servers\n"
    "servers:\n"
    "\n"
    "  # the reference server\n"
    "  everything:\n"
    "    command: npx   # from node\n"
    "    args: [-y, \"@modelcontextprotocol/server-everything\"]\n"
    "    color: blue    # not ours\n"
    "    env:\n"
    "      LOG: debug   # noisy\n"
    "      API_KEY: {secret: everything/env/API_KEY}\n"
    "    # a last word\n"
    "\n"
    "  'files':\n"
    "    command: uvx\n"
    "    args:\n"
    "      - files    # one\n"
    "      - --root   # two\n"
    "      - /srv\n"
    "    extra: {deep: [1, 2, {three: 4}]}\n"
    "  remote: {url: \"https://example.com/mcp\", approval: auto, headers: {X-A: b}}\n"
    "other: kept\n";

GPtrArray *
book_fixture_read (const char *text, GPtrArray **findings)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, &error);
  GPtrArray *profiles;

  g_assert_no_error (error);
  *findings = g_ptr_array_new_with_free_func ((GDestroyNotify)store_profile_finding_free);
  profiles = store_profile_reader_read (tree, *findings, &error);
  g_assert_no_error (error);
  return profiles;
}

StoreProfile *
book_fixture_read_one (const char *text, const char *id)
{
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) profiles = book_fixture_read (text, &findings);

  for (guint i = 0; i < profiles->len; i++)
    if (g_str_equal (store_profile_get_id (g_ptr_array_index (profiles, i)), id))
      return g_object_ref (g_ptr_array_index (profiles, i));
  return NULL;
}
