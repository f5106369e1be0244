/**
 * What a page is made of, for the server that finishes and keeps it: each component declares what it needs where it stands
 * (components/layout/page-record.tsx), and the server reads and removes the declarations once. Nothing else is recovered from the HTML.
 */
import type { Language } from '#lib/platform/languages/index.ts'

/**
 * `card-form`: an island that takes cards. `challenge`: a form that Turnstile may protect. `portal`: a form that leads to Stripe's portal.
 * `worker`: it registers the service worker.
 */
type Need = 'card-form' | 'challenge' | 'portal' | 'worker'

export type PageRecord = {
  /** By the frame of the site, for which the page was rendered. Missing in the shell of an error. */
  site?: { url: string; language: Language; asksAboutAnalytics: boolean }
  /** The live figures that it shows, with their versions (lib/platform/live.ts). */
  live: Readonly<Record<string, string>>
  /** Origins of third parties whose pages it frames. */
  frames: readonly string[]
  needs: readonly Need[]
}

const attribute = 'data-page-record'

/** The attribute of a `<template>` that declares `entry`. */
export const recordAttribute = (entry: Partial<PageRecord>) => ({ [attribute]: JSON.stringify(entry) })

const entries = new RegExp(`<template ${attribute}="([^"]*)"></template>`, 'g')

/** What React escapes in an attribute. */
const escaped: Readonly<Record<string, string>> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' }
const plainText = (text: string) => text.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name) => escaped[name] ?? '')

/** The page without its declarations, and all that they declare. */
export function readPageRecord(page: string): { html: string; record: PageRecord } {
  let record: PageRecord = { live: {}, frames: [], needs: [] }
  const html = page.replace(entries, (_, text: string) => {
    const { site = record.site, live, frames = [], needs = [] }: Partial<PageRecord> = JSON.parse(plainText(text))
    record = {
      ...(site && { site }),
      live: { ...record.live, ...live },
      frames: [...new Set([...record.frames, ...frames])],
      needs: [...new Set([...record.needs, ...needs])],
    }
    return ''
  })
  return { html, record }
}
