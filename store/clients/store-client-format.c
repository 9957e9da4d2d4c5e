/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-format.h"

#include "store-client-object.h"
#include "store-client-table.h"
#include "store-client-variables.h"

#include <string.h>

struct _StoreClientHome
{
  char         *home;   /* (nullable): paths stay as the table has them */
  char         *config; /* the same */
  gboolean      is_own; /* so that variables of the environment count */
  StorePlatform platform;
};

/* Other words for the same application: it has two shapes of its file, or two programs that read
 * one. */
static const char *
get_id (const char *word)
{
  static const struct
  {
    const char *word;
    const char *id;
  } others[] = {
    { "claude-code-user", "claude-code" },
    { "cline-cli", "cline" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_strcmp0 (word, others[i].word) == 0)
      return others[i].id;
  return word;
}

static const StoreClientFormat *
find (const StoreClientFormat *const *table, const char *word)
{
  const char *id = get_id (word);

  for (guint i = 0; table[i] != NULL; i++)
    if (g_strcmp0 (table[i]->id, id) == 0)
      return table[i];
  return NULL;
}

const StoreClientFormat *const *
store_client_format_get_all (void)
{
  return store_client_table;
}

const StoreClientFormat *
store_client_format_find (const char *id)
{
  return find (store_client_table, id);
}

const StoreClientFormat *const *
store_client_format_get_sources (void)
{
  return store_client_sources;
}

const StoreClientFormat *
store_client_format_find_source (const char *id)
{
  return find (store_client_sources, id);
}

StorePlatform
store_platform_get (void)
{
#if defined(G_OS_WIN32)
  return STORE_PLATFORM_WINDOWS;
#elif defined(__APPLE__)
  return STORE_PLATFORM_MACOS;
#else
  return STORE_PLATFORM_LINUX;
#endif
}

const char *
store_platform_get_word (StorePlatform platform)
{
  static const char *const words[STORE_N_PLATFORMS] = { "linux", "macos", "windows" };

  g_return_val_if_fail (platform < STORE_N_PLATFORMS, NULL);
  return words[platform];
}

StoreClientHome *
store_client_home_new (const char *home)
{
  StoreClientHome *self = g_new0 (StoreClientHome, 1);

  self->is_own = home == NULL;
  self->home = g_strdup (home != NULL ? home : g_get_home_dir ());
  self->config =
      home != NULL ? g_build_filename (home, ".config", NULL) : g_strdup (g_get_user_config_dir ());
  self->platform = store_platform_get ();
  return self;
}

StoreClientHome *
store_client_home_new_for_platform (const char *home, StorePlatform platform)
{
  StoreClientHome *self = g_new0 (StoreClientHome, 1);

  self->home = g_strdup (home);
  self->config = home != NULL ? g_build_filename (home, ".config", NULL) : NULL;
  self->platform = platform;
  return self;
}

void
store_client_home_free (StoreClientHome *self)
{
  g_free (self->home);
  g_free (self->config);
  g_free (self);
}

/* A path of the table as a person of that platform writes it. Returns: (transfer full) */
static char *
print_path (const StoreClientHome *home, const char *path)
{
  GString *result = g_string_new (path);

  if (home->platform != STORE_PLATFORM_WINDOWS)
    return g_string_free (result, FALSE);
  g_string_replace (result, "~/", "%USERPROFILE%/", 1);
  if (*path == '$')
    {
      gsize end = strcspn (path, "/");

      g_string_insert_c (result, (gssize)end, '%');
      result->str[0] = '%';
    }
  g_string_replace (result, "/", "\\", 0);
  return g_string_free (result, FALSE);
}

/* Returns: (transfer full) (nullable): %NULL where it begins with a variable that is not set */
static char *
expand (const StoreClientHome *home, const char *path)
{
  static const char config[] = "$XDG_CONFIG_HOME/";
  static const char roaming[] = "$APPDATA/";
  const char       *rest = strchrnul (path, '/');

  if (home->home == NULL)
    return print_path (home, path);
  if (g_str_has_prefix (path, "~/"))
    return g_build_filename (home->home, path + 2, NULL);
  if (g_str_has_prefix (path, config))
    return g_build_filename (home->config, path + strlen (config), NULL);
  if (!home->is_own && g_str_has_prefix (path, roaming))
    return g_build_filename (home->home, "AppData", "Roaming", path + strlen (roaming), NULL);
  if (*path == '$')
    {
      g_autofree char *name = g_strndup (path + 1, rest - path - 1);
      const char      *folder = home->is_own ? g_getenv (name) : NULL;

      if (folder == NULL || *folder == '\0')
        return NULL;
      return *rest != '\0' ? g_build_filename (folder, rest, NULL) : g_strdup (folder);
    }
  return g_strdup (path);
}

/* Whether a path begins with a variable that only this application knows. */
static gboolean
is_own_variable (const char *path)
{
  return *path == '$' && !g_str_has_prefix (path, "$XDG_CONFIG_HOME/") &&
         !g_str_has_prefix (path, "$APPDATA/");
}

/* The first of "a|b" that counts. Returns: (transfer full) (nullable) */
static char *
expand_first (const StoreClientHome *home, const char *path)
{
  g_auto (GStrv) words = g_strsplit (path, "|", -1);
  char *found = NULL;

  for (guint i = 0; words[i] != NULL && found == NULL; i++)
    /* One that only a variable of its own names is for those who have set it. */
    if (home->home != NULL || !is_own_variable (words[i]) || words[i + 1] == NULL)
      found = expand (home, words[i]);
  return found;
}

static void
add_user_paths (const StoreClientHome *home, const char *const *paths, GPtrArray *found)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      if (home->home == NULL && is_own_variable (paths[i]) && strchr (paths[i], '|') == NULL &&
          (paths[i + 1] != NULL || i > 0))
        continue;
      g_autofree char *path = expand_first (home, paths[i]);
      if (path != NULL && !g_ptr_array_find_with_equal_func (found, path, g_str_equal, NULL))
        g_ptr_array_add (found, g_steal_pointer (&path));
    }
}

