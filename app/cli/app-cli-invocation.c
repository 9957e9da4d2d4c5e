/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-invocation.h"

#include <glib/gi18n.h>
#include <math.h>

#include "spyglass-config.h"

/* What stands where no number was given; nobody means it. */
#define NOT_GIVEN G_MININT
/* Forty days; what is longer is 0, for ever. In milliseconds it fits. */
#define MAX_SECONDS (40 * 24 * 3600)

/* One line for each option: what it does, what it takes, and which commands take it. */
typedef struct
{
  const char *name;
  char        letter;
  GOptionArg  kind;
  gsize       member;
  const char *about;
  const char *value; /* (nullable) */
  guint       takes; /* AppCliTakes; 0 where its group says it */
} Option;

#define TEXT G_OPTION_ARG_STRING
#define TEXTS G_OPTION_ARG_STRING_ARRAY
#define PATH G_OPTION_ARG_FILENAME
#define COUNT G_OPTION_ARG_INT
#define SECONDS G_OPTION_ARG_DOUBLE
#define FLAG G_OPTION_ARG_NONE

#define MEMBER(name) G_STRUCT_OFFSET (AppCliInvocation, name)

static const Option server_options[] = {
  { "server", 's', TEXT, MEMBER (target.server), N_ ("A server's name in the list, or a URL"),
    N_ ("NAME-OR-URL") },
  { "env", 'e', TEXTS, MEMBER (target.env), N_ ("A variable of the program's environment"),
    N_ ("NAME=VALUE") },
  { "cwd", 0, PATH, MEMBER (target.cwd), N_ ("The program's working directory"), N_ ("FOLDER") },
  { "header", 'H', TEXTS, MEMBER (target.header), N_ ("An HTTP header"), N_ ("NAME: VALUE") },
  { "bearer", 0, TEXT, MEMBER (target.bearer), N_ ("Authorize with a token"), N_ ("TOKEN") },
  { "basic", 0, TEXT, MEMBER (target.basic), N_ ("Authorize with a password"),
    N_ ("USER:PASSWORD") },
  { "timeout", 't', SECONDS, MEMBER (target.timeout),
    N_ ("How long an answer may take; 0 for ever"), N_ ("SECONDS") },
  { "connect-timeout", 0, SECONDS, MEMBER (target.connect_timeout),
    N_ ("How long connecting may take"), N_ ("SECONDS") },
  { "total-timeout", 0, SECONDS, MEMBER (target.total_timeout),
    N_ ("How long a call that reports progress may take in all"), N_ ("SECONDS") },
};

static const Option way_options[] = {
  { "transport", 0, TEXT, MEMBER (target.transport),
    N_ ("stdio, http, sse, websocket, unix, tcp, http+unix or auto"), N_ ("TRANSPORT") },
  { "era", 0, TEXT, MEMBER (target.era), N_ ("auto, modern (from 2026-07-28 on) or legacy"),
    N_ ("ERA") },
  { "protocol-version", 0, TEXT, MEMBER (target.protocol_version), N_ ("The revision to offer"),
    N_ ("REVISION") },
  { "message-url", 0, TEXT, MEMBER (target.message_url),
    N_ ("Where messages are posted over HTTP+SSE"), N_ ("URL") },
  { "proxy", 0, TEXT, MEMBER (target.proxy),
    N_ ("http://[NAME:PASSWORD@]HOST:PORT, socks5://…, or none"), N_ ("URL") },
  { "ca-file", 0, PATH, MEMBER (target.ca_file), N_ ("Certificate authorities to trust"),
    N_ ("FILE") },
  { "insecure-certificate", 0, TEXT, MEMBER (target.insecure_certificate),
    N_ ("Accept the one certificate with this SHA-256"), N_ ("FINGERPRINT") },
  { "client-certificate", 0, PATH, MEMBER (target.client_certificate),
    N_ ("Prove who you are (PEM)"), N_ ("FILE") },
  { "client-key", 0, PATH, MEMBER (target.client_key), N_ ("The key of that certificate"),
    N_ ("FILE") },
  { "root", 0, TEXTS, MEMBER (target.root), N_ ("A folder that the server is told of"),
    N_ ("FOLDER-OR-URI") },
  { "extension", 0, TEXTS, MEMBER (target.extension),
    N_ ("A protocol extension that the server is told of"), N_ ("ID[=JSON]") },
};

