/** Absolute URLs for use outside the site: canonical links, shared links, structured data. */
import 'server-only'
import { env } from '#lib/platform/env.ts'

/** `address` starts with a slash: /India#stories -> https://example.org/India#stories */
export const absoluteUrl = (address: string): string => env().siteUrl + address
