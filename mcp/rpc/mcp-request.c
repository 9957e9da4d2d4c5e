/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-request.h"

#include "mcp-error.h"
#include "mcp-json-writer.h"

#include <string.h>

/* Room for what stands around the params. */
#define ENVELOPE_BYTES 160

typedef struct
{
  char       *name;
  McpJsonSlot slot;
} Member;

struct _McpRequest
{
  grefcount         ref_count;
  char             *method;
  McpRequestOptions options;
  GBytes           *params;   /* (nullable): as somebody wrote them */
  McpJsonDocument  *document; /* (nullable): of @params, once it was read */
  gboolean          is_read;
  GArray           *members;       /* Member: beside @params, of which they take the place */
  GPtrArray        *metas;         /* McpJsonDocument: objects, the first one wins */
  McpJsonDocument  *protocol_meta; /* (nullable) */
  McpRequestId     *id;            /* (nullable) */
  gint64            begun;         /* µs; 0 before it was written */
  guint             n_rounds;
  guint64           sequence; /* in the tap; 0 before it was sent */
};

static void
member_clear (Member *member)
{
  g_free (member->name);
  mcp_json_slot_clear (&member->slot);
}

McpRequest *
mcp_request_new (const char *method)
{
  static const McpRequestOptions DEFAULT = MCP_REQUEST_OPTIONS_DEFAULT;

  g_return_val_if_fail (method != NULL, NULL);

  McpRequest *self = g_new0 (McpRequest, 1);
  g_ref_count_init (&self->ref_count);
  self->method = g_strdup (method);
  self->options = DEFAULT;
  self->members = g_array_new (FALSE, TRUE, sizeof (Member));
  g_array_set_clear_func (self->members, (GDestroyNotify)member_clear);
  self->metas = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  return self;
}

