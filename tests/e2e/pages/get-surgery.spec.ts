/** What a family finds that looks for help, on a small phone. */
import { expect, test } from '../../support/browser-test.ts'

/** What is left of a screen of 640 px below the browser’s bar. */
const screen = { width: 360, height: 580 }
test.use({ viewport: screen })

const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

for (const [prefix, asked, country, number] of [
  ['', 'Need surgery?', 'India', '+91 22 0000 0100'],
  ['/hi', 'सर्जरी चाहिए?', 'India', '+91 22 0000 0100'],
  ['/sw', 'Unahitaji upasuaji?', 'Kenya', '+254 20 000 0100'],
] as const)
  test(`a family finds the page, the number of its country, the form, and papers to print (${prefix || '/en'})`, async ({
    page,
  }) => {
    await page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country: 'KE' } }))
    await page.goto(prefix || '/')
    await expect(page.getByRole('banner').getByRole('link', { name: asked }).first()).toBeInViewport()
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('navigation').getByRole('link', { name: asked }).first().click()
    await expect(page).toHaveURL(new RegExp(`${prefix}/GetSurgery$`))

    const offices = page.locator('main [data-office]')
    await expect(offices.first()).toHaveAttribute('data-office', 'KE')
    const [call, whatsapp] = [offices.first().getByRole('link').first(), offices.first().getByRole('link').last()]
    await expect(call).toHaveAttribute('href', 'tel:+254200000100')
    await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/254200000101\?text=.+/)
    for (const link of [call, whatsapp]) await expect(link).toBeInViewport({ ratio: 1 })

    // On a larger phone the form is within four screens, and what stands before it is drawn.
    await page.setViewportSize({ width: 390, height: 844 })
    const form = page.locator('main #ask form').first()
    const top = () => form.evaluate((element) => element.getBoundingClientRect().top + scrollY)
    await expect.poll(top).toBeLessThanOrEqual(4 * 844)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(9000)
    await expect(page.locator('#clefts svg')).toHaveCount(2)
    await expect(page.locator('#feeding li svg')).toHaveCount(4)
    await expect(page.locator('#emergency a[href="tel:999"]').first()).toBeVisible()
    await expect(page.locator('main [data-office] p')).toHaveCount(6)
    await page.setViewportSize(screen)

    expect(sheetsOf(await page.pdf({ format: 'A4' }))).toBe(2)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main #ask')).toBeHidden()
    for (const one of await offices.locator('a').all()) {
      await expect(one).toBeVisible()
      await expect(one).toHaveCSS('color', 'rgb(0, 0, 0)')
    }
    await page.emulateMedia({ media: null })

    // A poster and cards, with a code for the page in the language.
    await page.locator('details:has(#health-workers) > summary').click()
    await page.locator(`main a[href="${prefix}/${country}/poster"]`).click()
    await expect(page.locator('[data-sheet]').first()).toContainText(number)
    const code = page.locator('[data-sheet] svg[aria-label]').first()
    await expect(code).toHaveAttribute('aria-label', new RegExp(`^http://.*${prefix}/GetSurgery$`))
    expect(sheetsOf(await page.pdf({ format: 'A4' }))).toBe(2)
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
  test.use({ expectedNoise: /Failed to load resource|Load failed or canceled .* for rule set/ })

  test('after one visit the page opens, another address says that there is no network, and the worker goes once no page asks for it', async ({
    page,
    context,
  }) => {
    // The page, the "not found" page and every file that the page loaded.
    const isKept = () =>
      page.evaluate(async () => {
        const cache = await caches.open(location.pathname)
        const kept = (await cache.keys()).map(({ url }) => url.replace(location.origin, '')).sort()
        const files = performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, ''))
        const own = [...new Set(files.filter((file) => file.startsWith('/_next/static/')))]
        return (
          own.some((file) => file.endsWith('.css')) && `${kept}` === `${[...own, location.pathname, '/404'].sort()}`
        )
      })
    for (const address of ['/Aftercare', '/GetSurgery']) {
      await page.goto(address)
      await expect.poll(isKept).toBe(true)
    }

    await context.setOffline(true)
    await page.reload()
    await expect(page.locator('main a[href="tel:+254200000100"]').first()).toBeVisible()
    await expect(page.getByText('There is no network', { exact: true })).toBeVisible()
    await expect(page.getByText('You can read this page, and call')).toBeVisible()
    await expect(page).toHaveTitle(/^There is no network: /)
    await page.goto('/Aftercare')
    await page.getByLabel('Day of the operation').fill('2028-02-26')
    await expect(page.getByText('Monday, 26 February 2029').first()).toBeVisible()
    await page.goto('/India')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading('There is no network')).toBeVisible()
    await expect(page).toHaveTitle(/^There is no network \| /)
    await expect(page.getByText('This page cannot be opened now')).toBeVisible()
    await expect(page.locator('main a[href="tel:+254200000100"]')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Need surgery?' }).first().click()
    await expect(heading('Cleft surgery is free here')).toBeVisible()
    await page.goto('/India')
    await expect(heading('There is no network')).toBeVisible()

    // The first request fails although there is a network again.
    await context.route('**/India', (route) => route.abort(), { times: 1 })
    await context.setOffline(false)
    await expect(heading('India')).toBeVisible()
    await expect(page).not.toHaveTitle(/network/)
    await context.route('**/India', (route) => route.abort(), { times: 2 })
    await page.goto('/India')
    await expect(heading('India')).toBeVisible()
    // A kept page that no longer asks for the worker.
    await page.evaluate(async () => (await caches.open('/India')).put('/India', new Response('once kept')))
    await page.goto('/India')
    await expect
      .poll(() => page.evaluate(async () => [await navigator.serviceWorker.getRegistrations(), await caches.keys()]))
      .toEqual([[], []])
  })

  test('a worker that the network does not bring is no error', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => {
        document.title = 'asked for the worker'
        return Promise.reject(new TypeError('Failed to fetch'))
      }
    })
    await page.goto('/GetSurgery')
    await expect(page).toHaveTitle('asked for the worker')
  })
})
