/** Every page stays within the budgets in tests/support/budgets.ts. Bytes and counts only, so a slow machine makes no difference. */
import { brotliDecompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { type FirstView, firstView } from '../../../scripts/support/first-view.ts'
import { everyAddress, givingAddresses, inParallel } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { bareNextScripts, budgets, kilobytes } from '../../support/budgets.ts'
import { compressedBody, siteUrl, tagsOf } from '../../support/served.ts'

/** One page for each kind of content and set of behaviours. */
const contentPages = [
  '/',
  '/India',
  '/India/stories/the-500th',
  '/EventVolunteers',
  '/FatherDaughterDance',
  '/FatherDaughterDanceGallery',
  '/FatherDaughterDanceGallery/photo/001',
  '/forms/contact',
  '/search?q=cleft',
]
const paymentPages = givingAddresses()

const pathOf = (address: string) => address.split('?')[0] ?? ''

async function firstViews(browser: Browser, addresses: readonly string[]): Promise<[string, FirstView][]> {
  const views: [string, FirstView][] = []
  await inParallel(addresses, async (address) => {
    views.push([address, await firstView(browser, siteUrl + address)])
  })
  return views
}

test('the HTML of every content page is within its budget', async () => {
  const over: Record<string, number> = {}
  await inParallel(await everyAddress(), async (address) => {
    if (paymentPages.includes(pathOf(address))) return
    const html = kilobytes((await compressedBody(address, 'gzip')).length)
    if (html > budgets.html[address === '/' ? 'home' : 'other']) over[address] = html
  })
  expect(over).toEqual({})
})

/** Addresses of what a browser loads with a page of the light version. Films wait until somebody plays them. */
function loadedWith(html: string): string[] {
  const addresses = tagsOf(html).flatMap(({ name, attributes: { rel = '', href, src } }) => {
    if (name === 'link') return /\b(stylesheet|preload|icon)\b/.test(rel) ? [href] : []
    return ['img', 'script', 'iframe'].includes(name) ? [src] : []
  })
  return [...new Set(addresses)].filter((address) => address !== undefined)
}

test('the light version of every page is within its budget, with all that it loads', async () => {
  const over: Record<string, number> = {}
  const files = new Map<string, Promise<Buffer>>()
  const file = (address: string) => {
    const known = files.get(address) ?? compressedBody(address, 'br')
    files.set(address, known)
    return known
  }
  await inParallel(await everyAddress(), async (address) => {
    const page = await compressedBody(address, 'br', { 'save-data': 'on' })
    const parts = await Promise.all(loadedWith(brotliDecompressSync(page).toString()).map(file))
    const total = kilobytes([page, ...parts].reduce((sum, { length }) => sum + length, 0))
    if (total > budgets.light) over[address] = total
  })
  expect(over).toEqual({})
})

test('what a phone loads first is within its budget on every kind of content page', async ({ browser }) => {
  const over: string[] = []
  for (const [address, view] of await firstViews(browser, contentPages)) {
    const { total, styles, fonts, scripts, requests } = view
    const weighed = {
      total: kilobytes(total),
      styles: kilobytes(styles),
      fonts: kilobytes(fonts),
      scripts: kilobytes(scripts),
      requests,
    }
    const allowed = budgets.firstView[address === '/' ? 'home' : 'other']
    for (const what of Object.keys(allowed) as (keyof typeof allowed)[])
      if (weighed[what] > allowed[what]) over.push(`${address}: ${what} ${weighed[what]}, allowed ${allowed[what]}`)
  }
  expect(over).toEqual([])
})

test('a page that takes cards loads few scripts beside Next’s own', async ({ browser }) => {
  const over: Record<string, number> = {}
  for (const [address, { scripts }] of await firstViews(browser, paymentPages)) {
    const own = kilobytes(scripts) - bareNextScripts
    if (own > budgets.paymentScripts) over[address] = own
  }
  expect(over).toEqual({})
})
