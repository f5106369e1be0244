/** Reads content/ and makes every check, those between files and those against git, and says in a comment what was found. */

import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { contentTexts, siteFiles } from '#lib/site/content/checks/files.ts'
import { type Checked, checkContent } from '#lib/site/content/checks/index.ts'
import { checkHistory, type Former } from '#lib/site/content/checks/links.ts'
import type { Content } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { count, frameAt, type Problem, problemOfFile, warning } from '#lib/site/content/problem.ts'
import { printFile } from '#lib/site/content/yaml-file.ts'

const run = promisify(execFile)
const maxOutputBytes = 64_000_000

/** Which addresses and names content/ ever had, in commits and before the changes that are not committed yet. `folder`: above content/. Null where there is no git, such as in an unpacked archive. */
export async function formerContent(folder: string): Promise<Former | null> {
  const git = async (...options: string[]): Promise<string> => {
    const { stdout } = await run('git', ['-c', 'core.quotepath=off', ...options], {
      cwd: folder,
      maxBuffer: maxOutputBytes,
    })
    return stdout
  }
  const patchesOf = (changes: 'D' | 'MD') =>
    ['-p', '-U0', '--no-renames', '--no-color', '--no-ext-diff', `--diff-filter=${changes}`, '--relative'] as const
  const [lines, files] = [patchesOf('MD'), patchesOf('D')]
  const withAddresses = ['content/pages', 'content/redirects.yaml', 'content/site.yaml']
  const withoutAddresses = ['content/stories', 'content/posts']
  try {
    const [patches, changes, deleted, removed] = await Promise.all([
      git('log', '--format=', `-G${addressLine}`, ...lines, '--', ...withAddresses),
      git('diff', 'HEAD', ...lines, '--', ...withAddresses),
      git('log', '--format=', ...files, '--', ...withoutAddresses),
      git('diff', 'HEAD', ...files, '--', ...withoutAddresses),
    ])
    return readFormer(`${changes}\n${patches}`, `${removed}\n${deleted}`)
  } catch {
    return null
  }
}

/** Lines of YAML that hold an address, or a name that addresses hold; git reads it as a POSIX extended regular expression. */
const addressLine = '^ *(- |[{] )*(address|aliases|from|founderSlug|secondSlug|initials):'

/** `patches` of changed files, `deleted` of deleted ones; both without context lines. */
function readFormer(patches: string, deleted: string): Former {
  const published = withoutDrafts(patches)
  const all = (pattern: RegExp) => [...published.matchAll(pattern)].map(([, value = '']) => unquoted(value))
  const unique = (values: readonly string[]) => [...new Set(values)].filter(Boolean)
  const aliases = all(/^-aliases: *\[(.*)\]/gm).flatMap((list) => list.split(',').map(unquoted))
  const files = withoutDrafts(deleted)
  const stories = [...files.matchAll(/^--- a\/content\/stories\/(\w+)\/([a-z0-9-]+)\.md$/gm)]
  const posts = [...files.matchAll(/^--- a\/content\/posts\/([a-z0-9-]+)\.md$/gm)]
  return {
    addresses: unique([
      ...all(/^-address: *(.+)$/gm),
      ...aliases,
      ...all(/^-aliases:\n((?:-[ \t]+- .*\n)+)/gm).flatMap((list) => list.split(/^-\s+- /m).map(unquoted)),
      ...all(/^- +(?:- )?(?:\{ *)?from: *("[^"]*"|[^\s,}]+)/gm),
      ...stories.map(([, country, slug]) => `/${country}/stories/${slug}`),
      ...posts.map(([, slug]) => `/{secondSlug}/${slug}`),
    ]),
    names: {
      founderSlug: unique(all(/^- +founderSlug: *(\S+)$/gm)),
      secondSlug: unique(all(/^- +secondSlug: *(\S+)$/gm)),
      initials: unique(all(/^- +initials: *(\S+)$/gm)),
    },
  }
}

/** Without the patches of files that were drafts until then: visitors never saw what these lost. */
const withoutDrafts = (patches: string) =>
  patches
    .split(/^(?=diff --git )/m)
    .filter((patch) => !/^-draft: *true/m.test(patch))
    .join('')

const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2')

/** `isCompared`: false without git, so that lost addresses are not found. */
type CheckedContent =
  | ({ ok: true; content: Content; isCompared: boolean } & Checked)
  | { ok: false; problems: Problem[]; warnings: Problem[] }

/** `project`: the folder above content/ and public/. */
export async function checkedContent(project: string): Promise<CheckedContent> {
  // Git runs while the files are read.
  const reading = formerContent(project)
  const loaded = loadContent(path.join(project, 'content'))
  if (!loaded.ok) return { ...loaded, warnings: [] }
  const { content } = loaded
  const { found, problems, warnings } = checkContent(content, siteFiles(project), new Date())
  const former = await reading
  const lost = former ? checkHistory(content, former) : []
  const unprinted = unprintedFiles(project).map(asWarning)
  return {
    ok: true,
    content,
    isCompared: former !== null,
    found,
    problems: [...problems, ...lost],
    warnings: [...warnings, ...unprinted],
  }
}

type Unprinted = { file: string; written: string; printed: string }

/** The files of content/ that the editor would write in another way. `written`: as they are; `printed`: as the editor would write them. */
export function unprintedFiles(project: string): Unprinted[] {
  return [...contentTexts(project)].flatMap(([name, written]) => {
    const printed = printFile(name, written)
    return printed === written ? [] : { file: `content/${name}`, written, printed }
  })
}

/** A warning, because nothing should keep a text from going live for how its file is written. */
function asWarning({ file, written, printed }: Unprinted): Problem {
  const rows = printed.split('\n')
  const line = written.split('\n').findIndex((row, index) => row !== rows[index]) + 1 || 1
  const message = 'is written in another way than the editor writes it: npm run content:check -- --write'
  return warning({ ...problemOfFile(file, message), line, frame: frameAt(written, line, 1) })
}

/** In Markdown. `problems` keep the change from going live; `warnings` do not. */
export function contentComment(problems: readonly Problem[], warnings: readonly Problem[]): string {
  const verdict =
    problems.length > 0
      ? `**${count(problems.length, 'mistake')} in the content.** The change cannot go live before ${problems.length === 1 ? 'it is' : 'they are'} fixed: open the entry in the editor again, or edit the file.`
      : '**The content is in order.**'
  const consider = warnings.length > 0 ? ['', 'To consider:', '', ...warnings.map(entry)] : []
  return [verdict, '', ...problems.map(entry), ...consider].join('\n').trimEnd().concat('\n')
}

function entry({ file, line, field, message, frame }: Problem): string {
  const place = `- \`${file}\`, line ${line}: ${field && `\`${field}\` `}${message}.`
  return frame ? `${place}\n  \`\`\`\n${frame.replace(/^/gm, '  ')}\n  \`\`\`` : place
}
