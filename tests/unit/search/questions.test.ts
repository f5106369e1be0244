/** What people ask, as they type it, and which page must stand first (questions.txt), also for questions that nobody looked at while tuning (questions-kept.txt). */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, languageCodes } from '#lib/platform/languages/index.ts'
import { searchSite } from '#lib/site/search/index.ts'

type Asked = { site: string; page: string; question: string; says: string }
const table = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line): Asked => {
      const [site = '', page = '', question = '', says = ''] = line.split(' | ')
      return { site, page, question, says }
    })
const leads: Record<string, string> = { D: '/GetSurgery#emergency', T: '/AntiHumanTrafficking' }
/** The emergency numbers of each country, and the hotline. */
const numbers: Record<string, RegExp> = { D: /112, 108.*911/, T: /1-888-373-7888.*112, 108/ }

/** The questions that are not answered rightly, each with what was found. */
async function wrongOf(questions: readonly Asked[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { site, page, question, says } of questions) {
    const [first] = await inLanguage(site, () => searchSite(question))
    const { address = 'nothing', description = '' } = first?.text ?? {}
    const isAt = (wanted: string) => {
      const at = addressIn(site, leads[wanted] ?? wanted)
      return (at.includes('#') ? address : address.replace(/#.*/, '')) === at
    }
    const right = page.startsWith('!') ? !isAt(page.slice(1)) : page.split(',').some(isAt)
    const isSaid = new RegExp(says).test(description) && (numbers[page]?.test(description) ?? true)
    if (!right || !isSaid) wrong.push(`${site}: “${question}” leads to ${address}: ${description.slice(0, 60)}`)
  }
  return wrong
}
const isDanger = ({ page }: Asked) => page in leads

test('each question leads to its page, and danger to the numbers too', async () => {
  expect(await wrongOf(table('questions.txt'))).toEqual([])
})

test('so do 95 of 100 questions that were kept aside, and all about danger', async () => {
  const kept = table('questions-kept.txt')
  expect(await wrongOf(kept.filter(isDanger))).toEqual([])
  const others = kept.filter((asked) => !isDanger(asked))
  expect((await wrongOf(others)).length).toBeLessThanOrEqual(kept.length * 0.05)
})

test('danger is recognised in each language on the site of every other one', async () => {
  const dangers = table('questions.txt').filter((asked, index) => isDanger(asked) && index % 6 === 0)
  for (const site of languageCodes)
    expect(await wrongOf(dangers.flatMap((asked) => (asked.site === site ? [] : { ...asked, site })))).toEqual([])
})

test('an answer is found in spite of a slip, but a word of three letters only as it is', async () => {
  const first = async (query: string) => (await searchSite(query))[0]?.text.address
  expect(await first('volunteerr docter')).toBe('/MedicalCamps#volunteer')
  expect(await first('upi')).toBe('/DonateIndia')
  expect(await first('upj')).not.toBe('/DonateIndia')
})

test('one word of a long query does not say what it is about', async () => {
  const [first] = await searchSite('Chloe told the surgeon how the mirror in the ward had frightened her')
  expect(first?.text.kind).not.toBe('Answer')
})
