/** Judges the figures of every page as it is served: the same thing has the same number everywhere, or says which document it is from. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { splitAddress } from '../../../lib/platform/languages/index.ts'
import { expect, test } from '../../support/browser-test.ts'
import { everyPage } from '../../support/every-page.ts'
import { served } from '../../support/served.ts'
import { visibleText } from '../../support/visible-text.ts'

test.describe.configure({ mode: 'default' })

type Summary = {
  totalSurgeryCount: number
  totalCampCount: number
  totalCountryCount: number
  countryWiseCamps: Record<string, { surgeryCount: number }>
}

const { fixed, milestones } = parse(readFileSync('content/figures.yaml', 'utf8')) as {
  fixed: { id: string; label: string; value: string; document?: string }[]
  milestones: { id: string; value: number }[]
}
const embedded = parse(readFileSync('content/camps.yaml', 'utf8')) as Summary

const plain = (number: string) => number.replace(/[,+]/g, '')
const figureOf = (id: string) => plain(fixed.find((figure) => figure.id === id)?.value ?? '')
const reached = (id: string) => String(milestones.find((milestone) => milestone.id === id)?.value)

/** What a page may count, and how often: the current number, an older one whose document it names. */
function kindsOf(summaries: readonly Summary[]) {
  const totals = (of: (summary: Summary) => number[]) => summaries.flatMap(of).map(String)
  return [
    {
      words: /^(?:free )?(?:cleft )?surgeries\b/,
      current: totals(({ totalSurgeryCount, countryWiseCamps }) => [
        totalSurgeryCount,
        ...Object.values(countryWiseCamps).map(({ surgeryCount }) => surgeryCount),
      ]),
      older: [figureOf('release-surgeries'), reached('milestone-surgeries')],
    },
    {
      words: /^(?:medical )?camps\b/,
      current: totals((each) => [each.totalCampCount]),
      older: [reached('milestone-camps')],
    },
    { words: /^countries\b/, current: totals((each) => [each.totalCountryCount]), older: [] },
    { words: /^(?:women )?rescued\b/, current: [figureOf('women-rescued')], older: [] },
    { words: /^women educated and trained\b/, current: [figureOf('women-trained')], older: [] },
    { words: /^women reached\b/, current: [], older: [figureOf('release-women')] },
    { words: /^(?:people )?educated\b/, current: [figureOf('educated')], older: [figureOf('release-educated')] },
    { words: /^Set Free Pads\b/, current: [figureOf('pads')], older: [figureOf('release-pads')] },
    { words: /^water wells\b/, current: [figureOf('wells')], older: [] },
    { words: /^drilled water wells\b/, current: [figureOf('wells-india')], older: [] },
    { words: /^volunteers\b/, current: [figureOf('volunteers')], older: [] },
  ]
}

/** "1,248 free surgeries" in sentences, and in lists of figures, where the label comes first. */
function countedOn(html: string): { number: string; words: string }[] {
  const lists = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(
    ([, label = '', value = '']) => ({
      // A figure that counts up is there twice, for readers of the screen and for the eye.
      number: visibleText(value).split(' ')[0] ?? '',
      words: visibleText(label),
    }),
  )
  // "Water wells 10/10": a bar that is named like a figure.
  const bars = [...html.matchAll(/<label for="[^"]*-bar-\d+"[^>]*>(.*?)<\/label>\s*<span[^>]*>(\d+)\//gs)]
    .map(([, label = '', value = '']) => ({ number: value, words: visibleText(label).toLowerCase() }))
    .filter(({ words }) => fixed.some((figure) => figure.label.toLowerCase() === words))
  const text = visibleText(html.replace(/<dl\b.*?<\/dl>/gs, ' '))
  const sentences = [...text.matchAll(/(?<![\w$₹.,-])(\d(?:[\d,]*\d)?\+?) (?=[a-zS])/g)].map(
    ({ 1: number = '', index, 0: whole }) => ({
      number,
      words: text.slice(index + whole.length, index + whole.length + 60),
    }),
  )
  return [...lists, ...bars, ...sentences].filter(({ number }) => /^\d[\d,]*\+?$/.test(number))
}

test('no page counts anything differently from content and the camp summary, older numbers name their document, and each asks in one currency', async () => {
  const live = JSON.parse((await served('/api/country-wise-camps-summary')).html) as Summary
  const kinds = kindsOf([embedded, live])
  const faults: string[] = []
  let judged = 0
  for (const { address, full } of await everyPage()) {
    if (splitAddress(address).language !== 'en') continue
    if (full.html.includes('data-behaviour="currency"')) {
      const hidden = /<div data-currency="\w+" hidden="">.*?(?=<div data-currency|<\/section>|<\/aside>)/gs
      const shown = visibleText(full.html.replace(hidden, ''))
      if (/₹/.test(shown) && /\$/.test(shown)) faults.push(`${address}: asks in two currencies`)
    }
    for (const { number, words } of countedOn(full.html)) {
      const kind = kinds.find((each) => each.words.test(words))
      if (!kind || Number(plain(number)) < 5) continue
      judged += 1
      const fault = (what: string) => faults.push(`${address}: ${number} ${words.slice(0, 30)}: ${what}`)
      if (plain(number).length > 3 && !number.includes(',')) fault('has no separator')
      if (kind.current.includes(plain(number))) continue
      if (!kind.older.includes(plain(number))) fault('is no figure of content')
      else if (!/press release|our release|our home page of/i.test(full.text)) fault('names no document')
    }
  }
  expect(faults).toEqual([])
  expect(judged).toBeGreaterThan(30)
})

test('the price of a surgery is that of the monthly circle: twelve of the gifts that fund one a year', async () => {
  const price = Number(figureOf('surgery-price').replace('$', ''))
  const tiers = (await everyPage()).flatMap(({ full }) =>
    // The form has both what one gift and what a monthly gift pays for, and shows one of them.
    [...full.text.matchAll(/(?<!surgery, )\$(\d[\d,]*)(?: a month)?:? (?:a month )?fully funds one/gi)].map(
      ([, amount = '']) => Number(plain(amount)),
    ),
  )
  expect(tiers.length).toBeGreaterThan(3)
  expect(new Set(tiers)).toEqual(new Set([price / 12]))
})

test('on a page in another language the table says that the sources of figures are in English', async () => {
  const { html } = await served('/hi/Transparency', { encoding: 'gzip' })
  const table = html.slice(html.indexOf('id="figures"'))
  expect(table.match(/<tr(?: lang="en")?>/g)?.length).toBeGreaterThan(20)
  for (const [row] of table.matchAll(/<tr[ >].*?<\/tr>/gs))
    if (row.includes('स्रोत:')) expect(row).toMatch(/स्रोत:(?:<!-- -->)? <span lang="en">/)
})

test('the live figures of the camp summary reach Home and the countries', async () => {
  for (const [address, figure] of [
    ['/', '>1,261<'],
    ['/India', '>641<'],
    ['/Uganda', 'Make it 23<'],
    ['/SouthAfrica', '>74<'],
  ] as const)
    await expect.poll(async () => (await served(address)).html, { message: address }).toContain(figure)
})
