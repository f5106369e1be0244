/** Adds generated stories, photos and pages to a copy of the content: what the site may hold in some years. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import { isRecord } from '#lib/platform/narrow.ts'
import { find } from '#lib/site/content/checks/found.ts'
import { loadContent } from '#lib/site/content/load.ts'
import type { Country } from '#lib/site/content/schema.ts'

export type Growth = { stories: number; photos: number; pages: number }

/** How the stories divide among the countries that have stories, in tenths. */
const shares: readonly Country[] = [
  ...Array.from({ length: 6 }, () => 'India' as const),
  'Kenya',
  'Kenya',
  'Zimbabwe',
  'Uganda',
]
const people = ['girl', 'boy', 'woman', 'man', 'elder-woman', 'elder-man', 'baby'] as const
const looks = 99
/** Numbers in texts start above the figures of the charity, which the content check wants written as {figure:…}. */
const from = 100_000
const updated = '2026-11-22'

/** `folder`: a content folder. @throws when its content is not valid. */
export function growContent(folder: string, { stories, photos, pages }: Growth): void {
  const loaded = loadContent(folder)
  if (!loaded.ok) throw new Error(`${folder} is not valid content.`)
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  // A page shows nobody twice: not those whom its other blocks show.
  const shown = new Set(find(loaded.content.entries).portraits.map(({ value }) => `${value.who} ${value.look}`))
  const portraits = Array.from({ length: people.length * looks }, (_, index) => ({
    who: people[index % people.length],
    look: Math.floor(index / people.length) + 1,
  })).filter(({ who, look }) => !shown.has(`${who} ${look}`))

  const samples = loaded.content.entries.flatMap(({ story, source }) => (story ? [recordOf(source.raw)] : []))
  for (let number = 1; number <= stories; number++) {
    const country = shares[number % shares.length] ?? 'India'
    const portrait = portraits[number % portraits.length]
    write(`stories/${country}/patient-${number}.md`, storyFile(from + number, samples, portrait))
  }
  if (photos > 0)
    write('gallery.yaml', stringify({ photos: Array.from({ length: photos }, (_, index) => photo(index)) }))
  for (let number = 1; number <= pages; number++)
    write(`pages/Camp${from + number}.yaml`, stringify(page(number, pages)))
}

/** `samples`: stories as they are written, placeholders included. */
function storyFile(number: number, samples: readonly Record<string, unknown>[], portrait: object | undefined): string {
  const { body, ...sample } = samples[number % samples.length] ?? {}
  const fields = {
    ...sample,
    title: `Patient ${number}`,
    description: `Patient ${number} came to one of our camps. What happened there, and what happened afterwards.`,
    order: 1000 + number,
    picture: { kind: 'portrait', ...portrait, pattern: 'india', alt: `Drawn portrait of patient ${number}` },
    updated,
  }
  return `---\n${stringify(fields)}---\nThis is the story of patient ${number}.\n\n${body}\n`
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const photo = (index: number) => ({
  id: String(index + 1).padStart(3, '0'),
  alt: `Drawing: a father and his daughter at dance ${from + index}`,
  picture: { kind: 'drawn', number: (index % 999) + 1 },
})

/** Each page links to the one after it, and the last to the first. */
function page(place: number, pages: number) {
  const number = from + place
  const paragraph = `Camp ${number} took place in a hospital that lent its theatres for a week. The surgeons, the nurses and the volunteers brought what they needed, and they left what they had not used. The patients came from villages a day away, and everybody who could be operated on was.`
  const next = from + (place % pages) + 1
  return {
    address: `/Camp${number}`,
    title: `Camp ${number}`,
    description: `Camp ${number}: where it was, who came, and what was done in its week.`,
    parent: { label: 'Medical camps', href: '/MedicalCamps' },
    card: { kind: 'pattern', pattern: 'india' },
    updated,
    blocks: [
      { kind: 'hero', heading: `Camp ${number}`, intro: `A week in which camp ${number} was open.`, pattern: 'india' },
      { kind: 'prose', heading: 'The week', text: Array.from({ length: 6 }, () => paragraph).join('\n\n') },
      {
        kind: 'faq',
        heading: 'Questions',
        questions: [
          { question: `Who could come to camp ${number}?`, answer: paragraph },
          { question: 'What was next?', answer: `Then came [camp ${next}](/Camp${next}).` },
        ],
      },
    ],
  }
}
