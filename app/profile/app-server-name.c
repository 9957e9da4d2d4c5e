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
  const char *lines;  /* options whose value is a command line */
  const char *flags;  /* where it is set: every other option takes the next word */
  guint       skip;   /* words that are neither option nor verb, before the one that tells */
} Runner;

#define CONTAINER_FLAGS                                                                \
  " -i --interactive -t --tty -d --detach --rm --init --privileged --read-only -P -q " \
  "--publish-all --quiet --no-healthcheck --oom-kill-disable --sig-proxy --no-deps "   \
  "--disable-content-trust --replace --rmi -T --no-TTY --build --tls-verify "

static const Runner runners[] = {
  { "npx", "", " --registry --cache --userconfig -w --workspace --prefix ", " -p --package ",
    " -c --call ", NULL, 0 },
  { "bunx", "", "", " -p --package ", "", NULL, 0 },
  { "pnpx", "", "", " --package ", "", NULL, 0 },
  { "npm", " exec x run run-script ", " --registry --prefix -C ", " --package ", "", NULL, 0 },
  { "pnpm", " dlx exec run ", " --dir -C --filter ", " --package ", "", NULL, 0 },
  { "yarn", " dlx exec run ", " --cwd ", " -p --package ", "", NULL, 0 },
  { "uvx", "", " --from --with --python -p --index-url --directory ", "", "", NULL, 0 },
  { "uv", " run tool ", " --from --with --python -p --project --directory --index-url --extra ",
    " -m --module ", "", NULL, 0 },
  { "pipx", " run ", " --spec --python --pip-args ", "", "", NULL, 0 },
  { "poetry", " run ", " -C --directory -P --project ", "", "", NULL, 0 },
  { "pdm", " run ", " -p --project ", "", "", NULL, 0 },
  { "hatch", " run ", " -e --env ", "", "", NULL, 0 },
  { "rye", " run ", " --pyproject ", "", "", NULL, 0 },
  { "conda", " run ", " -n --name -p --prefix --cwd ", "", "", NULL, 0 },
  { "fastmcp", " run dev ", "", "", "", NULL, 0 },
  { "mcp", " run dev ", " --with --with-editable -e -t --transport ", "", "", NULL, 0 },
  { "node", "", " -r --require --import --loader --env-file ", "", "", NULL, 0 },
  { "nodejs", "", " -r --require --import --loader ", "", "", NULL, 0 },
  { "tsx", " watch ", " --tsconfig ", "", "", NULL, 0 },
  { "ts-node", "", " -P --project ", "", "", NULL, 0 },
  { "bun", " run x ", " --cwd ", "", "", NULL, 0 },
  { "deno", " run ", " --config -c --import-map --env-file ", "", "", NULL, 0 },
  { "python", "", " -W -X ", " -m ", "", NULL, 0 },
  { "ruby", "", " -r -I ", "", "", NULL, 0 },
  { "bundle", " exec ", "", "", "", NULL, 0 },
  { "php", "", " -d -c ", " -f ", "", NULL, 0 },
  { "perl", "", " -I -M ", "", "", NULL, 0 },
  { "java", "", " -cp -classpath --class-path ", " -jar ", "", NULL, 0 },
  { "dotnet", " run exec ", " -c --configuration -f --framework ", " --project ", "", NULL, 0 },
  { "dnx", "", " --version --source ", "", "", NULL, 0 },
  { "go", " run ", " -C -tags ", "", "", NULL, 0 },
  { "cargo", " run ", " --manifest-path --features --profile ", " -p --package --bin ", "", NULL,
    0 },
  { "nix", " run ", "", "", "", NULL, 0 },
  { "docker", " run exec container compose ", "", "", "", CONTAINER_FLAGS, 0 },
  { "podman", " run exec container compose ", "", "", "", CONTAINER_FLAGS, 0 },
  { "nerdctl", " run exec container compose ", "", "", "", CONTAINER_FLAGS, 0 },
  { "sudo", "", " -u -g ", "", "", NULL, 0 },
  { "nice", "", " -n ", "", "", NULL, 0 },
  { "timeout", "", " -k -s ", "", "", NULL, 1 },
  { "ssh", "", " -i -p -l -o -F -J ", "", "", NULL, 1 },
  { "env", "", " -u -C ", "", "", NULL, 0 },
  { "wsl", "", " -d --distribution -u --user ", "", "", NULL, 0 },
  { "cmd", " /c /C /k /d /s ", "", "", "", NULL, 0 },
  { "sh", " exec ", "", "", " -c -lc -ic ", NULL, 0 },
  { "bash", " exec ", "", "", " -c -lc -ic ", NULL, 0 },
  { "zsh", " exec ", "", "", " -c -lc -ic ", NULL, 0 },
  { "powershell", "", "", " -File ", " -Command -c ", NULL, 0 },
  { "pwsh", "", "", " -File ", " -Command -c ", NULL, 0 },
  { "supergateway", "", "", "", " --stdio ", NULL, 0 },
};

