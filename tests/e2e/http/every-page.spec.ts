/**
 * Judges every page as it is served: markup, head, policy, scripts, bytes, and the light version. The texts are tested by
 * tests/unit/content/site-texts.test.tsx.
 */
import { brotliCompressSync } from 'node:zlib'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { staticHeaders } from '../../../lib/platform/http/security-headers.ts'
import { addressIn, splitAddress } from '../../../lib/platform/languages/index.ts'
import { listSamples } from '../../../lib/site/content/checks/samples.ts'
import { loadContent } from '../../../lib/site/content/load.ts'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { givingAddresses, inParallel, listedAddresses, nowhere, translatedAddresses } from '../../support/addresses.ts'
import { expect, test } from '../../support/browser-test.ts'
import { budgets, kilobytes } from '../../support/budgets.ts'
import { everyPage } from '../../support/every-page.ts'
import { served, siteUrl, type Tag } from '../../support/served.ts'
import { visibleText } from '../../support/visible-text.ts'

// One after the other, in the worker that requested the pages.
test.describe.configure({ mode: 'default' })

test('the markup of every page is valid', async () => {
  // https://html-validate.org/rules/
  const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))
  const faults: string[] = []
  for (const { address, full } of await everyPage()) {
    const { results } = await validator.validateString(full.html)
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      faults.push(`${address}: ${ruleId}: ${message} (${selector})`)
  }
  expect(faults).toEqual([])
})

test('every page has its status, the security headers, the menus, the way to give and the footer', async () => {
  const headers = Object.fromEntries(staticHeaders.map(({ key, value }) => [key, value]))
  for (const { address, full, light } of await everyPage()) {
    const { html } = full
    const { language } = splitAddress(address)
    const part = (name: string) => html.slice(html.indexOf(`<${name}`), html.indexOf(`</${name}>`))
    const lacks = (name: string, links: readonly string[]) =>
      links.filter((link) => !part(name).includes(`href="${addressIn(language, link)}"`))
    const status = address === nowhere ? 404 : 200
    expect(
      {
        status: [full.status, light.status],
        headers: Object.fromEntries(staticHeaders.map(({ key }) => [key, full.headers.get(key)])),
        poweredBy: full.headers.get('x-powered-by'),
        header: lacks('header', ['/India', '/ContactUs', '/give', '/GetSurgery']),
        footer: lacks('footer', ['/PrivacyPolicy', '/TermsAndCondition', '/GetSurgery']),
        offices: language !== 'en' || part('footer').includes('All our offices'),
      },
      address,
    ).toEqual({ status: [status, status], headers, poweredBy: null, header: [], footer: [], offices: true })
  }
})

test('no sample reads as a fact: it is hidden, or a line or the label of its block says that it is one', async () => {
  const loaded = loadContent('content')
  if (!loaded.ok) throw new Error('The content has mistakes')
  const labelled = new Set(
    loaded.content.pages.flatMap(({ address, blocks }) =>
      /"(?:labelled|samples)":/.test(JSON.stringify(blocks)) ? address : [],
    ),
  )
  expect(labelled.size).toBeGreaterThan(5)
  const hidden = listSamples(loaded.content.entries).filter(
    ({ mark, value }) => mark === 'sample' && value.length >= 12,
  )
  expect(hidden.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const { address, full } of await everyPage()) {
    // Labels, transcripts of sample films, closed lists of samples, and what labels words that are quoted elsewhere.
    const facts = visibleText(
      full.html.replace(/<p data-sample[\s\S]*?<\/p>|<details[\s\S]*?<\/details>|Sample: |\(Sample\)/g, ''),
    )
    for (const [words] of facts.matchAll(
      /to be announced|could be yours|within a few days|three working days|\bsamples?\b|placeholder/gi,
    ))
      faults.push(`${address}: ${words}`)
    for (const { field, value } of hidden) if (full.text.includes(value)) faults.push(`${address}: ${field} ${value}`)
    if (labelled.has(address) && !/<main[\s\S]*data-sample=[\s\S]*<\/main>/.test(full.html))
      faults.push(`${address}: no label`)
  }
  expect(faults).toEqual([])
})

const ownScripts = /^ type="(?:application\/ld\+json"|module" src="\/_next\/static\/behaviours\/main-)/

