/**
 * `npm run new-charity -- FOLDER`: asks about another charity and writes its content into FOLDER/content. Without a terminal, the answers
 * are flags (--name …) or a YAML file (--answers FILE).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parse } from 'yaml'
import { isRecord } from '#lib/platform/narrow.ts'
import { attempt, readCommand, stop } from './support/command.ts'
import {
  amountsIn,
  answersSchema,
  contentOf,
  languageName,
  questions,
  repositoryOf,
  wordsOf,
} from './support/new-charity.ts'

const fields = Object.entries(questions)
const usage = `npm run new-charity -- FOLDER [--answers=FILE] [--name="Our Charity" …]

Asks about another charity and writes its content into FOLDER/content. Flags, or a YAML file, answer ahead:
${fields.map(([name, { description }]) => `  --${name.padEnd(12)} ${description ?? ''}`.trimEnd()).join('\n')}`

const { values, positionals } = readCommand(usage, {
  allowPositionals: true,
  options: Object.fromEntries(
    ['answers', ...fields.map(([name]) => name)].map((name) => [name, { type: 'string' as const }]),
  ),
})

const folder = positionals[0]
if (!folder) stop('Name a folder: npm run new-charity -- ../our-charity')
const target = path.resolve(folder)
if (existsSync(target) && attempt(() => readdirSync(target)).some((name) => name !== '.git'))
  stop(`${target} is not empty, and nothing in it is overwritten: choose another folder.`)

const { answers: file, ...flags } = values
const written: unknown = typeof file === 'string' ? attempt(() => parse(readFileSync(file, 'utf8'))) : {}
if (!isRecord(written)) stop(`${file} must have lines such as "name: Our Charity".`)
const provided: Record<string, unknown> = { ...written, ...flags }
if (process.stdin.isTTY && file === undefined) await ask(provided)

const read = answersSchema.safeParse(provided, { reportInput: true })
if (!read.success)
  stop(
    read.error.issues
      .map(
        ({ path: [field], message, input }) =>
          `${String(field ?? file)}: ${input === undefined ? 'is missing' : message}`,
      )
      .join('\n'),
  )

const { language } = read.data
const shown = path.relative(process.cwd(), target)
const files = [...contentOf(read.data, new Date().toISOString().slice(0, 10))].map(
  ([name, text]) => [path.join('content', name), text] as const,
)
for (const [name, text] of [...files, ...repositoryOf(read.data, shown)]) {
  const file = path.join(target, name)
  attempt(() => mkdirSync(path.dirname(file), { recursive: true }))
  writeFileSync(file, text)
}
console.log(`
The content of ${read.data.name} is in ${path.join(shown, 'content')}.${
  language === 'en' || wordsOf(language)
    ? ''
    : ` Its words are in English: write them in ${languageName(language)},\nthose of the interface in content/messages/${language}.json (messages/README.md).`
}

  See it:             CHARITY_DIR=${shown} npm run demo
  What is a sample:   CHARITY_DIR=${shown} npm run content:check -- --samples
  Change it:          CHARITY_DIR=${shown} npm run edit
  Make it again:      npm run new-charity -- ANOTHER-FOLDER --answers ${path.join(shown, 'answers.yaml')}

Keep ${shown} in a git repository of its own: docs/another-charity.md says how, and how to take later versions of the code.`)

/** Asks for what no flag has answered, and again after a mistake. An empty answer takes the default. */
async function ask(answers: Record<string, unknown>): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl+C, and Ctrl+D or the end of what was piped in.
  terminal.on('SIGINT', () => process.exit(130)).on('close', () => process.exit(130))
  for (const [name, question] of fields) {
    if (!question.description || answers[name] !== undefined) continue
    const schema =
      name === 'amounts' ? amountsIn(questions.currencies.safeParse(answers.currencies).data ?? []) : question
    const usual = schema.safeParse(undefined)
    const hint = usual.success && usual.data !== undefined ? ` [${inWords(usual.data) || 'none'}]` : ''
    for (;;) {
      const answer = (await terminal.question(`${question.description}${hint} `)).trim()
      const result = schema.safeParse(answer === '' && usual.success ? undefined : answer)
      if (result.success) {
        answers[name] = result.data
        break
      }
      console.log(`  This ${result.error.issues[0]?.message}.`)
    }
  }
  terminal.removeAllListeners('close').close()
}

/** A default as one would type it. */
function inWords(usual: unknown): string {
  const items = isRecord(usual) ? Object.entries(usual).map((pair) => pair.flat().join(' ')) : [usual].flat()
  return items.join(', ')
}
