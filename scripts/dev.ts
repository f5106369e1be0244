/** `npm run dev`: Next's development server with the sandbox. */
import { readCommand } from './support/command.ts'
import { developmentOptions, refuseTakenPorts, run, startScript, tool } from './support/processes.ts'
import { charityEnvironment, portsFrom, sandboxEnvironment, siteEnvironment } from './support/sandbox-environment.ts'

readCommand('npm run dev\n\nServes the site while you change it, with the sandbox. PORT=3100 moves all ports.', {})
const ports = portsFrom(Number(process.env.PORT ?? 3000))
await refuseTakenPorts(Object.values(ports))
startScript('sandbox/main.ts', { env: sandboxEnvironment(ports) })
const env = { ...siteEnvironment(ports), ...charityEnvironment(), ...developmentOptions }
process.exit(await run(tool('next'), ['dev', '--port', String(ports.site)], { env }))
