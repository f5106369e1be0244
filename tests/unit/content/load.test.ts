/** What the content is once it is read: names filled in, entries in order, samples known. */
import path from 'node:path'
import { listSamples, strictProblems } from '#lib/site/content/checks/samples.ts'
import { withoutSamples } from '#lib/site/content/fields.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { parseChanged } from '#lib/site/content/parse.ts'
import { fill, placeholdersOf } from '#lib/site/content/placeholders.ts'
import { changed, findingsOf, load, smallSite, storyFile, writeSite } from './small-site.ts'

const home = 'content/pages/Home.yaml'
const india = 'content/pages/India.yaml'
const story = 'content/stories/India/the-bowl.md'
const site = 'content/site.yaml'

test('a valid site has no problems, and has defaults and names filled in, whatever its line endings', () => {
  const windows = [home, india, story].map((name) => [name, (smallSite[name] ?? '').replaceAll('\n', '\r\n')])
  for (const changes of [{}, Object.fromEntries(windows)]) {
    expect(findingsOf(changes)).toEqual([])
    const { site, pages, stories, navigation } = load(changes)
    expect(site.description).toBe('Mended Bowl mends bowls.')
    expect(navigation.story?.label).toBe("Ada's story")
    expect(pages.at(-1)).toMatchObject({ address: '/India', quickExit: false })
    expect(stories).toMatchObject([{ country: 'India', slug: 'the-bowl', address: '/India/stories/the-bowl' }])
    expect(stories[0]?.body.replaceAll('\r\n', '\n')).toBe('It broke.\n\nAda mended it.')
  }
})

test('stories are ordered by country, then by the editors’ order; those that it does not name follow', () => {
  const { stories } = load({
    'content/stories/India/a-new-one.md': storyFile('New'),
    'content/stories/India/a-second-one.md': storyFile('Second'),
    'content/stories/India/_order.yaml': 'stories: [/India/stories/the-bowl, /India/stories/a-second-one]\n',
    'content/stories/Kenya/a-cup.md': smallSite[story] ?? '',
  })
  expect(stories.map(({ address, place }) => [address, place])).toEqual([
    ['/India/stories/the-bowl', 0],
    ['/India/stories/a-second-one', 1],
    ['/India/stories/a-new-one', 2],
    ['/Kenya/stories/a-cup', 0],
  ])
})

test('names and external links are replaced in all texts, and other braces are left as they are', () => {
  const names = { organisation: 'Mended Bowl', founderSlug: 'Ada', founder: '{organisation}', labelled: true }
  const external = { 'kenya-card': { label: 'Give', href: 'https://give.test/kenya' } }
  const words = placeholdersOf({ names, external })
  const list = ['/{founderSlug}ian', '[Give]({link:kenya-card})', '{founder}', '{ x } {} {1} {a b}']
  const filled = ['/Adaian', '[Give](https://give.test/kenya)', '{organisation}', '{ x } {} {1} {a b}']
  expect(fill({ title: '{organisation}', list, look: 3, seam: false }, words)).toEqual({
    value: { title: 'Mended Bowl', list: filled, look: 3, seam: false },
    unfilled: [],
  })
  expect(fill('{organisation}', placeholdersOf({ names: { organisation: '{founder}' } })).value).toBe('{founder}')
})

test('a telephone number is written once, and its links follow; a sample number has none', () => {
  const phones = [{ label: 'Telephone', number: '+91 22 5555 0100' }]
  const whatsapp = '+91 98200 00101'
  const offices = [
    { code: 'IN', phones, whatsapp },
    { code: 'KE', phones, whatsapp, sample: ['whatsapp'] },
  ]
  const { value, unfilled } = fill(
    ['[{phone:IN}]({tel:IN})', '{whatsapp:IN}', '{whatsapp:KE}'],
    placeholdersOf({ offices }),
  )
  expect(value).toEqual(['[+91 22 5555 0100](tel:+912255550100)', 'https://wa.me/919820000101', '{whatsapp:KE}'])
  expect(unfilled.map(({ written }) => written)).toEqual(['{whatsapp:KE}'])
})

test('every mark is listed, and with CONTENT_STRICT each of them is a problem', () => {
  const number = changed(site, 'number: +1 423 267 1234', 'number: +1 423 555 0123, labelled: [number]')
  const email = '    email: usa@mendedbowl.org'
  const marked = changed(site, email, '    email: usa@example.org\n    labelled: [email]', number)
  const { entries } = load({ ...marked, ...changed(story, 'quickExit: false', 'quickExit: false\nreview: true') })
  const value = 'The bowl · It broke. · A bowl that broke and was mended. · portrait · girl · 4 …'
  const samples = [
    { mark: 'labelled', file: site, line: 28, field: 'offices[1].phones[1].number', value: '+1 423 555 0123' },
    { mark: 'labelled', file: site, line: 29, field: 'offices[1].email', value: 'usa@example.org' },
    { mark: 'review', file: story, line: 2, field: '', value },
  ]
  expect(listSamples(entries)).toEqual(samples)
  expect(strictProblems(entries)).toMatchObject(samples.map(({ file, line, field }) => ({ file, line, field })))
})

test('values marked as samples are hidden from visitors, and the rest is shown', () => {
  const phone = { label: 'Telephone', number: '+1 423 555 0100' }
  const office = { code: 'US', lines: ['Chattanooga'], street: 'Sample Street', phones: [phone], sample: ['street'] }
  const closed = { code: 'ZW', sample: true }
  const kept = { code: 'KE', labelled: ['phones'], phones: [phone] }
  expect(withoutSamples({ offices: [office, closed, kept], legal: { sample: true }, nothing: null })).toEqual({
    offices: [{ code: 'US', lines: ['Chattanooga'], phones: [phone], sample: ['street'] }, kept],
    nothing: null,
  })
  const real = { offices: [kept] }
  expect(withoutSamples(real)).toBe(real)
})

test('files are parsed again when their text or a placeholder has changed', () => {
  const root = path.join(writeSite(), 'content')
  const parse = parseChanged()
  const read = (changes: Record<string, string> = {}) => {
    const instead = new Map(Object.entries(changes).map(([name, text]) => [name.replace('content/', ''), text]))
    const loaded = loadContent(root, { parse, instead })
    return (
      loaded.ok && [
        loaded.content.pages.find(({ address }) => address === '/India')?.title,
        loaded.content.site.description,
      ]
    )
  }
  expect(read()).toEqual(['India', 'Mended Bowl mends bowls.'])
  expect(read(changed(india, 'title: India', 'title: Our India'))).toEqual(['Our India', 'Mended Bowl mends bowls.'])
  expect(read(changed(site, 'Mended Bowl', 'Mended Vase'))).toEqual(['India', 'Mended Vase mends bowls.'])
})
