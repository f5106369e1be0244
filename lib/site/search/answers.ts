/** Interprets a query: finds the answers of content/answers.yaml, and the site's words for the visitor's. Pure. */
import MiniSearch from 'minisearch'
import type { Answers } from '#lib/site/content/schema.ts'
import { maxEdits, queryWords, wordsIn } from './words.ts'

export type Answer = Answers['answers'][number]

type Understood = {
  /** Without stop words. */
  words: readonly string[]
  /** The query in the words of the site: "op bihar" -> surgery, india. */
  meant: readonly string[]
  /** The best match first. */
  answers: readonly Answer[]
}

/** `isKnown`: whether a page contains the word, which then cannot be a typo. */
export type Understand = (query: string, isKnown: (word: string) => boolean) => Understood

const maxAnswers = 3

/** `languages`: the reader's first. People type English words in every language. All languages have the same answers in the same order. */
export function understandIn(languages: readonly Answers[]): Understand {
  const stopWords = new Set(languages.flatMap((one) => wordsIn(one.stopWords)))
  const keysOf = (phrase: string) => queryWords(phrase, stopWords).map(singular)
  const synonyms = new Map(
    languages.flatMap((one) =>
      one.synonyms.split('\n').flatMap((line) => {
        const [ours = '', typed = ''] = line.split(':')
        return typed.split(',').map((phrase) => [keysOf(phrase).join(' '), keysOf(ours).join(' ')] as const)
      }),
    ),
  )
  // The words hold letters, vowel signs and digits only.
  const longestFirst = [...synonyms.keys()].filter(Boolean).sort((a, b) => b.length - a.length)
  const typed = new RegExp(`(?<= )(?:${longestFirst.join('|') || '(?!)'})(?= )`, 'g')
  const inOurWords = (words: readonly string[]) =>
    wordsIn(` ${words.join(' ')} `.replace(typed, (phrase) => synonyms.get(phrase) ?? phrase))

  const phrases = languages.flatMap(({ answers }) =>
    answers.flatMap(({ asked }, place) =>
      asked.split(',').map((phrase) => ({ place, words: [...new Set(inOurWords(keysOf(phrase)))] })),
    ),
  )
  const vocabulary = new Set([...phrases.flatMap(({ words }) => words), ...longestFirst.flatMap(wordsIn)])
  const similar = new MiniSearch({ idField: 'word', fields: ['word'], tokenize: (word) => [word] })
  similar.addAll([...vocabulary].map((word) => ({ word })))

  return (query, isKnown) => {
    const words = queryWords(query, stopWords)
    const corrected = words.map((word) => {
      const key = singular(word)
      if (vocabulary.has(key) || maxEdits(key) === 0 || isKnown(word)) return key
      return String(similar.search(key, { fuzzy: maxEdits(key) })[0]?.id ?? key)
    })
    const meant = [...new Set(inOurWords(corrected))]
    // A single word of a long query does not determine what the query is about.
    const matching = phrases.filter(
      (phrase) => phrase.words.length * 3 >= meant.length && phrase.words.every((word) => meant.includes(word)),
    )
    const most = Math.max(...matching.map((phrase) => phrase.words.length))
    const places = new Set(matching.flatMap((phrase) => (phrase.words.length === most ? phrase.place : [])))
    const answers = [...places].sort((a, b) => a - b).flatMap((place) => languages[0]?.answers[place] ?? [])
    return { words, meant, answers: answers.slice(0, maxAnswers) }
  }
}

/** "camps" -> camp. Sufficient, because both sides of a comparison are reduced this way. */
const singular = (word: string) => word.replace(/(?<=[a-z]{3})(?<!s)s$/, '')
