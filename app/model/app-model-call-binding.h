/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelCallBinding: shows on a card how a call of a model goes, and hands on what the person
 * answers there. It lasts as long as the card. Main thread only.
 */

#pragma once

#include "app-model-call.h"
#include "app-model-card.h"

G_BEGIN_DECLS

/** @call: is about to run; held. Who is asked is decided here: as the session says, and for each
 * tool that does not say that it only reads, until the person says always. */
void app_model_call_binding_connect (AppModelCard *card, AppModelCall *call);

G_END_DECLS
