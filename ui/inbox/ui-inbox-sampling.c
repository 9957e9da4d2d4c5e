/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-sampling.h"
#include "ui-json-text.h"
#include "ui-sampling-draft.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-sampler.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

/* A page of text; what is longer is in the JSON as it came. */
#define MAX_TEXT 8000
#define MAX_WORD 120
#define MIN_JSON_HEIGHT 120
#define MAX_JSON_HEIGHT 320

struct _UiInboxSampling
{
  AdwBin parent_instance;

  McpSamplingRequest *request;
  AppSamplingReply   *reply;
  AppSamplingDraft   *draft; /* (nullable): where models may be asked */
  gboolean            syncing;

  GtkWidget       *talk;
  GtkBox          *messages;
  GtkLabel        *facts;
  GtkExpander     *tools;
  UiSourceView    *tools_source;
  GtkStack        *stack;
  UiSamplingDraft *drafter;
  GtkTextView     *text;
  GtkEntry        *model;
  GtkWidget       *save;
  UiJsonText      *json;
};

G_DEFINE_FINAL_TYPE (UiInboxSampling, ui_inbox_sampling, ADW_TYPE_BIN)

/* What is asked */

/* @text: plain, of a server */
static void
add_part (GtkBox *box, const char *text, gboolean data)
{
  g_autofree char *visible = app_visible_text_block (text, MAX_TEXT);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (data)
    gtk_widget_add_css_class (label, "monospace");
  gtk_box_append (box, label);
}

static void
add_content (GtkBox *box, McpContent *content)
{
  const char      *type = content->type_name;
  g_autofree char *line = NULL;
  McpJsonValue     value = content->slot.value;

  if (g_strcmp0 (type, "text") == 0)
    {
      g_autofree char *text = mcp_json_value_dup_member_string (value, "text");

      add_part (box, text, FALSE);
      return;
    }
  g_autofree char *mime = mcp_json_value_dup_member_string (value, "mimeType");
  if (mime != NULL)
    {
      g_autofree char *size = app_visible_text_size (mcp_json_value_get_length (value));

      /* Translators: a kind of content (image), its media type, and its size */
      line = g_strdup_printf (_ ("%s, %s, %s"), type, mime, size);
      add_part (box, line, FALSE);
      return;
    }
  g_autofree char *raw = mcp_json_value_print_pretty (value, 2);
  add_part (box, raw, TRUE);
}

static void
add_block (GtkBox *box, McpSamplingBlock *block)
{
  g_autofree char *line = NULL;
  g_autofree char *raw = NULL;
  gboolean         failed;
  GPtrArray       *contents;

  switch (block->kind)
    {
    case MCP_SAMPLING_TOOL_USE:
      /* Translators: %s is the name of a tool */
      line = g_strdup_printf (_ ("calls %s:"), block->tool_name);
      raw = mcp_json_value_print_pretty (block->input, 2);
      add_part (box, line, FALSE);
      add_part (box, raw, TRUE);
      break;
    case MCP_SAMPLING_TOOL_RESULT:
      failed = block->is_error;
      add_part (box, failed ? _ ("tool error:") : _ ("tool result:"), FALSE);
      contents = block->contents;
      for (guint i = 0; i < contents->len; i++)
        add_content (box, contents->pdata[i]);
      break;
    case MCP_SAMPLING_CONTENT:
    default:
      add_content (box, block->content);
    }
}

static GtkBox *
add_speaker (UiInboxSampling *self, const char *role)
{
  g_autofree char *visible = app_visible_text_line (role, MAX_WORD);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "field-note");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (self->messages, box);
  return GTK_BOX (box);
}

static void
show_messages (UiInboxSampling *self)
{
  GPtrArray  *messages = self->request->messages;
  const char *system = self->request->system_prompt;
  guint       n = MIN (messages->len, UI_INBOX_SAMPLING_MESSAGES);

  if (system != NULL)
    add_part (add_speaker (self, _ ("system prompt")), system, FALSE);
  for (guint i = 0; i < n; i++)
    {
      McpSamplingMessage *message = messages->pdata[i];
      GPtrArray          *blocks = message->blocks;
      GtkBox             *box = add_speaker (self, message->role);

      for (guint j = 0; j < blocks->len && j < UI_INBOX_SAMPLING_MESSAGES; j++)
        add_block (box, blocks->pdata[j]);
    }
  if (messages->len > n)
    {
      guint            more = messages->len - n;
      g_autofree char *text = g_strdup_printf (
          ngettext ("and %'u more message", "and %'u more messages", more), more);

      add_speaker (self, text);
    }
}

