/** The exported editor in a browser: its files are complete, its policy fits them, and it asks nobody but GitHub. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { root } from '#scripts/support/processes.ts'

const home = 'https://editor.example.org'

test('the exported editor opens, and a token that GitHub refuses is named', async ({ page, context }, testInfo) => {
  const folder = testInfo.outputPath('editor')
  const command = ['scripts/edit.ts', '--export', folder, '--repo', 'charity/site']
  execFileSync(process.execPath, command, { cwd: root })
  const noise: string[] = []
  context.on('weberror', (error) => noise.push(error.error().message))
  context.on('console', (message) => /Content Security Policy/i.test(message.text()) && noise.push(message.text()))
  await context.route(/^https?:/, (route) => {
    const { href, origin, pathname } = new URL(route.request().url())
    if (origin === home) return route.fulfill({ path: path.join(folder, pathname === '/' ? 'index.html' : pathname) })
    const headers = { 'access-control-allow-origin': '*' }
    if (origin === 'https://www.githubstatus.com')
      return route.fulfill({ headers, json: { status: { indicator: 'none' } } })
    if (origin === 'https://api.github.com')
      return route.fulfill({ headers, status: 401, json: { message: 'Bad credentials' } })
    noise.push(href)
    return route.abort()
  })
  await page.goto(`${home}/#/collections/pages/entries/India`)
  const policy = page.locator('meta[http-equiv="content-security-policy"]')
  await expect(policy).toHaveAttribute('content', /^default-src 'self'; script-src 'self' '/)
  await page.getByRole('button', { name: 'Sign In Using Access Token' }).click()
  await page.getByRole('textbox').fill('no token')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('The provided token is invalid.')).toBeVisible()
  expect(noise).toEqual([])
  rmSync(folder, { recursive: true })
})
