/**
 * `npm run content:check`: prints every problem in content/, or a summary. With `-- --samples` it lists the remaining sample text.
 */
import { listSamples, strictProblems } from '#lib/content/checks/samples.ts'
import { count, formatProblem, type Problem } from '#lib/content/problem.ts'
import { env } from '#lib/env.ts'
import { checkedContent } from './support/checked-content.ts'

const checked = await checkedContent(process.cwd())

if (!checked.ok) fail(checked.problems)
else if (process.argv.includes('--samples')) {
  const samples = listSamples(checked.content.entries)
  for (const { file, line, field, value } of samples)
    console.log(`${file}:${line} ${field || 'the whole file'} ${value}`)
  console.log(samples.length > 0 ? `${count(samples.length, 'sample')} left.` : 'No samples left.')
} else {
  const { content, found, warnings, isCompared } = checked
  const problems = [...checked.problems, ...(env().contentStrict ? strictProblems(content.entries) : [])]
  if (warnings.length > 0) console.error(`${warnings.map(formatProblem).join('\n\n')}\n`)
  if (problems.length > 0) fail(problems)
  else {
    const { pages, stories, entries } = content
    const counts = [
      count(pages.length, 'page'),
      count(stories.length, 'story', 'stories'),
      count(entries.length - pages.length - stories.length, 'other file'),
      count(found.links.length, 'link'),
      count(found.files.length, 'file of public/', 'files of public/'),
      count(found.markdowns.length, 'Markdown text'),
    ]
    const compared = isCompared ? '' : ' Without git, old addresses were not compared.'
    const warned = warnings.length > 0 ? `; ${count(warnings.length, 'warning')}` : ''
    console.log(
      `Content is in order: ${counts.join(', ')}; ${count(listSamples(entries).length, 'sample')} left${warned}.${compared}`,
    )
  }
}

function fail(problems: readonly Problem[]): void {
  console.error(problems.map(formatProblem).join('\n\n'))
  console.error(`\n${count(problems.length, 'problem')} in the content files.`)
  process.exitCode = 1
}