static const Option call_options[] = {
  { "arg", 'a', TEXTS, MEMBER (request.arg), N_ ("One argument; its type comes from the schema"),
    N_ ("KEY=VALUE"), APP_CLI_TAKES_ARGUMENTS },
  { "ref", 0, TEXTS, MEMBER (request.ref),
    N_ ("One argument that the server takes from an object of its store"), N_ ("KEY=@ID[.PATH]"),
    APP_CLI_TAKES_ARGUMENTS },
  { "args", 'A', TEXT, MEMBER (request.args),
    N_ ("All arguments as a JSON object; - reads it from standard input"), N_ ("JSON"),
    APP_CLI_TAKES_ARGUMENTS },
  { "params", 0, TEXT, MEMBER (request.params),
    N_ ("Members to send with a list's requests, as a JSON object"), N_ ("JSON"),
    APP_CLI_TAKES_PAGES },
  { "meta", 0, TEXT, MEMBER (request.meta), N_ ("Members for _meta, as a JSON object"), N_ ("JSON"),
    APP_CLI_TAKES_META },
  { "page", 0, FLAG, MEMBER (request.page), N_ ("Ask for one page of a list"), NULL,
    APP_CLI_TAKES_PAGES },
  { "cursor", 0, TEXT, MEMBER (request.cursor), N_ ("Begin a list at this cursor"), N_ ("CURSOR"),
    APP_CLI_TAKES_PAGES },
  { "level", 0, TEXT, MEMBER (request.level), N_ ("Print what the server logs from this level on"),
    N_ ("LEVEL"), APP_CLI_TAKES_LEVEL },
  { "wait", 'w', SECONDS, MEMBER (request.wait), N_ ("How long to go on printing what comes"),
    N_ ("SECONDS"), APP_CLI_TAKES_WAIT },
  { "answer", 0, PATH, MEMBER (request.answer),
    N_ ("What to answer when the server asks; - is standard input"), N_ ("FILE"),
    APP_CLI_TAKES_ANSWER },
  { "task", 0, FLAG, MEMBER (request.task), N_ ("Run the tool as a task"), NULL,
    APP_CLI_TAKES_TASK },
  { "ttl", 0, SECONDS, MEMBER (request.ttl), N_ ("How long the server shall keep the task"),
    N_ ("SECONDS"), APP_CLI_TAKES_TASK },
  { "force", 0, FLAG, MEMBER (request.force),
    N_ ("Send arguments that do not match the tool's schema"), NULL, APP_CLI_TAKES_TASK },
  { "no-wait", 0, FLAG, MEMBER (request.no_wait),
    N_ ("Print the task and end, without waiting for its result"), NULL, APP_CLI_TAKES_TASK },
};

static const Option output_options[] = {
  { "json", 'j', FLAG, MEMBER (output.json), N_ ("Print the result as it came") },
  { "compact", 0, FLAG, MEMBER (output.compact), N_ ("Print JSON on one line") },
  { "full", 0, FLAG, MEMBER (output.full), N_ ("Print everything, truncate nothing") },
  { "rules", 0, FLAG, MEMBER (output.rules), N_ ("List the rules of lint, without a server"), NULL,
    APP_CLI_TAKES_RULES },
  { "items", 0, COUNT, MEMBER (output.items), N_ ("Items of a list that are shown (25)"),
    N_ ("N") },
  { "depth", 0, COUNT, MEMBER (output.depth), N_ ("Levels that are shown (4)"), N_ ("N") },
  { "characters", 0, COUNT, MEMBER (output.characters),
    N_ ("Characters of a string that are shown (300)"), N_ ("N") },
  { "stderr", 0, FLAG, MEMBER (output.show_stderr),
    N_ ("Pass on what the server's program prints on standard error") },
  { "quiet", 'q', FLAG, MEMBER (output.quiet), N_ ("Print results only") },
};