static gboolean
has_git (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, ".git", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

char *
store_client_format_dup_repository (const char *project)
{
  g_autofree char *folder = g_strdup (project);

  while (!has_git (folder))
    {
      g_autofree char *above = g_path_get_dirname (folder);

      if (g_str_equal (above, folder))
        return g_strdup (project);
      g_free (folder);
      folder = g_steal_pointer (&above);
    }
  return g_steal_pointer (&folder);
}

/* How many folders above @project count. */
static guint
count_folders (const StoreClientFormat *format, const char *project)
{
  g_autofree char *folder = g_strdup (project);
  guint            n = 0;

  if (format->places.folders == STORE_FOLDERS_NONE || !g_path_is_absolute (project))
    return 0;
  while (format->places.folders == STORE_FOLDERS_ALL || !has_git (folder))
    {
      g_autofree char *above = g_path_get_dirname (folder);

      if (g_str_equal (above, folder))
        return format->places.folders == STORE_FOLDERS_ALL ? n : 0;
      g_free (folder);
      folder = g_steal_pointer (&above);
      n++;
    }
  return n;
}

/* In a home that is a project as well, the user's own files stay the user's. */
static void
add_project_paths (const StoreClientFormat *format,
                   const StoreClientHome   *home,
                   const char              *project,
                   GPtrArray               *found)
{
  const char *const *names = format->places.project;
  guint              n_folders = count_folders (format, project);
  g_autofree char   *folder = g_strdup (project);
  g_autoptr (GPtrArray) users = g_ptr_array_new_with_free_func (g_free);

  add_user_paths (home, format->places.user[home->platform], users);
  for (guint i = 0; i <= n_folders; i++)
    {
      char *above = g_path_get_dirname (folder);

      for (guint j = 0; names[j] != NULL; j++)
        {
          char *path = g_build_filename (folder, names[j], NULL);

          if (g_ptr_array_find_with_equal_func (users, path, g_str_equal, NULL))
            g_free (path);
          else
            g_ptr_array_add (found, path);
        }
      g_free (folder);
      folder = above;
    }
}

gboolean
store_client_format_is_below (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  while (length > 0 && folder[length - 1] == '/')
    length--;
  return strncmp (path, folder, length) == 0 && path[length] == '/';
}

GStrv
store_client_format_dup_paths (const StoreClientFormat *format,
                               StoreClientScope         scope,
                               const StoreClientHome   *home,
                               const char              *project)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (scope == STORE_CLIENT_USER ||
      (scope == STORE_CLIENT_LOCAL && format->local_root != NULL && project != NULL))
    add_user_paths (home, format->places.user[home->platform], found);
  else if (scope == STORE_CLIENT_PROJECT && format->places.project != NULL && project != NULL)
    add_project_paths (format, home, project, found);
  g_ptr_array_add (found, NULL);
  return (GStrv)g_ptr_array_steal (found, NULL);
}

char *
store_client_format_dup_path (const StoreClientFormat *format,
                              StoreClientScope         scope,
                              const StoreClientHome   *home,
                              const char              *project)
{
  g_auto (GStrv) paths = store_client_format_dup_paths (format, scope, home, project);
  const char *made = NULL;
  gboolean    found = FALSE;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      gboolean exists = home->home != NULL && g_file_test (paths[i], G_FILE_TEST_EXISTS);

      /* What lies in a folder above the project is not for this project alone. */
      if (scope == STORE_CLIENT_PROJECT && !store_client_format_is_below (paths[i], project))
        break;
      if (exists != found ? exists
                          : made == NULL || (format->places.made != NULL &&
                                             g_str_has_suffix (paths[i], format->places.made)))
        made = paths[i];
      found = found || exists;
    }
  return g_strdup (made);
}

