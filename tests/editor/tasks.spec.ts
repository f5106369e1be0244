/**
 * What volunteers do by the guides in docs/editors, by what they read on the screen. Each test prints its clicks and seconds. With
 * `npm run docs:screenshots` the same steps take the pictures of the guides.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { root } from '#scripts/support/processes.ts'
import { edited, editedProject } from './project.ts'

/** As the names of fields are read out: Sveltia isolates them from the text around. */
const named = (name: string) => new RegExp(`^“?\\u2068?${RegExp.escape(name)}\\u2069?”?( Field)?$`)

class Volunteer {
  readonly page: Page
  /** Clicks, and fields filled in. */
  actions = 0
  #began = 0

  constructor(page: Page) {
    this.page = page
  }

  /** From the start page of the editor to a form: a list on the left, and an entry of it. */
  async open(list: string, entry?: string) {
    await this.page.goto('/edit/')
    const lists = this.page.getByRole('tree', { name: 'Collection List' })
    await expect(lists).toBeVisible({ timeout: 60_000 })
    this.#began = performance.now()
    await this.click(lists.getByRole('treeitem', { name: list, exact: true }))
    if (entry) await this.click(await this.#scrolledTo(entry))
  }

  /** In a window as high as a screen: a list has fifty entries until its end comes into view. */
  async #scrolledTo(entry: string): Promise<Locator> {
    const size = this.page.viewportSize() ?? { width: 1280, height: 6000 }
    await this.page.setViewportSize({ ...size, height: 900 })
    const cells = this.page.getByRole('gridcell')
    const found = this.page.getByRole('gridcell', { name: entry, exact: true }).last()
    await expect(async () => {
      await cells.last().scrollIntoViewIfNeeded()
      await expect(found).toBeVisible({ timeout: 500 })
    }).toPass()
    await this.page.setViewportSize(size)
    return found
  }

  async click(what: Locator) {
    this.actions++
    await what.click()
  }

  async create() {
    await this.press('Create New Entry')
    await expect(this.shown().getByRole('heading', { level: 1 })).toBeVisible()
    // The form of a new entry is made twice, and the second time without what was typed.
    const first = this.page.getByRole('group').locator('input, textarea').first()
    await expect(async () => {
      const made = await first.elementHandle()
      await this.page.waitForTimeout(1000)
      expect(await made?.evaluate((input) => input.isConnected)).toBe(true)
    }).toPass()
  }

  press = (name: string | RegExp, within: Locator | Page = this.page) =>
    this.click(within.getByRole('button', { name: typeof name === 'string' ? named(name) : name }).first())

  /** A field by its label, in the whole form or in a part of it. */
  field = (label: string, within: Locator | Page = this.page) =>
    within.getByRole('group', { name: named(label) }).first()

  async fill(label: string, text: string, within: Locator | Page = this.page) {
    this.actions++
    await this.field(label, within)
      .locator('input:not([type=radio], [type=checkbox], [type=file]), textarea')
      .first()
      .fill(text)
  }

  async select(label: string, option: string, within: Locator | Page = this.page) {
    this.actions++
    await this.field(label, within).locator('select').first().selectOption({ label: option })
  }

  /** From a list that the editor draws itself. */
  async pick(label: string, option: string, within: Locator | Page = this.page) {
    await this.click(this.field(label, within).getByRole('combobox').first())
    await this.click(this.page.getByRole('option', { name: option, exact: true }).first())
  }

  /** Opens an entry of a list by what it shows while it is closed. */
  async expand(list: string, words: string, within: Locator | Page = this.page): Promise<Locator> {
    const entry = this.field(list, within).locator('.item').filter({ hasText: words }).first()
    // Its words are in fields once it is open, where no filter finds them.
    const id = `entry-${this.actions}`
    await entry.evaluate((element, name) => element.setAttribute('data-opened', name), id)
    await this.click(entry.getByRole('button', { name: 'Expand' }).first())
    return this.page.locator(`[data-opened="${id}"]`)
  }

