import type { Page } from '@playwright/test'
import { testPorts } from '../../../scripts/support/sandbox-environment.ts'
import { expect, test } from '../../support/browser-test.ts'

const address = '/India/stories/the-500th'

async function openPanel(page: Page) {
  await page.goto(address)
  await page.getByRole('button', { name: /^Share / }).click()
  return page.getByRole('dialog', { name: /^Share:/ })
}

test('the link is copied, which the panel says for a second; a network gets the address of the page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const panel = await openPanel(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page.getByText('Copied')).toBeHidden()
  const href = await panel.getByRole('link', { name: /Facebook/ }).getAttribute('href')
  expect(new URL(href ?? '').searchParams.get('u')).toBe(`http://localhost:${testPorts.site}${address}`)
})

test('where copying is forbidden the link is selected, and a device with a share sheet offers it with title and link', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
    navigator.share = (data) => {
      document.title = JSON.stringify(data)
      return Promise.resolve()
    }
  })
  await openPanel(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is selected: copy it from there.')).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(address)
  await page.getByRole('button', { name: 'More ways to share' }).click()
  await expect(page).toHaveTitle(
    JSON.stringify({ title: 'The 500th', url: `http://localhost:${testPorts.site}${address}` }),
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the panel opens with its links, and offers nothing that needs a script', async ({ page }) => {
    const panel = await openPanel(page)
    await expect(panel.getByRole('link')).toHaveCount(4)
    await expect(panel.getByRole('textbox', { name: 'Link to share' })).toBeVisible()
    await expect(panel.getByRole('button')).toHaveText(['Close'])
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
  })
})
