#!/bin/sh
# `npm run build:prune`: removes from a built checkout what serving does not need. It can be built again after `npm ci`.
set -eu
case ${1:-} in
    '') ;;
    --help) echo 'npm run build:prune (prune.sh): removes from a built checkout what serving does not need.' && exit ;;
    *) echo "Unknown word $1: npm run build:prune -- --help explains it." >&2 && exit 2 ;;
esac
npm prune --omit=dev --ignore-scripts
node scripts/after-install.mjs
rm -rf .next/cache node_modules/playwright node_modules/playwright-core node_modules/@playwright node_modules/*/*musl*
# Next's compiler and its modules for bundlers.
rm -rf node_modules/@next/swc-* node_modules/next/next-swc-fallback
rm -rf node_modules/next/dist/esm node_modules/next/dist/bundle-analyzer
# What Next's client runtime would fetch: no page loads it (docs/decisions/0009-how-pages-and-forms-reach-a-visitor.md).
find .next/server/app -name '*.segments' -type d -prune -exec rm -rf {} +
find node_modules -name '*.d.*ts' -delete
