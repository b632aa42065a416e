#!/bin/sh
# swift-build.sh SWIFT SOURCE SCRATCH PRODUCT OUTPUT
# SwiftPM decides what is stale. Its caches go below SCRATCH: builders of packages have no home.
set -eu
mkdir -p "$3/home"
HOME="$3/home" XDG_CACHE_HOME="$3/home/.cache" "$1" build -c release --static-swift-stdlib \
    --package-path "$2" --scratch-path "$3" --product "$4"
cp "$3/release/$4" "$5"
