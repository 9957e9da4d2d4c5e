/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchCarrier: shows on a card how a call of a model goes, and hands on what the person answers
 * there. It lasts as long as the card. Main thread only.
 */

#pragma once

#include "app-bench-call.h"
#include "app-bench-card.h"

G_BEGIN_DECLS

/** @call: is about to run; held. Who is asked is decided here: as the session says, and for each
 * tool that does not say that it only reads, until the person says always. */
void app_bench_carrier_connect (AppBenchCard *card, AppBenchCall *call);

G_END_DECLS