  async add(list: string, within: Locator | Page = this.page): Promise<Locator> {
    const field = this.field(list, within)
    await this.click(field.getByRole('button', { name: /^Add/ }).last())
    const id = `entry-${this.actions}`
    await field
      .locator('.item')
      .last()
      .evaluate((element, name) => element.setAttribute('data-opened', name), id)
    return this.page.locator(`[data-opened="${id}"]`)
  }

  /** At the end of a page. The menu closes when the size of the window changes. */
  async addBlock(name: string): Promise<Locator> {
    await this.press(/^Add .*block/)
    await this.click(this.page.getByRole('menuitem', { name, exact: true }))
    const block = this.field('Blocks').locator('.item').last()
    const id = `entry-${this.actions}`
    await block.evaluate((element, name) => element.setAttribute('data-opened', name), id)
    return this.page.locator(`[data-opened="${id}"]`)
  }

  /** Puts a picture of this kind where there is none. */
  async addPicture(kind: string, field: Locator) {
    await this.press(/^Add/, field)
    await this.click(this.page.getByRole('menuitem', { name: kind, exact: true }))
  }

  /** In place of the drawing of a post: the field, and where its file is chosen. */
  async openPhotoOf(post: string) {
    await this.open('Posts', post)
    const picture = this.field('Picture')
    await this.press('Remove', picture)
    await this.addPicture('Photo', picture)
    return { picture, chooser: picture.locator('input[type=file]').first() }
  }

  /** Deletes the entry, and sends its visitors to another page than the one that is offered if `to` names one. */
  async remove(list: string, entry: string, to?: string) {
    await this.open(list, entry)
    await this.press('Show Editor Options')
    await this.click(this.page.getByRole('menuitem', { name: 'Delete' }))
    await this.press('Delete', this.page.getByRole('alertdialog').or(this.page.getByRole('dialog')))
    const question = this.page.getByRole('dialog', { name: 'Where should visitors go?' })
    if (to) this.actions++
    if (to) await question.getByRole('combobox').selectOption(to)
    await this.press('Delete', question)
    await expect(this.page.getByRole('button', { name: /^Undo: Delete/ })).toBeVisible()
  }

  async save() {
    await this.press('Save')
    await expect(this.page.getByText('Entry saved.')).toBeVisible()
  }

  report(task: string) {
    console.log(`${task} | ${this.actions} | ${((performance.now() - this.#began) / 1000).toFixed(0)}`)
  }

  /** The page beside the form. */
  shown = () => this.page.frameLocator('iframe').first().frameLocator('iframe[title="The page"]')
}

const test = base.extend<{ volunteer: Volunteer }>({
  volunteer: async ({ page }, use, testInfo) => {
    const volunteer = new Volunteer(page)
    await use(volunteer)
    if (testInfo.status === 'passed') volunteer.report(testInfo.title)
  },
})

/** Takes a picture of a guide. `top`: what stands at the top of the form. */
async function picture({ page }: Volunteer, name: string, top?: Locator) {
  if (test.info().config.updateSnapshots !== 'all') return
  const size = page.viewportSize() ?? { width: 1280, height: 6000 }
  await page.setViewportSize({ width: 1280, height: 760 })
  // The messages of the editor stay for some seconds.
  await page.waitForTimeout(6000)
  await top?.evaluate((element) => element.scrollIntoView())
  await page.waitForTimeout(1000)
  const folder = path.join(root, 'docs/editors/pictures')
  mkdirSync(folder, { recursive: true })
  const png = sharp(await page.screenshot()).png({ palette: true, colours: 128, effort: 10 })
  await png.toFile(path.join(folder, `${name}.png`))
  await page.setViewportSize(size)
}

test('change a heading', async ({ volunteer }) => {
  await volunteer.open('Pages', 'Our values and mission')
  const block = await volunteer.expand('Blocks', 'Our vision')
  await volunteer.fill('Heading', 'What we hope for', block)
  await picture(volunteer, 'text', volunteer.field('Blocks'))
  await volunteer.save()
  await expect(volunteer.shown().getByRole('heading', { name: 'What we hope for' })).toBeInViewport()
})

