/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Meson precompiles headers only for what is compiled. */
