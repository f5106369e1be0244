/** Tests lib/site/content/index.ts with its own content folder, set by the working directory. */
import { resetProcessState } from '#lib/platform/process-state.ts'
import { changed, writeSite } from './small-site.ts'

type Modules = typeof import('#lib/site/content/index.ts')

const untouched = process.env

afterEach(() => {
  jest.restoreAllMocks()
  process.env = untouched
})

/** A fresh copy of the module, as in a process started in this folder. */
async function startedIn(folder: string, variables: Record<string, string> = {}): Promise<Modules> {
  jest.resetModules()
  resetProcessState('content')
  jest.spyOn(process, 'cwd').mockReturnValue(folder)
  process.env = { ...untouched, ...variables }
  return import('#lib/site/content/index.ts')
}

const building = { NEXT_PHASE: 'phase-production-build' }
const deadLink = changed('content/navigation.yaml', 'href: /India }', 'href: /Kenya }')
const sample = changed('content/site.yaml', '+1 423 267 1234 }', '+1 423 555 0123, labelled: [number] }')

test('content is read once, and an invalid file makes the first call throw', async () => {
  const content = await startedIn(writeSite())
  expect(content.pages()).toBe(content.pages())
  expect(content.page('/india')).toBeUndefined()
  expect(content.donationForm('INR').page.address).toBe('/DonateIndia')
  const invalid = await startedIn(writeSite(changed('content/pages/Home.yaml', 'title: Home', 'title: 12')))
  expect(() => invalid.site()).toThrow('content/pages/Home.yaml:3:8  title: must be text, but is 12')
})

test('a dead link fails a build, but not a running site', async () => {
  const folder = writeSite(deadLink)
  expect((await startedIn(folder)).site().names.initials).toBe('MB')
  const content = await startedIn(folder, building)
  expect(() => content.site()).toThrow('content/navigation.yaml:4:31  groups[1].entries[1].href: /Kenya leads nowhere')
})

test('a sample of a camp is labelled in demos, and hidden from everybody else', async () => {
  const written = [
    'title: Nakuru',
    'country: India',
    'place: Hospital',
    'zone: Asia/Kolkata',
    'summary: Surgery.',
    ...['from', 'until', 'updated'].map((field) => `${field}: "2027-03-01"`),
    'sample: true',
  ].join('\n')
  const folder = writeSite({ 'content/camps/nakuru.yaml': written })
  expect((await startedIn(folder)).camps()).toEqual([])
  const demo = await startedIn(folder, { SAMPLE_NOTICE: '1' })
  expect(demo.camps()).toMatchObject([{ id: 'nakuru', labelled: true }])
})

test('CONTENT_STRICT=1 fails a build while anything is marked', async () => {
  const folder = writeSite(sample)
  expect((await startedIn(folder, building)).site().names.initials).toBe('MB')
  const strict = await startedIn(folder, { ...building, CONTENT_STRICT: '1' })
  expect(() => strict.site()).toThrow(
    'offices[1].phones[1].number: is still marked `labelled`, and CONTENT_STRICT is set',
  )
})
