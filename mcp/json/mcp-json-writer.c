/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-writer.h"

#include "mcp-json-scan.h"

#include <math.h>
#include <string.h>

struct _McpJsonWriter
{
  GString *text;
  GString *open;        /* a bracket for every open container */
  gboolean needs_comma; /* before the next name or element */
  gboolean has_name;    /* the value of a member comes next */
  gsize    name_start;  /* where that member began, with its comma */
  gboolean name_comma;  /* whether it has one */
  gboolean is_done;     /* the root is written or open */
};

McpJsonWriter *
mcp_json_writer_new (void)
{
  McpJsonWriter *self = g_new0 (McpJsonWriter, 1);

  self->text = g_string_sized_new (256);
  self->open = g_string_new (NULL);
  return self;
}

void
mcp_json_writer_free (McpJsonWriter *self)
{
  if (self == NULL)
    return;
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  g_string_free (self->open, TRUE);
  g_free (self);
}

static char
get_container (McpJsonWriter *self)
{
  return self->open->len > 0 ? self->open->str[self->open->len - 1] : '\0';
}

static void
append_comma (McpJsonWriter *self)
{
  if (self->needs_comma)
    g_string_append_c (self->text, ',');
  self->needs_comma = TRUE;
}

/* Whatever comes before a value of any kind. */
static void
begin_value (McpJsonWriter *self)
{
  g_assert (!self->is_done || self->open->len > 0);

  switch (get_container (self))
    {
    case '[':
      append_comma (self);
      break;

    case '{':
      g_assert (self->has_name);
      self->has_name = FALSE;
      break;

    default:
      self->is_done = TRUE;
      break;
    }
}

static void
begin_container (McpJsonWriter *self, char bracket)
{
  begin_value (self);
  g_string_append_c (self->text, bracket);
  g_string_append_c (self->open, bracket);
  self->needs_comma = FALSE;
}

static void
end_container (McpJsonWriter *self, char opening, char closing)
{
  g_assert (get_container (self) == opening && !self->has_name);

  g_string_append_c (self->text, closing);
  g_string_truncate (self->open, self->open->len - 1);
  self->needs_comma = TRUE;
}

void
mcp_json_writer_begin_object (McpJsonWriter *self)
{
  begin_container (self, '{');
}

void
mcp_json_writer_end_object (McpJsonWriter *self)
{
  end_container (self, '{', '}');
}

void
mcp_json_writer_begin_array (McpJsonWriter *self)
{
  begin_container (self, '[');
}

void
mcp_json_writer_end_array (McpJsonWriter *self)
{
  end_container (self, '[', ']');
}

static void
append_escaped (GString *out, guchar c)
{
  static const char letters[] = {
    ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'
  };

  if (c == '"' || c == '\\')
    {
      g_string_append_c (out, '\\');
      g_string_append_c (out, (char)c);
    }
  else if (c < sizeof letters && letters[c] != '\0')
    {
      g_string_append_c (out, '\\');
      g_string_append_c (out, letters[c]);
    }
  else
    g_string_append_printf (out, "\\u%04x", c);
}

static void
append_quoted (GString *out, const char *text, gsize length)
{
  const guchar *p = (const guchar *)text;
  const guchar *end = p + length;

  g_string_append_c (out, '"');
  while (p < end)
    {
      const guchar *run = p;
      guint         n = 1;

      while (p < end)
        {
          p = mcp_json_scan_plain (p, end);
          if (p == end || *p < 0x80)
            break;
          n = mcp_json_scan_utf8 (p, end);
          if (n == 0)
            break;
          p += n;
        }
      g_string_append_len (out, (const char *)run, p - run);
      if (p == end)
        break;
      if (n == 0)
        g_string_append (out, "\xef\xbf\xbd");
      else
        append_escaped (out, *p);
      p++;
    }
  g_string_append_c (out, '"');
}

static void
begin_name (McpJsonWriter *self)
{
  g_assert (get_container (self) == '{' && !self->has_name);

  self->name_start = self->text->len;
  self->name_comma = self->needs_comma;
  append_comma (self);
  self->has_name = TRUE;
}

void
mcp_json_writer_name (McpJsonWriter *self, const char *name)
{
  g_assert (name != NULL);

  begin_name (self);
  append_quoted (self->text, name, strlen (name));
  g_string_append_c (self->text, ':');
}

void
mcp_json_writer_name_value (McpJsonWriter *self, McpJsonValue name)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (name, &length);

  g_assert (mcp_json_value_get_kind (name) == MCP_JSON_STRING);

  begin_name (self);
  g_string_append_len (self->text, text, (gssize)length);
  g_string_append_c (self->text, ':');
}

void
mcp_json_writer_raw (McpJsonWriter *self, const char *text, gssize length)
{
  g_assert (text != NULL);

  begin_value (self);
  g_string_append_len (self->text, text, length);
}

void
mcp_json_writer_null (McpJsonWriter *self)
{
  mcp_json_writer_raw (self, "null", 4);
}

