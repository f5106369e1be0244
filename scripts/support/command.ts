/** What all commands have in common: how they read their words, and what they say when something is wrong. */
import { getSystemErrorMessage, type ParseArgsConfig, parseArgs } from 'node:util'
import { propertyOf } from '#lib/platform/narrow.ts'
import { storeRemedy } from '#lib/platform/store/failure.ts'

/** One sentence for an error of the file system, such as "/tmp/nofile: no such file or directory."; for one of a database its remedy; otherwise its message. */
export function sentenceOf(error: unknown): string {
  const [errno, file] = [propertyOf(error, 'errno'), propertyOf(error, 'path')]
  if (typeof errno === 'number' && typeof file === 'string') return `${file}: ${getSystemErrorMessage(errno)}.`
  // Errors of our own and mistakes in words have no such code.
  const isOfDatabase =
    propertyOf(error, 'errcode') ?? /^(?:[0-9A-Z]{5}|E(?!RR_)[A-Z]+)$/.test(String(propertyOf(error, 'code')))
  return isOfDatabase ? storeRemedy(error) : String(propertyOf(error, 'message') ?? error)
}

/** Ends the process with one sentence. `code` 2: a mistake in the words of the command. */
export function stop(sentence: string, code: 1 | 2 = 1): never {
  console.error(sentence)
  process.exit(code)
}

/** Prints a sentence. The process ends with 1 once the rest is done. */
export function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

/** What `work` returns. Ends the process with one sentence when it throws: for files that the words of the command name. */
export function attempt<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    stop(sentenceOf(error))
  }
}

/** A closed output ends the command quietly, as in `charity outbox | head`; one that cannot be written is an error. */
function endWithOutput(): void {
  process.stdout.on('error', (error) => {
    if (propertyOf(error, 'code') === 'EPIPE') process.exit()
    stop(`The output could not be written: ${error.message}`)
  })
}

/**
 * The words after a command. Prints `usage` for `--help`, and one sentence for an option that it does not have; the process ends then.
 * @param usage begins with the command: "charity backup [--to FOLDER]".
 */
export function readWords<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const
  try {
    const read = parseArgs({ ...config, options })
    if (!('help' in read.values)) return read as unknown as ReturnType<typeof parseArgs<Config>>
  } catch (error) {
    const [mistake = 'It cannot be read'] = /^[^']+'[^']*'[^.\n]*/.exec(sentenceOf(error)) ?? []
    const [command = ''] = /^(?:npm run|npm|charity) \S+/.exec(usage) ?? []
    stop(`${mistake}: ${command}${command.startsWith('npm') ? ' --' : ''} --help lists the options.`, 2)
  }
  console.log(usage)
  process.exit()
}

/** The same for a command that ends when its output is no longer read. */
export function readCommand<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  endWithOutput()
  return readWords(usage, config)
}
