/** Where the tests of the editor edit a copy of the content. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '#scripts/support/processes.ts'

export const editedProject = path.join(root, 'test-results', 'editor-project')

/** A file of the copy as it is now, and as it is in the checkout. */
export const edited = (file: string): string => readFileSync(path.join(editedProject, file), 'utf8')
export const original = (file: string): string => readFileSync(path.join(root, file), 'utf8')
