/** Makes another charity, builds its site, and serves it. CHARITY_DIR: a folder that may be overwritten. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { root, run, startScript, tool } from '#scripts/support/processes.ts'

const { CHARITY_DIR: folder = '' } = process.env
rmSync(folder, { recursive: true, force: true })
const answers = path.join(import.meta.dirname, 'answers.yaml')
const made = await run(process.execPath, ['scripts/new-charity.ts', folder, '--answers', answers])
const built =
  made === 0 ? await run(tool('next'), ['build'], { cwd: root, env: { TYPES_CHECKED: '1' }, quiet: true }) : 1
if (built !== 0) process.exit(1)
startScript('scripts/serve.ts').once('exit', (code) => process.exit(code ?? 1))
