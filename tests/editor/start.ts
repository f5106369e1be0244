/** Starts `npm run edit` on a copy of the content, beside links to everything else, so that tests change no file of the checkout. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '#scripts/support/processes.ts'
import { editedProject } from './project.ts'

const copied = ['content', 'public']
const own = ['.git', 'data', 'test-results']

rmSync(editedProject, { recursive: true, force: true })
mkdirSync(editedProject)
// Linked below, like everything else: the development server writes there.
mkdirSync(path.join(root, '.next/dev'), { recursive: true })
for (const name of copied) cpSync(path.join(root, name), path.join(editedProject, name), { recursive: true })
for (const name of readdirSync(root))
  if (![...copied, ...own].includes(name)) symlinkSync(path.join(root, name), path.join(editedProject, name))
process.chdir(editedProject)
await import('../../scripts/edit.ts')
