/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-name.h"

#include "mcp-socket-address.h"

#include <string.h>

/* Programs that start what the server really is. */
typedef struct
{
  const char *program;
  const char *verbs;  /* words to skip behind it, one space around each */
  const char *values; /* options that take the next word */
  const char *names;  /* options whose value is the name */
} Runner;

#define CONTAINER_OPTIONS                                                         \
  " -e --env --env-file -v --volume --mount --name -p --publish -w --workdir -u " \
  "--user --network --net --entrypoint -l --label --platform --pull --add-host "  \
  "--memory -m --cpus "

static const Runner runners[] = {
  { "npx", "", " --registry --cache --userconfig -w --workspace -c --call ", " -p --package " },
  { "bunx", "", "", " -p --package " },
  { "pnpx", "", "", " --package " },
  { "npm", " exec x run ", " --registry --prefix -C ", " --package " },
  { "pnpm", " dlx exec run ", " --dir -C --filter ", " --package " },
  { "yarn", " dlx exec run ", " --cwd ", " -p --package " },
  { "uvx", "", " --from --with --python -p --index-url --directory ", "" },
  { "uv", " run tool ", " --from --with --python -p --project --directory --index-url ",
    " -m --module " },
  { "pipx", " run ", " --spec --python --pip-args ", "" },
  { "node", "", " -r --require --import --loader --env-file ", "" },
  { "nodejs", "", " -r --require --import --loader ", "" },
  { "tsx", " watch ", " --tsconfig ", "" },
  { "ts-node", "", " -P --project ", "" },
  { "bun", " run x ", " --cwd ", "" },
  { "deno", " run ", " --config -c --import-map --env-file ", "" },
  { "python", "", " -W -X ", " -m " },
  { "python3", "", " -W -X ", " -m " },
  { "ruby", "", " -r -I ", "" },
  { "java", "", " -cp -classpath --class-path ", " -jar " },
  { "dotnet", " run exec ", "", " --project " },
  { "go", " run ", "", "" },
  { "cargo", " run ", " --manifest-path ", " -p --package --bin " },
  { "docker", " run container ", CONTAINER_OPTIONS, "" },
  { "podman", " run container ", CONTAINER_OPTIONS, "" },
  { "sudo", "", " -u -g ", "" },
  { "nice", "", " -n ", "" },
  { "env", "", " -u -C ", "" },
};

static gboolean
is_one_of (const char *list, const char *word)
{
  g_autofree char *spaced = g_strdup_printf (" %s ", word);

  return strchr (word, ' ') == NULL && strstr (list, spaced) != NULL;
}

static gboolean
is_assignment (const char *word)
{
  const char *equals = strchr (word, '=');

  return equals != NULL && equals > word && strcspn (word, "/@.") > (gsize)(equals - word);
}

static const Runner *
find_runner (const char *word)
{
  g_autofree char *name = g_path_get_basename (word);
  char            *dot = strrchr (name, '.');

  if (dot != NULL &&
      (g_ascii_strcasecmp (dot, ".exe") == 0 || g_ascii_strcasecmp (dot, ".cmd") == 0))
    *dot = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (runners); i++)
    if (g_ascii_strcasecmp (name, runners[i].program) == 0)
      return &runners[i];
  return NULL;
}

/* The word that says what runs. */
static const char *
find_telling_word (const char *const *words)
{
  const Runner *runner = find_runner (words[0]);
  gboolean      is_env = runner != NULL && g_str_equal (runner->program, "env");

  if (runner == NULL)
    return words[0];
  for (guint i = 1; words[i] != NULL; i++)
    {
      const char *word = words[i];

      if (is_one_of (runner->names, word))
        return words[i + 1] != NULL ? words[i + 1] : words[0];
      if (is_one_of (runner->values, word))
        {
          if (words[++i] == NULL)
            break;
          continue;
        }
      if (word[0] == '-' || word[0] == '\0' || is_one_of (runner->verbs, word) ||
          (is_env && is_assignment (word)))
        continue;
      /* One runner may start another one: env npx …, uv run python … */
      return find_runner (word) != NULL ? find_telling_word (words + i) : word;
    }
  return words[0];
}

/* What stands for nothing when it is the file or the folder of a program. */
static gboolean
says_nothing (const char *name)
{
  return is_one_of (" index main cli server app start run mcp mcp_server __main__ dist build src "
                    "lib bin out target release debug node_modules scripts . .. / ",
                    name);
}

