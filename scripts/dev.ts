/** `npm run dev`: Next's development server with the sandbox. */
import { developmentOptions, refuseTakenPorts, run, startScript, tool } from './support/processes.ts'
import { portsFrom, sandboxEnvironment, siteEnvironment } from './support/sandbox-environment.ts'

const ports = portsFrom(Number(process.env.PORT ?? 3000))
await refuseTakenPorts(Object.values(ports))
startScript('sandbox/main.ts', { env: sandboxEnvironment(ports) })
const env = { ...siteEnvironment(ports), ...developmentOptions }
process.exit(await run(tool('next'), ['dev', '--port', String(ports.site)], { env }))