/* Options that say in which folder all of it is: what is left where the rest says nothing. */
#define FOLDERS " --directory --prefix --cwd --dir -C --project --manifest-path -f --file "

/* A shell in a shell in a shell. */
#define MAX_LINES 4

/* They stand between us and a server that has an address. */
#define BRIDGES " mcp-remote mcp-proxy mcp-remote-proxy supergateway "

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

/* "python3.11" is python, "NODE.EXE" is node. */
static const Runner *
find_runner (const char *word)
{
  const char      *slash = strrchr (word, '/');
  const char      *back = strrchr (word, '\\');
  g_autofree char *name = g_strdup (slash > back ? slash + 1 : back != NULL ? back + 1
                                                                            : word);
  char            *dot = strrchr (name, '.');

  if (dot != NULL &&
      (g_ascii_strcasecmp (dot, ".exe") == 0 || g_ascii_strcasecmp (dot, ".cmd") == 0))
    *dot = '\0';
  for (gsize i = strlen (name); i > 1 && (g_ascii_isdigit (name[i - 1]) || name[i - 1] == '.'); i--)
    name[i - 1] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (runners); i++)
    if (g_ascii_strcasecmp (name, runners[i].program) == 0)
      return &runners[i];
  return NULL;
}

/* "-it", "-eTOKEN": several letters, or a letter with its value. */
static gboolean
stands_alone (const Runner *runner, const char *option)
{
  if (strchr (option, '=') != NULL || is_one_of (runner->flags, option))
    return TRUE;
  return option[1] != '-' && option[1] != '\0' && option[2] != '\0';
}

static gboolean
takes_value (const Runner *runner, const char *option)
{
  if (runner->flags != NULL)
    return option[0] == '-' && !stands_alone (runner, option);
  return is_one_of (runner->values, option);
}

/* What a command line found: the word that says what runs, and what else may say it. */
typedef struct
{
  guint    n_lines;
  GStrv    lines;     /* of a command in a command; (nullable) */
  char    *word;      /* (nullable) */
  char    *folder;    /* (nullable) */
  gboolean is_module; /* the word is "package.module" */
} Search;

static void look_for_word (Search *search, const char *const *words);

static void
take_word (Search *search, const char *word)
{
  if (word == NULL)
    return;
  g_free (search->word);
  search->word = g_strdup (word);
}

/* "cd /srv/weather && exec node index.js": the last command is the server, and what the first one
 * says is its folder. */
static void
look_into_line (Search *search, const char *line)
{
  g_auto (GStrv) words = NULL;
  const char *const *last;

  if (search->n_lines++ == MAX_LINES || !g_shell_parse_argv (line, NULL, &words, NULL))
    return;
  last = (const char *const *)words;
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_str_equal (words[i], "cd") && words[i + 1] != NULL)
        {
          g_free (search->folder);
          search->folder = g_strdup (words[i + 1]);
        }
      if (words[i + 1] == NULL)
        break;
      if (is_one_of (" && ; || exec ", words[i]) ||
          (last == (const char *const *)words + i && is_assignment (words[i])))
        last = (const char *const *)words + i + 1;
    }
  g_strfreev (search->lines);
  search->lines = g_strdupv (words);
  look_for_word (search, last);
}

