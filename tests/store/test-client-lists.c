/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers that are a list of entries, each with its name inside: they are added, changed, switched
 * and removed as those of a map are, and no other byte changes. */

#include "store-tests.h"

#include "store-client-import.h"
#include "store-client-lint.h"
#include "store-client-plan.h"
#include "store-client-text.h"

#include <glib/gstdio.h>
#include <string.h>

typedef enum {
  ADD,
  REMOVE,
  DISABLE,
  ENABLE,
} Wish;

typedef struct
{
  const char *title;
  const char *client;
  Wish        wish;
  const char *name;
  const char *before;
  const char *after; /* (nullable): it is refused */
} Case;

#define STDIO(name) \
  "[[mcp_servers]]\nname = \"" name "\"\ntransport = \"stdio\"\ncommand = \"/bin/" name "\"\n"
#define INLINE(name) \
  "{ name = \"" name "\", transport = \"stdio\", command = \"/bin/" name "\" }"
#define NEW(name)                                                                                  \
  "  - type: stdio\n    cmd: /bin/" name "\n    args: []\n    name: " name "\n    enabled: true\n" \
  "    description: \"\"\n    timeout: 300\n    bundled: null\n    available_tools: []\n"
#define GOOSE(name) "  - name: " name " # of " name "\n    type: stdio\n    cmd: '/bin/" name "'\n"

