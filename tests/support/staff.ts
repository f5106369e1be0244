/** Staff of the site under test, who sign in as people do: by a mailed link. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { linksIn } from './mail-text.ts'
import { mailsTo } from './sandbox.ts'

const root = path.join(import.meta.dirname, '..', '..')
let people = 0

/** @returns the address. */
export function addStaff(...roles: readonly string[]): string {
  people += 1
  const email = `staff-${process.pid}-${people}@example.org`
  const words = ['scripts/staff.ts', 'add', `Nia ${people}`, email, `--role=${roles}`]
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: path.join(root, 'test-results', 'data') }
  execFileSync(process.execPath, words, { cwd: root, env, stdio: 'ignore' })
  return email
}

async function askForLink(page: Page, email: string): Promise<string> {
  const earlier = (await mailsTo(email)).length
  await page.goto('/office')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status').first()).toContainText('a link is on its way')
  await expect.poll(() => mailsTo(email)).toHaveLength(earlier + 1)
  return linksIn((await mailsTo(email)).at(-1))['Sign in'] ?? ''
}

/** `title`: of the page that opens. */
export async function signIn(page: Page, email: string, title = 'Today'): Promise<void> {
  await page.goto(await askForLink(page, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}
