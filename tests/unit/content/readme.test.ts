/** Editors copy the examples in content/README.md, so each must be valid. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { type BlockKind, block, blockSchemas } from '#lib/site/content/block-schema.ts'
import { picture } from '#lib/site/content/fields.ts'
import { filmSchema, playlistSchema } from '#lib/site/content/film-schema.ts'
import { parse } from '#lib/site/content/parse.ts'
import { pageSchema, storySchema } from '#lib/site/content/schema.ts'

const readme = readFileSync(path.resolve('content/README.md'), 'utf8')
const examples = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text ?? '')

const yaml = examples('yaml')
const blocks = yaml.flatMap((text) => {
  const value: unknown = parseYaml(text, { schema: 'core' })
  const kind = Array.isArray(value) && value[0]?.kind
  return kind in blockSchemas ? [{ kind: kind as BlockKind, value: (value as unknown[])[0] }] : []
})

test('every kind of block has one example', () => {
  expect(blocks.map(({ kind }) => kind).sort()).toEqual(Object.keys(blockSchemas).sort())
})

test.each(blocks.map(({ kind, value }) => [kind, value] as const))('the example of %s is valid', (_kind, value) => {
  // Names in braces are replaced before a file is validated.
  const filled: unknown = JSON.parse(JSON.stringify(value).replace(/\{link:[\w-]+\}/g, 'https://elsewhere.test'))
  expect(block.safeParse(filled).error?.issues ?? []).toEqual([])
})

test('the examples of a page, of pictures, of a film, of a playlist and of a story are valid', () => {
  const [page = ''] = yaml.filter((text) => text.startsWith('address:'))
  expect(parse('page.yaml', page, pageSchema, new Map())).toMatchObject({ ok: true, data: { address: '/OurWells' } })
  const [pictures = ''] = yaml.filter((text) => text.includes('/photos/team.jpg'))
  expect(picture.array().length(4).safeParse(parseYaml(pictures)).error?.issues ?? []).toEqual([])
  const valid = (start: string, schema: z.ZodType) => {
    const [example = ''] = yaml.filter((text) => text.startsWith(start))
    expect(schema.safeParse(parseYaml(example, { schema: 'core' })).error?.issues ?? []).toEqual([])
  }
  valid('title: A camp in six minutes', filmSchema)
  valid('title: Straight from the heart', playlistSchema)
  const [story = ''] = examples('markdown')
  expect(parse('story.md', story, storySchema, new Map())).toMatchObject({ ok: true, body: 'It began with …\n' })
})
