/**
 * Bundles components/behaviours/ for the browser. Next's own chunks need its runtime, which content pages do not load, so
 * these are plain ES modules, made by esbuild as a step of `next build` (next.config.ts) and `next dev` (instrumentation.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildOptions, context, type Metafile, build as runEsbuild } from 'esbuild'
import { type BehavioursManifest, behavioursFolder, manifestName } from '../../lib/behaviours.ts'

/** The browsers that Next itself builds for, so that both kinds of page work in the same ones. */
const browsers = ['chrome111', 'edge111', 'firefox111', 'safari16.4']

/** `root`: the project's folder. `distDir`: Next's output folder. Watching keeps the name of the entry; else it carries a hash. */
function options(root: string, distDir: string, watching: boolean): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: root,
    entryPoints: ['components/behaviours/main.ts'],
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

/** For lib/behaviours.ts, which tells the page what to load. @throws when a behaviour imports a style sheet. */
function writeManifest(distDir: string, { outputs }: Metafile) {
  const files = Object.entries(outputs)
  const notScript = files.find(([file]) => !file.endsWith('.js'))
  if (notScript) throw new Error(`A behaviour may only import code, but the bundle holds ${notScript[0]}.`)
  const main = files.find(([, { entryPoint }]) => entryPoint === 'components/behaviours/main.ts')?.[0]
  if (!main) throw new Error('The bundle of components/behaviours/ has no entry.')
  const needs = importedAtOnce(outputs, main).map((file) => path.basename(file))
  const manifest: BehavioursManifest = { main: path.basename(main), needs }
  writeFileSync(path.join(distDir, behavioursFolder, manifestName), JSON.stringify(manifest))
}

/** The files that `file` imports before it runs, and those that these import. */
function importedAtOnce(outputs: Metafile['outputs'], file: string, known = new Set<string>()): string[] {
  for (const { kind, path: imported } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && !known.has(imported)) {
      known.add(imported)
      importedAtOnce(outputs, imported, known)
    }
  return [...known]
}

/** Bundles once, minified, under hashed names. @throws when it does not compile, which fails the build. */
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
  // The first page must find the bundle. A mistake in a behaviour is printed by esbuild, and mended while it watches.
  await bundling.rebuild().catch(() => undefined)
  await bundling.watch()
}
