/** Checks of single texts: copies of values that another file defines, and characters that no text may contain. */
import { defaultLocale } from '#lib/platform/languages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import type { Content } from '#lib/site/content/content.ts'
import { htmlIn } from '#lib/site/content/markdown.ts'
import { invisible } from '#lib/site/content/pasted.ts'
import { type Path, type Problem, warning } from '#lib/site/content/problem.ts'
import { figureWords } from '#lib/site/content/schema.ts'
import { stringsIn } from '#lib/site/content/walk.ts'
import { problemAt, problemAtWords, type Subject, type Text } from './found.ts'

export const checkTexts = ({ found: { texts } }: Subject): Problem[] => texts.flatMap(characterFaults)

/** What no text may contain, and what to do about it. */
const forbidden: readonly [RegExp, message: (found: string) => string][] = [
  [/<\/script/i, (found) => `"${found}" is not allowed in any text`],
  [
    // UTF-8 that was read as Windows-1252, and saved again: "cafÃ©", "itâ€™s".
    /\S*(?:Ã[\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|Â[\u00a0-\u00bf]|â€|à[¤¥]|ðŸ|ï»¿|\ufffd)\S*/,
    (found) => `"${found}" was saved in another encoding: type it again, and save the file as UTF-8`,
  ],
  [
    invisible,
    (found) => {
      const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
      return `has an invisible character here (U+${code}): type the words around it again`
    },
  ],
]

function characterFaults(text: Text): Problem[] {
  for (const [pattern, message] of forbidden) {
    const [found] = pattern.exec(text.value) ?? []
    if (found) return [problemAtWords(text, found, message(found))]
  }
  const html = text.kind.isMarkdown ? undefined : htmlIn(text.value)
  return html ? [problemAtWords(text, html, `HTML is not allowed here: ${html}`)] : []
}

export const checkMarkdown = ({ found: { markdowns } }: Subject): Problem[] =>
  markdowns.flatMap((place) =>
    place.value.faults.map(({ message, line, words }) => problemAt(place, message, { line, ...(words && { words }) })),
  )

/** Nine digits or more, as people write them: 98765 43210, (0423) 267-1234. */
const telephoneNumber = /(?<![\w/.,:-])\+?\(?\d(?:[ ().-]{0,2}\d){8,14}(?![\w/])/

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A patient's number would be public. A number that the story links to is meant to be called. */
export function checkPrivacy({ found: { texts, links } }: Subject): Problem[] {
  return texts.flatMap((text) => {
    const [number] = (text.entry.story && telephoneNumber.exec(text.value)) || []
    if (!number || links.some(({ entry, value }) => entry === text.entry && value.endsWith(digitsOf(number)))) return []
    const message = `${number} looks like a telephone number: remove it, or link it with tel: if everybody may call it`
    return [warning(problemAtWords(text, number, message))]
  })
}

/** Addresses and ids may contain a number that a visitor never reads. */
const technical = new Set(['id', 'href', 'src', 'address', 'aliases', 'about'])
const isTechnical = (_: unknown, key: string) => technical.has(key)

/** Texts that repeat a figure, a telephone number or an e-mail address that another file defines. */
export function checkLiterals({ content }: Subject): Problem[] {
  const { entries, translations, site } = content
  const [known, contacts] = [knownFigures(content), knownContacts(site)]
  const literalsIn = (file: string, text: string) => [
    ...(/^content\/(?:figures|camps)\./.test(file) ? [] : repeatedFigures(text, known)),
    ...(file === 'content/site.yaml' ? [] : repeatedContacts(text, contacts)),
  ]
  const sources = [
    ...entries.map(({ source }) => ({ source, texts: stringsIn(source.raw, isTechnical) })),
    // Beside its translation the English stands a second time.
    ...translations.map(({ source }) => ({
      source,
      texts: stringsIn(source.raw).filter(({ path }) => path.at(-1) === 'text'),
    })),
  ]
  return sources.flatMap(({ source, texts }) =>
    texts.flatMap(({ text, path }) =>
      literalsIn(source.file, text).map(({ literal, message }) => source.problem(path, message, { words: literal })),
    ),
  )
}

/** Prices of sponsorship levels in texts about them. A text is about the form that the nearest group around it links to, or whose page it is on. */
export function checkLevels({ content: { entries, sponsorshipForms } }: Subject): Problem[] {
  return entries.flatMap(({ source, page }) =>
    stringsIn(source.raw, isTechnical).flatMap(({ text, path }) => {
      const amounts = text.match(/\p{Sc}\s?\d[\d,]*\d/gu)
      const form = amounts && !path.includes('levels') && nearestForm(source.raw, path, page?.address, sponsorshipForms)
      if (!amounts || !form || !(/\blevels?\b/i.test(text) || form.levels.some(({ name }) => text.includes(name))))
        return []
      return amounts.flatMap((literal) => {
        const level = form.levels.find(({ price }) => formatMoney(price, defaultLocale) === literal)
        const message = level && `${literal} is the price of ${level.name}: write {level:${form.event}-${level.id}}`
        return message ? [warning(source.problem(path, message, { words: literal }))] : []
      })
    }),
  )
}

function nearestForm(raw: unknown, path: Path, own: string | undefined, forms: Content['sponsorshipForms']) {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const group = JSON.stringify(path.slice(0, depth).reduce(propertyOf, raw))
    const linked = forms.find(({ page }) => group.includes(`"${page.address}"`))
    if (linked) return linked
  }
  return forms.find(({ page }) => page.address === own)
}

type Literal = { literal: string; message: string }

/** What to write instead, by the digits of a figure; amounts of money keep their signs. */
function knownFigures({ figures, campDefaults, currencies }: Content): Map<string, string> {
  const totals = [
    campDefaults.totalSurgeryCount,
    ...Object.values(campDefaults.countryWiseCamps).map(({ surgeryCount }) => surgeryCount),
  ]
  // If two have the same number, the first in the file is suggested. A gift may happen to equal a twelfth of a price.
  const entries = figureWords(figures, currencies).reverse()
  return new Map([
    ...entries.flatMap(([id, number]) =>
      id.endsWith('-a-month') ? [] : [[numberIn(number), `{figure:${id}}`] as const],
    ),
    ...totals.map((total) => [String(total), 'a round number that stays true, or show the block of figures'] as const),
  ])
}

const numberIn = (text: string) => (/^\p{Sc}/u.test(text) ? text : digitsOf(text))

/** Years, numbers below 100, and amounts of money other than the prices may coincide with a figure. */
const repeatedFigures = (text: string, known: ReadonlyMap<string, string>): Literal[] =>
  [...text.matchAll(/(?<![\w\p{Sc}.,:/#-])\p{Sc}?\d[\d,]*\d(?![\w:]|[.,-]\d)/gu)].flatMap(([literal]) => {
    const instead = known.get(numberIn(literal))
    const isTelling = Number(digitsOf(literal)) >= 100 && !/^(?:19|20)\d\d$/.test(literal)
    const message = `${literal} is a figure of content/figures.yaml: write ${instead}`
    return instead && isTelling ? [{ literal, message }] : []
  })

/** The numbers and addresses of site.yaml, so that an office's new number changes on every page. */
const knownContacts = ({ names, offices }: Content['site']): Map<string, string> =>
  new Map([
    ...offices.flatMap(({ code, phones: [phone], whatsapp, email }): [string, string][] => [
      [digitsOf(phone?.number ?? ''), `{phone:${code}}, and {tel:${code}} in a link`],
      [digitsOf(whatsapp ?? ''), `{whatsapp:${code}} in a link`],
      [email, `{email:${code}}`],
    ]),
    [names.eventsEmail, '{email:events}'],
    [names.email, '{email}'],
  ])

const repeatedContacts = (text: string, known: ReadonlyMap<string, string>): Literal[] =>
  [...text.matchAll(/(?<![\w.])\+?\d[\d ()-]{6,}\d|[\w.+-]+@[\w.-]+\w/g)].flatMap(([literal]) => {
    const instead = known.get(literal.includes('@') ? literal : digitsOf(literal))
    return instead ? [{ literal, message: `${literal} is written once, in content/site.yaml: write ${instead}` }] : []
  })
