/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-problem.h"

#include <glib/gi18n-lib.h>

#include "app-error.h"
#include "mcp-error.h"
#include "mcp-json-document.h"
#include "store-error.h"

GQuark
app_error_quark (void)
{
  return g_quark_from_static_string ("app-error");
}

struct _AppProblem
{
  GObject parent_instance;

  AppCulprit culprit;
  char      *what;
  char      *advice;
  char      *evidence;
  GError    *error;
};

enum {
  PROP_0,
  PROP_WHAT,
  PROP_CULPRIT_NAME,
  PROP_ADVICE,
  PROP_EVIDENCE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppProblem, app_problem, G_TYPE_OBJECT)

typedef struct
{
  int         code;
  AppCulprit  culprit;
  const char *advice;
} Advice;

static const Advice mcp_advice[] = {
  { MCP_ERROR_COMMAND_NOT_FOUND, APP_CULPRIT_SETUP,
    N_ ("Check the command's spelling, install the program, or give its full path.") },
  { MCP_ERROR_COMMAND_NOT_EXECUTABLE, APP_CULPRIT_SETUP,
    N_ ("Check the file's permissions and the working directory.") },
  { MCP_ERROR_PROCESS_EXITED, APP_CULPRIT_SERVER,
    N_ ("Read what the server printed; often an argument or an environment variable is missing.") },
  { MCP_ERROR_CONNECTION_FAILED, APP_CULPRIT_NETWORK,
    N_ ("Check that the server is running and that the address and port are right.") },
  { MCP_ERROR_CONNECTION_LOST, APP_CULPRIT_NETWORK,
    N_ ("Try again, and connect again where the connection is gone; if it happens often, look at "
        "the server's own log, and for a proxy on the way.") },
  { MCP_ERROR_HTTP_STATUS, APP_CULPRIT_SERVER,
    N_ ("Check the URL's path; many servers answer under /mcp.") },
  { MCP_ERROR_AUTHORIZATION_REQUIRED, APP_CULPRIT_SETUP,
    N_ ("Give the server's token or password in the server's settings.") },
  { MCP_ERROR_SESSION_EXPIRED, APP_CULPRIT_SERVER,
    N_ ("Connect again to begin a new session.") },
  { MCP_ERROR_REDIRECTED, APP_CULPRIT_SERVER,
    N_ ("If you trust the address that it names, enter it in the server's settings.") },
  { MCP_ERROR_TIMED_OUT, APP_CULPRIT_SERVER,
    N_ ("Try again, or allow more time in the server's settings.") },
  { MCP_ERROR_CANCELLED, APP_CULPRIT_SETUP,
    N_ ("It was stopped before it ended; nothing else is wrong.") },
  { MCP_ERROR_MESSAGE_TOO_LARGE, APP_CULPRIT_SERVER,
    N_ ("Ask for less at once, or raise the limit for one message in the preferences.") },
  { MCP_ERROR_INVALID_MESSAGE, APP_CULPRIT_SERVER,
    N_ ("The server breaks the protocol; tell its author and show the evidence.") },
  { MCP_ERROR_UNSUPPORTED_VERSION, APP_CULPRIT_SERVER,
    N_ ("Update the server, or this program.") },
  { MCP_ERROR_NOT_OFFERED, APP_CULPRIT_SERVER,
    N_ ("The server does not offer this; nothing is broken.") },
  { MCP_ERROR_NOT_CONNECTED, APP_CULPRIT_SETUP, N_ ("Connect to the server first.") },
  { MCP_ERROR_INVALID_TARGET, APP_CULPRIT_SETUP,
    N_ ("Check the server's URL or command in its settings.") },
  { MCP_ERROR_CERTIFICATE_REFUSED, APP_CULPRIT_SETUP,
    N_ ("If the certificate below is the server's own, name its authority in the server's "
        "settings, or accept this one certificate there by its SHA-256.") },
  { MCP_ERROR_OTHER_ERA, APP_CULPRIT_SETUP,
    N_ ("Let Spyglass find out what the server speaks: set the era to automatic and name no "
        "revision in the server's settings (--era auto in a terminal).") },
  { MCP_ERROR_CAPABILITY_REQUIRED, APP_CULPRIT_SETUP,
    N_ ("Switch on what the server asks for, then try again.") },
  { MCP_ERROR_HEADER_MISMATCH, APP_CULPRIT_SETUP,
    N_ ("Look for headers of your own in the server's settings, and for a proxy on the way.") },
  { MCP_ERROR_EXCLUDED, APP_CULPRIT_SERVER,
    N_ ("Tell the server's author; a message written by hand is sent all the same.") },
};

