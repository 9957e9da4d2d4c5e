/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-secret-signs.h"

#include <string.h>

#include "mcp-json-key-words.h"

/* Longer values are files. */
#define MAX_TEXT (1024u * 1024u)

/* Names */

typedef enum {
  ANYWHERE = 1 << 0, /* among the words; otherwise they end the name */
  INSIDE = 1 << 1,   /* also as a part of a word: PGPASSWORD */
  ALONE = 1 << 2,    /* a tool's argument of this name and no other word */
  LATER = 1 << 3,    /* not as the only word */
  ARGUMENT = 1 << 4, /* for arguments of tools too */
} NameFlags;

static const struct
{
  const char *words;
  NameFlags   flags;
} names[] = {
  { "password", INSIDE | ARGUMENT },
  { "passwd", INSIDE | ARGUMENT },
  { "passphrase", INSIDE | ARGUMENT },
  { "secret", INSIDE | ARGUMENT },
  { "apikey", INSIDE | ARGUMENT },
  { "accesskey", INSIDE | ARGUMENT },
  { "privatekey", INSIDE | ARGUMENT },
  { "credential", INSIDE | ARGUMENT },
  { "authtoken", INSIDE | ARGUMENT },
  { "accesstoken", INSIDE | ARGUMENT },
  { "api key", ANYWHERE | ARGUMENT },
  { "access key", ANYWHERE | ARGUMENT },
  { "private key", ANYWHERE | ARGUMENT },
  { "auth key", ANYWHERE | ARGUMENT },
  { "authorization", ANYWHERE | ARGUMENT },
  { "bearer", ANYWHERE | ARGUMENT },
  { "otp", ANYWHERE | ARGUMENT },
  { "pass", ALONE },
  { "pin", ALONE },
  { "key", 0 },
  { "pat", LATER },
  { "auth", LATER },
  { "auth header", 0 },
  { "cookie", ANYWHERE },
  { "dpop", 0 },
  { "dpo p", 0 },
  { "sig", 0 },
  { "signature", 0 },
  { "sas", 0 },
  { "mcp session id", 0 },
};

/* Words behind which it is not the secret itself, but something of it. */
static const char *const of_secret[] = { "file", "path", "dir", "directory", "folder", "host",
                                         "port", "ttl", "timeout", "length", "count", "limit",
                                         "size", "type", "user", "username", "env", "var",
                                         "method", "url", "uri", "endpoint", NULL };
/* Their addresses are secrets. */
static const char *const webhooks[] = { "webhook", NULL };
/* Tokens that are places in a list, and numbers of tokens. */
static const char *const cursors[] = { "skip", "page", "next", "cursor", "continuation", "start",
                                       "max", "min", "count", "limit", "num", "delta", "sync",
                                       "pagination", "resume", "skiptoken", NULL };
static const char *const owners[] = { "api", "access", "private", "auth", NULL };
static const char *const tokens[] = { "token", NULL };
static const char *const public[] = { "public", NULL };

static gboolean
is_token (char **words, gboolean is_argument)
{
  guint n = g_strv_length (words);

  return (mcp_json_key_words_have (words, tokens) ||
          (!is_argument && n > 0 && g_str_has_suffix (words[n - 1], tokens[0]))) &&
         (!mcp_json_key_words_have (words, cursors) || mcp_json_key_words_have (words, owners));
}

/* MYSQL_PWD and dbpwd; the folders of a shell are called PWD and OLDPWD. */
static gboolean
is_password (char **words, gboolean is_argument)
{
  guint n = g_strv_length (words);

  return n > 0 && g_str_has_suffix (words[n - 1], "pwd") &&
         (is_argument || n > 1 ||
          !(g_str_equal (words[0], "pwd") || g_str_equal (words[0], "oldpwd")));
}

/* @text: the words with a blank before, between and behind them */
static gboolean
has_words (const char *text, guint row, gboolean is_argument)
{
  NameFlags        flags = names[row].flags;
  g_autofree char *wanted = g_strdup_printf (" %s ", names[row].words);

  if (flags & INSIDE)
    return strstr (text, names[row].words) != NULL;
  if (flags & ANYWHERE)
    return strstr (text, wanted) != NULL;
  if (is_argument || ((flags & LATER) && g_str_equal (text, wanted)))
    return (flags & ALONE) && g_str_equal (text, wanted);
  return g_str_has_suffix (text, wanted);
}

static gboolean
is_secret (const char *name, gboolean is_argument)
{
  g_auto (GStrv) words = mcp_json_key_words_split (name);
  g_autofree char *joined = g_strjoinv (" ", words);
  g_autofree char *text = g_strdup_printf (" %s ", joined);

  if (!is_argument && mcp_json_key_words_have (words, webhooks))
    return TRUE;
  if (!is_argument && mcp_json_key_words_end_with (words, of_secret))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((!is_argument || (names[i].flags & (ARGUMENT | ALONE))) && has_words (text, i, is_argument))
      return is_argument || !g_str_equal (names[i].words, "key") ||
             !mcp_json_key_words_have (words, public);
  return is_token (words, is_argument) || is_password (words, is_argument);
}

