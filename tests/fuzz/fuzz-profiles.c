/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text is a file of profiles or is refused; an edit of it can be read again and is found. */

#include "store-error.h"
#include "store-profile-reader.h"
#include "store-yaml-editor.h"
#include "fuzz-fail.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
read_profiles (StoreYamlTree *tree)
{
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_profile_finding_free);
  g_autoptr (GPtrArray) profiles = store_profile_reader_read (tree, findings, NULL);

  for (guint i = 0; profiles != NULL && i < profiles->len; i++)
    g_assert (STORE_IS_PROFILE (g_ptr_array_index (profiles, i)));
}

static void
edit (GBytes *bytes)
{
  const char *const path[] = { "servers", "a", "name", NULL };
  g_autoptr (StoreYamlValue) value = store_yaml_value_new_line (g_strdup ("\"x: [y\""));
  g_autoptr (GBytes) edited = store_yaml_editor_set (bytes, path, value, NULL);
  if (edited == NULL)
    return;

  g_autoptr (GError) error = NULL;
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (edited, &error);
  if (tree == NULL)
    fuzz_fail ("an edited text is refused: %s", error->message);
  g_autoptr (GBytes) removed = store_yaml_editor_remove (edited, path, &error);
  if (removed == NULL && !g_error_matches (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED))
    fuzz_fail ("what was set cannot be removed: %s", error->message);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, NULL);

  if (tree != NULL)
    read_profiles (tree);
  edit (bytes);
  return 0;
}
