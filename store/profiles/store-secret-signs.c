/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-secret-signs.h"

#include <string.h>

#include "mcp-json-key-words.h"

/* Longer values are files. */
#define MAX_TEXT (1024u * 1024u)
/* Digits of a number of tokens. */
#define MAX_NUMBER 8u

static GRegex *
get_regex (const char *pattern, GRegex **regex)
{
  if (g_once_init_enter (regex))
    g_once_init_leave (regex, g_regex_new (pattern, G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL));
  return *regex;
}

/* Names: patterns for their words, with a blank before, between and behind them. */

typedef enum {
  OF_SECRET,
  ANYWHERE,
  CONFIGURED,
  ARGUMENT,
  TOKEN,
  TOKENS,
  NUMBER,
  N_PATTERNS,
} Pattern;

/* There may be several, and they may have numbers. */
#define SOME "s?\\d* "
#define AT_END SOME "(?:\\d+ )*$"
/* Tokens that are places in a list, and numbers of tokens. */
#define NO_CURSOR                                                                                  \
  "^(?:(?=.* (?:api|access|private|auth) )|(?!.* (?:skip|page|next|cursor|continuation|start|max|" \
  "min|count|limit|num|delta|sync|pagination|resume|skiptoken) ))"

static const char *const patterns[] = {
  /* Behind these words it is not the secret itself, but something of it; addresses of webhooks are
   * secrets. */
  [OF_SECRET] = "^(?!.* webhook" SOME ").* (?:file|path|dir|directory|folder|host|port|ttl|timeout|"
                "length|count|limit|size|type|user|username|env|var|method|url|uri|endpoint) $",
  [ANYWHERE] = "password|passwd|passphrase|secret|apikey|accesskey|privatekey|credential|authtoken|"
               "accesstoken| (?:(?:api|access|private|auth) key|authorization|bearer|otp)" SOME,
  /* The folders of a shell are called PWD and OLDPWD. */
  [CONFIGURED] =
      " (?:cookie|webhook)" SOME "| (?:pass|pin|dpo ?p|sig|signature|sas(?!s)|auth header|"
      "mcp session id)" AT_END "|\\w (?:pat|auth)" AT_END "|^(?!.* public ).* key" AT_END
      "|^(?! (?:old)?pwd $).*pwd" AT_END,
  [ARGUMENT] = "^ (?:pass|pin)\\d* $|pwd" AT_END,
  [TOKEN] = NO_CURSOR ".* token\\d* ",
  [TOKENS] = NO_CURSOR ".*(?: token" SOME "|token" AT_END ")",
  [NUMBER] = "tokens\\d* ",
};

static gboolean
has (const char *words, Pattern pattern)
{
  static GRegex *regexes[N_PATTERNS];

  return g_regex_match (get_regex (patterns[pattern], &regexes[pattern]), words, 0, NULL);
}

static char *
dup_words (const char *name)
{
  g_auto (GStrv) words = mcp_json_key_words_split (name);
  g_autofree char *joined = g_strjoinv (" ", words);

  return g_strdup_printf (" %s ", joined);
}

