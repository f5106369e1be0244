/**
 * What `npm ci` does last: links node_modules/.bin/node to the Node that was installed as a package, and deletes a quarter of what was
 * installed, which nothing here loads.
 */
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)

// npm 11 makes this link itself. npm 9 and 10 delete it, because the packages for other systems, which they leave out, have a program
// of the same name.
const link = new URL('.bin/node', modules)
const program = `../node-${process.platform}-${process.arch}/bin/node`
if (!existsSync(link) && existsSync(new URL(program, link))) symlinkSync(program, link)
if (!existsSync(link)) await import('./check-node.mjs')

const unused = [
  // Headers for compiling add-ons.
  /^node-[^/]+\/include$/,
  // Documents, and the builds of React behind experimental flags.
  /^next\/dist\/(?:docs|compiled\/[\w-]+-experimental|compiled\/next-server\/[\w-]+-experimental\.[\w.]+)$/,
  // A second bundle, and the packages for maps and code listings, which editor/page.ts leaves out.
  /^(?:@sveltia\/cms\/dist|@shikijs|leaflet|terra-draw|terra-draw-leaflet-adapter)$/,
  // The sources of zod, another build of three packages, and the data of browserslist for queries that nobody makes.
  /^(?:zod\/src|to-words\/dist\/umd|csv-parse\/dist\/umd|@sinclair\/typebox\/build\/esm|caniuse-lite\/data\/(?:features|regions))$/,
  // Tests of packages, and what they say of themselves; licences stay.
  /^(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^@/][^/]*\/tests?$/,
  /\/(?:readme|changelog|history)[^/]*\.md$/i,
  /\.map$/,
]
const files = readdirSync(modules, { recursive: true }).map((file) => file.replaceAll('\\', '/'))
for (const file of files.filter((name) => unused.some((pattern) => pattern.test(name))))
  rmSync(new URL(file, modules), { recursive: true, force: true })
