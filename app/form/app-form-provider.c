/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-provider.h"

G_DEFINE_INTERFACE (AppFormProvider, app_form_provider, G_TYPE_OBJECT)

static void
app_form_provider_default_init (AppFormProviderInterface *iface)
{
}
