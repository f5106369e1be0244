/** Reads from git which addresses and names content/ ever had, in commits and before the changes that are not committed yet. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Former } from '#lib/site/content/checks/links.ts'

const run = promisify(execFile)
const largestOutput = 64_000_000

/** `folder`: above content/. Null where there is no git, such as in an unpacked archive. */
export async function formerContent(folder: string): Promise<Former | null> {
  const git = async (...options: string[]): Promise<string> => {
    const { stdout } = await run('git', ['-c', 'core.quotepath=off', ...options], {
      cwd: folder,
      maxBuffer: largestOutput,
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
