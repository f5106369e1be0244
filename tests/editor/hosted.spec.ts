/** The exported editor in a browser: a save becomes a pull request at GitHub, for which a stand-in answers. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { root } from '#scripts/support/processes.ts'
import { GitHub } from './github.ts'

const home = 'https://editor.example.org'

const test = base.extend<{ github: GitHub }>({
  github: async ({ context }, use) => {
    const github = new GitHub(root)
    const folder = mkdtempSync(path.join(tmpdir(), 'hosted-editor-'))
    execFileSync(
      process.execPath,
      ['--conditions=react-server', 'scripts/edit.ts', '--export', folder, '--repo', github.repo],
      {
        cwd: root,
      },
    )
    const noise: string[] = []
    context.on('weberror', (error) => noise.push(error.error().message))
    context.on('console', (message) => /Content Security Policy/i.test(message.text()) && noise.push(message.text()))
    await context.route(/^https?:/, async (route) => {
      const request = route.request()
      const { origin, pathname } = new URL(request.url())
      if (origin === home) return route.fulfill({ path: path.join(folder, pathname === '/' ? 'index.html' : pathname) })
      const headers = { 'access-control-allow-origin': '*' }
      if (origin === 'https://www.githubstatus.com')
        return route.fulfill({ headers, json: { status: { indicator: 'none' } } })
      if (origin !== 'https://api.github.com') {
        noise.push(request.url())
        return route.abort()
      }
      const token = request.headers().authorization?.replace(/^token /, '')
      const body: unknown = request.postData() ? request.postDataJSON() : undefined
      const response = await github.answer({ method: request.method(), address: request.url(), body, token })
      if (response.status === 404) noise.push(JSON.stringify(response.body))
      await route.fulfill({
        status: response.status,
        headers,
        ...(response.body !== undefined && { json: response.body }),
      })
    })
    await use(github)
    github.delete()
    rmSync(folder, { recursive: true })
    expect(noise).toEqual([])
  },
})

test('a change becomes a pull request with nothing else in it, and is published when it is merged', async ({
  page,
  github,
}) => {
  await page.goto(`${home}/#/collections/pages/entries/India`)
  const policy = page.locator('meta[http-equiv="content-security-policy"]')
  await expect(policy).toHaveAttribute('content', /^default-src 'self'; script-src 'self' '/)
  const signIn = page.getByRole('button', { name: 'Sign In Using Access Token' })
  await signIn.click()
  await page.getByRole('textbox').fill('no token')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('The provided token is invalid.')).toBeVisible()
  await signIn.click()
  await page.getByRole('textbox').fill(github.token)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()

  const title = page.getByRole('textbox', { name: 'Title', exact: true }).first()
  await expect(title).toHaveValue(/India/, { timeout: 60_000 })
  await title.fill('Our work in India')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Send for Review' }).click()
  // The form shows the new status before GitHub has it.
  const pull = () => github.pullRequests[0]
  await expect.poll(pull).toMatchObject({ draft: false, state: 'open', labels: ['sveltia-cms/pending_review'] })
  const branch = String(pull()?.branch)
  const changes = () => github.changes(branch)
  expect(changes()).toEqual(['-title: India', '+title: Our work in India'])

  await title.fill('All our work in India')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(changes).toEqual(['-title: India', '+title: All our work in India'])
  expect(github.pullRequests).toHaveLength(1)

  await page.getByRole('button', { name: /Status:.*In Review/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ready' }).click()
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish Entry' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  }
  await publish()
  await expect(page.getByText(/not published.*approve/i)).toBeVisible()
  expect(github.show('main', 'content/pages/India.yaml')).toContain('title: India')
  github.approve(branch)
  await publish()
  await expect.poll(() => github.show('main', 'content/pages/India.yaml')).toContain('title: All our work in India')
})
