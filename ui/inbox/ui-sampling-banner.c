/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sampling-banner.h"
#include "ui-banner.h"
#include "ui-template.h"

#include <glib/gi18n.h>

struct _UiSamplingBanner
{
  AdwBin parent_instance;

  AppSamplingRule *rule;
  UiBanner        *banner; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiSamplingBanner, ui_sampling_banner, ADW_TYPE_BIN)

static void
update (UiSamplingBanner *self)
{
  gboolean         replies = app_sampling_rule_get_mode (self->rule) == APP_SAMPLING_MODE_REPLY;
  g_autofree char *used = NULL;

  g_object_get (self->rule, "used", &used, NULL);
  /* Translators: %s is “3 of 10 requests, 1,204 of 100,000 tokens” */
  g_autofree char *text =
      g_strdup_printf (_ ("A model replies to this server’s sampling requests: %s"), used);
  ui_banner_set_title (self->banner, text);
  ui_banner_set_revealed (self->banner, replies);
}

static void
on_clicked (UiSamplingBanner *self)
{
  app_sampling_rule_set_mode (self->rule, APP_SAMPLING_MODE_ASK);
}

MCP_DEFINE_DISPOSE (UiSamplingBanner, ui_sampling_banner)
{
  g_clear_object (&self->rule);
}

static void
ui_sampling_banner_class_init (UiSamplingBannerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_sampling_banner_dispose;
}

static void
ui_sampling_banner_init (UiSamplingBanner *self)
{
  self->banner = g_object_new (UI_TYPE_BANNER, NULL);
  ui_banner_set_button_label (self->banner, _ ("Turn Off"));
  ui_connect (self->banner, "button-clicked", on_clicked, self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->banner));
}

void
ui_sampling_banner_set_rule (UiSamplingBanner *self, AppSamplingRule *rule)
{
  g_return_if_fail (UI_IS_SAMPLING_BANNER (self));
  g_return_if_fail (self->rule == NULL && APP_IS_SAMPLING_RULE (rule));

  self->rule = g_object_ref (rule);
  ui_connect (rule, "notify::used", update, self);
  update (self);
}
