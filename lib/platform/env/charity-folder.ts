/** Apart from lib/platform/env.ts, because the Tailwind configuration reads it without Next. */
import path from 'node:path'

/** The folder that holds content/: the project itself, or the repository of another charity (docs/another-charity.md). */
export const charityFolder = path.resolve(
  /* turbopackIgnore: true */ process.cwd(),
  process.env.CHARITY_DIR?.trim() ?? '',
)
