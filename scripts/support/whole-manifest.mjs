/**
 * Loaded into Next's development server. It writes its manifest of prerendered routes without a lock, so two first requests at once can
 * leave it as two texts in one, and every page answers 500 from then on. This replaces the file as a whole.
 */
import fs from 'node:fs'
import path from 'node:path'

const { writeFile, rename } = fs.promises
let written = 0

fs.promises.writeFile = async (file, ...rest) => {
  if (typeof file !== 'string' || path.basename(file) !== 'prerender-manifest.json') return writeFile(file, ...rest)
  const part = `${file}.${process.pid}-${written++}`
  await writeFile(part, ...rest)
  await rename(part, file)
}
