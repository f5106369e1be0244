import { listSamples, strictProblems } from '#lib/content/checks/samples.ts'
import { changed, load, problemsOf } from './small-site.ts'

const site = 'content/site.yaml'
const story = 'content/stories/India/the-bowl.md'
const phone = 'number: +1 423 267 1234 }'
const atPhone = `${site}:28:44  offices[1].phones[1].number: `

test.each<[string, Record<string, string>, string[]]>([
  [
    'a telephone number reserved for fiction',
    changed(site, phone, 'number: +1 423 555 0123 }'),
    [`${atPhone}"555 0123" looks like a sample: mark it with sample: [number], or put the real value`],
  ],
  [
    'an e-mail address at an example domain, in a story’s text',
    changed(story, 'mended it.', 'wrote to info@example.org.'),
    [`${story}:17:25  body: "example.org" looks like a sample: mark it with sample: [body], or put the real value`],
  ],
  [
    'a name to be announced',
    changed(site, 'founder: Ada', 'founder: Name to be announced'),
    [
      `${site}:5:12  names.founder: "Name to be announced" looks like a sample: mark it with sample: [founder], or put the real value`,
    ],
  ],
  [
    'a mark of an unknown field',
    changed(site, phone, 'number: +1 423 555 0123, sample: [nubmer] }'),
    [
      `${atPhone}"555 0123" looks like a sample: mark it with sample: [number], or put the real value`,
      `${site}:28:63  offices[1].phones[1].sample[1]: "nubmer" is not a field of this group — did you mean "number"?`,
    ],
  ],
  ['a marked field', changed(site, phone, 'number: +1 423 555 0123, sample: [number] }'), []],
  [
    'a marked group, with all fields in it',
    changed(site, '    email: usa@mendedbowl.org', '    email: usa@example.org\n    sample: true'),
    [],
  ],
  ['a story with a marked text', changed(story, 'order: 1', 'order: 1\nsample: [body]'), []],
  ['a real number that contains 555', changed(site, phone, 'number: +91 22 5550 1234 }'), []],
])('%s', (_name, changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems)
})

const marked = {
  ...changed(
    site,
    phone,
    'number: +1 423 555 0123, sample: [number] }\n    email: usa@example.org\n    sample: [email]',
  ),
  ...changed(story, 'order: 1', 'order: 1\nsample: true'),
}
marked[site] = marked[site]?.replace('\n    email: usa@mendedbowl.org', '') ?? ''

test('every remaining sample is listed, and with CONTENT_STRICT each of them is a problem', () => {
  const { entries } = load(marked)
  const samples = [
    { file: site, line: 28, field: 'offices[1].phones[1].number', value: '+1 423 555 0123' },
    { file: site, line: 29, field: 'offices[1].email', value: 'usa@example.org' },
    {
      file: story,
      line: 2,
      field: '',
      value: 'The bowl · It broke. · A bowl that broke and was mended. · 1 · portrait · girl …',
    },
  ]
  expect(listSamples(entries)).toEqual(samples)
  expect(strictProblems(entries)).toMatchObject(samples.map(({ file, line, field }) => ({ file, line, field })))
})

test('a sample name is reported where it is set, not where it is used', () => {
  const changes = {
    ...changed(site, 'email: hello@mendedbowl.org', 'email: hello@example.org\n  sample: [email]'),
    ...changed(story, '{founder} mended', 'Write to {email}, {founder} mended'),
  }
  expect(problemsOf(changes)).toEqual([])
})
