/** What a family finds that looks for help, on a small phone. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser-test.ts'

/** What is left of a screen of 640 px below the browser’s bar. */
test.use({ viewport: { width: 360, height: 580 } })

const asked = { '': 'Need surgery?', '/hi': 'सर्जरी चाहिए?', '/sw': 'Unahitaji upasuaji?' }
const kenya = { call: 'tel:+254200000100', whatsapp: /^https:\/\/wa\.me\/254200000101\?text=.+/ }

const fromKenya = (page: Page) =>
  page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country: 'KE' } }))

for (const [prefix, words] of Object.entries(asked))
  test(`the way to a surgery is on the first screen, in the menu and in the footer (${prefix || '/en'})`, async ({
    page,
  }) => {
    for (const address of ['/', '/India', '/Zimbabwe', '/ContactUs', '/search']) {
      await page.goto(address === '/' ? prefix || '/' : prefix + address)
      const link = page.getByRole('banner').getByRole('link', { name: words }).first()
      await expect(link, address).toBeInViewport()
      await expect(link).toHaveAttribute('href', `${prefix}/GetSurgery`)
    }
    await expect(page.getByRole('contentinfo').getByRole('link', { name: words })).toBeVisible()
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('navigation').getByRole('link', { name: words }).first().click()
    await expect(page).toHaveURL(new RegExp(`${prefix}/GetSurgery$`))
  })

test('the number and WhatsApp of the visitor’s country come first, in the first screen of each language', async ({
  page,
}) => {
  await fromKenya(page)
  for (const prefix of Object.keys(asked)) {
    await page.goto(`${prefix}/GetSurgery`)
    const first = page.locator('main [data-office]').first()
    await expect(first).toHaveAttribute('data-office', 'KE')
    const [call, whatsapp] = [first.getByRole('link').first(), first.getByRole('link').last()]
    await expect(call).toHaveAttribute('href', kenya.call)
    await expect(whatsapp).toHaveAttribute('href', kenya.whatsapp)
    await expect(call).toBeInViewport({ ratio: 1 })
    await expect(whatsapp).toBeInViewport({ ratio: 1 })
  }
})

test('the page of each country has its number', async ({ page }) => {
  const codes = { India: '91', Kenya: '254', Zimbabwe: '263', Uganda: '256', SouthAfrica: '27', USA: '1' }
  for (const [name, code] of Object.entries(codes)) {
    await page.goto(`/${name}`)
    await expect(page.locator(`main a[href^="tel:+${code}"]`).first(), name).toBeVisible()
    await expect(page.locator(`main a[href^="https://wa.me/${code}"]`), name).toBeVisible()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the numbers of all countries are there, and old spellings lead to them', async ({ page }) => {
    for (const alias of ['/get-help', '/find-a-camp', '/getsurgery']) {
      await page.goto(alias)
      await expect(page).toHaveURL(/\/GetSurgery$/)
    }
    for (const number of await page.locator('main [data-office] a').all()) await expect(number).toBeVisible()
    expect(await page.locator('main [data-office]').count()).toBe(6)
  })
})

test('a poster and cards are printed on two pages, with the number of the country and a code for the page in the language', async ({
  page,
}) => {
  for (const [prefix, country, number] of [
    ['', 'India', '+91 22 0000 0100'],
    ['/hi', 'India', '+91 22 0000 0100'],
    ['/sw', 'Kenya', '+254 20 000 0100'],
  ] as const) {
    await page.goto(`${prefix}/GetSurgery`)
    await page.locator(`main a[href="${prefix}/${country}/poster"]`).click()
    await expect(page.locator('[data-sheet]').first()).toContainText(number)
    await expect(page.locator('[data-sheet] svg[aria-label]').first()).toHaveAttribute(
      'aria-label',
      new RegExp(`^http://.*${prefix}/GetSurgery$`),
    )
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), `${prefix}/${country}`).toHaveLength(2)
  }
})

