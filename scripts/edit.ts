/** `npm run edit`: the development server with the sandbox, and an editing page beside it at /edit/. Edits content/ in the current folder. */

import path from 'node:path'
import { choicesOf, originalNames, originalsOf, publicPart, shownAt } from '#editor/lists.ts'
import { bundleEditor, exportEditor, exportProblem } from '#editor/page.ts'
import { startEditServer } from '#editor/server.ts'
import type { EditorLists } from '#editor/settings.ts'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { filesIn } from '#lib/site/content/checks/files.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { readCommand, stop } from './support/command.ts'
import {
  developmentOptions,
  refuseTakenPorts,
  root,
  start,
  startScript,
  tool,
  waitForResponse,
} from './support/processes.ts'
import {
  charityEnvironment,
  portsFrom,
  sandboxEnvironment,
  siteEnvironment,
  testPorts,
} from './support/sandbox-environment.ts'

const usage = `npm run edit -- [--site ADDRESS]
npm run edit -- [--export FOLDER --repo OWNER/NAME [--branch main] [--site ADDRESS] [--sign-in ADDRESS]]

  --site ADDRESS    the site that visitors read: the editor says what of it is live
  --export FOLDER   writes the editor for GitHub instead: docs/editors/with-a-browser.md`

const { values } = readCommand(usage, {
  options: {
    export: { type: 'string' },
    repo: { type: 'string', default: '' },
    branch: { type: 'string', default: 'main' },
    site: { type: 'string' },
    'sign-in': { type: 'string' },
  },
})
const ports = process.env.TEST_PORT ? testPorts : portsFrom(Number(process.env.PORT ?? 3000))
const project = charityFolder
const bundle = path.join(root, '.next', 'editor')
/** The site stands behind the editing server, which has the site's own port. */
const sitePort = ports.ip + 1

/** Another charity's content is read by this program from its own folder. Without CHARITY_DIR the project is that of the current folder. */
const itsOwn = charityEnvironment()

/** `publicAt`: only what visitors see then. */
function read(publicAt?: Date) {
  const all = loadContent(path.join(project, 'content'))
  const loaded = all.ok && publicAt ? { ...all, content: publicPart(all.content, publicAt) } : all
  const files = [...filesIn(path.join(project, 'public/media')).keys()].map((file) => `/media${file}`)
  const originals = loaded.ok ? originalNames(loaded.content) : []
  return {
    lists: {
      placeholders: [...loaded.known.placeholders],
      choices: choicesOf(loaded, files),
      zone: loaded.ok ? loaded.content.site.zone : 'UTC',
      originals,
      shownAt: loaded.ok ? shownAt(loaded.content) : {},
      currencies: loaded.ok ? loaded.content.currencies : [],
    } satisfies EditorLists,
    originals: loaded.ok ? originalsOf(loaded.content) : new Map(),
  }
}

async function serve() {
  await refuseTakenPorts([...Object.values(ports), sitePort])
  await bundleEditor(bundle)
  startScript(path.join(root, 'sandbox/main.ts'), { env: sandboxEnvironment(ports) })
  const site = start(
    tool('next'),
    ['dev', root, '--experimental-next-config-strip-types', '--port', String(sitePort), '--hostname', 'localhost'],
    {
      cwd: itsOwn.CHARITY_DIR ? root : project,
      env: { ...siteEnvironment(ports), ...itsOwn, ...developmentOptions, PORT: String(sitePort), SAMPLE_NOTICE: '1' },
    },
  )
  site.once('exit', (code) => process.exit(code ?? 1))
  await startEditServer({
    project,
    bundle,
    port: ports.site,
    sitePort,
    lists: () => read().lists,
    liveSite: values.site ?? '',
  })
  await waitForResponse(`http://localhost:${ports.site}/`, site)
  console.log(`
  Edit:      http://localhost:${ports.site}/edit/
  The site:  http://localhost:${ports.site}/

  Saving writes into content/. Ctrl+C stops everything.
`)
}

if (values.export === undefined) await serve()
else {
  const options = { root, folder: values.export, repo: values.repo, signIn: values['sign-in'] }
  const problem = exportProblem(options)
  if (problem) stop(problem)
  // Everybody who knows its address can open it: drafts stay in the repository.
  await exportEditor({
    ...options,
    branch: values.branch,
    siteUrl: values.site ?? 'http://localhost:3000',
    ...read(new Date()),
  })
  console.log(
    `The editor of ${values.repo} is in ${values.export}. docs/editors/with-a-browser.md says where to put it.`,
  )
}
