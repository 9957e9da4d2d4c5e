/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-ansi-parser.h"

/* More parameters than any program sends; what is beyond is ignored. */
#define MAX_PARAMETERS 32
#define MAX_PARAMETER 65535

typedef enum {
  IN_TEXT,
  IN_ESCAPE,      /* after ESC */
  IN_CONTROL,     /* after ESC [ */
  IN_STRING,      /* after ESC ] and its like: until BEL or ESC \ */
  IN_STRING_END,  /* after ESC in such a string */
  IN_DESIGNATION, /* after ESC ( and its like: one more byte */
} State;

struct _AppAnsiParser
{
  State       state;
  AppAnsiSpan style; /* its place apart */
  guint       parameters[MAX_PARAMETERS];
  guint       n_parameters;
  gboolean    is_private; /* such as ESC [ ? 25 h */
};

AppAnsiParser *
app_ansi_parser_new (void)
{
  return g_new0 (AppAnsiParser, 1);
}

void
app_ansi_parser_free (AppAnsiParser *self)
{
  g_free (self);
}

static void
reset_style (AppAnsiSpan *style)
{
  *style = (AppAnsiSpan){ 0 };
}

/* After 38 or 48: 5 and a number, or 2 and three of them. Returns: how many were read */
static guint
read_colour (const guint *parameters, guint n, guint32 *colour)
{
  if (n >= 2 && parameters[0] == 5)
    {
      *colour = APP_ANSI_INDEX | (parameters[1] & 0xff);
      return 2;
    }
  if (n >= 4 && parameters[0] == 2)
    {
      *colour = APP_ANSI_RGB | (parameters[1] & 0xff) << 16 | (parameters[2] & 0xff) << 8 |
                (parameters[3] & 0xff);
      return 4;
    }
  return n;
}

static void
read_plain_colour (AppAnsiSpan *style, guint code)
{
  if (code >= 30 && code <= 37)
    style->foreground = APP_ANSI_INDEX | (code - 30);
  else if (code >= 40 && code <= 47)
    style->background = APP_ANSI_INDEX | (code - 40);
  else if (code >= 90 && code <= 97)
    style->foreground = APP_ANSI_INDEX | (code - 90 + 8);
  else if (code >= 100 && code <= 107)
    style->background = APP_ANSI_INDEX | (code - 100 + 8);
  else if (code == 39)
    style->foreground = APP_ANSI_NO_COLOUR;
  else if (code == 49)
    style->background = APP_ANSI_NO_COLOUR;
}

static void
read_rendition (AppAnsiSpan *style, guint code)
{
  static const struct
  {
    guint        code;
    AppAnsiFlags on;
    AppAnsiFlags off;
  } renditions[] = {
    { 1, APP_ANSI_BOLD, 0 },
    { 2, APP_ANSI_DIM, 0 },
    { 3, APP_ANSI_ITALIC, 0 },
    { 4, APP_ANSI_UNDERLINE, 0 },
    { 7, APP_ANSI_INVERSE, 0 },
    { 22, 0, APP_ANSI_BOLD | APP_ANSI_DIM },
    { 23, 0, APP_ANSI_ITALIC },
    { 24, 0, APP_ANSI_UNDERLINE },
    { 27, 0, APP_ANSI_INVERSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (renditions); i++)
    if (renditions[i].code == code)
      style->flags = (style->flags | renditions[i].on) & ~renditions[i].off;
  read_plain_colour (style, code);
}

/* Without a parameter it is a reset. */
static void
select_rendition (AppAnsiParser *self)
{
  guint n = MAX (self->n_parameters, 1);

  for (guint i = 0; i < n; i++)
    {
      guint code = self->parameters[i];

      if (code == 0)
        reset_style (&self->style);
      else if (code == 38)
        i += read_colour (self->parameters + i + 1, n - i - 1, &self->style.foreground);
      else if (code == 48)
        i += read_colour (self->parameters + i + 1, n - i - 1, &self->style.background);
      else
        read_rendition (&self->style, code);
    }
}

static void
begin_control (AppAnsiParser *self)
{
  self->state = IN_CONTROL;
  self->n_parameters = 0;
  self->is_private = FALSE;
  for (guint i = 0; i < MAX_PARAMETERS; i++)
    self->parameters[i] = 0;
}

static void
read_escape (AppAnsiParser *self, char c)
{
  switch (c)
    {
    case '[':
      begin_control (self);
      break;
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      self->state = IN_STRING;
      break;
    case '\033':
      break;
    default:
      self->state = c >= ' ' && c <= '/' ? IN_DESIGNATION : IN_TEXT;
    }
}

static void
read_control (AppAnsiParser *self, char c)
{
  if (g_ascii_isdigit (c))
    {
      self->n_parameters = MAX (self->n_parameters, 1);
      guint *last = &self->parameters[self->n_parameters - 1];
      *last = MIN (*last * 10 + (guint)(c - '0'), MAX_PARAMETER);
    }
  else if (c == ';' || c == ':')
    self->n_parameters = MIN (MAX (self->n_parameters, 1) + 1, MAX_PARAMETERS);
  else if (c >= '<' && c <= '?')
    self->is_private = TRUE;
  else if (c == '\033')
    self->state = IN_ESCAPE;
  else if (c >= '@' && c <= '~')
    {
      if (c == 'm' && !self->is_private)
        select_rendition (self);
      self->state = IN_TEXT;
    }
}

static void
append (AppAnsiParser *self, char c, GString *text, GArray *spans)
{
  const AppAnsiSpan *style = &self->style;
  AppAnsiSpan       *last =
      spans->len > 0 ? &g_array_index (spans, AppAnsiSpan, spans->len - 1) : NULL;

  if (style->flags != APP_ANSI_PLAIN || style->foreground != APP_ANSI_NO_COLOUR ||
      style->background != APP_ANSI_NO_COLOUR)
    {
      if (last != NULL && last->start + last->length == text->len && last->flags == style->flags &&
          last->foreground == style->foreground && last->background == style->background)
        last->length++;
      else
        {
          AppAnsiSpan span = *style;
          span.start = (guint)text->len;
          span.length = 1;
          g_array_append_val (spans, span);
        }
    }
  g_string_append_c (text, c);
}

void
app_ansi_parser_read (AppAnsiParser *self,
                      const char    *piece,
                      gsize          length,
                      GString       *text,
                      GArray        *spans)
{
  g_return_if_fail (self != NULL && text != NULL && spans != NULL);

  for (gsize i = 0; i < length; i++)
    {
      char c = piece[i];

      switch (self->state)
        {
        case IN_ESCAPE:
          read_escape (self, c);
          break;
        case IN_CONTROL:
          read_control (self, c);
          break;
        case IN_STRING:
          self->state = c == '\a' ? IN_TEXT : c == '\033' ? IN_STRING_END
                                                          : IN_STRING;
          break;
        case IN_STRING_END:
          self->state = c == '\\' ? IN_TEXT : IN_STRING;
          break;
        case IN_DESIGNATION:
          self->state = IN_TEXT;
          break;
        case IN_TEXT:
        default:
          if (c == '\033')
            self->state = IN_ESCAPE;
          else
            append (self, c, text, spans);
        }
    }
}
