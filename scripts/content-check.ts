/** `npm run content:check`: prints every problem in content/, or a summary. */

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { env } from '#lib/platform/env.ts'
import { languageName, translatedLanguages } from '#lib/platform/languages/index.ts'
import { missingMessages } from '#lib/platform/messages/index.ts'
import { lawyerQuestions, listSamples, samplesInWords, strictProblems } from '#lib/site/content/checks/samples.ts'
import { gapsOf, reportTranslations } from '#lib/site/content/checks/translations.ts'
import { claimState, claimsOf, endOf } from '#lib/site/content/claims.ts'
import { count, formatProblem, type Problem } from '#lib/site/content/problem.ts'
import { checkedContent, contentComment, unprintedFiles } from './support/checked-content.ts'
import { attempt, fail, readCommand } from './support/command.ts'

const usage = `npm run content:check -- [--samples | --lawyer | --translations | --comment FILE | --write]

  --samples        lists values that are not real yet
  --lawyer         lists what a lawyer must decide: comments that begin with “Lawyer:”
  --translations   lists missing and outdated translations
  --comment FILE   writes the findings as a comment for a pull request
  --write          writes every file as the editor writes it`

const { values: asked } = readCommand(usage, {
  options: {
    samples: { type: 'boolean' },
    lawyer: { type: 'boolean' },
    translations: { type: 'boolean' },
    comment: { type: 'string' },
    write: { type: 'boolean' },
  },
})
if (asked.write) {
  const files = unprintedFiles(charityFolder)
  for (const { file, printed } of files) writeFileSync(path.join(charityFolder, file), printed)
  console.log([...files.map(({ file }) => file), `${count(files.length, 'file')} changed.`].join('\n'))
}
const checked = await checkedContent(charityFolder)

const commentFile = asked.comment
if (commentFile) {
  const comment = contentComment(checked.problems, checked.warnings)
  // A pull request from a fork gets no comment: its author reads the log.
  console.log(comment)
  attempt(() => writeFileSync(commentFile, comment))
  if (checked.problems.length > 0) process.exitCode = 1
} else if (!checked.ok) failWith(checked.problems)
else if (asked.samples) {
  const samples = listSamples([...checked.content.entries, ...checked.content.translations])
  process.stdout.write(samplesInWords(samples))
} else if (asked.lawyer) {
  const questions = checked.content.entries.flatMap(({ source: { file } }) =>
    lawyerQuestions(readFileSync(path.join(charityFolder, file), 'utf8')).map(
      (it) => `${file}:${it.line} ${it.question}`,
    ),
  )
  console.log([...questions, count(questions.length, 'question')].join('\n'))
} else if (asked.translations) {
  const { gaps, untranslated } = reportTranslations(checked.content, translatedLanguages)
  if (gaps.length > 0) console.log(`${gaps.map(formatProblem).join('\n\n')}\n`)
  for (const [language, files] of untranslated) {
    const translations = checked.content.translations.filter((translation) => translation.language === language)
    const unreviewed = translations.filter(({ review }) => review).length
    console.log(`No translation into ${language}:\n${files.map((file) => `  ${file}`).join('\n')}`)
    const missing = missingMessages(language)
    if (missing.length > 0)
      console.log([`Missing in ${language}.json of messages/ or content/messages/:`, ...missing].join('\n  '))
    console.log(
      `${languageName(language)}: ${count(translations.length, 'file')} translated, ${unreviewed} of them not read by a native speaker; ${files.length} not translated; ${count(missing.length, 'message')} missing.\n`,
    )
  }
  console.log(
    gaps.length > 0 ? `${count(gaps.length, 'gap')} in translations.` : 'All translations are complete and up to date.',
  )
} else {
  const { content, found, warnings, isCompared } = checked
  const problems = [
    ...checked.problems,
    ...(env().contentStrict ? strictProblems([...content.entries, ...content.translations]) : []),
  ]
  if (warnings.length > 0) console.error(`${warnings.map(formatProblem).join('\n\n')}\n`)
  if (problems.length > 0) failWith(problems)
  else {
    const { stories, entries, translations } = content
    // A long list has several pages, but one file.
    const pages = entries.filter(({ page }) => page).length
    const counts = [
      count(pages, 'page'),
      count(stories.length, 'story', 'stories'),
      count(entries.length - pages - stories.length, 'other file'),
      count(translations.length, 'translation'),
      count(found.links.length, 'link'),
      count(new Set(found.files.map(({ value }) => value)).size, 'picture or film', 'pictures and films'),
      count(found.markdowns.length, 'Markdown text'),
    ]
    const compared = isCompared ? '' : ' Without git, old addresses were not compared.'
    const warned = warnings.length > 0 ? `; ${count(warnings.length, 'warning')}` : ''
    console.log(
      `Content is in order: ${counts.join(', ')}; ${count(listSamples([...entries, ...translations]).length, 'mark')} left${warned}.${compared}`,
    )
    const today = new Date().toISOString().slice(0, 10)
    const ending = claimsOf(entries).filter((claim) => {
      const end = endOf(claim)
      return end && end.slice(0, 4) <= today.slice(0, 4) && claimState(claim, today) !== 'sample'
    })
    if (ending.length > 0)
      console.log(
        [
          `${count(ending.length, 'registration or legal text runs', 'registrations and legal texts run')} out by the end of this year, or ${ending.length === 1 ? 'is' : 'are'} to be read again:`,
          ...ending.map((claim) => `  ${claim.where} ${claim.what}: ${endOf(claim)}`),
        ].join('\n'),
      )
    const outdated = translations.flatMap(gapsOf).filter(({ was }) => was !== undefined).length
    if (outdated > 0)
      console.log(
        `${count(outdated, 'translated text is', 'translated texts are')} older than the English: npm run content:check -- --translations`,
      )
  }
}

function failWith(problems: readonly Problem[]): void {
  fail(`${problems.map(formatProblem).join('\n\n')}\n\n${count(problems.length, 'problem')} in the content files.`)
}