test('move a block of a page', async ({ volunteer }) => {
  await volunteer.open('Pages', 'India')
  await volunteer.click(volunteer.field('Blocks').getByRole('button', { name: 'Reorder Item' }).nth(2))
  await volunteer.page.keyboard.press('ArrowUp')
  await volunteer.save()
})

test('add a story', async ({ volunteer }) => {
  await volunteer.open('Stories: Kenya')
  await volunteer.create()
  await volunteer.fill('Title', 'The well')
  await volunteer.fill('Summary', 'Water that stays when we have left.')
  await volunteer.fill('Description', 'How a well changed the way to school in a village in Kenya.')
  await volunteer.fill('Text', 'Grace fetched water before school. Now the well is beside it.')
  const drawn = volunteer.field('Picture')
  await volunteer.addPicture('Portrait', drawn)
  await volunteer.pick('Person', 'Woman', drawn)
  await volunteer.click(drawn.getByText('Choose a face'))
  await picture(volunteer, 'story', drawn)
  await volunteer.click(drawn.getByText('Face 63', { exact: true }))
  await volunteer.fill('What the picture shows', 'Drawn portrait of a woman at a well', drawn)
  const gift = volunteer.field('What readers may give for')
  await volunteer.fill('Heading', 'Help to drill the next one', gift)
  await volunteer.select('Purpose', 'Area of Greatest Need', gift)
  // The development server takes a while for a page that it has not made before: that of the country does not stay meanwhile.
  const isSeen = Promise.withResolvers<void>()
  await volunteer.page.route('**/Kenya/stories/the-well', async (route) => {
    await isSeen.promise
    await route.continue()
  })
  const frame = volunteer.page.frameLocator('iframe').first().getByTitle('The page')
  const heading = () =>
    frame.evaluate((shown: HTMLIFrameElement) => shown.contentDocument?.querySelector('h1')?.textContent)
  expect(await heading()).toBe('Kenya')
  await volunteer.save()
  await expect.poll(heading, { timeout: 10_000 }).toBeUndefined()
  isSeen.resolve()
  await expect(volunteer.shown().getByRole('heading', { level: 1 })).toHaveText('The well')
  expect(edited('content/stories/Kenya/the-well.md')).toContain('Grace fetched water')
  await expect(volunteer.shown().getByRole('heading', { level: 1 })).toHaveText('The well')
})

test('move a story', async ({ volunteer }) => {
  await volunteer.open('Stories: Zimbabwe', 'Order of the stories')
  await volunteer.click(volunteer.field('Stories').getByRole('button', { name: 'Reorder Item' }).last())
  await volunteer.page.keyboard.press('ArrowUp')
  await volunteer.save()
  expect(edited('content/stories/Zimbabwe/_order.yaml')).toMatch(/the-day-after\n.*learning-to-speak/)
})

test('remove a story, and send its visitors to another page', async ({ volunteer }) => {
  await volunteer.remove('Stories: Kenya', "One patient's story")
  expect(edited('content/redirects.yaml')).toMatch(/from: \/Kenya\/stories\/one-patients-story\s+to: \/Kenya/)
})

test('remove a post, and send its visitors to another page', async ({ volunteer }) => {
  await volunteer.remove('Posts', 'Say it again', '/India')
  // By a request: the editor may still be loading its list.
  const response = await volunteer.page.request.get('/Storyteller/say-it-again')
  expect(new URL(response.url()).pathname).toBe('/India')
})

test('put a photograph from a telephone in place of a drawing', async ({ volunteer }, testInfo) => {
  const { picture: field, chooser } = await volunteer.openPhotoOf('Two chairs')
  await picture(volunteer, 'photograph', field)
  const refused = volunteer.page.getByRole('alertdialog')
  for (const [name, bytes, advice] of refusedFiles) {
    const file = testInfo.outputPath(name)
    writeFileSync(file, bytes)
    await chooser.setInputFiles(file)
    await expect(refused).toContainText(advice)
    await refused.getByRole('button', { name: 'OK' }).click()
  }
  volunteer.actions++
  await chooser.setInputFiles({ name: 'two chairs.jpg', mimeType: 'image/jpeg', buffer: await fromTelephone() })
  await expect(field.getByText('/photos/two-chairs.webp')).toBeVisible()
  await volunteer.fill('What the picture shows', 'Two chairs beside a bed', field)
  await volunteer.save()
  const kept = await keptPhoto('two-chairs', 'two-chairs')
  expect(kept).toMatchObject({ format: 'webp', width: 1800, height: 2400 })
  expect(kept.exif).toBeUndefined()
  const shown = volunteer.shown().locator(`img[alt="Two chairs beside a bed"]`).first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
})

