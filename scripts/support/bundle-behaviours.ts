/**
 * Bundles components/behaviours/ for the browser with esbuild, as a step of `next build` (next.config.ts) and `next dev`
 * (instrumentation.ts). These are plain ES modules, because content pages do not load the runtime that Next's own chunks need.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildOptions, context, type Metafile, build as runEsbuild } from 'esbuild'
import { type BehavioursManifest, behavioursFolder, manifestName, workerName } from '../../lib/platform/behaviours.ts'

/** The browsers that Next supports. */
const browsers = ['chrome111', 'edge111', 'firefox111', 'safari16.4']

const entry = 'components/behaviours/main.ts'
const workerEntry = `components/behaviours/${workerName}.ts`

const islandsFolder = 'components/islands'
/** The modules that components/behaviours/hydrate-island.ts loads: two with React, and one for few visitors, which shares nothing with them. */
const islands = [['donation.tsx', 'sponsorship.tsx'], ['wallet.ts']]

/**
 * `root`: the project folder. `distDir`: Next's output folder. The entry has a fixed name when watching, else a hashed one.
 * `addressOf`: where an island is, which is bundled on its own: chunks that it shared with behaviours would make these larger.
 */
function options(
  root: string,
  distDir: string,
  watching: boolean,
  addressOf: (island: string) => string,
): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    plugins: [
      {
        name: 'islands',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^#components\/islands\// }, ({ path: address, kind }) =>
            kind === 'dynamic-import' ? { path: addressOf(path.basename(address)), external: true } : undefined,
          ),
      },
    ],
    outdir: path.join(distDir, behavioursFolder),
    entryNames: watching ? '[name]' : '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    // For the islands (components/islands). The package names only its CommonJS file, whose exports esbuild would put into `default`.
    alias: { '@stripe/stripe-js/pure': '@stripe/stripe-js/dist/pure.mjs' },
    jsx: 'automatic',
    // React asks for its developer tools, of which no visitor has any.
    define: {
      'process.env.NODE_ENV': watching ? '"development"' : '"production"',
      __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    },
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
  const worker = files.find(([, { entryPoint }]) => entryPoint?.endsWith(workerEntry))?.[0]
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(distDir, behavioursFolder, path.basename(file))))
      .digest('base64')
  const sha256 = Object.fromEntries(files.map(([file]) => [path.basename(file), hash(file)]))
  const manifest: BehavioursManifest = {
    main: path.basename(main),
    needs,
    ...(worker && { worker: path.basename(worker) }),
    sha256,
  }
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
  const alone = { ...options(root, distDir, false, (name) => name), plugins: [] }
  const own: Metafile['outputs'] = {}
  for (const names of islands) {
    const bundled = await runEsbuild({ ...alone, entryPoints: names.map((name) => `${islandsFolder}/${name}`) })
    Object.assign(own, bundled.metafile.outputs)
  }
  // A classic script: not every browser runs a module as a service worker.
  const worker = await runEsbuild({ ...alone, entryPoints: [workerEntry], splitting: false, format: 'iife' })
  const files = Object.entries(own)
  const { metafile } = await runEsbuild(
    options(root, distDir, false, (name) => {
      const file = files.find(([, { entryPoint }]) => entryPoint?.endsWith(`${islandsFolder}/${name}`))?.[0]
      if (!file) throw new Error(`The island ${name} is missing in scripts/support/bundle-behaviours.ts.`)
      return `./${path.basename(file)}`
    }),
  )
  const outputs = { ...own, ...worker.metafile.outputs, ...metafile.outputs }
  const all = { inputs: metafile.inputs, outputs }
  writeManifest(distDir, all)
  return all
}

/** Bundles now and after each change, until the process ends. */
export async function watchBehaviours(root: string, distDir: string): Promise<void> {
  mkdirSync(path.join(distDir, behavioursFolder), { recursive: true })
  // `next dev` hydrates forms itself, so no island is ever loaded.
  const { plugins = [], ...others } = options(root, distDir, true, (name) => `./${path.parse(name).name}.js`)
  const bundling = await context({
    ...others,
    plugins: [
      ...plugins,
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
