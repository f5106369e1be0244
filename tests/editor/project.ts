/** Where the tests of the editor edit a copy of the content. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '#scripts/support/processes.ts'
import { testPorts } from '#scripts/support/sandbox-environment.ts'

/** Outside the checkout: programs that walk through it would follow its links. */
export const editedProject = path.join(tmpdir(), `edited-site-${testPorts.site}`)

/** A file of the copy as it is now, and as it is in the checkout. */
export const edited = (file: string): string => readFileSync(path.join(editedProject, file), 'utf8')
export const original = (file: string): string => readFileSync(path.join(root, file), 'utf8')
