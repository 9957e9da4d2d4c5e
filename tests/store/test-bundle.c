/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers in a file: reading and unpacking, and what is refused. */

#include "store-tests.h"
#include "store-bundle.h"
#include "store-error.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANIFEST                                                                               \
  "{\"manifest_version\": \"0.3\", \"name\": \"../My Server\", \"version\": \"1.0/..\", "      \
  "\"description\": \"d\", \"author\": {\"name\": \"a\"}, \"server\": {\"type\": \"binary\", " \
  "\"entry_point\": \"bin/run\", \"mcp_config\": {\"command\": \"${__dirname}/bin/run\", "     \
  "\"args\": [\"${__dirname}\"]}}}"

typedef struct
{
  char           *folder;
  char           *path;
  struct archive *archive;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("bundle-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "server.mcpb", NULL);
  self->archive = archive_write_new ();
  g_assert_cmpint (archive_write_set_format_zip (self->archive), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_filename (self->archive, self->path), ==, ARCHIVE_OK);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", self->folder);

  if (self->archive != NULL)
    archive_write_free (self->archive);
  g_assert_cmpint (system (command), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

/* @content: (nullable): %NULL for a folder; a link begins with "-> " */
static void
add (Fixture *self, const char *name, const char *content, int mode)
{
  struct archive_entry *entry = archive_entry_new ();
  gboolean              is_link = content != NULL && g_str_has_prefix (content, "-> ");
  gsize                 size = content != NULL && !is_link ? strlen (content) : 0;

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, content == NULL ? AE_IFDIR : is_link ? AE_IFLNK
                                                                          : AE_IFREG);
  if (is_link)
    archive_entry_set_symlink (entry, content + 3);
  archive_entry_set_perm (entry, (mode_t)mode);
  archive_entry_set_size (entry, (la_int64_t)size);
  g_assert_cmpint (archive_write_header (self->archive, entry), ==, ARCHIVE_OK);
  if (size > 0)
    g_assert_cmpint (archive_write_data (self->archive, content, size), ==, size);
  archive_entry_free (entry);
}

static void
finish (Fixture *self)
{
  g_assert_cmpint (archive_write_close (self->archive), ==, ARCHIVE_OK);
  archive_write_free (self->archive);
  self->archive = NULL;
}

static StoreBundle *
open_bundle (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  StoreBundle *bundle = store_bundle_open (self->path, NULL, &error);

  g_assert_no_error (error);
  return bundle;
}

static void
assert_not_opened (Fixture *self, StoreError code, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (store_bundle_open (self->path, NULL, &error));
  g_assert_error (error, STORE_ERROR, code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” is not in “%s”", part, error->message);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
assert_content (const char *folder, const char *name, const char *content, guint mode)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  struct stat info;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, content);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, mode);
}

/* Nobody else looks into a folder that is made on the way. */
static void
assert_private (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat      info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0700);
}