McpRequest *
mcp_request_ref (McpRequest *self)
{
  g_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_request_unref (McpRequest *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;

  g_free (self->method);
  g_clear_pointer (&self->params, g_bytes_unref);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_array_unref (self->members);
  g_ptr_array_unref (self->metas);
  g_clear_pointer (&self->protocol_meta, mcp_json_document_unref);
  g_clear_pointer (&self->id, mcp_request_id_unref);
  g_free (self);
}

const char *
mcp_request_get_method (const McpRequest *self)
{
  return self->method;
}

McpRequestOptions *
mcp_request_get_options (McpRequest *self)
{
  return &self->options;
}

McpRequestId *
mcp_request_get_id (const McpRequest *self)
{
  return self->id;
}

guint64
mcp_request_get_sequence (const McpRequest *self)
{
  return self->sequence;
}

void
mcp_request_set_sequence (McpRequest *self, guint64 sequence)
{
  self->sequence = sequence;
}

gint64
mcp_request_get_begun (const McpRequest *self)
{
  return self->begun;
}

guint
mcp_request_add_round (McpRequest *self)
{
  return ++self->n_rounds;
}

/* What is said */

void
mcp_request_set_params (McpRequest *self, GBytes *params)
{
  if (params != NULL)
    g_bytes_ref (params);
  g_clear_pointer (&self->params, g_bytes_unref);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  self->params = params;
  self->is_read = FALSE;
}

/** Returns: the params as somebody wrote them; none where they are no object */
static McpJsonValue
request_get_root (McpRequest *self)
{
  McpJsonValue root;

  if (self->params == NULL)
    return MCP_JSON_NO_VALUE;
  if (!self->is_read)
    self->document = mcp_json_document_parse (self->params, NULL, NULL, NULL);
  self->is_read = TRUE;
  root = mcp_json_document_get_root (self->document);
  return mcp_json_value_get_kind (root) == MCP_JSON_OBJECT ? root : MCP_JSON_NO_VALUE;
}

static gboolean
request_has_member (McpRequest *self, McpJsonValue name)
{
  for (guint i = 0; i < self->members->len; i++)
    if (mcp_json_value_string_equals (name, g_array_index (self->members, Member, i).name))
      return TRUE;
  return FALSE;
}

static void
request_drop (McpRequest *self, const char *name)
{
  for (guint i = self->members->len; i-- > 0;)
    if (g_str_equal (g_array_index (self->members, Member, i).name, name))
      g_array_remove_index (self->members, i);
}

/** Without a value the member is not there, though the params as somebody wrote them have it. */
static void
request_add (McpRequest *self, const char *name, McpJsonValue value)
{
  Member member = { g_strdup (name) };

  mcp_json_slot_set (&member.slot, value);
  g_array_append_val (self->members, member);
}

void
mcp_request_set_value (McpRequest *self, const char *name, McpJsonValue value)
{
  g_return_if_fail (mcp_json_value_exists (value));

  for (guint i = 0; i < self->members->len; i++)
    {
      Member *member = &g_array_index (self->members, Member, i);

      if (g_str_equal (member->name, name) && mcp_json_value_exists (member->slot.value))
        {
          mcp_json_slot_set (&member->slot, value);
          return;
        }
    }
  request_drop (self, name);
  request_add (self, name, value);
}

void
mcp_request_remove (McpRequest *self, const char *name)
{
  request_drop (self, name);
  if (mcp_json_value_exists (mcp_json_value_get_member (request_get_root (self), name)))
    request_add (self, name, MCP_JSON_NO_VALUE);
}

void
mcp_request_set_json (McpRequest *self, const char *name, const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  g_return_if_fail (document != NULL);

  mcp_request_set_value (self, name, mcp_json_document_get_root (document));
}

void
mcp_request_set_string (McpRequest *self, const char *name, const char *text)
{
  g_autofree char *quoted = mcp_json_quote (text, -1);

  mcp_request_set_json (self, name, quoted);
}

McpJsonValue
mcp_request_get_member (McpRequest *self, const char *name)
{
  for (guint i = 0; i < self->members->len; i++)
    if (g_str_equal (g_array_index (self->members, Member, i).name, name))
      return g_array_index (self->members, Member, i).slot.value;
  return mcp_json_value_get_member (request_get_root (self), name);
}

/** Returns: (transfer full) (nullable) */
static McpJsonDocument *
read_object (GBytes *members)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (members, NULL, NULL, NULL);

  if (document == NULL ||
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    return NULL;
  return g_steal_pointer (&document);
}

gboolean
mcp_request_add_meta (McpRequest *self, GBytes *members, GError **error)
{
  McpJsonDocument *document = read_object (members);

  if (document != NULL)
    g_ptr_array_add (self->metas, document);
  else
    g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                             "The members for _meta are not a JSON object."));
  return document != NULL;
}

void
mcp_request_set_protocol_meta (McpRequest *self, GBytes *members)
{
  g_clear_pointer (&self->protocol_meta, mcp_json_document_unref);
  self->protocol_meta = read_object (members);
}

McpJsonValue
mcp_request_get_meta (McpRequest *self, const char *name)
{
  McpJsonValue value =
      mcp_json_value_get_member (mcp_request_get_member (self, "_meta"), name);

  for (guint i = 0; !mcp_json_value_exists (value) && i < self->metas->len; i++)
    value = mcp_json_value_get_member (mcp_json_document_get_root (self->metas->pdata[i]), name);
  if (!mcp_json_value_exists (value) && self->protocol_meta != NULL)
    value = mcp_json_value_get_member (mcp_json_document_get_root (self->protocol_meta), name);
  return value;
}

gboolean
mcp_request_is_sound (McpRequest *self)
{
  return self->params == NULL || (self->is_read && self->document != NULL);
}

/* What is written */

/** Valid JSON has line ends between tokens only, so that a space means the same. */
static void
append_on_one_line (GString *text, const char *data, gsize size)
{
  gsize start = text->len;

  g_string_append_len (text, data, (gssize)size);
  if (memchr (data, '\n', size) == NULL && memchr (data, '\r', size) == NULL)
    return;
  for (char *c = text->str + start; c < text->str + text->len; c++)
    if (*c == '\n' || *c == '\r')
      *c = ' ';
}

