/**
 * Texts for people, each in a file of tests/golden that is read as a diff. `npm run test:golden` prints all of them anew. What chance makes, and
 * what editors write, is not in them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const print = process.env.GOLDEN === 'print'
const root = path.join(import.meta.dirname, '../golden')

/** `texts`: by name, all that the folder has. */
export function expectGolden(folder: string, texts: ReadonlyMap<string, string>): void {
  const place = path.join(root, folder)
  if (print) {
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    for (const [name, text] of texts) writeFileSync(path.join(place, `${name}.txt`), `${text}\n`)
  }
  const golden = (name: string) => path.join(place, `${name}.txt`)
  for (const [name, text] of texts)
    expect(`${name}\n${text}\n`).toBe(`${name}\n${existsSync(golden(name)) ? readFileSync(golden(name), 'utf8') : ''}`)
  expect(readdirSync(place).sort()).toEqual([...texts.keys()].map((name) => `${name}.txt`).sort())
}

const decode = (html: string): string => html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

type Shown = { to: string; replyTo: string; subject: string; html: string }

/** A mail as it is read: not wrapped, so that a word more changes one line. */
export const readable = ({ to, replyTo, subject, html }: Shown): string =>
  [
    `To: ${to}`,
    ...(replyTo ? [`Reply to: ${replyTo}`] : []),
    `Subject: ${subject}`,
    '',
    decode(
      html
        .replace(/^[\s\S]*<body[^>]*>|<!--[\s\S]*?-->/g, '')
        .replace(/<h\d[^>]*>/g, '\n\n# ')
        .replace(/<p [^>]*><a href="([^"]*)"[^>]*>([\s\S]*?)<\/a><\/p>/g, '\n\n[$2] $1')
        .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, '\n\n($2) $1')
        .replace(/<blockquote[^>]*>/g, '\n\n> ')
        .replace(/<tr[^>]*><th[^>]*>/g, '\n')
        .replace(/<\/th>/g, ': ')
        .replace(/<(?:p|table)\b[^>]*>/g, '\n\n')
        .replace(/<br>/g, '\n')
        .replace(/<[^>]*>/g, ''),
    )
      .replace(/\?: /g, '? ')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  ].join('\n')

/** References, tokens, ids and codes look the same every time. */
export const withoutChance = (text: string): string =>
  text
    .replace(/\b([EGFT])-[2-9A-Z]{4}-[2-9A-Z]{4}\b/g, '$1-REFE-RENC')
    .replace(/\bG[2-9A-Z]{8}\b/g, 'GREFERENC')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replace(/(?:\.\d{10})?\.[\w-]{43}(?![\w-])/g, '.SIGNATURE')
    .replace(/\btransfer_\w{43}\b/g, 'transfer_SECRET')
    .replace(/\bkeep=[\w-]{43}(?![\w-])/g, 'keep=SIGNATURE')
    .replace(/\b[2-9A-Z]{5}-[2-9A-Z]{5}\b/g, 'CHECK-CODES')

/** `words`: what editors write, with what stands for it; nothing for what may be missing. */
export const withoutContent = (text: string, words: readonly (readonly [name: string, text: string])[]): string =>
  words
    .filter(([, word]) => word)
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((shown, [name, word]) => shown.replaceAll(word, name && `{${name}}`), text)
    .replace(/\n{3,}/g, '\n\n')