/* An option with what belongs to it. Returns: how many words it takes; 0 where the search ends */
static guint
skip_option (Search *search, const Runner *runner, const char *const *words)
{
  const char      *equals = strchr (words[0], '=');
  g_autofree char *option = g_strndup (words[0], equals != NULL ? (gsize)(equals - words[0])
                                                                : strlen (words[0]));
  const char      *value = equals != NULL ? equals + 1 : words[1];

  if (is_one_of (runner->names, option) && value != NULL)
    {
      take_word (search, value);
      search->is_module = is_one_of (" -m --module ", option);
      return 0;
    }
  if (is_one_of (runner->lines, option) && value != NULL)
    {
      look_into_line (search, value);
      return 0;
    }
  if (is_one_of (FOLDERS, option) && value != NULL &&
      (equals != NULL || takes_value (runner, words[0])) && search->folder == NULL)
    search->folder = g_strdup (value);
  return takes_value (runner, words[0]) && words[1] != NULL ? 2 : 1;
}

static void
look_for_word (Search *search, const char *const *words)
{
  const Runner *runner = find_runner (words[0]);
  gboolean      is_env = runner != NULL && g_str_equal (runner->program, "env");
  guint         skip = runner != NULL ? runner->skip : 0;

  take_word (search, words[0]);
  if (runner == NULL)
    return;
  for (guint i = 1; words[i] != NULL;)
    {
      const char *word = words[i];

      if (word[0] == '-' && word[1] != '\0')
        {
          guint taken = skip_option (search, runner, words + i);
          if (taken == 0)
            return;
          i += taken;
          continue;
        }
      i++;
      if (word[0] == '-' || word[0] == '\0' || is_one_of (runner->verbs, word) ||
          (is_env && is_assignment (word)))
        continue;
      if (skip > 0)
        skip--;
      /* One runner may start another one: env npx …, uv run python … */
      else if (find_runner (word) != NULL && words[i] != NULL)
        {
          look_for_word (search, words + i - 1);
          return;
        }
      else
        {
          take_word (search, word);
          return;
        }
    }
}

/* What stands for nothing when it is the file or the folder of a program. */
static gboolean
says_nothing (const char *name)
{
  return is_one_of (" index main cli server app start serve run dev mcp mcp_server mcp-server "
                    "__main__ dist build src lib bin out target release debug node_modules "
                    "scripts stdio Cargo package pyproject compose docker-compose . .. / ",
                    name);
}

static char *
dup_without_extension (const char *name)
{
  static const char *const extensions[] = { ".js", ".mjs", ".cjs", ".ts", ".mts", ".py",
                                            ".pyz", ".sh", ".rb", ".jar", ".exe", ".cmd",
                                            ".php", ".bat", ".csproj", ".go", ".toml", ".json",
                                            ".tgz", ".whl", ".yaml", ".yml", ".dll", ".pl" };

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_str_has_suffix (name, extensions[i]) && strlen (name) > strlen (extensions[i]))
      return g_strndup (name, strlen (name) - strlen (extensions[i]));
  return g_strdup (name);
}

/* "name@1.2", "name==1.2", "name[extra]", "image:tag", "pkg.git", "name-0.1.2" */
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
  for (char *dash = strchr (name + MIN (1, strlen (name)), '-'); dash != NULL;
       dash = strchr (dash + 1, '-'))
    {
      gsize digits = strspn (dash + 1, "0123456789");

      if (digits > 0 && dash[1 + digits] == '.' && g_ascii_isdigit (dash[2 + digits]))
        {
          *dash = '\0';
          return;
        }
    }
}

