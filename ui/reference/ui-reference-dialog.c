/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-dialog.h"
#include "ui-pick-list.h"
#include "ui-template.h"
#include "app-references.h"
#include "app-tool-traits.h"
#include "app-visible-text.h"
#include "app-catalogue.h"

#include <glib/gi18n.h>

#define TEXT_CHARACTERS 120

struct _UiReferenceDialog
{
  AdwWindow parent_instance;

  GPtrArray *targets;

  AdwWindowTitle *heading;
  UiPickList     *list;
};

G_DEFINE_FINAL_TYPE (UiReferenceDialog, ui_reference_dialog, ADW_TYPE_WINDOW)

/* The arguments of a tool are one group. */
static void
fill (UiReferenceDialog *self)
{
  for (guint i = 0; i < self->targets->len; i++)
    {
      AppReferenceTarget *target = self->targets->pdata[i];
      const char         *tool = mcp_definition_get_key (target->tool);
      const char *const   picked[] = { tool, target->argument, NULL };

      if (ui_pick_list_finds (self->list, tool) ||
          ui_pick_list_finds (self->list, target->argument))
        ui_pick_list_add (self->list, target->argument, target->type,
                          target->takes ? app_tool_trait_get_word (APP_TOOL_TAKES_REFERENCES)
                                        : NULL,
                          tool, g_strdupv ((GStrv)picked), (GDestroyNotify)g_strfreev);
    }
}

static void
on_picked (UiReferenceDialog *self, GStrv picked)
{
  g_signal_emit_by_name (self, "chosen", picked[0], picked[1]);
  gtk_window_close (GTK_WINDOW (self));
}

UI_DEFINE_CLASS (UiReferenceDialog, ui_reference_dialog)
{
  mcp_signal_new (klass, "chosen", 2, G_TYPE_STRING, G_TYPE_STRING);
  g_type_ensure (UI_TYPE_PICK_LIST);
  ui_template_set_dialog (widget_class, "ui/reference/ui-reference-dialog.ui");
  ui_template_own (widget_class, UiReferenceDialog, targets, g_ptr_array_unref);
  ui_template_bind_children (widget_class, UiReferenceDialog, heading, list);
  ui_template_bind_callbacks (widget_class, fill, on_picked);
}

static void
ui_reference_dialog_init (UiReferenceDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
}

UiReferenceDialog *
ui_reference_dialog_new (GtkWindow *parent, AppSession *session, AppReference *reference)
{
  UiReferenceDialog *self;
  g_autofree char   *text = NULL;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  g_return_val_if_fail (reference != NULL, NULL);

  self = g_object_new (UI_TYPE_REFERENCE_DIALOG, "transient-for", parent, NULL);
  text = app_visible_text_line (reference->text, TEXT_CHARACTERS);
  adw_window_title_set_subtitle (self->heading, text);
  self->targets = app_references_list_targets (app_catalogue_get_list (
      app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL));
  ui_pick_list_fill (self->list);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
  return self;
}