static void
add_fact (GString *facts, const char *fact)
{
  if (facts->len > 0)
    g_string_append (facts, " · ");
  g_string_append (facts, fact);
}

static void
add_words (GString *facts, const char *name, const char *const *words)
{
  g_autofree char *joined = g_strjoinv (", ", (char **)words);
  g_autofree char *visible = app_visible_text_line (joined, MAX_WORD);

  if (words[0] == NULL)
    return;
  g_autofree char *fact = g_strdup_printf ("%s %s", name, visible);
  add_fact (facts, fact);
}

static void
add_number (GString *facts, const char *name, double value)
{
  if (isnan (value))
    return;
  g_autofree char *fact = g_strdup_printf ("%s %g", name, value);
  add_fact (facts, fact);
}

static void
show_facts (UiInboxSampling *self)
{
  McpSamplingRequest *request = self->request;
  gint64              tokens = request->max_tokens;
  const char         *context = request->include_context;
  g_autoptr (GString) facts = g_string_new (NULL);

  if (tokens >= 0)
    {
      g_autofree char *fact =
          g_strdup_printf (_ ("at most %" PRId64 " tokens"), tokens);
      add_fact (facts, fact);
    }
  /* Translators: before names of language models */
  add_words (facts, _ ("preferred model"), (const char *const *)request->model_hints);
  add_number (facts, _ ("temperature"), request->temperature);
  add_number (facts, _ ("intelligence"),
              request->intelligence_priority);
  add_number (facts, _ ("speed"), request->speed_priority);
  add_number (facts, _ ("cost"), request->cost_priority);
  add_words (facts, _ ("stop sequences"), (const char *const *)request->stop_sequences);
  if (context != NULL)
    {
      const char *const words[] = { context, NULL };
      /* Translators: whose context the model shall see: none, thisServer, allServers */
      add_words (facts, _ ("context"), words);
    }
  ui_widget_show_text (self->facts, facts->str);
}

static void
show_tools (UiInboxSampling *self)
{
  McpJsonValue     tools = self->request->tools;
  guint            n = mcp_json_value_get_n_items (tools);
  const char      *choice = self->request->tool_choice;
  g_autofree char *visible = app_visible_text_line (choice, MAX_WORD);
  g_autofree char *count =
      g_strdup_printf (ngettext ("%'u available tool", "%'u available tools", n), n);
  g_autofree char *text = choice != NULL ? g_strdup_printf ("%s (%s)", count, visible)
                                         : g_strdup (count);

  if (!mcp_json_value_exists (tools))
    return;
  gtk_expander_set_label (self->tools, text);
  ui_source_view_set_value (self->tools_source, tools);
  gtk_widget_set_visible (GTK_WIDGET (self->tools), TRUE);
}

/* The answer */

static void
update_json (UiInboxSampling *self)
{
  if (self->syncing)
    return;
  self->syncing = TRUE;
  ui_json_text_set_text (self->json, app_sampling_reply_get_json (self->reply));
  self->syncing = FALSE;
}

static void
update_text (UiInboxSampling *self)
{
  if (self->syncing)
    return;
  self->syncing = TRUE;
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text),
                            app_sampling_reply_get_text (self->reply), -1);
  self->syncing = FALSE;
}

/* A model has chosen the other page. */
static void
update_page (UiInboxSampling *self)
{
  gtk_stack_set_visible_child_name (
      self->stack, app_sampling_reply_is_as_json (self->reply) ? "json" : "text");
}

/* What a model writes is the person's once it is there. */
static void
on_writing (UiInboxSampling *self)
{
  gtk_text_view_set_editable (self->text, !app_sampling_draft_is_writing (self->draft));
  g_signal_emit_by_name (self, "changed");
}

