/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-known-template.h"

#include <string.h>

/* Single quotes stand for double ones.
 * Sources: opensearch-mcp-server-py's USER_GUIDE.md; the ML Commons plugin's MCP API. */
#define OPENSEARCH                                                                             \
  "{'name': 'io.github.opensearch-project/opensearch-mcp-server-py',"                          \
  " 'title': 'OpenSearch',"                                                                    \
  " 'description': 'Indices, searches and the state of an OpenSearch cluster',"                \
  " 'version': 'latest',"                                                                      \
  " 'repository': {'url': 'https://github.com/opensearch-project/opensearch-mcp-server-py',"   \
  "                'source': 'github'},"                                                       \
  " 'packages': [{"                                                                            \
  "  'registryType': 'pypi', 'identifier': 'opensearch-mcp-server-py', 'runtimeHint': 'uvx',"  \
  "  'transport': {'type': 'stdio'},"                                                          \
  "  'environmentVariables': ["                                                                \
  "   {'name': 'OPENSEARCH_URL', 'isRequired': true, 'default': 'https://localhost:9200',"     \
  "    'description': 'Address of the cluster'},"                                              \
  "   {'name': 'OPENSEARCH_USERNAME', 'description': 'User, for basic authentication'},"       \
  "   {'name': 'OPENSEARCH_PASSWORD', 'isSecret': true, 'description': 'Password'},"           \
  "   {'name': 'OPENSEARCH_NO_AUTH', 'format': 'boolean',"                                     \
  "    'description': 'Connect without authentication'},"                                      \
  "   {'name': 'OPENSEARCH_SSL_VERIFY', 'format': 'boolean',"                                  \
  "    'description': 'Check the certificate of the cluster'},"                                \
  "   {'name': 'OPENSEARCH_TIMEOUT', 'format': 'number',"                                      \
  "    'description': 'Time to wait for the cluster, in seconds'},"                            \
  "   {'name': 'OPENSEARCH_ENABLED_CATEGORIES',"                                               \
  "    'description': 'Categories of tools that are offered, separated by commas'},"           \
  "   {'name': 'OPENSEARCH_DISABLED_CATEGORIES',"                                              \
  "    'description': 'Categories of tools that are left out, separated by commas'},"          \
  "   {'name': 'AWS_REGION', 'description': 'Region of an Amazon OpenSearch Service domain'}," \
  "   {'name': 'AWS_PROFILE', 'description': 'Profile of the AWS credentials'}"                \
  "  ]}],"                                                                                     \
  " 'remotes': [{"                                                                             \
  "  'type': 'streamable-http', 'url': '{address}/_plugins/_ml/mcp',"                          \
  "  'variables': {'address': {'description': 'Address of the cluster',"                       \
  "                            'isRequired': true, 'default': 'https://localhost:9200'}},"     \
  "  'headers': [{'name': 'Authorization', 'isSecret': true,"                                  \
  "               'description': 'Basic or Bearer credentials',"                               \
  "               'placeholder': 'Basic dXNlcjpwYXNzd29yZA=='}]}]}"

static const char *const ids[] = { "opensearch", NULL };
static const char *const texts[] = { OPENSEARCH };

const char *const *
store_known_template_get_ids (void)
{
  return ids;
}

StoreServerTemplate *
store_known_template_new (const char *id)
{
  for (guint i = 0; ids[i] != NULL; i++)
    if (g_str_equal (ids[i], id))
      {
        g_autofree char *text = g_strdelimit (g_strdup (texts[i]), "'", '"');
        g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

        return store_server_template_new (bytes, NULL);
      }
  return NULL;
}