static const Option keeping_options[] = {
  { "name", 0, TEXT, MEMBER (keeping.name), N_ ("The name to write"), N_ ("NAME") },
  { "rename", 0, TEXT, MEMBER (keeping.rename), N_ ("A new name for a server"), N_ ("NAME") },
  { "url", 0, TEXT, MEMBER (keeping.url), N_ ("The URL of a server to add or edit"), N_ ("URL") },
  { "secret", 0, TEXTS, MEMBER (keeping.secret),
    N_ ("A variable or header whose value goes to the keyring"), N_ ("NAME") },
  { "secrets-in-file", 0, FLAG, MEMBER (keeping.secrets_in_file),
    N_ ("Without a keyring, keep secrets in a file that only you can read") },
  { "approval", 0, TEXT, MEMBER (keeping.approval),
    N_ ("Before tools that may change things: ask, auto or never"), N_ ("RULE") },
  { "project", 0, PATH, MEMBER (keeping.project),
    N_ ("A project's folder instead of your own configuration"), N_ ("FOLDER") },
  { "home", 0, PATH, MEMBER (keeping.home), N_ ("Another home folder, for trying things out"),
    N_ ("FOLDER") },
  { "with-secrets", 0, FLAG, MEMBER (keeping.with_secrets),
    N_ ("Print or write secrets as plain text") },
  { "absolute", 0, FLAG, MEMBER (keeping.absolute), N_ ("Write the program's full path") },
  { "dry-run", 'n', FLAG, MEMBER (keeping.dry_run), N_ ("Show the change, do not make it") },
};

static const Option other_options[] = {
  { "yes", 'y', FLAG, MEMBER (yes), N_ ("Do not ask") },
  { "help", 'h', FLAG, MEMBER (help), N_ ("Show this help") },
  { "version", 0, FLAG, MEMBER (version), N_ ("Show the version") },
};

typedef struct
{
  const char   *name;
  const char   *title;
  guint         takes; /* AppCliTakes; 0 where every command takes its options */
  const Option *options;
  guint         n;
} Group;

static const Group groups[] = {
  { "server", N_ ("Which server:"), APP_CLI_TAKES_SERVER, server_options,
    G_N_ELEMENTS (server_options) },
  { "way", N_ ("How it is reached and spoken to:"), APP_CLI_TAKES_SERVER, way_options,
    G_N_ELEMENTS (way_options) },
  { "call", N_ ("What is sent:"), 0, call_options, G_N_ELEMENTS (call_options) },
  { "output", N_ ("How it is shown:"), 0, output_options, G_N_ELEMENTS (output_options) },
  { "keeping", N_ ("For servers and config:"), APP_CLI_TAKES_KEEPING, keeping_options,
    G_N_ELEMENTS (keeping_options) },
  { "main", NULL, 0, other_options, G_N_ELEMENTS (other_options) },
};

/* Visits every option, until @visit says %FALSE. @takes: of the option, or of its group.
 * Returns: (nullable): where it ended */
static const Option *
find_option (const AppCliInvocation *self,
             gboolean (*visit) (const Option *option,
                                guint         takes,
                                gpointer      member,
                                gpointer      user_data),
             gpointer user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint j = 0; j < groups[i].n; j++)
      {
        const Option *option = &groups[i].options[j];
        guint         takes = option->takes != 0 ? option->takes : groups[i].takes;

        if (!visit (option, takes, G_STRUCT_MEMBER_P (self, option->member), user_data))
          return option;
      }
  return NULL;
}

static gboolean
set_not_given (const Option *option, guint takes, gpointer member, gpointer user_data)
{
  if (option->kind == G_OPTION_ARG_DOUBLE)
    *(double *)member = NAN;
  else if (option->kind == G_OPTION_ARG_INT)
    *(int *)member = NOT_GIVEN;
  return TRUE;
}

static gboolean
free_member (const Option *option, guint takes, gpointer member, gpointer user_data)
{
  if (option->kind == G_OPTION_ARG_STRING || option->kind == G_OPTION_ARG_FILENAME)
    g_free (*(char **)member);
  else if (option->kind == G_OPTION_ARG_STRING_ARRAY)
    g_strfreev (*(char ***)member);
  return TRUE;
}

/* @wanted: guint, AppCliTakes of the command */
static gboolean
is_taken (const Option *option, guint takes, gpointer member, gpointer wanted)
{
  gboolean given;

  if (takes == 0 || (takes & *(guint *)wanted) != 0)
    return TRUE;
  if (option->kind == G_OPTION_ARG_NONE)
    given = *(gboolean *)member;
  else if (option->kind == G_OPTION_ARG_DOUBLE)
    given = !isnan (*(double *)member);
  else
    given = *(gpointer *)member != NULL;
  return !given;
}