test('the form is within four screens of a phone, and what stands before it is drawn', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const prefix of Object.keys(asked)) {
    await page.goto(`${prefix}/GetSurgery`)
    const form = await page
      .locator('main #ask form')
      .first()
      .evaluate((element) => element.getBoundingClientRect().top + scrollY)
    expect(form, prefix).toBeLessThanOrEqual(4 * 844)
    await expect(page.locator('#clefts svg')).toHaveCount(2)
    await expect(page.locator('#feeding svg')).toHaveCount(4)
    await expect(page.locator('#emergency a[href="tel:999"]').first()).toBeVisible()
    expect(await page.locator('main [data-office] p').count()).toBe(6)
  }
})

test('it prints on two sheets, without the form and with black numbers', async ({ page }) => {
  for (const prefix of Object.keys(asked)) {
    await page.goto(`${prefix}/GetSurgery`)
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), prefix).toHaveLength(2)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main #ask')).toBeHidden()
  for (const number of await page.locator('main [data-office] a').all()) {
    await expect(number).toBeVisible()
    await expect(number).toHaveCSS('color', 'rgb(0, 0, 0)')
  }
})

test.describe('aloud', () => {
  test.beforeEach(({ page }) =>
    // No voice of a headless browser speaks.
    page.addInitScript(() => {
      const said: string[] = []
      Object.assign(window, { said })
      Object.defineProperty(window, 'speechSynthesis', {
        value: Object.assign(new EventTarget(), {
          getVoices: () => [{ lang: 'sw-KE' }],
          speak: ({ text, lang }: SpeechSynthesisUtterance) => said.push(`${lang}: ${text}`),
          cancel: () => said.push('stopped'),
        }),
      })
    }),
  )

  test('each part is read in its language where the browser has a voice for it, and can be stopped', async ({
    page,
  }) => {
    await page.goto('/sw/GetSurgery')
    const part = page.locator('#feeding')
    await part.getByRole('button', { name: 'Sikiliza' }).click()
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
    await expect.poll(said).toContain('sw: Kwa kijiko')
    await part.getByRole('button', { name: 'Simamisha' }).click()
    await expect.poll(async () => (await said()).at(-1)).toBe('stopped')
    await expect(page.locator('main form').getByRole('button', { name: 'Sikiliza' })).toHaveCount(0)
    await page.goto('/GetSurgery')
    await expect(page.locator('[data-behaviour="aloud"]')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0)
  })
})

test.describe('without a network', () => {
  // Each request that fails is reported by the browser.
  test.use({ expectedNoise: [/Failed to load resource/] })

  test('after one visit the page opens, another address says that there is no network, and the worker goes once no page asks for it', async ({
    page,
    context,
  }) => {
    await page.goto('/Aftercare')
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['/Aftercare'])
    await page.goto('/GetSurgery')
    const kept = () =>
      page.evaluate(async () => {
        const cache = await caches.open(location.pathname)
        return (await cache.keys()).map(({ url }) => new URL(url).pathname)
      })
    await expect.poll(kept).toEqual(expect.arrayContaining(['/GetSurgery', '/404']))
    await expect.poll(async () => (await kept()).some((path) => path.endsWith('.css'))).toBe(true)
    expect((await kept()).filter((path) => !path.startsWith('/_next/static/')).sort()).toEqual(['/404', '/GetSurgery'])

    await context.setOffline(true)
    await page.reload()
    await expect(page.locator('main a[href="tel:+254200000100"]').first()).toBeVisible()
    await expect(page.getByText('You are offline. You can read this page')).toBeVisible()
    await page.goto('/Aftercare')
    await page.getByLabel('Day of the operation').fill('2028-02-26')
    await expect(page.getByText('Monday, 26 February 2029').first()).toBeVisible()
    await page.goto('/India')
    await expect(page.getByText('this page cannot be opened now')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Need surgery?' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cleft surgery is free here')

    await context.setOffline(false)
    // A kept page that no longer asks for the worker.
    await page.evaluate(async () => (await caches.open('/India')).put('/India', new Response('once kept')))
    await page.goto('/India')
    await expect
      .poll(() => page.evaluate(async () => [await navigator.serviceWorker.getRegistrations(), await caches.keys()]))
      .toEqual([[], []])
  })
})
