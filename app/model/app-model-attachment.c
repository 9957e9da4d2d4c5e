/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-attachment.h"

#include <glib/gi18n.h>

#include "app-model-mask.h"
#include "app-model-material.h"
#include "app-model-usage.h"
#include "app-token-classes.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppModelAttachment
{
  GObject parent_instance;

  AppSession             *session;
  char                   *name;
  AppModelAttachmentState state;
  char                   *summary;
  GPtrArray              *turns; /* McpModelTurn */
  gint64                  tokens;
  GBytes                 *image; /* (nullable) */
  GCancellable           *cancellable;
};

enum {
  PROP_SUMMARY = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppModelAttachment, app_model_attachment, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppModelAttachment, app_model_attachment)
{
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->image, g_bytes_unref);
  g_ptr_array_unref (self->turns);
  g_free (self->name);
  g_free (self->summary);
}

MCP_DEFINE_CLASS (AppModelAttachment, app_model_attachment)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SUMMARY] = { "summary", G_TYPE_STRING, G_CALLBACK (app_model_attachment_get_summary) },
  };

  object_class->finalize = app_model_attachment_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_model_attachment_init (AppModelAttachment *self)
{
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->cancellable = g_cancellable_new ();
  self->summary = g_strdup (_ ("Waiting for the server"));
}

/* @summary: (transfer full) */
static void
take_state (AppModelAttachment *self, AppModelAttachmentState state, char *summary)
{
  self->state = state;
  g_free (self->summary);
  self->summary = summary;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

/* What came */

/* Returns: how many images there are */
static guint
count (AppModelAttachment *self, gint64 *tokens, guint64 *size)
{
  guint n_images = 0;

  for (guint i = 0; i < self->turns->len; i++)
    {
      McpModelTurn *turn = self->turns->pdata[i];

      for (guint k = 0; k < turn->blocks->len; k++)
        {
          McpModelBlock *block = turn->blocks->pdata[k];
          const char    *text = mcp_model_block_get_text (block);
          GBytes        *data = mcp_model_block_get_data (block);

          *tokens += app_token_classes_count (text, -1);
          *size += strlen (text);
          if (mcp_model_block_get_kind (block) != MCP_MODEL_IMAGE || data == NULL)
            continue;
          *tokens += APP_MODEL_USAGE_PER_IMAGE;
          *size += g_bytes_get_size (data);
          if (n_images++ == 0)
            self->image = g_bytes_ref (data);
        }
    }
  return n_images;
}

static void
append (GString *text, const char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

static void
end_ready (AppModelAttachment *self, AppModelMaterialLoss loss)
{
  gint64           tokens = 0;
  guint64          size = 0;
  guint            n_images = count (self, &tokens, &size);
  g_autofree char *bytes = app_visible_text_size (size);
  g_autofree char *estimate = g_strdup_printf (
      ngettext ("≈ %'lld token", "≈ %'lld tokens", (gulong)tokens), (long long)tokens);
  g_autofree char *images =
      g_strdup_printf (ngettext ("%u image", "%u images", n_images), n_images);
  GString *text = g_string_new (NULL);

  self->tokens = tokens + (gint64)self->turns->len * APP_MODEL_USAGE_PER_TURN;
  append (text, bytes);
  append (text, estimate);
  if (n_images > 0)
    append (text, images);
  if ((loss & APP_MODEL_MATERIAL_CUT) != 0)
    append (text, _ ("too long: the end is left out"));
  if ((loss & APP_MODEL_MATERIAL_NAMED) != 0)
    append (text, _ ("binary: the model is only told that it is there"));
  take_state (self,
              loss == APP_MODEL_MATERIAL_WHOLE ? APP_MODEL_ATTACHMENT_READY
                                               : APP_MODEL_ATTACHMENT_PARTIAL,
              g_string_free (text, FALSE));
}

/* Its server may not be among those that the model is given. */
static void
read_result (AppModelAttachment *self, AppCall *call)
{
  gboolean is_prompt = app_call_get_kind (call) == APP_CALL_PROMPT;
  g_autoptr (McpResult) result = mcp_result_new_for_value (
      is_prompt ? MCP_RESULT_PROMPT : MCP_RESULT_RESOURCE, app_call_get_result (call));
  AppModelMaterialLoss loss;
  g_autoptr (GPtrArray) turns =
      app_model_material_read (result, app_call_get_target (call), &loss);
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();

  g_ptr_array_add (sessions, self->session);
  g_autoptr (AppModelMask) mask = app_model_mask_new (sessions);
  for (guint i = 0; i < turns->len; i++)
    g_ptr_array_add (self->turns, app_model_mask_turn (mask, turns->pdata[i]));
  if (self->turns->len > 0)
    end_ready (self, loss);
  else
    take_state (self, APP_MODEL_ATTACHMENT_FAILED, g_strdup (_ ("The prompt has no messages.")));
}

static void
show_end (AppModelAttachment *self, AppCall *call)
{
  AppProblem *problem = app_call_get_problem (call);

  if (app_call_get_state (call) == APP_CALL_DONE &&
      mcp_json_value_exists (app_call_get_result (call)))
    read_result (self, call);
  else
    take_state (self, APP_MODEL_ATTACHMENT_FAILED,
                g_strdup (problem != NULL ? app_problem_get_what (problem) : _ ("Cancelled")));
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelAttachment) self = user_data;

  /* The call's state and problem say what came of it. */
  (void)app_call_run_finish (APP_CALL (source), result, NULL);
  show_end (self, APP_CALL (source));
}

static void
on_state (AppModelAttachment *self, GParamSpec *pspec, AppCall *call)
{
  if (self->state == APP_MODEL_ATTACHMENT_WAITING && !app_call_is_running (call))
    show_end (self, call);
}

AppModelAttachment *
app_model_attachment_new (AppSession *session, AppCall *call, const char *name)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (APP_IS_CALL (call) && app_call_get_kind (call) != APP_CALL_TOOL, NULL);

  AppModelAttachment *self = g_object_new (APP_TYPE_MODEL_ATTACHMENT, NULL);
  self->session = g_object_ref (session);
  self->name = g_strdup (name);
  if (app_call_get_state (call) == APP_CALL_PREPARED)
    app_call_run_async (call, self->cancellable, on_ended, g_object_ref (self));
  else if (app_call_is_running (call))
    mcp_signal_connect (call, "notify::state", on_state, self);
  else
    show_end (self, call);
  return self;
}

void
app_model_attachment_cancel (AppModelAttachment *self)
{
  g_return_if_fail (APP_IS_MODEL_ATTACHMENT (self));
  g_cancellable_cancel (self->cancellable);
}

MCP_DEFINE_GETTER (const char *, AppModelAttachment, app_model_attachment, name)
MCP_DEFINE_GETTER (AppSession *, AppModelAttachment, app_model_attachment, session)

const char *
app_model_attachment_get_server (AppModelAttachment *self)
{
  g_return_val_if_fail (APP_IS_MODEL_ATTACHMENT (self), NULL);
  return app_session_get_name (self->session);
}

MCP_DEFINE_GETTER (AppModelAttachmentState, AppModelAttachment, app_model_attachment, state)

MCP_DEFINE_GETTER (const char *, AppModelAttachment, app_model_attachment, summary)
MCP_DEFINE_GETTER (gint64, AppModelAttachment, app_model_attachment, tokens)
MCP_DEFINE_GETTER (GBytes *, AppModelAttachment, app_model_attachment, image)
MCP_DEFINE_GETTER (GPtrArray *, AppModelAttachment, app_model_attachment, turns)
