# SPDX-License-Identifier: GPL-3.0-or-later
# nix-build -E 'with import <nixpkgs> { }; callPackage ./packaging/nix/package.nix { }'
{ lib, stdenv, meson, ninja, pkg-config, gettext, python3, appstream, desktop-file-utils
, wrapGAppsHook4, gdk-pixbuf, glib, glib-networking, gnutls, gtk4, gtksourceview5, hiredis
, json-glib, libadwaita, libarchive, librsvg, libseccomp, libsecret, libsoup_3, libyaml, md4c
, sqlite, webp-pixbuf-loader }:

stdenv.mkDerivation {
  pname = "spyglass";
  version = "0.2.0";
  src = lib.cleanSource ../..;

  nativeBuildInputs = [
    meson ninja pkg-config gettext python3 appstream desktop-file-utils wrapGAppsHook4
  ];
  buildInputs = [
    gdk-pixbuf glib glib-networking gnutls gtk4 gtksourceview5 hiredis json-glib libadwaita
    libarchive librsvg libseccomp libsecret libsoup_3 libyaml md4c sqlite webp-pixbuf-loader
  ];

  postPatch = "patchShebangs app/cli/generate.py";
  # It is loaded by name when something is signed.
  preFixup = ''
    gappsWrapperArgs+=(--prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath [ gnutls ]})
  '';

  meta = {
    description = "Inspect MCP servers, in a window and on the command line";
    homepage = "https://github.com/spyglass-mcp/spyglass";
    license = lib.licenses.gpl3Plus;
    mainProgram = "spyglass";
    platforms = lib.platforms.linux;
  };
}