/* From the end of a path to the first part that means something. */
static char *
dup_distinct_part (const char *path, gboolean is_module, gboolean *distinct)
{
  g_auto (GStrv) parts = g_strsplit_set (path, is_module ? "." : "/\\", -1);
  g_autofree char *last = NULL;

  *distinct = TRUE;
  for (guint i = g_strv_length (parts); i > 0; i--)
    {
      g_autofree char *part = dup_without_extension (parts[i - 1]);

      cut_version (part);
      if (part[0] == '\0')
        continue;
      if (last == NULL)
        last = g_strdup (part);
      if (!says_nothing (part))
        return g_strdup (part[0] == '@' && part[1] != '\0' ? part + 1 : part);
    }
  *distinct = FALSE;
  return last != NULL ? g_steal_pointer (&last) : g_strdup (path);
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

/* Returns: (nullable): the address that a bridge leads to */
static const char *
find_bridged (const char *part, const char *const *words)
{
  if (!is_one_of (BRIDGES, part))
    return NULL;
  for (guint i = 1; words[i] != NULL; i++)
    if (g_str_has_prefix (words[i], "http://") || g_str_has_prefix (words[i], "https://"))
      return words[i];
  return NULL;
}

char *
app_server_name_for_command (const char *const *words)
{
  Search           search = { 0, NULL, NULL, NULL, FALSE };
  const char      *word;
  const char      *bridged;
  gboolean         distinct;
  g_autofree char *name = NULL;

  g_return_val_if_fail (words != NULL && words[0] != NULL, NULL);

  look_for_word (&search, words);
  word = search.word;
  if (g_str_has_prefix (word, "git+"))
    word += strlen ("git+");
  g_autofree char *part = dup_distinct_part (word, search.is_module, &distinct);
  bridged = find_bridged (part, search.lines != NULL ? (const char *const *)search.lines : words);
  if (search.folder != NULL && (!distinct || find_runner (part) != NULL))
    {
      g_autofree char *folder = dup_distinct_part (search.folder, FALSE, &distinct);

      if (distinct)
        {
          g_free (part);
          part = g_steal_pointer (&folder);
        }
    }
  name = bridged != NULL ? app_server_name_for_url (bridged) : dup_without_filler (part);
  g_strfreev (search.lines);
  g_free (search.word);
  g_free (search.folder);
  return name[0] != '\0' ? g_steal_pointer (&name) : g_strdup ("server");
}

/* The file of the socket, without what all of them have. Returns: (nullable) */
static char *
name_socket (const char *path)
{
  if (*path == '@')
    path++;
  g_autofree char *base = g_path_get_basename (path);
  if (g_str_has_suffix (base, ".sock") && strlen (base) > strlen (".sock"))
    base[strlen (base) - strlen (".sock")] = '\0';
  else if (g_str_has_suffix (base, ".socket") && strlen (base) > strlen (".socket"))
    base[strlen (base) - strlen (".socket")] = '\0';
  return *base != '\0' && !g_str_equal (base, "/") && !g_str_equal (base, ".")
             ? dup_without_filler (base)
             : NULL;
}

/* Servers of one host differ by their ports. @port: below 1 where the address names none */
static char *
name_host (const char *host, int port)
{
  if (port < 1)
    return g_strdup (host);
  return strchr (host, ':') != NULL ? g_strdup_printf ("[%s]:%d", host, port)
                                    : g_strdup_printf ("%s:%d", host, port);
}

static char *
name_address (const char *url)
{
  g_autofree char *path = NULL;
  g_autofree char *target = NULL;

  if (mcp_socket_address_parse_http (url, &path, &target, NULL))
    return name_socket (path);
  if (g_ascii_strncasecmp (url, "unix:", 5) != 0 && g_ascii_strncasecmp (url, "tcp:", 4) != 0)
    return NULL;
  g_autoptr (GSocketConnectable) address = mcp_socket_address_parse (url, NULL);
  if (G_IS_NETWORK_ADDRESS (address))
    return name_host (g_network_address_get_hostname (G_NETWORK_ADDRESS (address)),
                      g_network_address_get_port (G_NETWORK_ADDRESS (address)));
  return address != NULL ? name_socket (strchr (url, ':') + 1) : NULL;
}

char *
app_server_name_for_url (const char *url)
{
  g_return_val_if_fail (url != NULL, NULL);

  g_autofree char *name = name_address (url);
  if (name != NULL)
    return g_steal_pointer (&name);
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || g_uri_get_host (uri)[0] == '\0')
    return g_strdup ("server");
  return name_host (g_uri_get_host (uri), g_uri_get_port (uri));
}