static gboolean
is_secret (const char *name, gboolean is_argument)
{
  g_autofree char *words = dup_words (name);

  return (is_argument || !has (words, OF_SECRET)) &&
         (has (words, ANYWHERE) || has (words, is_argument ? ARGUMENT : CONFIGURED) ||
          has (words, is_argument ? TOKEN : TOKENS));
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

gboolean
store_secret_signs_is_reference (const char *value)
{
  static GRegex *regex = NULL;

  g_return_val_if_fail (value != NULL, FALSE);

  return g_regex_match (get_regex ("\\$\\{[A-Za-z_][^{}]*\\}|\\{(?:env|file|input):[^{}]*\\}|"
                                   "^\\$\\(.*\\)$|^\\$[A-Z_][A-Z0-9_]*$|^%[A-Z_][A-Z0-9_]*%$",
                                   &regex),
                        value, 0, NULL);
}

/* Whether a value is no secret whatever its name is: a reference, nothing, a folder, "true". */
static gboolean
is_plain (const char *value)
{
  static GRegex *regex = NULL;

  return *value == '\0' || store_secret_signs_is_reference (value) ||
         g_regex_match (get_regex ("^(?:true|false|none|null|[A-Za-z]:\\\\.*|~/.*|\\.\\.?/.*|"
                                   "/(?:home|Users|root|etc|opt|run|srv|tmp|usr|var|mnt)/.*)$",
                                   &regex),
                        value, 0, NULL);
}

gboolean
store_secret_signs_is_named (const char *name, const char *value)
{
  g_autofree char *words = dup_words (name);

  return store_secret_signs_is_name (name) && !is_plain (value) &&
         !(has (words, NUMBER) && strlen (value) <= MAX_NUMBER &&
           value[strspn (value, "0123456789")] == '\0');
}

/* The secret is the group, or all of it. Lengths are what tells a token from a word.
 * Source: what the services document, and the rules of gitleaks and secretlint.
 * Nothing begins at each character of a long run: a text takes as long as it is. */
#define WORD(n) "[A-Za-z0-9_-]{" #n ",}+"
/* clang-format off */
static const char shapes[] =
  "(?|"
  /* Passwords: in a URL, in a connection string, in a query */
  "://[^\\s/?#:@]*:([^\\s/?#]+)@|"
  "(?i:\\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|password|passwd|pwd|api_?key|"
  "access_?token|client_?secret|auth_?token))\\s?=\\s?([^\\s;&\"'#]+)|"
  "(?i:[?&;](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature))"
  "=([^\\s;&\"'#]+)|"
  /* Of a header, under whatever name */
  "(?i:\\b(?:bearer|basic)\\s+(?=[\\w.~+/=-]*\\d))([\\w.~+/=-]{12,})|"
  /* Whoever has such an address may write to it. */
  "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9_/-]{20,})|"
  "discord(?:app)?\\.com/api/webhooks/[0-9]+/(" WORD (20) ")|"
  "(?s:-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY[A-Z ]{0,40}-----.+?(?:-----END [A-Z0-9 ]{0,40}?"
  "PRIVATE KEY[A-Z ]{0,40}-----|\\z))|"
  "(?:(?<![\\w-])eyJ" WORD (8) "|\\beyJ[\\w-]{8,300}+)\\.eyJ" WORD (8) "\\.[\\w-]*|"
  /* Tokens, by what their services begin them with */
  "\\bsk-(?:ant|proj|svcacct|admin|or|lf)-" WORD (8) "|"
  "\\b(?:sk-|gh[pousr]_|hf_|npm_|lin_api_|ntn_|pplx-|gsk_|xai-|r8_|gl(?:sa|c)_)[A-Za-z0-9]{16,}|"
  "\\b(?:github_pat_|pypi-|dckr_[po]at_|figd_|tvly-)" WORD (16) "|"
  "\\b(?:hv[sbr]\\.|whsec_|sntry[su]_|AIza|ya29\\.)" WORD (16) "|"
  "\\b(?:xox[abceoprs]|xapp)-" WORD (8) "|"
  "\\b[sr]k_(?:live|test|prod)_[A-Za-z0-9]{8,}|"
  "\\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[A-Za-z0-9_.-]{12,}|"
  "\\b(?:do[opr]_v1_|shp(?:at|ca|pa|ss)_|sbp_|fc-)[A-Fa-f0-9]{16,}|"
  "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b|"
  "\\bSG\\." WORD (16) "\\." WORD (16) "|"
  "\\bpat[A-Za-z0-9]{14}\\.[a-f0-9]{32,}|"
  "\\bATATT3[A-Za-z0-9_=-]{16,}"
  ")";
/* clang-format on */

GPtrArray *
store_secret_signs_find (const char *text)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GMatchInfo) match = NULL;
  static GRegex *regex = NULL;

  if (text == NULL || strlen (text) > MAX_TEXT)
    return NULL;
  for (g_regex_match (get_regex (shapes, &regex), text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *part = g_match_info_fetch (match, 1);
      g_autofree char *whole = g_match_info_fetch (match, 0);
      const char      *secret = part != NULL && *part != '\0' ? part : whole;

      if (!is_plain (secret))
        g_ptr_array_add (found, g_strdup (secret));
    }
  return found->len > 0 ? g_steal_pointer (&found) : NULL;
}
