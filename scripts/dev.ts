/** `npm run dev`: Next's development server with the sandbox. */
import { developmentOptions, run, startScript, tool } from './support/processes.ts'
import { demoPorts, sandboxEnvironment, siteEnvironment } from './support/sandbox-environment.ts'

const ports = demoPorts(Number(process.env.PORT ?? 3000))
startScript('sandbox/main.ts', { env: sandboxEnvironment(ports) })
const env = { ...siteEnvironment(ports), ...developmentOptions }
process.exit(await run(tool('next'), ['dev', '--port', String(ports.site)], { env }))