static const Advice app_advice[] = {
  { APP_ERROR_UNCONFIRMED, APP_CULPRIT_SETUP,
    N_ ("Read the whole command and confirm it if you trust where it came from.") },
  { APP_ERROR_SECRET, APP_CULPRIT_SETUP,
    N_ ("Unlock the keyring, or enter the secret again in the server's settings.") },
  { APP_ERROR_REFUSED, APP_CULPRIT_SETUP,
    N_ ("Change the approval rule if the tool should run.") },
  { APP_ERROR_INVALID_INPUT, APP_CULPRIT_SETUP, N_ ("Correct the input and try again.") },
  { APP_ERROR_NOT_CONNECTED, APP_CULPRIT_SETUP, N_ ("Connect to the server first.") },
  { APP_ERROR_NOT_FOUND, APP_CULPRIT_SETUP,
    N_ ("Check the name; the list of servers shows what there is.") },
};

static const Advice store_advice[] = {
  { STORE_ERROR_FAILED, APP_CULPRIT_SETUP,
    N_ ("Read the system's own words above; try again when that is mended.") },
  { STORE_ERROR_NOT_FOUND, APP_CULPRIT_SETUP, N_ ("Check the name and the path.") },
  { STORE_ERROR_IS_DIRECTORY, APP_CULPRIT_SETUP,
    N_ ("Move the folder away, or choose another file.") },
  { STORE_ERROR_NOT_READABLE, APP_CULPRIT_SETUP, N_ ("Check who may read the file.") },
  { STORE_ERROR_NOT_WRITABLE, APP_CULPRIT_SETUP,
    N_ ("Check who may write to the file and its folder.") },
  { STORE_ERROR_NO_SPACE, APP_CULPRIT_SETUP, N_ ("Make room on the disk and try again.") },
  { STORE_ERROR_SYNTAX, APP_CULPRIT_SETUP,
    N_ ("Mend the file at this place with a text editor; it was not changed.") },
  { STORE_ERROR_TOO_LARGE, APP_CULPRIT_SETUP,
    N_ ("Check that this is the right file; such files are small.") },
  { STORE_ERROR_CHANGED, APP_CULPRIT_CLIENT,
    N_ ("Look at the file as it is now, and begin again.") },
  { STORE_ERROR_DUPLICATE, APP_CULPRIT_SETUP, N_ ("Choose another name.") },
  { STORE_ERROR_INVALID, APP_CULPRIT_SETUP, N_ ("Correct the input and try again.") },
  { STORE_ERROR_UNSUPPORTED, APP_CULPRIT_CLIENT,
    N_ ("Choose another way to reach the server, or edit the file by hand.") },
  { STORE_ERROR_BUSY, APP_CULPRIT_SETUP,
    N_ ("Another program is writing the file; try again in a moment.") },
  { STORE_ERROR_NO_KEYRING, APP_CULPRIT_SETUP,
    N_ ("Start a keyring such as GNOME Keyring, or allow a weaker place.") },
  { STORE_ERROR_NEWER, APP_CULPRIT_SETUP, N_ ("Update this program.") },
};

/* Of domains that are not ours, what can be said of all their errors. */
static const Advice file_advice = { 0, APP_CULPRIT_SETUP,
                                    N_ ("Check the file's path and who may use it.") };
static const Advice json_advice = { 0, APP_CULPRIT_SETUP,
                                    N_ ("Correct the JSON at this place and try again.") };
static const Advice other_advice = { 0, APP_CULPRIT_PROGRAM,
                                     N_ ("Try again; if it happens again, report it.") };

static void
app_problem_finalize (GObject *object)
{
  AppProblem *self = APP_PROBLEM (object);

  g_free (self->what);
  g_free (self->advice);
  g_free (self->evidence);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (app_problem_parent_class)->finalize (object);
}

