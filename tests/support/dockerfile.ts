/** Reads the Dockerfile: as much of its language as ours uses. https://docs.docker.com/reference/dockerfile/ */
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** `flags`: `--from=build` as `{ from: 'build' }`. */
export type Step = { keyword: string; flags: Record<string, string>; text: string }
/** `base`: an image, or the name of an earlier stage. */
export type Stage = { name: string; base: string; steps: Step[] }

const known = ['ARG', 'CMD', 'COPY', 'ENV', 'EXPOSE', 'HEALTHCHECK', 'RUN', 'USER', 'VOLUME', 'WORKDIR']

/** @throws for an instruction that it does not know. */
function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  for (const line of lines.split('\n').filter((line) => line.trim())) {
    const [, keyword = '', given = '', rest = ''] = /^([A-Z]+) ((?:--\S+ )*)(.*)$/.exec(line) ?? []
    const from = /^(\S+) AS (\S+)$/.exec(rest)
    if (keyword === 'FROM' && from?.[1] && from[2]) stages.push({ name: from[2], base: from[1], steps: [] })
    else if (known.includes(keyword))
      stages.at(-1)?.steps.push({
        keyword,
        flags: Object.fromEntries(
          [...given.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
        ),
        text: rest,
      })
    else throw new Error(`Not understood in the Dockerfile: ${line}`)
  }
  return stages
}

export function readDockerfile(root: string): Stage[] {
  return parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
}

/** The steps of a stage after those of the stages it is built on, without steps of an image. */
export function stepsOf(stages: readonly Stage[], name: string): Step[] {
  const stage = stages.find((stage) => stage.name === name)
  return stage ? [...stepsOf(stages, stage.base), ...stage.steps] : []
}

/** `["node", "x.ts"]`, behind CMD if there is one, as in HEALTHCHECK. @throws when it is not in this form. */
export function argumentsOf({ text }: Step): string[] {
  return JSON.parse(text.replace(/^CMD /, '')) as string[]
}

/** Sources and destination of COPY. */
export function copied({ text }: Step): { sources: string[]; to: string } {
  const words = text.split(' ')
  return { sources: words.slice(0, -1), to: words.at(-1) ?? '' }
}

/** Whether .dockerignore keeps a path of the repository out of the image. */
export function isIgnored(root: string, file: string): boolean {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n')
  return patterns.some(
    (pattern) =>
      pattern && !pattern.startsWith('#') && (path.matchesGlob(file, pattern) || file.startsWith(`${pattern}/`)),
  )
}