gboolean
store_client_format_is_installed (const StoreClientFormat *format, const StoreClientHome *home)
{
  const char *const *traces = format->places.traces;

  for (guint i = 0; traces != NULL && traces[i] != NULL; i++)
    {
      g_autofree char *path = expand (home, traces[i]);

      if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}

/* Members */

#define MEMBER(kind, field, value)                          \
  {                                                         \
    kind, G_STRUCT_OFFSET (StoreClientFormat, field), value \
  }

static const struct
{
  StoreMemberKinds kind;
  gsize            offset; /* of its name */
  StoreValueKinds  value;  /* as most take it */
} members[] = {
  MEMBER (STORE_MEMBER_OF_PROGRAM, members.command, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_PROGRAM, members.arguments, STORE_VALUE_STRINGS),
  MEMBER (STORE_MEMBER_OF_PROGRAM, members.environment, STORE_VALUE_STRING_MAP),
  MEMBER (STORE_MEMBER_OF_PROGRAM, members.environment_names, STORE_VALUE_STRINGS),
  MEMBER (STORE_MEMBER_OF_PROGRAM, members.environment_file, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_PROGRAM, members.working_directory, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_URL, members.url, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_URL, members.url_sse, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_URL, members.headers, STORE_VALUE_STRING_MAP),
  MEMBER (STORE_MEMBER_OF_URL, members.token_variable, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_URL, members.header_variables, STORE_VALUE_STRING_MAP),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.client_id, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.client_secret, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.scopes, STORE_VALUE_STRINGS),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.redirect_uri, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.callback_port, STORE_VALUE_NUMBER),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.metadata_url, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.authorization_url, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_OAUTH, oauth.token_url, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_USE, habits.timeout, STORE_VALUE_NUMBER),
  MEMBER (STORE_MEMBER_OF_USE, habits.startup_timeout, STORE_VALUE_NUMBER),
  MEMBER (STORE_MEMBER_OF_USE, habits.enabled, STORE_VALUE_BOOLEAN),
  MEMBER (STORE_MEMBER_OF_USE, habits.disabled, STORE_VALUE_BOOLEAN),
  MEMBER (STORE_MEMBER_OF_USE, habits.enabled_tools, STORE_VALUE_STRINGS),
  MEMBER (STORE_MEMBER_OF_USE, habits.disabled_tools, STORE_VALUE_STRINGS),
  MEMBER (STORE_MEMBER_OF_USE, habits.auto_approve, STORE_VALUE_STRINGS),
  MEMBER (STORE_MEMBER_OF_USE, habits.trust, STORE_VALUE_BOOLEAN),
  MEMBER (STORE_MEMBER_OF_USE, habits.default_mode, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_USE, habits.tool_modes, STORE_VALUE_OBJECT),
  MEMBER (STORE_MEMBER_OF_ANY, members.type, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_ANY, members.name, STORE_VALUE_STRING),
  MEMBER (STORE_MEMBER_OF_ANY, members.description, STORE_VALUE_STRING),
};

gboolean
store_client_format_has_member (const StoreClientFormat *format,
                                StoreMemberKinds         kinds,
                                const char              *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if ((members[i].kind & kinds) != 0 &&
        store_client_object_begins (G_STRUCT_MEMBER (const char *, format, members[i].offset),
                                    name))
      return TRUE;
  return FALSE;
}

/* Whether a letter is missing, one too many, or another. */
static gboolean
is_near (const char *word, const char *meant)
{
  gsize n = strlen (word);
  gsize m = meant != NULL ? strlen (meant) : 0;
  gsize start = 0;
  gsize end = 0;

  while (start < MIN (n, m) && word[start] == meant[start])
    start++;
  while (end < MIN (n, m) - start && word[n - 1 - end] == meant[m - 1 - end])
    end++;
  return m > 0 && start + end + 1 == MAX (n, m);
}

const char *
store_client_format_guess (const StoreClientFormat *format, const char *name)
{
  const char *const meant[] = { format->members.command, format->members.url };

  for (guint i = 0; i < G_N_ELEMENTS (meant); i++)
    if (is_near (name, meant[i]))
      return meant[i];
  return NULL;
}

gboolean
store_client_format_has_default (const StoreClientFormat *format, const char *name)
{
  const char *const *defaults = format->members.defaults;

  for (; defaults != NULL && *defaults != NULL; defaults += 2)
    if (g_str_equal (*defaults, name))
      return TRUE;
  return FALSE;
}

StoreVariableForms
store_client_format_get_variables (const StoreClientFormat *format, StoreVariableParts part)
{
  return format->variables_in == 0 || (format->variables_in & part) ? format->variables : 0;
}

char *
store_client_format_dup_spellings (const StoreClientFormat *format)
{
  return store_client_variables_dup_spellings (format->variables);
}

gboolean
store_client_format_get_member (const StoreClientFormat *format,
                                guint                    index,
                                const char             **member,
                                StoreValueKinds         *kinds)
{
  gsize offset;

  if (index >= G_N_ELEMENTS (members))
    return FALSE;
  offset = members[index].offset;
  *member = G_STRUCT_MEMBER (const char *, format, offset);
  *kinds = members[index].value;
  if (format->members.joined_command &&
      offset == G_STRUCT_OFFSET (StoreClientFormat, members.command))
    *kinds = STORE_VALUE_STRINGS;
  if (format->oauth.scopes_as_text && offset == G_STRUCT_OFFSET (StoreClientFormat, oauth.scopes))
    *kinds = STORE_VALUE_STRING;
  return TRUE;
}
