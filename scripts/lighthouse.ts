/** `npm run lighthouse`: Lighthouse over every page of the built site. Run `npm run build` before. */
import { run, tool } from './support/processes.ts'

process.exitCode = await run(tool('playwright'), ['test', 'pages/lighthouse'], {
  env: { LIGHTHOUSE_ALL: '1' },
})
