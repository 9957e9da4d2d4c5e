/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-text.h"

#include <string.h>
#include <sys/random.h>

#define RANDOM_SIZE 32
#define MAX_PARAMETERS 100

char *
app_demo_auth_encode (const guchar *data, gsize size)
{
  char *text = g_base64_encode (data, size);
  char *padding;

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  padding = strchr (text, '=');
  if (padding != NULL)
    *padding = '\0';
  return text;
}

char *
app_demo_auth_random (void)
{
  guchar data[RANDOM_SIZE];

  if (getrandom (data, sizeof data, 0) != sizeof data)
    g_error ("The kernel has no random");
  return app_demo_auth_encode (data, sizeof data);
}

char *
app_demo_auth_digest (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guchar digest[32];
  gsize  size = sizeof digest;

  g_checksum_update (checksum, (const guchar *)text, -1);
  g_checksum_get_digest (checksum, digest, &size);
  return app_demo_auth_encode (digest, size);
}

static char *
decode (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  char            *decoded;

  g_strdelimit (copy, "+", ' ');
  decoded = g_uri_unescape_string (copy, NULL);
  if (decoded != NULL && g_utf8_validate (decoded, -1, NULL))
    return decoded;
  g_free (decoded);
  return g_strdup ("");
}

GHashTable *
app_demo_auth_parameters (const char *text, char **repeated)
{
  GHashTable *parameters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "&", MAX_PARAMETERS);

  *repeated = NULL;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char            *equals = strchr (parts[i], '=');
      g_autofree char *name = NULL;

      if (parts[i][0] == '\0')
        continue;
      if (equals != NULL)
        *equals = '\0';
      name = decode (parts[i]);
      if (g_hash_table_contains (parameters, name))
        {
          g_free (*repeated);
          *repeated = g_strdup (name);
        }
      g_hash_table_insert (parameters, g_steal_pointer (&name),
                           decode (equals != NULL ? equals + 1 : ""));
    }
  return parameters;
}