static const Case cases[] = {
  { "into nothing", "mistral-vibe", ADD, "b", "# mine\n", "# mine\n\n" STDIO ("b") },
  { "into a file without any", "mistral-vibe", ADD, "b", "theme = 'x' # mine\n",
    "theme = 'x' # mine\n\n" STDIO ("b") },
  { "into the list of a new installation", "mistral-vibe", ADD, "b",
    "mcp_servers = []\n[ui]\nx = 1\n", "mcp_servers = [" INLINE ("b") "]\n[ui]\nx = 1\n" },
  { "behind others", "mistral-vibe", ADD, "b", STDIO ("a") "\n[ui]\nx = 1\n",
    STDIO ("a") "\n" STDIO ("b") "\n[ui]\nx = 1\n" },
  { "behind others between brackets", "mistral-vibe", ADD, "b",
    "mcp_servers = [\n    " INLINE ("a") ", # one\n]\n",
    "mcp_servers = [\n    " INLINE ("a") ",\n    " INLINE ("b") ", # one\n]\n" },
  { "on one line", "mistral-vibe", ADD, "b", "mcp_servers = [" INLINE ("a") "]\n",
    "mcp_servers = [" INLINE ("a") ", " INLINE ("b") "]\n" },
  { "again", "mistral-vibe", ADD, "b",
    STDIO ("a") "\n[[mcp_servers]] # two\nname = 'b'\nprompt = 'p' # why\ntransport = 'http'\n"
                "url = 'https://x'\n\n" STDIO ("c"),
    STDIO ("a") "\n[[mcp_servers]] # two\nname = 'b'\nprompt = 'p' # why\ntransport = \"stdio\"\n"
                "command = \"/bin/b\"\n\n" STDIO ("c") },
  { "again between brackets", "mistral-vibe", ADD, "b",
    "mcp_servers = [{name='a',url='u'}, {name='b',url='u'},\n {name='c'}]\n",
    "mcp_servers = [{name='a',url='u'}, " INLINE ("b") ",\n {name='c'}]\n" },
  { "the first", "mistral-vibe", REMOVE, "a", STDIO ("a") "\n# of b\n" STDIO ("b"),
    "\n# of b\n" STDIO ("b") },
  { "one with a table inside", "mistral-vibe", REMOVE, "b",
    STDIO ("a") "\n[[mcp_servers]]\nname = 'b'\nurl = 'u'\n[mcp_servers.auth]\ntype = 'oauth'\n\n" STDIO ("c"),
    STDIO ("a") "\n" STDIO ("c") },
  { "the only one", "mistral-vibe", REMOVE, "b", "x = 1\n\n" STDIO ("b"), "x = 1\n" },
  { "the first between brackets", "mistral-vibe", REMOVE, "a",
    "mcp_servers = [\n  {name='a'},\n  {name='b'},\n]\n",
    "mcp_servers = [\n  {name='b'},\n]\n" },
  { "the last between brackets", "mistral-vibe", REMOVE, "b",
    "mcp_servers = [\n  {name='a'},\n  {name='b'},\n]\n",
    "mcp_servers = [\n  {name='a'},\n]\n" },
  { "comments between brackets", "mistral-vibe", REMOVE, "a",
    "mcp_servers = [\n  {name='a'}, # of a, too\n  # of b\n  {name='b'},\n]\n",
    "mcp_servers = [\n  # of b\n  {name='b'},\n]\n" },
  { "the comment of the one before", "mistral-vibe", REMOVE, "b",
    "mcp_servers = [\n  {name='a'}, # of a\n  {name='b'}, # of b\n]\n",
    "mcp_servers = [\n  {name='a'}, # of a\n   # of b\n]\n" },
  { "a comma behind a comment", "mistral-vibe", REMOVE, "a",
    "mcp_servers = [{name='a'} # x, y\n , {name='b'}]\n", "mcp_servers = [{name='b'}]\n" },
  { "the only one between brackets", "mistral-vibe", REMOVE, "a",
    "mcp_servers = [{name='a'}] # none\n", "mcp_servers = [] # none\n" },
  { "off", "mistral-vibe", DISABLE, "a", STDIO ("a") "\n" STDIO ("b"),
    STDIO ("a") "disabled = true\n\n" STDIO ("b") },
  { "on", "mistral-vibe", ENABLE, "b", STDIO ("a") "\n" STDIO ("b") "disabled = true # for now\n",
    STDIO ("a") "\n" STDIO ("b") "disabled = false # for now\n" },
  { "off, with a table inside", "mistral-vibe", DISABLE, "a",
    "[[mcp_servers]]\nname = 'a'\nurl = 'u'\n[mcp_servers.auth]\ntype = 'oauth'\n",
    "[[mcp_servers]]\nname = 'a'\nurl = 'u'\ndisabled = true\n[mcp_servers.auth]\ntype = 'oauth'\n" },
  { "off between brackets", "mistral-vibe", DISABLE, "a",
    "mcp_servers = [{ name = 'a', command = 'x' }, {name='b'}]\n",
    "mcp_servers = [{ name = \"a\", command = \"x\", disabled = true }, {name='b'}]\n" },
  { "twice there", "mistral-vibe", REMOVE, "a", STDIO ("a") "\n" STDIO ("a"), NULL },

  { "behind others", "goose", ADD, "b", "extensions:\n" GOOSE ("a") "x: 1\n",
    "extensions:\n" GOOSE ("a") NEW ("b") "x: 1\n" },
  { "the first", "goose", REMOVE, "a", "extensions:\n" GOOSE ("a") GOOSE ("b") "x: 1\n",
    "extensions:\n" GOOSE ("b") "x: 1\n" },
  { "the only one", "goose", REMOVE, "a", "extensions:\n" GOOSE ("a") "x: 1\n",
    "extensions: []\nx: 1\n" },
  { "between brackets", "goose", REMOVE, "a", "extensions: [{name: a, cmd: x}, {name: b, cmd: y}]\n",
    "extensions: [{name: b, cmd: y}]\n" },
  { "off", "goose", DISABLE, "a", "extensions:\n" GOOSE ("a") GOOSE ("b"),
    "extensions:\n" GOOSE ("a") "    enabled: false\n" GOOSE ("b") },
  { "on", "goose", ENABLE, "b",
    "extensions:\n" GOOSE ("a") GOOSE ("b") "    enabled: false # for now\n",
    "extensions:\n" GOOSE ("a") GOOSE ("b") "    enabled: true # for now\n" },
  { "twice there", "goose", DISABLE, "a", "extensions:\n" GOOSE ("a") GOOSE ("a"), NULL },
};

