/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-head.h"
#include "ui-adaptive-box.h"
#include "ui-expandable-label.h"
#include "ui-field-controls.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define TITLE_CHARACTERS 200
#define DESCRIPTION_CHARACTERS 8000
#define NAME_WIDTH_CHARACTERS 8
/* 12 px at the usual size, as the marks have */
#define KEY_SCALE 0.86

struct _UiFieldHead
{
  AdwBin parent_instance;

  AppField  *field;
  GtkWidget *name; /* borrowed: the entry of a member that the schema does not know, or NULL */

  GtkBox            *name_box;
  GtkLabel          *title;
  GtkLabel          *mark;
  GtkLabel          *problem;
  UiExpandableLabel *description;
};

UI_DEFINE_TEMPLATE (UiFieldHead, ui_field_head, ADW_TYPE_BIN)

/* The name of a member */

static gboolean
is_renamed (UiFieldHead *self)
{
  return strcmp (gtk_editable_get_text (GTK_EDITABLE (self->name)),
                 app_field_get_place (self->field)->key) != 0;
}

static void
check_name (UiFieldHead *self)
{
  AppField        *object = app_field_get_place (self->field)->parent;
  g_autofree char *problem = NULL;

  if (object != NULL && is_renamed (self))
    problem = app_field_dup_name_problem (object,
                                          gtk_editable_get_text (GTK_EDITABLE (self->name)));
  ui_widget_show_text (self->problem, problem);
  ui_widget_set_invalid (self->name, problem != NULL);
  ui_widget_describe (self->name, problem != NULL ? problem : "");
}

/* A name that another member has is refused; it stays in the entry, with the reason. */
static void
apply_name (UiFieldHead *self)
{
  if (is_renamed (self))
    app_field_rename_member (self->field, gtk_editable_get_text (GTK_EDITABLE (self->name)));
  check_name (self);
}

static void
on_name_activate (UiFieldHead *self)
{
  apply_name (self);
  gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))),
                          GTK_DIR_TAB_FORWARD);
}

static GtkWidget *
create_name (UiFieldHead *self)
{
  GtkWidget          *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), NAME_WIDTH_CHARACTERS);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_add_css_class (entry, "member-name");
  ui_widget_name (entry, _ ("Property name"));
  ui_connect (entry, "changed", check_name, self);
  ui_connect (entry, "activate", on_name_activate, self);
  ui_connect (focus, "leave", apply_name, self);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

/* Name and marks */

/* "Limit limit": what the form calls it, and then the name that is sent, where they differ */
static void
update_title (UiFieldHead *self)
{
  const AppFieldPlace *place = app_field_get_place (self->field);
  g_autofree char     *label = app_visible_text_line (place->label, TITLE_CHARACTERS);
  g_autofree char     *key = app_visible_text_line (place->key, TITLE_CHARACTERS);
  const char          *title = label[0] != '\0' ? label : _ ("(no name)");
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  /* A name counts to the character. */
  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  if (key[0] == '\0' || strcmp (key, label) == 0)
    gtk_label_set_text (self->title, title);
  else
    {
      g_autofree char *both = g_strdup_printf ("%s  %s", title, key);
      PangoAttribute  *family = pango_attr_family_new ("monospace");
      PangoAttribute  *size = pango_attr_scale_new (KEY_SCALE);

      family->start_index = size->start_index = (guint)strlen (title);
      pango_attr_list_insert (attributes, family);
      pango_attr_list_insert (attributes, size);
      gtk_label_set_text (self->title, both);
    }
  gtk_label_set_attributes (self->title, attributes);
  if (self->name != NULL && is_renamed (self))
    gtk_editable_set_text (GTK_EDITABLE (self->name), place->key);
}

static void
add_mark (GString *marks, const char *mark)
{
  if (mark == NULL || mark[0] == '\0')
    return;
  if (marks->len > 0)
    g_string_append (marks, " · ");
  g_string_append (marks, mark);
}

/* "required · 2–64 characters · default 12" */
static char *
dup_mark (AppField *field)
{
  g_autofree char *constraints =
      app_visible_text_line (app_field_get_info (field)->constraints, TITLE_CHARACTERS);
  g_autofree char *hint =
      app_visible_text_line (app_field_get_info (field)->hint, TITLE_CHARACTERS);
  const char *header = app_field_get_info (field)->header;
  g_autoptr (GString) marks = g_string_new (NULL);

  if (app_field_get_place (field)->required)
    add_mark (marks, _ ("required"));
  if (app_field_get_place (field)->unused)
    add_mark (marks, _ ("not used with these values"));
  if (app_field_get_info (field)->deprecated)
    add_mark (marks, _ ("deprecated"));
  if (app_field_get_info (field)->read_only)
    add_mark (marks, _ ("read-only"));
  add_mark (marks, constraints);
  /* Elsewhere the control itself says it. */
  if (hint[0] != '\0' && (ui_field_editor_is_short (field) ||
                          app_field_get_info (field)->kind == APP_FIELD_BOOLEAN))
    {
      g_autofree char *text = g_strdup_printf (_ ("default %s"), hint);
      add_mark (marks, text);
    }
  if (header != NULL)
    {
      g_autofree char *visible = app_visible_text_line (header, TITLE_CHARACTERS);
      g_autofree char *text = g_strdup_printf ("→ Mcp-Param-%s", visible);
      add_mark (marks, text);
    }
  return g_string_free (g_steal_pointer (&marks), FALSE);
}

/* What is required may depend on the values of others. */
static void
update_mark (UiFieldHead *self)
{
  g_autofree char *mark = dup_mark (self->field);

  ui_widget_show_text (self->mark, mark);
}

UI_DEFINE_DISPOSE (UiFieldHead, ui_field_head)
{
  self->name = NULL;
}

MCP_DEFINE_FINALIZE (UiFieldHead, ui_field_head)
{
  g_clear_object (&self->field);
}

UI_DEFINE_CLASS (UiFieldHead, ui_field_head)
{
  G_OBJECT_CLASS (klass)->dispose = ui_field_head_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_field_head_finalize;
  ui_template_ensure_types (UI_TYPE_ADAPTIVE_BOX, UI_TYPE_EXPANDABLE_LABEL);
  ui_template_set (widget_class, "ui/form/ui-field-head.ui");
  ui_template_bind_children (widget_class, UiFieldHead, name_box, title, mark, problem,
                             description);
}

void
ui_field_head_set_field (UiFieldHead *self, AppField *field)
{
  g_autofree char *description = NULL;

  g_return_if_fail (UI_IS_FIELD_HEAD (self));
  g_return_if_fail (APP_IS_FIELD (field));
  g_return_if_fail (self->field == NULL);

  self->field = g_object_ref (field);
  description =
      app_visible_text_block (app_field_get_info (field)->description, DESCRIPTION_CHARACTERS);
  ui_expandable_label_set_text (self->description, app_field_get_place (field)->item &&
                                                           !app_field_get_place (field)->fixed
                                                       ? ""
                                                       : g_strchomp (description));
  update_mark (self);
  if (app_field_get_info (field)->deprecated)
    gtk_widget_add_css_class (GTK_WIDGET (self), "deprecated");
  if (app_field_get_place (field)->extra)
    {
      self->name = create_name (self);
      gtk_box_prepend (self->name_box, self->name);
      gtk_widget_set_visible (GTK_WIDGET (self->title), FALSE);
    }
  update_title (self);
  ui_connect (field, "notify::label", update_title, self);
  ui_connect (field, "notify::required", update_mark, self);
  ui_connect (field, "notify::unused", update_mark, self);
}
