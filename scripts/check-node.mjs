/**
 * Exits with an error message if this Node is too old (engines in package.json). Plain JavaScript, because an older Node cannot run
 * TypeScript.
 */
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const [major, minor] = needed.split('.').map(Number)
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `This site needs Node ${needed} or newer, and this is Node ${process.versions.node}. Install Node 24 from https://nodejs.org, or run "npm ci", which installs it on Linux.`,
  )
  process.exit(1)
}