static void
append_value (GString *text, McpJsonValue value)
{
  gsize       length;
  const char *data = mcp_json_value_get_text (value, &length);

  append_on_one_line (text, data, length);
}

/** The members of @document that nobody said before, separated by commas. */
static void
append_missing (GString         *text,
                McpJsonValue     meta,
                GPtrArray       *before,
                guint            n_before,
                McpJsonDocument *document)
{
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *plain = mcp_json_value_dup_string (each.name, NULL);
      gboolean         said = mcp_json_value_exists (mcp_json_value_get_member (meta, plain));

      for (guint i = 0; !said && i < n_before; i++)
        said = mcp_json_value_exists (
            mcp_json_value_get_member (mcp_json_document_get_root (before->pdata[i]), plain));
      if (said)
        continue;
      if (text->len > 0)
        g_string_append_c (text, ',');
      append_value (text, each.name);
      g_string_append_c (text, ':');
      append_value (text, each.value);
    }
}

/** An object as it was written, with @added, members separated by commas, before its end. */
static void
append_object_with (GString *text, McpJsonValue object, const char *added)
{
  gsize       length;
  const char *data = mcp_json_value_get_text (object, &length);

  append_on_one_line (text, data, length - 1);
  if (*added != '\0' && mcp_json_value_get_n_items (object) > 0)
    g_string_append_c (text, ',');
  g_string_append (text, added);
  g_string_append_c (text, '}');
}

/** The members that somebody wrote, without those that were replaced. Returns: how many */
static guint
request_append_written (McpRequest *self, GString *text, McpJsonValue root, const char *meta)
{
  guint n = 0;

  g_string_append_c (text, '{');
  for (McpJsonWalk each = mcp_json_walk (root); mcp_json_walk_next (&each);)
    {
      if (request_has_member (self, each.name))
        continue;
      if (n++ > 0)
        g_string_append_c (text, ',');
      append_value (text, each.name);
      g_string_append_c (text, ':');
      if (mcp_json_value_string_equals (each.name, "_meta") &&
          mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT)
        append_object_with (text, each.value, meta);
      else
        append_value (text, each.value);
    }
  return n;
}

/** The params as somebody wrote them, up to the brace that ends them: all white space stays.
 * Returns: how many members that are */
static guint
request_append_verbatim (McpRequest *self, GString *text, McpJsonValue root, const char *added)
{
  const char  *data = g_bytes_get_data (self->params, NULL);
  McpJsonValue meta = mcp_json_value_get_member (root, "_meta");
  gsize        end = mcp_json_value_get_start (root) + mcp_json_value_get_length (root) - 1;
  gsize        done = 0;

  if (mcp_json_value_get_kind (meta) == MCP_JSON_OBJECT && *added != '\0')
    {
      append_on_one_line (text, data, mcp_json_value_get_start (meta));
      append_object_with (text, meta, added);
      done = mcp_json_value_get_start (meta) + mcp_json_value_get_length (meta);
    }
  append_on_one_line (text, data + done, end - done);
  return mcp_json_value_get_n_items (root);
}

static gboolean
request_replaces_any (McpRequest *self, McpJsonValue root)
{
  for (guint i = 0; i < self->members->len; i++)
    if (mcp_json_value_exists (
            mcp_json_value_get_member (root, g_array_index (self->members, Member, i).name)))
      return TRUE;
  return FALSE;
}

static void
request_append_object (McpRequest *self, GString *text, McpJsonValue root, const char *added)
{
  gboolean has_meta = mcp_json_value_exists (mcp_json_value_get_member (root, "_meta"));
  guint    n = mcp_json_value_exists (root) && !request_replaces_any (self, root)
                   ? request_append_verbatim (self, text, root, added)
                   : request_append_written (self, text, root, added);

  for (guint i = 0; i < self->members->len; i++)
    {
      Member          *member = &g_array_index (self->members, Member, i);
      g_autofree char *name = mcp_json_quote (member->name, -1);

      if (!mcp_json_value_exists (member->slot.value))
        continue;
      g_string_append_printf (text, "%s%s:", n++ > 0 ? "," : "", name);
      append_value (text, member->slot.value);
    }
  if (!has_meta && *added != '\0')
    g_string_append_printf (text, "%s\"_meta\":{%s}", n > 0 ? "," : "", added);
  g_string_append_c (text, '}');
}

