/**
 * Links node_modules/.bin/node to the Node that `npm ci` installed as a package. npm 11 does so itself. npm 9 and 10 delete the link, because
 * the packages for other systems, which they leave out, have a program of the same name. Also deletes the headers for compiling add-ons,
 * 67 MB that nothing uses.
 */
import { existsSync, rmSync, symlinkSync } from 'node:fs'

const link = new URL('../node_modules/.bin/node', import.meta.url)
const program = `../node-${process.platform}-${process.arch}/bin/node`
if (!existsSync(link) && existsSync(new URL(program, link))) symlinkSync(program, link)
rmSync(new URL(`../node_modules/node-${process.platform}-${process.arch}/include`, import.meta.url), {
  recursive: true,
  force: true,
})