static void
write_boolean (McpJsonWriter *self, gboolean value)
{
  mcp_json_writer_raw (self, value ? "true" : "false", -1);
}

void
mcp_json_writer_int64 (McpJsonWriter *self, gint64 value)
{
  begin_value (self);
  g_string_append_printf (self->text, "%" G_GINT64_FORMAT, value);
}

/* Every double survives 17 digits, most survive 15; subnormal ones may need a single one. */
void
mcp_json_writer_double (McpJsonWriter *self, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];
  int  precision = fabs (value) < 1e-300 ? 1 : 15;

  if (!isfinite (value))
    {
      mcp_json_writer_null (self);
      return;
    }
  do
    {
      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
    }
  while (++precision <= 17 && g_ascii_strtod (buffer, NULL) != value);
  mcp_json_writer_raw (self, buffer, -1);
}

void
mcp_json_writer_string (McpJsonWriter *self, const char *text)
{
  if (text == NULL)
    mcp_json_writer_null (self);
  else
    mcp_json_writer_string_length (self, text, strlen (text));
}

void
mcp_json_writer_string_length (McpJsonWriter *self, const char *text, gsize length)
{
  begin_value (self);
  append_quoted (self->text, text, length);
}

void
mcp_json_writer_value (McpJsonWriter *self, McpJsonValue value)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);

  g_assert (text != NULL);

  mcp_json_writer_raw (self, text, (gssize)length);
}

void
mcp_json_writer_member_string (McpJsonWriter *self, const char *name, const char *text)
{
  mcp_json_writer_name (self, name);
  mcp_json_writer_string (self, text);
}

void
mcp_json_writer_member_int64 (McpJsonWriter *self, const char *name, gint64 value)
{
  mcp_json_writer_name (self, name);
  mcp_json_writer_int64 (self, value);
}

void
mcp_json_writer_member_boolean (McpJsonWriter *self, const char *name, gboolean value)
{
  mcp_json_writer_name (self, name);
  write_boolean (self, value);
}

void
mcp_json_writer_member_value (McpJsonWriter *self, const char *name, McpJsonValue value)
{
  if (!mcp_json_value_exists (value))
    return;
  mcp_json_writer_name (self, name);
  mcp_json_writer_value (self, value);
}

/* Takes back the name whose value turned out to be left out. */
static void
drop_name (McpJsonWriter *self)
{
  if (!self->has_name)
    return;
  g_string_truncate (self->text, self->name_start);
  self->needs_comma = self->name_comma;
  self->has_name = FALSE;
}

typedef struct
{
  const char *next; /* the part that is not read yet */
  va_list     args;
} Template;

static gboolean
at_name (McpJsonWriter *self)
{
  return get_container (self) == '{' && !self->has_name;
}

static void
end_name (Template *template)
{
  while (g_ascii_isspace (*template->next))
    template->next++;
  g_assert (*template->next == ':');
  template->next++;
}

static void
add_string (McpJsonWriter *self, const char *text, gsize length)
{
  if (!at_name (self))
    {
      mcp_json_writer_string_length (self, text, length);
      return;
    }
  begin_name (self);
  append_quoted (self->text, text, length);
  g_string_append_c (self->text, ':');
}

static void
add_quoted (McpJsonWriter *self, Template *template)
{
  const char *start = template->next + 1;
  const char *end = strchr (start, '\'');
  gboolean    is_name = at_name (self);

  g_assert (end != NULL);

  template->next = end + 1;
  add_string (self, start, (gsize)(end - start));
  if (is_name)
    end_name (template);
}

/* true, false, null or a number that the template spells out */
static void
add_literal (McpJsonWriter *self, Template *template)
{
  gsize length = strspn (template->next, "abcdefghijklmnopqrstuvwxyzE0123456789+-.");

  g_assert (length > 0);

  mcp_json_writer_raw (self, template->next, (gssize)length);
  template->next += length;
}

static void
add_text (McpJsonWriter *self, char kind, const char *text, gboolean is_optional)
{
  if (text == NULL && is_optional)
    drop_name (self);
  else if (kind == 'r')
    mcp_json_writer_raw (self, text, -1);
  else if (text == NULL)
    mcp_json_writer_null (self);
  else
    add_string (self, text, strlen (text));
}

static void
add_bytes (McpJsonWriter *self, GBytes *bytes, gboolean is_optional)
{
  gsize       size = 0;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  if (text == NULL && is_optional)
    drop_name (self);
  else
    mcp_json_writer_raw (self, text, (gssize)size);
}

static void
add_strings (McpJsonWriter *self, const char *const *texts, gboolean is_optional)
{
  if (is_optional && (texts == NULL || *texts == NULL))
    {
      drop_name (self);
      return;
    }
  mcp_json_writer_begin_array (self);
  for (; *texts != NULL; texts++)
    mcp_json_writer_string (self, *texts);
  mcp_json_writer_end_array (self);
}