static char *
dup_without_extension (const char *name)
{
  static const char *const extensions[] = { ".js", ".mjs", ".cjs", ".ts", ".mts",
                                            ".py", ".pyz", ".sh", ".rb", ".jar",
                                            ".exe", ".cmd", ".csproj", ".go" };

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_str_has_suffix (name, extensions[i]) && strlen (name) > strlen (extensions[i]))
      return g_strndup (name, strlen (name) - strlen (extensions[i]));
  return g_strdup (name);
}

/* From the end of a path to the first part that means something. */
static char *
dup_telling_part (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autofree char *last = NULL;

  for (guint i = g_strv_length (parts); i > 0; i--)
    {
      g_autofree char *part = dup_without_extension (parts[i - 1]);

      if (part[0] == '\0')
        continue;
      if (last == NULL)
        last = g_strdup (part);
      if (!says_nothing (part))
        return g_steal_pointer (&part);
    }
  return last != NULL ? g_steal_pointer (&last) : g_strdup (path);
}

/* "name@1.2", "name==1.2", "name[extra]", "image:tag", "pkg.git" */
static void
cut_version (char *name)
{
  gsize length = strlen (name);
  gsize end = 1;

  while (end < length && strchr ("@=<>~[:#", name[end]) == NULL)
    end++;
  if (end < length)
    name[end] = '\0';
  if (g_str_has_suffix (name, ".git"))
    name[strlen (name) - strlen (".git")] = '\0';
}

static char *
dup_without_filler (const char *name)
{
  static const char *const starts[] = { "mcp-server-", "mcp_server_", "server-mcp-", "server-",
                                        "server_", "mcp-", "mcp_" };
  static const char *const ends[] = { "-mcp-server", "_mcp_server", "-mcpserver", "-server",
                                      "_server", "-mcp", "_mcp" };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (g_str_has_prefix (name, starts[i]) && name[strlen (starts[i])] != '\0')
      return g_strdup (name + strlen (starts[i]));
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (name, ends[i]) && strlen (name) > strlen (ends[i]))
      return g_strndup (name, strlen (name) - strlen (ends[i]));
  return g_strdup (name);
}

char *
app_server_name_for_command (const char *const *words)
{
  const char      *word;
  g_autofree char *part = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (words != NULL && words[0] != NULL, NULL);

  word = find_telling_word (words);
  if (g_str_has_prefix (word, "git+"))
    word += strlen ("git+");
  part = dup_telling_part (word);
  cut_version (part);
  name = dup_without_filler (part);
  return name[0] != '\0' ? g_steal_pointer (&name) : g_strdup ("server");
}

/* The file of the socket, without what all of them have. Returns: (nullable) */
static char *
name_socket (const char *path)
{
  g_autofree char *base = NULL;

  if (*path == '@')
    path++;
  base = g_path_get_basename (path);
  if (g_str_has_suffix (base, ".sock") && strlen (base) > strlen (".sock"))
    base[strlen (base) - strlen (".sock")] = '\0';
  else if (g_str_has_suffix (base, ".socket") && strlen (base) > strlen (".socket"))
    base[strlen (base) - strlen (".socket")] = '\0';
  return *base != '\0' && !g_str_equal (base, "/") && !g_str_equal (base, ".")
             ? dup_without_filler (base)
             : NULL;
}

static char *
name_address (const char *url)
{
  g_autoptr (GSocketConnectable) address = NULL;
  g_autofree char *path = NULL;
  g_autofree char *target = NULL;

  if (mcp_socket_address_parse_http (url, &path, &target, NULL))
    return name_socket (path);
  if (g_ascii_strncasecmp (url, "unix:", 5) != 0 && g_ascii_strncasecmp (url, "tcp:", 4) != 0)
    return NULL;
  address = mcp_socket_address_parse (url, NULL);
  if (G_IS_NETWORK_ADDRESS (address))
    return g_strdup (g_network_address_get_hostname (G_NETWORK_ADDRESS (address)));
  return address != NULL ? name_socket (strchr (url, ':') + 1) : NULL;
}

char *
app_server_name_for_url (const char *url)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  name = name_address (url);
  if (name != NULL)
    return g_steal_pointer (&name);
  uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || g_uri_get_host (uri)[0] == '\0')
    return g_strdup ("server");
  return g_strdup (g_uri_get_host (uri));
}
