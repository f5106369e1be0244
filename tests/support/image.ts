import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The files and folders of the checkout that the image of the Dockerfile holds. */
export const imageFiles: readonly string[] = [
  ...readFileSync(path.join(import.meta.dirname, '../../Dockerfile'), 'utf8').matchAll(
    /^COPY --from=build (.+) \S+$/gm,
  ),
].flatMap(([, from = '']) => from.split(' ').map((file) => file.replace('/site/', '')))