/** Returns: (transfer full): what goes into _meta beside what somebody wrote there; empty where
 * that is no object: it is somebody's trial and stays what it is */
static char *
request_print_added (McpRequest *self, McpJsonValue root, McpRequestId *token, gboolean protocol)
{
  McpJsonValue meta = mcp_json_value_get_member (root, "_meta");
  GString     *text = g_string_new (NULL);

  if (mcp_json_value_exists (meta) && mcp_json_value_get_kind (meta) != MCP_JSON_OBJECT)
    return g_string_free (text, FALSE);
  for (guint i = 0; i < self->metas->len; i++)
    append_missing (text, meta, self->metas, i, self->metas->pdata[i]);
  if (protocol && self->protocol_meta != NULL)
    append_missing (text, meta, self->metas, self->metas->len, self->protocol_meta);
  if (token != NULL && !mcp_json_value_exists (mcp_request_get_meta (self, "progressToken")))
    g_string_append_printf (text, "%s\"progressToken\":%s", text->len > 0 ? "," : "",
                            mcp_request_id_get_text (token));
  return g_string_free (text, FALSE);
}

/** @before: what comes before the params, where there are any. Returns: whether there are any */
static gboolean
request_append_params (McpRequest   *self,
                       GString      *text,
                       const char   *before,
                       McpRequestId *token,
                       gboolean      protocol)
{
  gboolean adds = self->members->len > 0 || self->metas->len > 0 || token != NULL ||
                  (protocol && self->protocol_meta != NULL);
  McpJsonValue root = MCP_JSON_NO_VALUE;

  if (self->params == NULL && !adds)
    return FALSE;
  g_string_append (text, before);
  if (adds)
    root = request_get_root (self);
  if (self->params != NULL && !mcp_json_value_exists (root))
    {
      gsize       size;
      const char *data = g_bytes_get_data (self->params, &size);

      append_on_one_line (text, data, size);
      return TRUE;
    }
  g_autofree char *added = request_print_added (self, root, token, protocol);
  request_append_object (self, text, root, added);
  return TRUE;
}

/** Room for all of it, so that what is large is copied once and not moved. */
static gsize
request_get_room (McpRequest *self)
{
  gsize room = ENVELOPE_BYTES + strlen (self->method);

  if (self->params != NULL)
    room += g_bytes_get_size (self->params);
  for (guint i = 0; i < self->members->len; i++)
    room += mcp_json_value_get_length (g_array_index (self->members, Member, i).slot.value) +
            strlen (g_array_index (self->members, Member, i).name) + 4;
  for (guint i = 0; i < self->metas->len; i++)
    room += mcp_json_value_get_length (mcp_json_document_get_root (self->metas->pdata[i]));
  if (self->protocol_meta != NULL)
    room += mcp_json_value_get_length (mcp_json_document_get_root (self->protocol_meta));
  return room;
}

GBytes *
mcp_request_write_params (McpRequest *self)
{
  GString *text = g_string_sized_new (request_get_room (self));

  if (request_append_params (self, text, "", NULL, FALSE))
    return g_string_free_to_bytes (text);
  g_string_free (text, TRUE);
  return NULL;
}

GBytes *
mcp_request_write (McpRequest *self, McpRequestId *id)
{
  GString         *text = g_string_sized_new (request_get_room (self));
  g_autofree char *method = mcp_json_quote (self->method, -1);

  if (self->begun == 0)
    self->begun = g_get_monotonic_time ();
  mcp_request_id_ref (id);
  g_clear_pointer (&self->id, mcp_request_id_unref);
  self->id = id;
  g_string_append_printf (text, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":%s",
                          mcp_request_id_get_text (id), method);
  request_append_params (self, text, ",\"params\":", self->options.progress != NULL ? id : NULL,
                         TRUE);
  g_string_append_c (text, '}');
  return g_string_free_to_bytes (text);
}