static void
on_draft (UiInboxSampling *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
on_text_edited (UiInboxSampling *self, GtkTextBuffer *buffer)
{
  g_autofree char *text = NULL;

  if (self->syncing)
    return;
  g_object_get (buffer, "text", &text, NULL);
  self->syncing = TRUE;
  app_sampling_reply_set_text (self->reply, text);
  self->syncing = FALSE;
}

static void
on_json_edited (UiInboxSampling *self)
{
  g_autofree char *text = ui_json_text_dup_text (self->json);

  if (self->syncing)
    return;
  self->syncing = TRUE;
  app_sampling_reply_set_json (self->reply, text);
  self->syncing = FALSE;
}

static void
on_page (UiInboxSampling *self)
{
  gboolean json = g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "json") == 0;

  if (self->reply == NULL)
    return;
  app_sampling_reply_set_as_json (self->reply, json);
  if (json)
    update_json (self);
}

UI_DEFINE_CLASS (UiInboxSampling, ui_inbox_sampling)
{
  mcp_signal_new (klass, "changed", 0);

  ui_template_ensure_types (UI_TYPE_JSON_TEXT, UI_TYPE_SAMPLING_DRAFT, UI_TYPE_SOURCE_VIEW);
  ui_template_set (widget_class, "ui/inbox/ui-inbox-sampling.ui");
  ui_template_own (widget_class, UiInboxSampling, request, mcp_sampling_request_unref);
  ui_template_hold (widget_class, UiInboxSampling, draft, reply);
  ui_template_bind_children (widget_class, UiInboxSampling, talk, messages, facts, tools,
                             tools_source, stack, drafter, text, model, save, json);
  ui_template_bind_callbacks (widget_class, on_page, on_json_edited);
}

static void
ui_inbox_sampling_init (UiInboxSampling *self)
{
  ui_template_init (self);
  /* The question is whole, up to a third of a page. */
  ui_widget_keep_height (self->talk);
  ui_json_text_set_heights (self->json, MIN_JSON_HEIGHT, MAX_JSON_HEIGHT);
  ui_widget_name (ui_json_text_get_view (self->json), _ ("Response as JSON"));
}

/* Where the policy asks models. */
static void
follow_draft (UiInboxSampling *self, AppInboxItem *item)
{
  g_autoptr (AppSession) session = app_inbox_item_dup_session (item);
  AppSampler *sampler = session != NULL ? app_sampler_find (session) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->drafter), sampler != NULL);
  if (sampler == NULL || !app_inbox_item_is_waiting (item))
    return;
  self->draft = g_object_ref (app_sampler_get_draft (sampler, item));
  ui_sampling_draft_set_draft (self->drafter, self->draft);
  ui_connect (self->draft, "notify::writing", on_writing, self);
  on_writing (self);
}

GtkWidget *
ui_inbox_sampling_new (AppInboxItem *item)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (item), NULL);

  UiInboxSampling  *self = g_object_new (UI_TYPE_INBOX_SAMPLING, NULL);
  AppSamplingReply *reply = app_inbox_item_get_reply (item);

  self->request = mcp_sampling_request_ref (app_inbox_item_get_sampling (item));
  show_messages (self);
  show_facts (self);
  show_tools (self);
  self->reply = g_object_ref (reply);
  ui_wrap_view_literally (self->text);
  update_text (self);
  update_json (self);
  update_page (self);
  g_object_bind_property (reply, "model", self->model, "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (reply, "save", self->save, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_connect (gtk_text_view_get_buffer (self->text), "changed", on_text_edited, self);
  ui_connect (reply, "notify::text", update_text, self);
  ui_connect (reply, "notify::json", update_json, self);
  ui_connect (reply, "notify::as-json", update_page, self);
  ui_connect (reply, "notify", on_draft, self);
  follow_draft (self, item);
  return GTK_WIDGET (self);
}

gboolean
ui_inbox_sampling_is_writing (UiInboxSampling *self)
{
  g_return_val_if_fail (UI_IS_INBOX_SAMPLING (self), FALSE);
  return self->draft != NULL && app_sampling_draft_is_writing (self->draft);
}

void
ui_inbox_sampling_focus (UiInboxSampling *self)
{
  g_return_if_fail (UI_IS_INBOX_SAMPLING (self));

  gtk_widget_grab_focus (app_sampling_reply_is_as_json (self->reply)
                             ? ui_json_text_get_view (self->json)
                             : GTK_WIDGET (self->text));
}
