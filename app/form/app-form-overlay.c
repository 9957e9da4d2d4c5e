/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-overlay.h"

G_DEFINE_INTERFACE (AppFormOverlay, app_form_overlay, G_TYPE_OBJECT)

static void
app_form_overlay_default_init (AppFormOverlayInterface *iface)
{
}