static void
test_unpack (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreBundle) bundle = NULL;
  g_autoptr (StoreProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *target = g_build_filename (self->folder, "deep", "out", NULL);
  g_autofree char *folder = NULL;
  g_autofree char *again = NULL;
  g_autofree char *named = NULL;
  g_autofree char *base = NULL;

  add (self, "manifest.json", MANIFEST, 0600);
  add (self, "bin", NULL, 0700);
  add (self, "bin/run", "#!/bin/sh\n", 0644);
  add (self, "bin/tool", "t", 04755);
  add (self, "./lib//a.txt", "a", 0666);
  add (self, "bin/link", "-> ../lib/a.txt", 0777);
  finish (self);
  bundle = open_bundle (self);
  folder = store_bundle_unpack (bundle, target, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (folder, ==, target);
  assert_private (self->folder, "deep");
  assert_content (folder, "bin/run", "#!/bin/sh\n", 0755);
  assert_content (folder, "bin/tool", "t", 0755);
  assert_content (folder, "lib/a.txt", "a", 0644);
  assert_content (folder, "bin/link", "a", 0644);
  g_assert_cmpuint (store_bundle_get_n_entries (bundle), ==, 6);
  again = store_bundle_unpack (bundle, target, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again, ==, target);

  profile = store_server_template_resolve (store_bundle_get_template (bundle), 0, NULL, folder,
                                           NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (store_profile_get_endpoint (profile)->arguments[0], ==, folder);
  g_assert_true (store_profile_needs_confirmation (profile));
  g_assert_null (store_server_template_resolve (store_bundle_get_template (bundle), 0, NULL, NULL,
                                                NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);

  /* The name of the folder is of our making. */
  named = store_bundle_dup_folder (bundle);
  base = g_path_get_basename (named);
  g_assert_true (g_str_has_prefix (named, g_get_user_data_dir ()));
  g_assert_true (g_str_has_prefix (base, "My-Server-1.0-"));
  g_assert_cmpuint (strlen (base), ==, strlen ("My-Server-1.0-") + 32);
}

/* A name in the archive that must not be written, and the mark by which the reason is told. */
static const struct
{
  const char *name;
  const char *content;
  const char *part;
} hostile[] = {
  { "../evil", "x", "leads out" },
  { "a/../../evil", "x", "leads out" },
  { "/etc/evil", "x", "leads out" },
  { "C:/evil", "x", "leads out" },
  { "a\\..\\evil", "x", "leads out" },
  { "a\nb", "x", "characters" },
  { "Manifest.json", "x", "upper and lower case" },
  { "manifest.json", "x", "twice" },
  { "manifest.json/x", "x", "twice" },
  { "up", "-> ../..", "leads elsewhere" },
  { "abs", "-> /etc/passwd", "leads elsewhere" },
  { "a/b/q", "-> p/../x", "leads elsewhere" },
};

static void
test_hostile_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      Fixture self = { 0 };

      g_test_message ("%s: %s", hostile[i].name, hostile[i].content);
      set_up (&self, NULL);
      add (&self, "manifest.json", MANIFEST, 0600);
      add (&self, hostile[i].name, hostile[i].content, 0644);
      finish (&self);
      assert_not_opened (&self, STORE_ERROR_INVALID, hostile[i].part);
      tear_down (&self, NULL);
    }
}

/* What an archive makes a file of, and what another reader would: names that are cut at a NUL. */
static void
test_nul (Fixture *self, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize            size;
  char            *at;
  guint            n = 0;

  add (self, "manifest.json", MANIFEST, 0600);
  add (self, "safe.txt#../evil", "x", 0644);
  finish (self);
  g_assert_true (g_file_get_contents (self->path, &bytes, &size, NULL));
  while ((at = memmem (bytes, size, "safe.txt#", 9)) != NULL)
    {
      at[8] = '\0';
      n++;
    }
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (g_file_set_contents (self->path, bytes, (gssize)size, NULL));

  g_autoptr (GError) error = NULL;
  g_autoptr (StoreBundle) bundle = store_bundle_open (self->path, NULL, &error);
  g_assert_null (bundle);
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
}

static void
test_truncated (Fixture *self, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize            size;

  add (self, "manifest.json", MANIFEST, 0600);
  add (self, "a", "some content that is here to be cut", 0600);
  finish (self);
  g_assert_true (g_file_get_contents (self->path, &bytes, &size, NULL));
  for (gsize length = 0; length < size; length += 7)
    {
      g_assert_true (g_file_set_contents (self->path, bytes, (gssize)length, NULL));
      assert_not_opened (self, STORE_ERROR_INVALID, "bundle");
    }
}

static void
test_damaged (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *target = g_build_filename (self->folder, "out", NULL);
  gsize            size;

  g_assert_cmpint (archive_write_zip_set_compression_store (self->archive),
                   ==, ARCHIVE_OK);
  add (self, "manifest.json", MANIFEST, 0600);
  add (self, "a", "some content", 0600);
  finish (self);
  g_assert_true (g_file_get_contents (self->path, &bytes, &size, NULL));
  ((char *)memmem (bytes, size, "some content", 12))[3] = 'X';
  g_assert_true (g_file_set_contents (self->path, bytes, (gssize)size, NULL));
  bundle = open_bundle (self);
  g_assert_null (store_bundle_unpack (bundle, target, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
  /* Nothing is left behind. */
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

/* Sets the flag that says so behind each header of an entry: libarchive may be built without what
 * encrypts, and whoever reads looks at the flag first. */
static void
mark_encrypted (char *bytes, gsize size, const char *signature, gsize flag)
{
  char *at = bytes;

  while ((at = memmem (at, size - (gsize)(at - bytes), signature, 4)) != NULL)
    {
      at[flag] |= 1;
      at += 4;
    }
}

static void
test_encrypted (Fixture *self, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize            size;

  add (self, "manifest.json", MANIFEST, 0600);
  finish (self);
  g_assert_true (g_file_get_contents (self->path, &bytes, &size, NULL));
  mark_encrypted (bytes, size, "PK\003\004", 6);
  mark_encrypted (bytes, size, "PK\001\002", 8);
  g_assert_true (g_file_set_contents (self->path, bytes, (gssize)size, NULL));
  assert_not_opened (self, STORE_ERROR_INVALID, "encrypted");
}

/* 200 MiB of zeros in 200 KiB */
static void
test_bomb (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char      *zeros = g_malloc0 (1024 * 1024);
  g_autofree char      *target = g_build_filename (self->folder, "out", NULL);
  struct archive_entry *entry = archive_entry_new ();

  add (self, "manifest.json", MANIFEST, 0600);
  archive_entry_set_pathname (entry, "zeros");
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_size (entry, 200 * 1024 * 1024);
  g_assert_cmpint (archive_write_header (self->archive, entry), ==, ARCHIVE_OK);
  for (guint i = 0; i < 200; i++)
    g_assert_cmpint (archive_write_data (self->archive, zeros, 1024 * 1024), ==, 1024 * 1024);
  archive_entry_free (entry);
  finish (self);
  bundle = open_bundle (self);
  g_assert_null (store_bundle_unpack (bundle, target, NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE);
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

static void
test_large_manifest (Fixture *self, gconstpointer data)
{
  g_autofree char *text = g_strnfill (2 * 1024 * 1024, ' ');

  add (self, "manifest.json", text, 0600);
  finish (self);
  assert_not_opened (self, STORE_ERROR_TOO_LARGE, "manifest");
}

static void
test_no_bundle (Fixture *self, gconstpointer data)
{
  add (self, "readme.txt", "x", 0600);
  finish (self);
  assert_not_opened (self, STORE_ERROR_INVALID, "no manifest.json");
  g_assert_true (g_file_set_contents (self->path, "PK but no zip at all", -1, NULL));
  assert_not_opened (self, STORE_ERROR_INVALID, "zip");
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  assert_not_opened (self, STORE_ERROR_NOT_FOUND, "server.mcpb");
  g_assert_cmpint (g_mkdir (self->path, 0700), ==, 0);
  assert_not_opened (self, STORE_ERROR_IS_DIRECTORY, "no file");
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (StoreBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *target = g_build_filename (self->folder, "out", NULL);

  add (self, "manifest.json", MANIFEST, 0600);
  finish (self);
  bundle = open_bundle (self);
  g_cancellable_cancel (cancellable);
  g_assert_null (store_bundle_unpack (bundle, target, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **out = data;

  *out = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
test_async (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) unpacked = NULL;
  g_autoptr (StoreBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *target = g_build_filename (self->folder, "out", NULL);
  g_autofree char *folder = NULL;

  add (self, "manifest.json", MANIFEST, 0600);
  finish (self);
  bundle = store_bundle_open (self->path, NULL, &error);
  g_assert_no_error (error);
  store_bundle_unpack_async (bundle, target, NULL, on_done, &unpacked);
  folder = store_bundle_unpack_finish (bundle, wait_for (&unpacked), &error);
  g_assert_no_error (error);
  assert_content (folder, "manifest.json", MANIFEST, 0644);
}

#define ADD(name, test) g_test_add ("/bundle/" name, Fixture, NULL, set_up, test, tear_down)

void
add_bundle_tests (void)
{
  ADD ("unpack", test_unpack);
  g_test_add_func ("/bundle/hostile-names", test_hostile_names);
  ADD ("nul", test_nul);
  ADD ("truncated", test_truncated);
  ADD ("damaged", test_damaged);
  ADD ("encrypted", test_encrypted);
  ADD ("bomb", test_bomb);
  ADD ("large-manifest", test_large_manifest);
  ADD ("no-bundle", test_no_bundle);
  ADD ("cancelled", test_cancelled);
  ADD ("async", test_async);
}