static void
add_value (McpJsonWriter *self, McpJsonValue value, gboolean is_optional)
{
  if (is_optional && !mcp_json_value_exists (value))
    drop_name (self);
  else if (at_name (self))
    mcp_json_writer_name_value (self, value);
  else
    mcp_json_writer_value (self, value);
}

static void
add_integer (McpJsonWriter *self, gint64 value, gboolean is_optional)
{
  if (is_optional && value < 0)
    drop_name (self);
  else
    mcp_json_writer_int64 (self, value);
}

static void
add_boolean (McpJsonWriter *self, gboolean value, gboolean is_optional)
{
  if (is_optional && !value)
    drop_name (self);
  else
    write_boolean (self, value);
}

static void
add_placeholder (McpJsonWriter *self, Template *template)
{
  gboolean is_optional = *template->next == '?';
  gboolean is_name = at_name (self);

  template->next += is_optional;
  g_assert (*template->next == '%' && !(is_optional && is_name));
  char kind = template->next[1];
  template->next += 2;
  switch (kind)
    {
    case 's':
    case 'r':
      add_text (self, kind, va_arg (template->args, const char *), is_optional);
      break;
    case 'y':
      add_bytes (self, va_arg (template->args, GBytes *), is_optional);
      break;
    case 'a':
      add_strings (self, va_arg (template->args, const char *const *), is_optional);
      break;
    case 'v':
      add_value (self, va_arg (template->args, McpJsonValue), is_optional);
      break;
    case 'i':
      add_integer (self, va_arg (template->args, int), is_optional);
      break;
    case 'x':
      add_integer (self, va_arg (template->args, gint64), is_optional);
      break;
    case 'b':
      add_boolean (self, va_arg (template->args, gboolean), is_optional);
      break;
    case 'd':
      g_assert (!is_optional);
      mcp_json_writer_double (self, va_arg (template->args, double));
      break;
    default:
      g_assert_not_reached ();
    }
  if (is_name)
    end_name (template);
}

/* The writer itself notices what stands in the wrong place; only the template's commas, which it
 * does not write, are checked here. */
static void
add_template (McpJsonWriter *self, Template *template)
{
  gboolean is_after_item = FALSE;
  gboolean is_after_comma = FALSE;

  for (char c = *template->next; c != '\0'; c = *template->next)
    {
      gboolean is_closing = c == '}' || c == ']';

      if (g_ascii_isspace (c))
        {
          template->next++;
          continue;
        }
      if (c == ',')
        {
          g_assert (!is_after_comma && self->open->len > 0 && !self->has_name);
          is_after_item = FALSE;
          is_after_comma = TRUE;
          template->next++;
          continue;
        }
      g_assert (is_closing ? !is_after_comma : !is_after_item);
      is_after_comma = FALSE;
      is_after_item = is_closing;
      if (strchr ("{}[]", c) != NULL)
        template->next++;
      if (c == '{')
        mcp_json_writer_begin_object (self);
      else if (c == '[')
        mcp_json_writer_begin_array (self);
      else if (c == '}')
        mcp_json_writer_end_object (self);
      else if (c == ']')
        mcp_json_writer_end_array (self);
      else
        {
          if (c == '\'')
            add_quoted (self, template);
          else if (c == '%' || c == '?')
            add_placeholder (self, template);
          else
            add_literal (self, template);
          is_after_item = !self->has_name;
        }
    }
}

static GString *
steal_text (McpJsonWriter *self)
{
  g_assert (self->is_done && self->open->len == 0);

  return g_steal_pointer (&self->text);
}

GBytes *
mcp_json_writer_finish (McpJsonWriter *self)
{
  return g_string_free_to_bytes (steal_text (self));
}

char *
mcp_json_writer_finish_text (McpJsonWriter *self)
{
  return g_string_free (steal_text (self), FALSE);
}

void
mcp_json_writer_add (McpJsonWriter *self, const char *template, ...)
{
  Template parts = { .next = template };

  va_start (parts.args, template);
  add_template (self, &parts);
  va_end (parts.args);
}

char *
mcp_json_build (const char *template, ...)
{
  g_autoptr (McpJsonWriter) self = mcp_json_writer_new ();
  Template parts = { .next = template };

  va_start (parts.args, template);
  add_template (self, &parts);
  va_end (parts.args);
  return mcp_json_writer_finish_text (self);
}

GBytes *
mcp_json_build_bytes (const char *template, ...)
{
  g_autoptr (McpJsonWriter) self = mcp_json_writer_new ();
  Template parts = { .next = template };

  va_start (parts.args, template);
  add_template (self, &parts);
  va_end (parts.args);
  return mcp_json_writer_finish (self);
}

char *
mcp_json_quote (const char *text, gssize length)
{
  gsize    size = length < 0 ? strlen (text) : (gsize)length;
  GString *out = g_string_sized_new (size + 3);

  append_quoted (out, text, size);
  return g_string_free (out, FALSE);
}