static void
app_problem_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppProblem *self = APP_PROBLEM (object);

  switch (prop_id)
    {
    case PROP_WHAT:
      g_value_set_string (value, self->what);
      break;
    case PROP_CULPRIT_NAME:
      g_value_set_string (value, app_problem_get_culprit_name (self));
      break;
    case PROP_ADVICE:
      g_value_set_string (value, self->advice);
      break;
    case PROP_EVIDENCE:
      g_value_set_string (value, self->evidence);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_problem_class_init (AppProblemClass *klass)
{
  static const char *const names[] = { NULL, "what", "culprit-name", "advice", "evidence" };
  GObjectClass            *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_problem_finalize;
  object_class->get_property = app_problem_get_property;

  for (guint i = PROP_WHAT; i < N_PROPS; i++)
    properties[i] = g_param_spec_string (names[i], NULL, NULL, NULL,
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_problem_init (AppProblem *self)
{
}

AppProblem *
app_problem_new (AppCulprit culprit, const char *what, const char *advice, const char *evidence)
{
  AppProblem *self = g_object_new (APP_TYPE_PROBLEM, NULL);

  self->culprit = culprit;
  self->what = g_strdup (what);
  self->advice = g_strdup (advice);
  self->evidence = evidence != NULL ? g_utf8_make_valid (evidence, -1) : NULL;
  return self;
}

static const Advice *
find_advice (const Advice *table, gsize n, int code)
{
  for (gsize i = 0; i < n; i++)
    if (table[i].code == code)
      return &table[i];
  return NULL;
}

/* What the details of a transport's error have to show, the most telling first. */
static char *
dup_evidence (const GError *error)
{
  const McpErrorDetails *details = mcp_error_get_details (error);
  GString               *text;

  if (details == NULL)
    return NULL;
  text = g_string_new (NULL);
  if (details->url != NULL)
    g_string_append_printf (text, "%s\n", details->url);
  if (details->http_status != 0)
    g_string_append_printf (text, "HTTP %u\n", details->http_status);
  if (details->challenge != NULL)
    g_string_append_printf (text, "WWW-Authenticate: %s\n", details->challenge);
  if (details->signal != 0)
    /* Translators: how a server's process ended */
    g_string_append_printf (text, _ ("ended by signal %d\n"), details->signal);
  else if (details->exit_status >= 0 && error->code == MCP_ERROR_PROCESS_EXITED)
    /* Translators: how a server's process ended */
    g_string_append_printf (text, _ ("exit status %d\n"), details->exit_status);
  if (details->evidence != NULL)
    g_string_append (text, details->evidence);
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  return g_string_free (text, FALSE);
}

static const Advice *
choose_advice (const GError *error)
{
  const Advice *advice = NULL;

  if (error->domain == MCP_ERROR)
    advice = find_advice (mcp_advice, G_N_ELEMENTS (mcp_advice), error->code);
  else if (error->domain == APP_ERROR)
    advice = find_advice (app_advice, G_N_ELEMENTS (app_advice), error->code);
  else if (error->domain == STORE_ERROR)
    advice = find_advice (store_advice, G_N_ELEMENTS (store_advice), error->code);
  else if (error->domain == MCP_JSON_ERROR)
    advice = &json_advice;
  else if (error->domain == G_IO_ERROR || error->domain == G_FILE_ERROR)
    advice = &file_advice;
  return advice != NULL ? advice : &other_advice;
}

static char *
mask (AppRedactor *redactor, const char *text)
{
  return redactor != NULL ? app_redactor_redact_text (redactor, text) : g_strdup (text);
}

AppProblem *
app_problem_new_redacted (const GError *error, AppRedactor *redactor)
{
  const Advice    *advice;
  g_autofree char *raw = NULL;
  g_autofree char *evidence = NULL;
  g_autofree char *what = NULL;
  AppProblem      *self;

  g_return_val_if_fail (error != NULL, NULL);

  advice = choose_advice (error);
  raw = error->domain == MCP_ERROR ? dup_evidence (error) : NULL;
  evidence = mask (redactor, raw);
  what = mask (redactor, error->message);
  self = app_problem_new (advice->culprit, what, _ (advice->advice), evidence);
  self->error = g_error_copy (error);
  g_free (self->error->message);
  self->error->message = g_steal_pointer (&what);
  return self;
}

AppProblem *
app_problem_new_for_error (const GError *error)
{
  return app_problem_new_redacted (error, NULL);
}

const char *
app_problem_get_what (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);
  return self->what;
}

AppCulprit
app_problem_get_culprit (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), APP_CULPRIT_PROGRAM);
  return self->culprit;
}

const char *
app_problem_get_culprit_name (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);

  switch (self->culprit)
    {
    case APP_CULPRIT_SERVER:
      return C_ ("whose fault", "The server");
    case APP_CULPRIT_NETWORK:
      return C_ ("whose fault", "The connection");
    case APP_CULPRIT_SETUP:
      return C_ ("whose fault", "The settings");
    case APP_CULPRIT_CLIENT:
      return C_ ("whose fault", "The other application");
    case APP_CULPRIT_PROGRAM:
    default:
      return C_ ("whose fault", "Spyglass");
    }
}

const char *
app_problem_get_advice (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);
  return self->advice;
}

const char *
app_problem_get_evidence (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);
  return self->evidence;
}

const GError *
app_problem_get_error (AppProblem *self)
{
  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);
  return self->error;
}

char *
app_problem_dup_text (AppProblem *self)
{
  GString *text;

  g_return_val_if_fail (APP_IS_PROBLEM (self), NULL);

  text = g_string_new (self->what);
  /* Translators: %s is "The server", "The connection" or the like */
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Cause: %s"), app_problem_get_culprit_name (self));
  if (self->advice != NULL)
    g_string_append_printf (text, "\n%s", self->advice);
  if (self->evidence != NULL)
    g_string_append_printf (text, "\n\n%s", self->evidence);
  return g_string_free (text, FALSE);
}
