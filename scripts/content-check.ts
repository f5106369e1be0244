/**
 * `npm run content:check`: prints every problem in content/, or a summary. With `-- --samples` it lists the remaining sample text.
 */
import path from 'node:path'
import { checkHistory } from '#lib/content/checks/history.ts'
import { checkContent } from '#lib/content/checks/index.ts'
import { listSamples, strictProblems } from '#lib/content/checks/samples.ts'
import { loadContent } from '#lib/content/load.ts'
import { count, formatProblem, type Problem } from '#lib/content/problem.ts'
import { filesIn } from '#lib/content/public-files.ts'
import { env } from '#lib/env.ts'
import { formerContent } from './support/content-history.ts'

const project = process.cwd()
// Git works while the files are read.
const reading = formerContent(project)
const loaded = loadContent(path.join(project, 'content'))

if (!loaded.ok) fail(loaded.problems)
else if (process.argv.includes('--samples')) {
  const samples = listSamples(loaded.content.entries)
  for (const { file, line, field, value } of samples)
    console.log(`${file}:${line} ${field || 'the whole file'} ${value}`)
  console.log(samples.length > 0 ? `${count(samples.length, 'sample')} left.` : 'No samples left.')
} else {
  const { content } = loaded
  const { found, problems, warnings } = checkContent(content, filesIn(path.join(project, 'public')), new Date())
  const former = await reading
  if (former) problems.push(...checkHistory(content, former))
  if (env().contentStrict) problems.push(...strictProblems(content.entries))
  if (warnings.length > 0) console.error(`${warnings.map(formatProblem).join('\n\n')}\n`)
  if (problems.length > 0) fail(problems)
  else {
    const { pages, stories, entries } = content
    const checked = [
      count(pages.length, 'page'),
      count(stories.length, 'story', 'stories'),
      count(entries.length - pages.length - stories.length, 'other file'),
      count(found.links.length, 'link'),
      count(found.files.length, 'file of public/', 'files of public/'),
      count(found.markdowns.length, 'Markdown text'),
    ]
    const compared = former ? '' : ' Without git, old addresses were not compared.'
    const warned = warnings.length > 0 ? `; ${count(warnings.length, 'warning')}` : ''
    console.log(
      `Content is in order: ${checked.join(', ')}; ${count(listSamples(entries).length, 'sample')} left${warned}.${compared}`,
    )
  }
}

function fail(problems: readonly Problem[]): void {
  console.error(problems.map(formatProblem).join('\n\n'))
  console.error(`\n${count(problems.length, 'problem')} in the content files.`)
  process.exitCode = 1
}
