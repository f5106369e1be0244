/** A treasurer in the office: bank statements, sponsors, the newsletter and the lists, with and without JavaScript. */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../../support/browser-test.ts'
import { invoiceOf } from '../../support/sponsor.ts'
import { addStaff, signIn } from '../../support/staff.ts'

test.slow()
test.use({ expectedNoise: [/status of 422/] })

const statement = (text: string) => ({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const result = (page: Page) => page.getByRole('status').first()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function download(page: Page, button: string): Promise<string> {
  const began = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFileSync(await (await began).path(), 'utf8')
}

/** For docs/office.md, by `npm run docs:screenshots`. */
async function picture(page: Page, name: string): Promise<void> {
  if (test.info().config.updateSnapshots !== 'all') return
  const folder = path.join(import.meta.dirname, '../../../docs/pictures/office')
  mkdirSync(folder, { recursive: true })
  const png = sharp(await page.screenshot()).png({ palette: true, colours: 128, effort: 10 })
  await png.toFile(path.join(folder, `${name}.png`))
}

for (const javaScriptEnabled of [true, false])
  test(`a treasurer ${javaScriptEnabled ? 'with' : 'without'} JavaScript books a statement, lists the sponsors, and downloads what others ask for`, async ({
    browser,
    visitor,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, extraHTTPHeaders: { 'x-forwarded-for': visitor } })
    const page = await context.newPage()
    const sponsor = `River Garage ${visitor.split(':')[2]}`
    const reference = await invoiceOf(sponsor, visitor)
    await signIn(page, addStaff('money'))

    await page.getByRole('link', { name: 'Pledges', exact: true }).click()
    // The newest first: other tests leave more than a page of them.
    await page.goto('/office/pledges?sort=day&order=down')
    await expect(row(page, reference)).toContainText('Invoice')
    await page.getByRole('link', { name: 'Transfers' }).click()
    // Another amount than in the other run, which would be the same money.
    const amount = javaScriptEnabled ? '70.00' : '71.00'
    const checks = `Cleared on,Name,Check number,Reference,Dollars\n2026-11-05,${sponsor},7,${reference},750.00\n2026-11-05,Ruth Lee,${visitor.split(':')[2]},,${amount}\n2026-11-06,Ruth Lee,,,${amount}\n`
    await page.getByLabel('Statement: Excel, CSV or text').setInputFiles(statement(checks))
    await page.getByRole('button', { name: 'Read the statement' }).click()
    await expect(row(page, reference)).toContainText(`${reference} of ${sponsor}: reference, amount, name`)
    await expect(row(page, reference).getByRole('checkbox')).toBeChecked()
    await picture(page, 'transfers')
    await page.getByRole('button', { name: 'Confirm the ticked lines' }).click()
    await expect(result(page)).toHaveText('Done.')
    await expect(row(page, reference)).toContainText('Confirmed')

    const again = row(page, 'This looks like')
    await expect(again).toHaveCount(1)
    await row(page, 'Ruth Lee').first().getByRole('link').click()
    await page.getByRole('textbox', { name: 'Name (optional)' }).fill('Ruth Lee')
    await page.getByRole('textbox', { name: 'Email address' }).fill('nobody')
    await page.getByRole('button', { name: 'Confirm this line' }).click()
    await expect(page.getByRole('alert')).toContainText('nobody is not an email address')
    await page.getByRole('textbox', { name: 'Email address' }).fill('')
    await page.getByRole('button', { name: 'Confirm this line' }).click()
    await expect(result(page)).toHaveText('Done.')
    await page.getByText('Undo this gift').click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Confirm this line' })).toBeVisible()

    await page.goto('/office/transfers')
    await page.getByRole('button', { name: 'Put the statement away' }).click()
    const unknown = `Booked ${visitor};Paid by;Money in\n2026-11-05;Somebody;5.00\n`
    await page.getByLabel('Statement: Excel, CSV or text').setInputFiles(statement(unknown))
    await page.getByRole('button', { name: 'Read the statement' }).click()
    await expect(page.getByLabel('Incoming amount')).toHaveValue('2')
    await page.getByRole('checkbox', { name: 'Paid by: Somebody' }).check()
    await page.getByLabel('Currency').selectOption('USD')
    await page.getByRole('textbox', { name: 'Whose statement it is' }).fill(`Bank of ${visitor}`)
    await page.getByRole('button', { name: 'Remember this' }).click()
    await expect(row(page, 'Somebody')).toContainText('$5')
    await page.getByRole('button', { name: 'Put the statement away' }).click()

    await page.getByRole('link', { name: 'Sponsors' }).click()
    await page.getByLabel('Event').selectOption('5k-run')
    // Other tests leave more than a page of them.
    await page.getByRole('searchbox').fill(sponsor)
    await page.getByRole('button', { name: 'Show' }).click()
    await row(page, sponsor).getByRole('link').click()
    await page.getByRole('textbox', { name: 'Logo' }).fill('garage.svg')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.goto('/office/sponsors?event=5k-run')
    await picture(page, 'sponsors')
    expect(await download(page, 'Download for the printer')).toContain(`"${sponsor}"`)

    await page.getByRole('link', { name: 'Newsletter' }).click()
    expect(await download(page, 'Download for the mail service')).toContain('"List-Unsubscribe"')
    await page.getByRole('link', { name: 'Lists' }).click()
    await page.getByRole('link', { name: 'The accountant' }).click()
    await page.getByLabel('From').fill('2026-11-05')
    await page.getByLabel('Until').fill('2026-11-05')
    expect(await download(page, 'Download (CSV)')).toContain(reference)
    await page.goto('/office/lists/usa')
    await page.getByRole('textbox', { name: 'Year' }).fill('26')
    await page.getByRole('button', { name: 'Download (CSV)' }).click()
    await expect(page.getByRole('alert')).toContainText('Write a year like 2026')
    await context.close()
  })