gboolean
store_secret_signs_is_name (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return is_secret (name, FALSE);
}

gboolean
store_secret_signs_is_argument (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return is_secret (name, TRUE);
}

/* Values */

static GRegex *
get_regex (const char *pattern, GRegex **regex)
{
  if (g_once_init_enter (regex))
    g_once_init_leave (regex, g_regex_new (pattern, G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL));
  return *regex;
}

gboolean
store_secret_signs_is_reference (const char *value)
{
  static GRegex *regex = NULL;

  g_return_val_if_fail (value != NULL, FALSE);

  return g_regex_match (get_regex ("\\$\\{|\\$\\(|\\{(?:env|file|input):|^\\$[A-Z_][A-Z0-9_]*$|"
                                   "^%[A-Z_][A-Z0-9_]*%$",
                                   &regex),
                        value, 0, NULL);
}

gboolean
store_secret_signs_is_plain (const char *value)
{
  static GRegex *regex = NULL;

  g_return_val_if_fail (value != NULL, FALSE);

  return *value == '\0' || store_secret_signs_is_reference (value) ||
         g_regex_match (get_regex ("^(?:true|false|none|null|[A-Za-z]:\\\\.*|~/.*|\\.\\.?/.*|"
                                   "/(?:home|Users|root|etc|opt|run|srv|tmp|usr|var|mnt)/.*)$",
                                   &regex),
                        value, 0, NULL);
}

/* The secret is the group, or all of it. Lengths are what tells a token from a word.
 * Source: what the services document, and the rules of gitleaks and secretlint. */
#define WORD(n) "[A-Za-z0-9_-]{" #n ",}"
static const char *const shapes[] = {
  /* Passwords: in a URL, in a connection string, in a query */
  "[A-Za-z][A-Za-z0-9+.-]*://[^\\s/?#:@]*:([^\\s/?#]+)@",
  "(?i:\\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|password|passwd|pwd|api_?key|"
  "access_?token|client_?secret|auth_?token))\\s?=\\s?([^\\s;&\"'#]+)",
  "(?i:[?&;](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature))"
  "=([^\\s;&\"'#]+)",
  /* Whoever has such an address may write to it. */
  "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9_/-]{20,})",
  "discord(?:app)?\\.com/api/webhooks/[0-9]+/(" WORD (20) ")",
  "(?s:-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----.+?-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----)",
  "\\beyJ" WORD (8) "\\.eyJ" WORD (8) "\\.[A-Za-z0-9_-]*",
  /* Tokens, by what their services begin them with */
  "\\bsk-(?:ant|proj|svcacct|admin|or|lf)-" WORD (8),
  "\\b(?:sk-|gh[pousr]_|hf_|npm_|lin_api_|ntn_|pplx-|gsk_|xai-|r8_|gl(?:sa|c)_)[A-Za-z0-9]{16,}",
  "\\b(?:github_pat_|pypi-|dckr_[po]at_|figd_|tvly-)" WORD (16),
  "\\b(?:hv[sbr]\\.|whsec_|sntry[su]_|AIza|ya29\\.)" WORD (16),
  "\\b(?:xox[abceoprs]|xapp)-" WORD (8),
  "\\b[sr]k_(?:live|test|prod)_[A-Za-z0-9]{8,}",
  "\\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[A-Za-z0-9_.-]{12,}",
  "\\b(?:do[opr]_v1_|shp(?:at|ca|pa|ss)_|sbp_|fc-)[A-Fa-f0-9]{16,}",
  "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b",
  "\\bSG\\." WORD (16) "\\." WORD (16),
  "\\bpat[A-Za-z0-9]{14}\\.[a-f0-9]{32,}",
  "\\bATATT3[A-Za-z0-9_=-]{16,}",
};

static GRegex *
get_shapes (void)
{
  static GRegex *regex = NULL;

  if (g_once_init_enter (&regex))
    {
      g_autoptr (GString) pattern = g_string_new ("(?|");

      for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
        g_string_append_printf (pattern, "%s%s", i > 0 ? "|" : "", shapes[i]);
      g_string_append_c (pattern, ')');
      g_once_init_leave (&regex, g_regex_new (pattern->str, G_REGEX_RAW, 0, NULL));
    }
  return regex;
}

GPtrArray *
store_secret_signs_find (const char *text)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GMatchInfo) match = NULL;

  if (text == NULL || strlen (text) > MAX_TEXT)
    return NULL;
  for (g_regex_match (get_shapes (), text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *part = g_match_info_fetch (match, 1);
      g_autofree char *whole = g_match_info_fetch (match, 0);
      const char      *secret = part != NULL && *part != '\0' ? part : whole;

      if (!store_secret_signs_is_plain (secret))
        g_ptr_array_add (found, g_strdup (secret));
    }
  return found->len > 0 ? g_steal_pointer (&found) : NULL;
}