static StoreClientPlan *
make_plan (const Case *row, StoreClientPlace *place, GError **error)
{
  const StoreClientFormat *format = store_client_place_get_format (place);
  g_autofree char         *command = g_strconcat ("/bin/", row->name, NULL);
  g_autoptr (StoreProfile) profile = store_profile_new (row->name);
  g_autoptr (StoreClientEntry) entry = NULL;
  StoreClientEntryOptions options = { .name = row->name };

  if (row->wish == REMOVE)
    return store_client_plan_new_remove (place, row->name, error);
  if (row->wish != ADD)
    return store_client_plan_new_switch (place, row->name, row->wish == ENABLE, error);
  g_object_set (profile, "command", command, NULL);
  entry = store_client_entry_new (format, profile, &options, error);
  return entry != NULL ? store_client_plan_new_add (place, entry, error) : NULL;
}

static char *
read_file (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
undo (StoreClientPlan *plan)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (StoreClientPlan) back =
      store_client_plan_new_undo (journal, store_client_plan_get_record (plan), &error);

  g_assert_no_error (error);
  g_assert_true (store_client_plan_apply (back, NULL, &error));
  g_assert_no_error (error);
}

/* The entry as JSON, and how many there are. Returns: (transfer full) (nullable) */
static char *
dup_entry (StoreClientPlace *place, const char *text, const char *name, guint *n)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreClientText) read =
      store_client_text_new (bytes, store_client_place_get_format (place), NULL);
  g_auto (GStrv) path = store_client_place_dup_entry_path (place, name);

  *n = mcp_json_value_get_n_items (
      store_client_text_get (read, store_client_place_get_root (place)));
  return mcp_json_value_dup_text (store_client_text_get (read, (const char *const *)path));
}

/* While the file is as it was left, all of it comes back; after another change, the entry does. */
static void
assert_undo (StoreClientPlan *plan, StoreClientPlace *place, const Case *row)
{
  const char      *path = store_client_place_get_path (place);
  g_autofree char *changed = g_strconcat (row->after, "# later\n", NULL);
  g_autofree char *whole = NULL;
  g_autofree char *text = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint            n_before, n_after;

  undo (plan);
  whole = read_file (path);
  g_assert_cmpstr (whole, ==, row->before);
  g_assert_true (g_file_set_contents (path, changed, -1, NULL));
  undo (plan);
  text = read_file (path);
  before = dup_entry (place, row->before, row->name, &n_before);
  after = dup_entry (place, text, row->name, &n_after);
  g_assert_nonnull (strstr (text, "# later"));
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (n_after, ==, n_before);
}

static void
assert_listed (StoreClientPlace *place, const Case *row)
{
  g_autofree char *text = read_file (store_client_place_get_path (place));
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientImport) import =
      store_client_import_new_from_place (bytes, place, &error);
  GPtrArray *profiles;
  gboolean   found = FALSE;

  g_assert_no_error (error);
  profiles = store_client_import_get_profiles (import);
  for (guint i = 0; i < profiles->len; i++)
    if (g_str_equal (store_profile_get_name (profiles->pdata[i]), row->name))
      {
        found = TRUE;
        g_assert_cmpint (store_profile_get_decisions (profiles->pdata[i])->enabled, ==,
                         row->wish != DISABLE);
      }
  g_assert_cmpint (found, ==, row->wish != REMOVE);
}

static void
run_case (const Case *row, const char *folder)
{
  /* A file of its own: what was once there is known of each. */
  g_autofree char *name = g_strdup_printf ("config-%u", (guint)(row - cases));
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (StoreClientPlace) place =
      store_client_place_new_for_file (store_client_format_find (row->client), path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autofree char *text = NULL;

  g_test_message ("%s: %s", row->client, row->title);
  g_assert_true (g_file_set_contents (path, row->before, -1, NULL));
  plan = make_plan (row, place, &error);
  if (row->after == NULL)
    {
      g_assert_null (plan);
      g_test_message ("%s", error->message);
      return;
    }
  g_assert_no_error (error);
  g_assert_true (store_client_plan_apply (plan, NULL, &error));
  g_assert_no_error (error);
  text = read_file (path);
  g_assert_cmpstr (text, ==, row->after);
  assert_listed (place, row);
  assert_undo (plan, place, row);
}

static void
test_lists (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-lists-XXXXXX", NULL);
  g_autofree char *command = g_strdup_printf ("rm -rf %s", folder);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    run_case (&cases[i], folder);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

void
add_client_lists_tests (void)
{
  g_test_add_func ("/client-lists/edits", test_lists);
}