test('take a photograph as an iPhone saves it', async ({ volunteer }) => {
  const { picture: field, chooser } = await volunteer.openPhotoOf('Waiting rooms')
  volunteer.actions++
  const buffer = readFileSync('tests/editor/telephone.heic')
  await chooser.setInputFiles({ name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer })
  await volunteer.fill('What the picture shows', 'A waiting room', field)
  await expect(field.getByText(/\/photos\/img[-_]0042.webp/)).toBeVisible()
  await volunteer.save()
  expect(await keptPhoto('waiting-rooms', 'img')).toMatchObject({ format: 'webp', width: 1600 })
})

/** The file that the post names. */
async function keptPhoto(post: string, name: string) {
  const [src = ''] = new RegExp(`/photos/${name}[\\w-]*\\.webp`).exec(edited(`content/posts/${post}.md`)) ?? []
  return sharp(path.join(editedProject, 'content', src)).metadata()
}

const refusedFiles = [
  ['lake.mp4', Buffer.alloc(40_000_000), 'YouTube or Vimeo'],
  ['lake.jpg', Buffer.from('\0\0\0\x18ftypheic'.padEnd(999)), 'Share it from the iPhone by mail: that makes a JPEG'],
] as const

/** 12 megapixels and about 12 MB, taken upright, with the place in it. */
const fromTelephone = () =>
  sharp({
    create: {
      width: 4032,
      height: 3024,
      channels: 3,
      background: '#48a',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 96 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' } })
    .toBuffer()

/** A new event until it can be saved but for what is read once it is over. */
async function startEvent(volunteer: Volunteer, zone: string, fields: Record<string, string>) {
  await volunteer.open('Events')
  await volunteer.create()
  await volunteer.addPicture('Cloth', volunteer.field('Picture'))
  await volunteer.click(volunteer.field('Picture').getByText('Kenya', { exact: true }))
  await volunteer.select('Time zone', zone)
  for (const [label, text] of Object.entries({ ...fields, Link: '/Events', Online: 'On the telephone' }))
    await volunteer.fill(label, text)
}

test('add an event with its time and zone', async ({ volunteer }) => {
  const texts = { Title: 'Walk by the lake', Summary: 'Five kilometres, and a picnic.' }
  await startEvent(volunteer, 'Africa, Nairobi', {
    ...texts,
    Date: '2027-05-08',
    'Starts at': '10:00',
    'Ends at': '12:00',
  })
  await picture(volunteer, 'event', volunteer.field('Time zone'))
  await volunteer.click(volunteer.page.getByRole('checkbox', { name: /^Add .*Once it is over/ }))
  await volunteer.fill('Text', 'Thank you for walking with us.', volunteer.field('Once it is over'))
  await volunteer.save()
  expect(edited('content/events/walk-by-the-lake.yaml')).toContain(
    'zone: Africa/Nairobi\ndate: "2027-05-08"\nstarts: "10:00"',
  )
})

test('change a telephone number', async ({ volunteer }) => {
  await volunteer.open('Names, offices, links')
  const office = await volunteer.expand('Offices', 'IN')
  const phone = await volunteer.expand('Phones', '', office)
  await volunteer.fill('Number', '+91 22 2345 6789', phone)
  await volunteer.click(office.getByRole('checkbox', { name: 'Phones' }))
  await volunteer.save()
  expect(edited('content/site.yaml')).toContain('+91 22 2345 6789')
})

test('translate a text', async ({ volunteer }) => {
  await volunteer.open('In Hindi', 'Pages: India')
  const hero = volunteer.page.getByRole('group', { name: 'Block 1: Hero' })
  await picture(volunteer, 'translation')
  volunteer.actions++
  await hero.getByRole('textbox', { name: 'Heading' }).fill('हमारा भारत')
  await volunteer.save()
  await expect(volunteer.shown().getByRole('heading', { level: 1 })).toHaveText('हमारा भारत')
  expect(edited('content/pages/India.hi.yaml')).toContain('    text: हमारा भारत\n')
})

test('change an amount that the gift form offers', async ({ volunteer }) => {
  await volunteer.open('Pages', 'Donate in India')
  const form = await volunteer.expand('Blocks', 'Donation form')
  const amount = await volunteer.expand('Amounts offered', '₹1,000', form)
  await volunteer.fill('Amount', '₹1,100', amount)
  await volunteer.fill('Amount that the sentences were written for', '₹1,100', amount)
  await volunteer.press('Save')
  const refused = volunteer.page.getByRole('alertdialog')
  await expect(refused).toContainText('must be one of the amounts in “Amounts offered”')
  await volunteer.press('OK', refused)
  const chosen = volunteer.field('Chosen when the form opens', form)
  await volunteer.press('Expand', chosen)
  await volunteer.fill('Amount', '₹1,100', chosen)
  await volunteer.save()
  expect(edited('content/pages/DonateIndia.yaml')).toContain('amount: ₹1,100')
})

test('say that a sample is real now', async ({ volunteer }) => {
  await volunteer.open('Posts', 'The list')
  await volunteer.click(volunteer.field('Shown as a sample').getByRole('checkbox', { name: 'Everything' }))
  await volunteer.save()
  expect(edited('content/posts/the-list.md')).not.toContain('labelled')
})

test('make a page, and put it in the menu', async ({ volunteer }) => {
  await volunteer.open('Pages')
  await volunteer.create()
  await volunteer.fill('Title', 'Our wells')
  await volunteer.fill('Description', 'Where the wells were drilled, who looks after them, and how to help.')
  // A menu closes when the size of the window changes: this is the size of the pictures.
  await volunteer.page.setViewportSize({ width: 1280, height: 760 })
  await volunteer.press(/^Add .*block/)
  const menu = volunteer.page.getByRole('menu')
  for (const words of ['paragraphs, with a picture', 'Figures', 'A thin line between'])
    await expect(menu).toContainText(words)
  await picture(volunteer, 'blocks')
  await volunteer.click(volunteer.page.getByRole('menuitem', { name: 'Hero' }))
  await volunteer.page.setViewportSize({ width: 1280, height: 6000 })
  const hero = volunteer.field('Blocks').locator('.item').last()
  await volunteer.fill('Heading', 'Our wells', hero)
  await volunteer.fill('Intro', 'Water that stays when we have left.', hero)
  await volunteer.click(hero.getByText('Kenya', { exact: true }).first())
  await volunteer.fill('Address', '/OurWells')
  const card = volunteer.field('Picture for sharing')
  await volunteer.addPicture('Cloth', card)
  await volunteer.click(card.getByText('Kenya', { exact: true }))
  await volunteer.save()

  const { actions } = volunteer
  await volunteer.open('Menus')
  const group = await volunteer.expand('Groups', 'Initiatives')
  const entry = await volunteer.add('Entries', group)
  await volunteer.fill('Label', 'Our wells', entry)
  await volunteer.fill('Link', '/OurWells', entry)
  await picture(volunteer, 'menu', entry)
  await volunteer.save()
  expect(volunteer.actions).toBeGreaterThan(actions)
  expect(edited('content/navigation.yaml')).toContain('/OurWells')
})

test('make a post a draft', async ({ volunteer }) => {
  await volunteer.open('Posts', 'Left-handed')
  const more = volunteer.field('Draft, dates and more')
  await volunteer.press('Expand', more)
  await volunteer.click(more.getByRole('switch').first())
  await volunteer.save()
  await expect(volunteer.shown().getByText('Draft', { exact: true }).first()).toBeVisible()
})

test('change a figure', async ({ volunteer }) => {
  await volunteer.open('Figures')
  const figure = await volunteer.expand('All others', 'women rescued')
  await volunteer.fill('Value', '310+', figure)
  await volunteer.save()
  expect(edited('content/figures.yaml')).toContain('310+')
})

test('add a film from YouTube', async ({ volunteer }) => {
  await volunteer.open('Films')
  await volunteer.create()
  await volunteer.fill('Title', 'A day at a camp')
  await volunteer.fill('Length', '0:40')
  await volunteer.addPicture('YouTube', volunteer.field('Source'))
  await volunteer.fill('Film', 'https://www.youtube.com/watch?v=abcDEF12345&t=3', volunteer.field('Source'))
  await volunteer.addPicture('Cloth', volunteer.field('Poster'))
  await volunteer.click(volunteer.field('Poster').getByText('Uganda', { exact: true }))
  await volunteer.fill('Transcript', 'A doctor greets a family by name.')
  await volunteer.save()
  expect(edited('content/films/a-day-at-a-camp.yaml')).toContain('id: abcDEF12345')
})

test('put a newsletter online', async ({ volunteer }) => {
  await volunteer.open('Pages', 'Newsletters')
  const years = await volunteer.expand('Blocks', 'Year by year')
  const added = await volunteer.add('Documents', years)
  await volunteer.fill('Title', 'A new year', added)
  await volunteer.fill('Date', '2025-02', added)
  // The upload itself is a dialog of Sveltia's that the tests leave out.
  const file = 'public/media/newsletters/2025-02.pdf'
  cpSync(path.join(root, 'public/media/newsletters/2018-06.pdf'), path.join(editedProject, file))
  await volunteer.fill('File', '/media/newsletters/2025-02.pdf', added)
  await volunteer.save()
  expect(edited('content/pages/Newsletters.yaml')).toContain('/media/newsletters/2025-02.pdf')
})

test('give a page another address, and take it back', async ({ volunteer }) => {
  const { page } = volunteer
  const files = ['pages/InnovativeSolutions.yaml', 'navigation.yaml', 'redirects.yaml'].map((name) => `content/${name}`)
  const before = files.map(edited)
  await volunteer.open('Pages', 'Innovative solutions')
  await volunteer.fill('Address', '/Inventions')
  await volunteer.press('Save')
  await expect(page.getByText('/InnovativeSolutions is now /Inventions.')).toBeVisible()
  await expect(volunteer.field('Address').getByRole('textbox')).toHaveValue('/Inventions')
  expect(edited('content/navigation.yaml')).toContain('/Inventions')
  const old = await page.request.get('/InnovativeSolutions')
  expect([old.status(), new URL(old.url()).pathname]).toEqual([200, '/Inventions'])
  await volunteer.press(/^Undo/)
  await expect(volunteer.field('Address').getByRole('textbox')).toHaveValue('/InnovativeSolutions')
  expect(files.map(edited)).toEqual(before)
})

test('add a board member, and go to where the old number still stands', async ({ volunteer }) => {
  const { page } = volunteer
  await volunteer.open('Pages', 'Executive board of directors')
  const block = await volunteer.expand('Blocks', 'People')
  const member = await volunteer.add('People', block)
  await volunteer.fill('Role', 'Board Member', member)
  await volunteer.save()
  const note = page.getByRole('status').filter({ hasText: 'Six people' })
  await expect(note).toBeVisible()
  await volunteer.click(note.getByRole('link', { name: /^Answers of the search/ }))
  await expect(page.getByRole('toolbar', { name: 'Primary' })).toContainText('Answers of the search')
  expect(edited('content/pages/ExecutiveBoardOfDirectors.yaml').match(/role: Board Member/g)).toHaveLength(5)
})

test('announce an event with tickets, and the page that sells them', async ({ volunteer }) => {
  const { page } = volunteer
  const texts = { Title: 'Supper by the lagoon', Summary: 'Three courses, and flamingos.' }
  await startEvent(volunteer, 'America, New York', { ...texts, Date: '2027-10-02', 'Starts at': '18:00' })
  await volunteer.click(page.getByRole('checkbox', { name: /^Add .*Tickets/ }))
  const tickets = volunteer.field('Tickets')
  const kind = await volunteer.add('Kinds', tickets)
  await volunteer.fill('Name in payments', 'seat', kind)
  await volunteer.fill('Name', 'A seat', kind)
  await volunteer.fill('Price', '$30', kind)
  await volunteer.fill('Places', '40', kind)
  await volunteer.fill('Whether money is given back', 'Tickets are final.', tickets)
  await volunteer.click(page.getByRole('checkbox', { name: /^Add .*Once it is over/ }))
  await volunteer.fill('Text', 'Thank you for coming.', volunteer.field('Once it is over'))
  await volunteer.save()
  await expect
    .poll(async () => (await page.request.get('/search?q=flamingos', { timeout: 90_000 })).text())
    .toMatch(/<mark[^>]*>flamingos<.mark>/)

  await volunteer.open('Pages')
  await volunteer.create()
  await volunteer.fill('Title', 'Tickets for the supper')
  await volunteer.fill('Description', 'What a seat at the supper by the lagoon costs, and how many are left.')
  await volunteer.fill('Address', '/SupperTickets')
  const card = volunteer.field('Picture for sharing')
  await volunteer.addPicture('Cloth', card)
  await volunteer.click(card.getByText('Kenya', { exact: true }))
  const hero = await volunteer.addBlock('Hero')
  await volunteer.fill('Heading', 'Tickets for the supper', hero)
  await volunteer.fill('Intro', 'Three courses, and flamingos.', hero)
  await volunteer.click(hero.getByText('Kenya', { exact: true }).first())
  const form = await volunteer.addBlock('Ticket form')
  await volunteer.click(volunteer.field('Event', form).getByRole('radio', { name: 'Supper by the lagoon' }))
  await volunteer.select('Currency', 'USD, US dollars', form)
  await volunteer.fill('Reassurance', 'We never see your card.', form)
  const closed = volunteer.field('While the event has no date', form)
  await volunteer.press('Expand', closed)
  await volunteer.fill('Text', 'The next supper has no date yet.', closed)
  const button = await volunteer.add('Actions', closed)
  await volunteer.fill('Label', 'Other events', button)
  await volunteer.fill('Link', '/Events', button)
  const thanks = volunteer.field('Thanks', form)
  await volunteer.addPicture('Cloth', volunteer.field('Picture', thanks))
  await volunteer.click(thanks.getByText('Kenya', { exact: true }))
  await volunteer.fill('Text to share', 'I am coming to the supper!', thanks)
  const next = volunteer.field('Next', form)
  await volunteer.fill('Label', 'Events', next)
  await volunteer.fill('Link', '/Events', next)
  await volunteer.save()
  expect((await (await page.request.get('/SupperTickets')).text()).includes('A seat')).toBe(true)
})

test('write down what became of a camp', async ({ volunteer }) => {
  await volunteer.open('Camps', 'Kenya, September 2027')
  await volunteer.fill('From', '2026-09-07')
  await volunteer.fill('Until', '2026-09-18')
  await volunteer.click(volunteer.field('Stage').getByRole('radio', { name: 'Done' }))
  await volunteer.click(volunteer.page.getByRole('checkbox', { name: /^Add .*Report/ }))
  const report = volunteer.field('Report')
  await volunteer.fill('Counted on', '2026-10-02', report)
  await volunteer.fill('Operated', '71', report)
  await volunteer.fill('How it was counted', 'From the theatre list, by the hospital.', report)
  await volunteer.save()
  expect(edited('content/camps/kenya-2027-09.yaml')).toMatch(/report:\n +day: "2026-10-02"\n +operated: 71\n/)
  expect(edited('content/camps/kenya-2027-09.yaml')).toContain('stage: done\n')
})

test('put a real report into a list of samples, from words that Word has copied', async ({ volunteer }) => {
  const { page } = volunteer
  await volunteer.open('Pages', 'Press releases')
  const block = await volunteer.expand('Blocks', 'In the news')
  const link = await volunteer.add('Links', block)
  await volunteer.fill('Label', 'A\u200b daily paper', link)
  await volunteer.fill('Link', 'https://www.who.int/news/a-report', link)
  const top = await volunteer.expand('Blocks', 'Press releases')
  await volunteer.fill('Intro', '“What we tell”,\u00a0and what\u2060 others report.', top)
  await volunteer.save()
  expect(edited('content/pages/PressRelease.yaml')).toContain('label: A daily paper\n')
  expect(edited('content/pages/PressRelease.yaml')).toContain('“What we tell”,\u00a0and what others report.')
  await expect(page.getByRole('status').filter({ hasText: 'Fourteen reports' })).toBeVisible()
})

test('say until when a registration is valid', async ({ volunteer }) => {
  await volunteer.open('Receipts')
  const receipts = await volunteer.expand('Receipts', 'USD')
  const registration = await volunteer.expand('Registrations', 'EIN', receipts)
  await volunteer.fill('Until', '2027-12-31', registration)
  await volunteer.save()
  expect(edited('content/giving/receipts.yaml')).toContain('until: "2027-12-31"')
})

test('put a film on a playlist', async ({ volunteer }) => {
  await volunteer.open('Playlists', 'Videos')
  await volunteer.pick('Films', 'Our founder singing')
  await volunteer.save()
  expect(edited('content/playlists/videos.yaml')).toContain('- singing')
})

test('change the name of the founder', async ({ volunteer }) => {
  await volunteer.open('Names, offices, links')
  const names = volunteer.field('Names')
  await volunteer.press('Expand', names)
  await volunteer.fill('Founder', 'Maya Gurung', names)
  await volunteer.save()
  const isNamed = async () => (await (await volunteer.page.request.get('/Founder')).text()).includes('Maya Gurung')
  await expect.poll(isNamed).toBe(true)
  await volunteer.press(/^Undo/)
  await expect.poll(() => edited('content/site.yaml')).not.toContain('Maya Gurung')
})

test('change the price of a level of sponsors', async ({ volunteer }) => {
  await volunteer.open('Pages', 'Sponsorship Registration')
  const form = await volunteer.expand('Blocks', 'Sponsorship form')
  const level = await volunteer.expand('Levels', 'Headliner', form)
  await volunteer.fill('Price', '$12,000', level)
  await volunteer.save()
  expect(edited('content/pages/Event5kSponsorship.yaml')).toContain('price: $12,000')
  // By a request: the texts of other pages name the level.
  for (const address of ['/Events', '/Race'])
    expect(await (await volunteer.page.request.get(address)).text()).toMatch(/\$12,000/)
})

test('link a button to the gift form of a campaign', async ({ volunteer }) => {
  await volunteer.open('Pages', 'Uganda')
  const block = await volunteer.expand('Blocks', 'Call to give')
  await volunteer.fill('Link', '/give', block)
  await volunteer.click(volunteer.page.getByRole('combobox', { name: 'Purpose', exact: true }))
  await volunteer.page.getByRole('combobox', { name: 'Purpose', exact: true }).selectOption({ index: 3 })
  await volunteer.save()
  expect(edited('content/pages/Uganda.yaml')).toContain('/give?page=Uganda&reason=3')
})

test('the pictures of messages', async ({ volunteer }) => {
  await volunteer.open('Pages')
  await picture(volunteer, 'pages')
  await volunteer.open('Pages', 'Innovative solutions')
  await volunteer.fill('Title', 'India')
  await volunteer.press('Save')
  await expect(volunteer.page.getByRole('alertdialog')).toContainText('is the same as in')
  await picture(volunteer, 'mistake')
  await volunteer.press('OK', volunteer.page.getByRole('alertdialog'))
  await volunteer.fill('Title', 'Everything that we have ever wanted to say about innovation, in one title')
  await volunteer.press('Save')
  await expect(volunteer.page.getByText('You cannot enter more than')).toBeVisible()
})
