/**
 * Compares the pages that take payments, as a visitor gets them from SITE_URL, with what the build declared: their headers, and the names
 * and contents of their scripts. PCI DSS 4.0.1, requirement 11.6.1 (read in November 2026); docs/pci.md. Scripts of Stripe and Turnstile
 * change without notice, and are the services' own.
 */
import { createHash } from 'node:crypto'
import { type BehavioursManifest, behavioursAddress } from '#lib/platform/behaviours.ts'
import { env } from '#lib/platform/env.ts'
import { contentPolicy } from '#lib/platform/http/csp.ts'
import { staticHeaders } from '#lib/platform/http/security-headers.ts'
import { log } from '#lib/platform/log.ts'
import { textOf } from '#lib/platform/providers/fetch.ts'
import { noteOutcome } from '#lib/platform/warnings.ts'
import { framedIn, paymentForm } from '#lib/site/content/giving-pages.ts'
import { pages } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

const timeoutMs = 10_000
const maxCharacters = 4_000_000

/** `declared`: undefined in development, where nothing is compared. Sets the outcomes `giving-pages` and, when a page or script cannot be had at all, `giving-pages-unreached`. Never throws. */
export async function compareGivingPages(declared: BehavioursManifest | undefined): Promise<void> {
  if (!declared) return
  const forms = pages().filter((page) => paymentForm(page))
  try {
    const found = await Promise.all([
      ...forms.map((page) => differencesOf(page, declared)),
      ...Object.entries(declared.sha256).map(async ([file, hash]) => {
        const { body } = await get(behavioursAddress + file)
        return createHash('sha256').update(body).digest('base64') === hash ? [] : [`${file} has other contents`]
      }),
    ])
    const differences = found.flat()
    noteOutcome('giving-pages-unreached', true)
    noteOutcome('giving-pages', differences.length === 0, differences[0] ?? null)
    if (differences.length > 0) log.error('The giving pages are not as they were built', { differences })
  } catch (error) {
    noteOutcome('giving-pages-unreached', false)
    log.warn('The giving pages could not be compared with the build', { error })
  }
}

/** @throws unless the answer is 200. */
async function get(address: string): Promise<{ body: string; headers: Headers }> {
  const response = await fetch(env().siteUrl + address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
  return { body: await textOf(response, maxCharacters), headers: response.headers }
}

async function differencesOf(page: Page, { main, needs }: BehavioursManifest): Promise<string[]> {
  const { body, headers } = await get(page.address)
  const policy = contentPolicy({
    live: {},
    frames: framedIn(page).map((href) => new URL(href).origin),
    needs: ['card-form', 'challenge'],
  })
  const loosened = addedTo(policy, headers.get('content-security-policy') ?? '').map((what) => `policy: ${what}`)
  // A proxy may set its own period for HTTPS.
  const changed = staticHeaders.flatMap(({ key, value }) =>
    key === 'Strict-Transport-Security' || headers.get(key) === value ? [] : [key],
  )
  const scripts = [...body.matchAll(/<script\b([^>]*)>|<link\b([^>]*\brel="modulepreload"[^>]*)>/gi)]
    .map(([, script, preload]) => script ?? preload ?? '')
    .map(
      (attributes) =>
        /\b(?:src|href)="([^"]*)"/.exec(attributes)?.[1] ?? /\btype="([^"]*)"/.exec(attributes)?.[1] ?? '',
    )
  const unknown = scripts.filter((script) => ![main, ...needs, 'application/ld+json'].includes(script))
  return [...loosened, ...changed, ...unknown.map((script) => `script ${script || 'inline'}`)].map(
    (what) => `${page.address}: ${what}`,
  )
}

/** What `received` allows beyond `declared`: missing directives, and sources. A page without an open form may allow less. */
function addedTo(declared: string, received: string): string[] {
  const directives = (policy: string) =>
    new Map(policy.split(/;\s*/).map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]))
  const sent = directives(received)
  return [...directives(declared)].flatMap(([name, sources]) => {
    const own = sent.get(name)
    return own ? own.filter((source) => !sources.includes(source)).map((source) => `${name} ${source}`) : [`no ${name}`]
  })
}