test('no page loads Next’s runtime or a script that is not ours, and only those with a form of the payment service or a partner allow them', async () => {
  const others = ['/stop-gift', '/forms/nonsense', '/hi/nowhere', '/server-error']
  const more = await Promise.all(others.map(async (address) => ({ address, full: await served(address) })))
  const partners = new Set<string>()
  const workers = new Set<string>()
  for (const { address, full } of [...(await everyPage()), ...more]) {
    // A sponsorship form is closed while its event has no coming date.
    const takesCards = full.html.includes(' data-island="') || full.html.includes('value="tickets-')
    const policy = full.headers.get('content-security-policy') ?? ''
    const [, partner] = /data-behaviour="partner-form"[\s\S]*?href="(https:\/\/[^/"]+)/.exec(full.html) ?? []
    if (partner) partners.add(address)
    const framed = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
    // Only the address of the service worker is let through, and only on pages that register it.
    const hasWorker = full.html.includes('data-worker=')
    if (hasWorker && !takesCards) workers.add(splitAddress(address).address)
    const trusted = `require-trusted-types-for 'script'; trusted-types ${hasWorker ? 'offline' : "'none'"}`
    const next = /__next_f|as="script"|rel="modulepreload" href="(?!\/_next\/static\/behaviours\/)/
    expect(
      {
        foreign: [...full.html.matchAll(/<script\b([^>]*)>/g)].filter(([, inside = '']) => !ownScripts.test(inside)),
        isOfNext: next.test(full.html) || /rsc|next-/.test(full.headers.get('vary') ?? ''),
        isStrict: ["default-src 'none'", "frame-ancestors 'none'"].every((rule) => policy.includes(rule)),
        isUnsafe: policy.includes('unsafe-'),
        allowsCards: policy.includes(`:${testPorts.stripe}`),
        allowsPartner: framed.includes(partner ?? 'https://example.org'),
        // React needs its comments, and Stripe its script, where a form takes cards.
        hasComments: !takesCards && full.html.includes('<!--'),
        runsOwnAlone: takesCards || [trusted, "script-src 'self'; "].every((rule) => policy.includes(rule)),
        allowsWorker: takesCards ? hasWorker : policy.includes("worker-src 'self'"),
      },
      address,
    ).toEqual({
      foreign: [],
      isOfNext: false,
      isStrict: true,
      isUnsafe: false,
      allowsCards: takesCards,
      allowsPartner: partner !== undefined,
      hasComments: false,
      runsOwnAlone: true,
      allowsWorker: hasWorker,
    })
  }
  expect(partners).toContain('/Donate')
  expect([...workers]).toEqual(['/Aftercare', '/GetSurgery'])
})

/** Content of the meta tags by name or property: `description`, `og:image`. */
function metaOf(tags: readonly Tag[]): Record<string, string> {
  const metas = tags.filter(({ name }) => name === 'meta')
  return Object.fromEntries(
    metas.map(({ attributes: { name, property, content = '' } }) => [name ?? property ?? '', content]),
  )
}

// tests/unit/seo/seo.test.tsx has all that a head says.
test('every page names its language, its canonical address and a card of ours, and is indexed if the sitemap lists it', async () => {
  const listed = new Set([...(await listedAddresses()), ...(await translatedAddresses())])
  for (const { address, full } of await everyPage()) {
    // The page of an unknown address has no canonical address.
    if (address === nowhere) continue
    // One photo may be listed; the sitemap leaves the other 179 to the gallery.
    const indexable = listed.has(address) || address.includes('/photo/')
    const { language, address: original } = splitAddress(address)
    const absolute = (path: string) => new URL(path.replace(/\?.*/, ''), siteUrl).href
    const linked = (rel: string, hreflang?: string) =>
      full.tags.flatMap(({ name, attributes: { href = '', ...link } }) =>
        name === 'link' && link.rel === rel && link.hreflang === hreflang ? [new URL(href).href] : [],
      )
    expect(full.tags.find(({ name }) => name === 'html')?.attributes.lang, address).toBe(language)
    expect(linked('canonical'), address).toEqual([absolute(address)])
    for (const hreflang of ['en', 'x-default'])
      expect(linked('alternate', hreflang), address).toEqual(indexable ? [absolute(original)] : [])
    expect(metaOf(full.tags), address).toMatchObject({
      description: expect.stringMatching(/.{20}/),
      robots: indexable ? expect.stringMatching(/^index, follow/) : 'noindex, follow',
      'og:image': expect.stringMatching(new RegExp(`^${siteUrl}/og/.+\\.png$`)),
    })
  }
})