/* @error: GError ** */
static gboolean
check_number (const Option *option, guint takes, gpointer member, gpointer error)
{
  double seconds = option->kind == G_OPTION_ARG_DOUBLE ? *(double *)member : NAN;
  int   *count = option->kind == G_OPTION_ARG_INT ? member : NULL;

  if (count != NULL && *count == NOT_GIVEN)
    *count = 0;
  else if (count != NULL && *count < 1)
    {
      /* Translators: %s is an option, such as --items */
      g_set_error ((GError **)error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("--%s takes a number from 1."), option->name);
      return FALSE;
    }
  if (isnan (seconds) || (seconds >= 0 && seconds <= MAX_SECONDS))
    return TRUE;
  g_set_error ((GError **)error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: %s is an option, such as --timeout */
               _ ("--%s takes seconds from 0 to %d."), option->name, MAX_SECONDS);
  return FALSE;
}

void
app_cli_invocation_free (AppCliInvocation *self)
{
  if (self == NULL)
    return;
  find_option (self, free_member, NULL);
  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->program);
  g_free (self);
}

char *
app_cli_invocation_dup_stray (const AppCliInvocation *self, guint takes)
{
  const Option *stray;

  if (self->program != NULL && (takes & APP_CLI_TAKES_SERVER) == 0)
    return g_strdup ("--");
  stray = find_option (self, is_taken, &takes);
  return stray != NULL ? g_strconcat ("--", stray->name, NULL) : NULL;
}

static GOptionContext *
new_context (AppCliInvocation *self)
{
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_help_enabled (context, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      const Group  *group = &groups[i];
      const char   *title = group->title != NULL ? _ (group->title) : NULL;
      GOptionGroup *added = g_option_group_new (group->name, title, title, NULL, NULL);
      g_autoptr (GArray) entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

      for (guint j = 0; j < group->n; j++)
        {
          const Option *option = &group->options[j];
          GOptionEntry  entry = { option->name, option->letter, 0, option->kind,
                                  G_STRUCT_MEMBER_P (self, option->member), option->about,
                                  option->value };

          g_array_append_val (entries, entry);
        }
      g_option_group_set_translation_domain (added, GETTEXT_PACKAGE);
      g_option_group_add_entries (added, (const GOptionEntry *)(gpointer)entries->data);
      if (group->title != NULL)
        g_option_context_add_group (context, added);
      else
        g_option_context_set_main_group (context, added);
    }
  return context;
}

static AppCliInvocation *
invocation_new (void)
{
  AppCliInvocation *self = g_new0 (AppCliInvocation, 1);

  find_option (self, set_not_given, NULL);
  return self;
}

AppCliInvocation *
app_cli_invocation_parse (int argc, char **argv, GError **error)
{
  g_autoptr (AppCliInvocation) self = invocation_new ();
  g_autoptr (GOptionContext) context = new_context (self);
  g_autoptr (GStrvBuilder) own = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;
  int i;

  /* What stands behind "--" is the program's and none of our business. */
  for (i = 0; i < argc && g_strcmp0 (argv[i], "--") != 0; i++)
    g_strv_builder_add (own, argv[i]);
  if (i < argc)
    self->program = g_strdupv (argv + i + 1);
  words = g_strv_builder_end (own);
  if (!g_option_context_parse_strv (context, &words, error) ||
      find_option (self, check_number, error) != NULL)
    return NULL;
  self->output.as_json = self->output.json || self->output.compact;
  if (words[0] != NULL && words[1] != NULL)
    {
      self->command = g_strdup (words[1]);
      self->arguments = g_strdupv (words + 2);
    }
  else
    self->arguments = g_new0 (char *, 1);
  if (self->program != NULL && self->program[0] == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("There is no program behind “--”."));
      return NULL;
    }
  if (self->program != NULL && self->target.server != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Give either --server or a program behind “--”, not both."));
      return NULL;
    }
  return g_steal_pointer (&self);
}

char *
app_cli_invocation_dup_help (const char *commands)
{
  g_autoptr (AppCliInvocation) self = invocation_new ();
  g_autoptr (GOptionContext) context = new_context (self);
  g_autofree char *options = g_option_context_get_help (context, FALSE, NULL);
  const char      *from = strstr (options, "\n\n");

  /* The usage line is ours: GOption cannot say what stands behind "--". */
  return g_strdup_printf ("%s\n  spyglass-cli %s\n\n%s%s", _ ("Usage:"),
                          _ ("COMMAND [ARGUMENTS] [OPTIONS] [--server NAME-OR-URL | -- PROGRAM "
                             "ARG…]"),
                          commands, from != NULL ? from + 1 : options);
}
