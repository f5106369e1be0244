/**
 * `npm run edit -- --export FOLDER --repo OWNER/NAME`: the same editor as plain files, for a static host. It works with GitHub: a save is
 * a commit on a branch of its own, with a pull request. The site does not contain it.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bundleEditor, editorPage } from './page.ts'
import { type EditorLists, type EditorSettings, largestFile } from './settings.ts'
import { type Original, originalAddress } from './translations.ts'

type ExportOptions = {
  /** The project. */
  root: string
  folder: string
  /** owner/name */
  repo: string
  branch: string
  siteUrl: string
  /** A service that signs editors in at GitHub; without one they enter an access token. */
  signIn?: string | undefined
  lists: EditorLists
  /** The English texts of each file that can be translated. */
  originals: ReadonlyMap<string, Original>
}

/** What the page may load: its own files, and GitHub. */
const policy = (signIn: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline' blob:",
    "img-src 'self' blob: data: https://avatars.githubusercontent.com",
    "media-src 'self' blob:",
    `connect-src 'self' blob: data: https://api.github.com https://www.githubstatus.com${signIn ? ` ${new URL(signIn).origin}` : ''}`,
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
  ].join('; ')

/** Why the arguments are refused, as a sentence: the editor would become part of the site, or the repository is invalid. Otherwise undefined. */
export function exportProblem({
  root,
  folder,
  repo,
  signIn,
}: Pick<ExportOptions, 'root' | 'folder' | 'repo' | 'signIn'>): string | undefined {
  const inside = path.relative(root, path.resolve(folder)).split(path.sep)[0] ?? ''
  if (['', 'app', 'components', 'content', 'lib', 'public', '.next'].includes(inside))
    return `${folder} belongs to the site. Choose a folder that is not served with it, such as ../site-editor.`
  if (existsSync(folder) && readdirSync(folder).some((name) => !['index.html', 'app'].includes(name)))
    return `${folder} holds other files. Choose an empty folder.`
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo)) return 'Name the repository: --repo OWNER/NAME'
  if (signIn !== undefined && !signIn.startsWith('https://'))
    return 'The address of the sign-in service must start with https://'
  return undefined
}

export async function exportEditor({
  folder,
  repo,
  branch,
  siteUrl,
  signIn,
  lists,
  originals,
}: ExportOptions): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await bundleEditor(path.join(folder, 'app'))
  const settings: EditorSettings = {
    backend: { name: 'github', repo, branch, ...(signIn ? { base_url: signIn } : { auth_methods: ['token'] }) },
    publishMode: 'editorial_workflow',
    siteUrl,
    ...lists,
    largestFile,
  }
  for (const [file, original] of originals) {
    const written = path.join(folder, 'app', originalAddress(file))
    mkdirSync(path.dirname(written), { recursive: true })
    writeFileSync(written, JSON.stringify(original))
  }
  const page = editorPage(settings, 'app', policy(signIn))
  writeFileSync(path.join(folder, 'index.html'), page)
}