test('every social card is a picture of 1200 by 630 pixels', async () => {
  const cards = new Set((await everyPage()).flatMap(({ full }) => metaOf(full.tags)['og:image'] ?? []))
  expect(cards.size).toBeGreaterThan(80)
  await inParallel([...cards], async (card) => {
    const response = await fetch(card)
    const bytes = new DataView(await response.arrayBuffer())
    expect(response.headers.get('content-type'), card).toBe('image/png')
    // PNG, section 11.2.2: width and height follow the signature and the head of the first chunk.
    expect([bytes.getUint32(16), bytes.getUint32(20)], card).toEqual([1200, 630])
  })
})

test('the light version of every page has no scripts, fonts or photographs, and the same words, links and forms', async () => {
  const controls = new Set(['a', 'form', 'input', 'select', 'textarea', 'button', 'summary'])
  const countControls = (tags: Tag[]) => tags.filter(({ name }) => controls.has(name)).length
  const faults: string[] = []
  for (const { address, full, light } of await everyPage()) {
    const heavy = light.tags.find(
      ({ name, attributes: { rel } }) =>
        name === 'script' || (name === 'img' && !/\/photo\/\d+$/.test(address)) || rel === 'preload',
    )
    if (heavy) faults.push(`${address}: ${JSON.stringify(heavy)}`)
    // The classes of <html> select the web fonts.
    if (light.tags.some(({ name, attributes }) => name === 'html' && attributes.class)) faults.push(`${address}: fonts`)
    if (countControls(light.tags) !== countControls(full.tags)) faults.push(`${address}: other controls`)
    if (!light.text.startsWith(full.text.slice(0, 200))) faults.push(`${address}: other words`)
  }
  expect(faults).toEqual([])
})

/** Addresses of what a browser loads with a page of the light version. Films wait until somebody plays them. */
function loadedWith(tags: Tag[]): string[] {
  const addresses = tags.flatMap(({ name, attributes: { rel = '', href, src } }) => {
    if (name === 'link') return /\b(stylesheet|preload|icon)\b/.test(rel) ? [href] : []
    return ['img', 'script', 'iframe'].includes(name) ? [src] : []
  })
  return [...new Set(addresses)].filter((address) => address !== undefined)
}

test('the HTML of every content page, and the light version of every page with all that it loads, are within their budgets', async () => {
  const over: Record<string, number> = {}
  const sizes = new Map<string, number>()
  const giving = givingAddresses()
  for (const { address, full, light } of await everyPage()) {
    const isGiving = giving.includes(splitAddress(address.replace(/\?.*/, '')).address)
    const budget = budgets.html[splitAddress(address).address === '/' ? 'home' : 'other']
    // The first answer is compressed in a hurry; what other visitors get is not.
    const sizeNow = async () => kilobytes((await served(address, { encoding: 'gzip' })).size)
    if (!isGiving && kilobytes(full.size) > budget && (await sizeNow()) > budget) over[address] = await sizeNow()
    let files = 0
    for (const file of loadedWith(light.tags)) {
      if (!sizes.has(file)) sizes.set(file, (await served(file, { encoding: 'br' })).size)
      files += sizes.get(file) ?? 0
    }
    if (kilobytes(light.size + files) <= budgets.light) continue
    const total = kilobytes(brotliCompressSync(light.html).length + files)
    if (total > budgets.light) over[`${address}, light`] = total
  }
  expect(over).toEqual({})
})

test('the page of each country has its number, and the page for families the numbers of all', async () => {
  const pages = new Map((await everyPage()).map(({ address, full }) => [address, full.html]))
  const codes = { India: '91', Kenya: '254', Zimbabwe: '263', Uganda: '256', SouthAfrica: '27', USA: '1' }
  for (const [country, code] of Object.entries(codes))
    for (const address of [`/${country}`, '/GetSurgery']) {
      // The footer has all offices.
      const [main] = /<main[\s\S]*<\/main>/.exec(pages.get(address) ?? '') ?? []
      for (const start of [`tel:+${code}`, `https://wa.me/${code}`])
        expect(main, `${address}: ${country}`).toContain(`href="${start}`)
    }
})
