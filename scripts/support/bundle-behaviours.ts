/**
 * Bundles components/behaviours/ for the browser with esbuild, as a step of `next build` (next.config.ts) and `next dev`
 * (instrumentation.ts). These are plain ES modules, because content pages do not load the runtime that Next's own chunks need.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildOptions, context, type Metafile, build as runEsbuild } from 'esbuild'
import { type BehavioursManifest, behavioursFolder, manifestName } from '../../lib/platform/behaviours.ts'

/** The browsers that Next supports. */
const browsers = ['chrome111', 'edge111', 'firefox111', 'safari16.4']

const entry = 'components/behaviours/main.ts'

/** `root`: the project folder. `distDir`: Next's output folder. The entry has a fixed name when watching, else a hashed one. */
function options(root: string, distDir: string, watching: boolean): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: path.join(distDir, behavioursFolder),
    entryNames: watching ? '[name]' : '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: browsers,
    minify: !watching,
    sourcemap: watching && 'inline',
    legalComments: 'none',
    metafile: true,
    // Errors are thrown, or reported by the watcher.
    logLevel: watching ? 'warning' : 'silent',
  }
}

/** Read by lib/platform/behaviours.ts. @throws when a behaviour imports a style sheet. */
function writeManifest(distDir: string, { outputs }: Metafile) {
  const files = Object.entries(outputs)
  const notScript = files.find(([file]) => !file.endsWith('.js'))
  if (notScript) throw new Error(`A behaviour may only import code, but the bundle contains ${notScript[0]}.`)
  // In a folder of links (tests/editor/start.ts) esbuild names the entry by its real place.
  const main = files.find(([, { entryPoint }]) => entryPoint?.endsWith(entry))?.[0]
  if (!main) throw new Error('The bundle of components/behaviours/ has no entry.')
  const needs = importedAtOnce(outputs, main).map((file) => path.basename(file))
  const manifest: BehavioursManifest = { main: path.basename(main), needs }
  writeFileSync(path.join(distDir, behavioursFolder, manifestName), JSON.stringify(manifest))
}

/** The static imports of `file`, recursively. */
function importedAtOnce(outputs: Metafile['outputs'], file: string, known = new Set<string>()): string[] {
  for (const { kind, path: imported } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && !known.has(imported)) {
      known.add(imported)
      importedAtOnce(outputs, imported, known)
    }
  return [...known]
}

/** Bundles once, minified, with hashed names. @throws when it does not compile, which fails the build. */
export async function bundleBehaviours(root: string, distDir: string): Promise<Metafile> {
  const { metafile } = await runEsbuild(options(root, distDir, false))
  writeManifest(distDir, metafile)
  return metafile
}

/** Bundles now and after each change, until the process ends. */
export async function watchBehaviours(root: string, distDir: string): Promise<void> {
  mkdirSync(path.join(distDir, behavioursFolder), { recursive: true })
  const bundling = await context({
    ...options(root, distDir, true),
    plugins: [
      {
        name: 'manifest',
        setup: ({ onEnd }) =>
          onEnd(({ metafile, errors }) => {
            if (metafile && errors.length === 0) writeManifest(distDir, metafile)
          }),
      },
    ],
  })
  // The first page needs the bundle. esbuild prints errors in a behaviour and keeps watching.
  await bundling.rebuild().catch(() => undefined)
  await bundling.watch()
}
