/**
 * What a query means: the answers of content/answers.yaml that it asks for, and its words in those of the site. Signs of danger come before everything
 * else, whatever else was typed. Pure.
 */
import type { Answers } from '#lib/site/content/schema.ts'
import { maxEdits, queryWords, wordsIn } from './search.ts'

export type Answer = Answers['answers'][number]

type Understood = {
  /** Without stop words. */
  words: readonly string[]
  /** The query in the words of the site: "op bihar" -> surgery, india. */
  meant: readonly string[]
  /** Their places in the list, the best match first. */
  answers: readonly number[]
}

/** `isKnown`: whether a page contains the word, which then cannot be a typo. */
export type Understand = (query: string, isKnown: (word: string) => boolean) => Understood

/** `languages`: of the site. People type words of every language in every language. All have the same answers in the same order; `first` and `signs` are those of the first. */
export function understandIn(languages: readonly Answers[]): Understand {
  const [main] = languages
  const stopWords = new Set(languages.flatMap((language) => wordsIn(language.stopWords)))
  const keysOf = (phrase: string) => queryWords(phrase, stopWords).map(keyOf)
  // Of two meanings that of the main language counts, in which the phrases are compared.
  const synonyms = new Map(
    languages
      .toReversed()
      .flatMap((language) =>
        linesOf(language.synonyms).flatMap(({ ours, typed }) =>
          typed.map((phrase) => [keysOf(phrase).join(' '), keysOf(ours).join(' ')] as const),
        ),
      ),
  )
  const longest = Math.max(0, ...[...synonyms.keys()].map((phrase) => phrase.split(' ').length))
  /** Three times, because a word of a translation stands for one of it, which stands for one of the main language. */
  const inOurWords = (words: readonly string[], times = 3): string[] => {
    const ours: string[] = []
    for (let at = 0; at < words.length; ) {
      let taken = Math.min(longest, words.length - at)
      while (taken > 0 && !synonyms.has(words.slice(at, at + taken).join(' '))) taken -= 1
      ours.push(...(synonyms.get(words.slice(at, at + taken).join(' '))?.split(' ') ?? words.slice(at, at + 1)))
      at += Math.max(1, taken)
    }
    return times > 1 ? inOurWords(ours, times - 1) : [...new Set(ours)]
  }

  const asked = (main?.answers ?? []).map((_, place) =>
    languages
      .flatMap(({ answers }) => answers[place]?.asked.split(',') ?? [])
      // "All gifts" is not "gifts".
      .filter((phrase) => keysOf(phrase).length > 1 || wordsIn(phrase).length === 1)
      .map((phrase) => inOurWords(keysOf(phrase))),
  )
  const bags = asked.map((phrases) => new Set(phrases.flat()))
  const signs = signsOf(main?.signs ?? '')
  const vocabulary = new Set([
    ...bags.flatMap((bag) => [...bag]),
    ...[...synonyms.keys()].flatMap((phrase) => phrase.split(' ')),
    ...signs.words,
  ])
  const corrected = correctorOf(vocabulary, stopWords)

  /** The fewer answers a word belongs to, the more it says; a word of none says as much as one of some. */
  const holders = new Map<string, number>()
  for (const word of bags.flatMap((bag) => [...bag])) holders.set(word, (holders.get(word) ?? 0) + 1)
  const weightOf = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + Math.log(1 + bags.length / (holders.get(word) ?? unknownHolders)), 0)
  /** How well an answer fits: its best phrase, of which one word of three may be missing, and a part of what its other phrases explain. 0: not at all. */
  const fitOf = (place: number, meant: readonly string[]): number => {
    const explained = meant.filter((word) => bags[place]?.has(word))
    const isOddWord = explained.length < 2 && meant.length > 2
    if (isOddWord || weightOf(explained) < minExplained * weightOf(meant)) return 0
    const best = Math.max(
      ...(asked[place] ?? []).map((phrase) => {
        const said = phrase.filter((word) => meant.includes(word))
        return said.length + Math.floor(phrase.length / 3) < phrase.length
          ? 0
          : (weightOf(said) * said.length) / (phrase.length || 1)
      }),
    )
    if (best === 0 && weightOf(explained) < minWithoutPhrase * weightOf(meant)) return 0
    return best + partly * (weightOf(explained) - best)
  }

  return (query, isKnown) => {
    const words = queryWords(query, stopWords)
    const known = new Map<string, string>()
    const correct = (word: string) => known.get(word) ?? known.set(word, corrected(word, isKnown)).get(word) ?? word
    const all = inOurWords(words.map(correct))
    // "From 50 to 25": a number that no answer has says nothing of what the query is about.
    const meant = all.filter((word) => holders.has(word) || !/^\p{N}+$/u.test(word))
    const present = signs.in(wordsIn(query), correct)
    const places = [...asked.keys()]
    const leading = places.filter((place) =>
      main?.answers[place]?.first?.split(',').some((signs) => holds(present, signs)),
    )
    const fits = places.map((place) => ({ place, fit: fitOf(place, meant) })).sort((a, b) => b.fit - a.fit)
    const least = Math.max(Number.MIN_VALUE, (fits[0]?.fit ?? 0) * nearlyAsGood)
    const found = new Set([...leading, ...fits.flatMap(({ place, fit }) => (fit >= least ? place : []))])
    return { words, meant, answers: [...found] }
  }
}

/** As many answers as hold a word of middling weight. */
const unknownHolders = 12
/** The share of a query's weight that an answer must explain: one odd word does not determine what a query is about. */
const minExplained = 0.4
/** The same, where no phrase of the answer is in the query. */
const minWithoutPhrase = 0.6
/** What a word counts that another phrase of the answer holds. */
const partly = 0.3
/** An answer is shown beside the best one if it fits this part as well. */
const nearlyAsGood = 0.85

/** "ours: typed, typed" on each line. */
const linesOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [ours = '', typed = ''] = line.split(':')
    return typed ? { ours, typed: typed.split(',') } : []
  })

/** `signs`: "breathe not": both signs are there; "-exercise": and this one is not. */
const holds = (present: ReadonlySet<string>, signs: string) =>
  namesIn(signs).every((sign) => (sign.startsWith('-') ? !present.has(sign.slice(1)) : present.has(sign)))
const namesIn = (signs: string) => signs.trim().split(/\s+/)

/**
 * The vocabulary of signs: which ones a query has, of whatever language, and in whatever order. No word of it is too small to count. In a
 * form, "*" is any beginning or end: Swahili and other languages say who and when within a verb.
 */
function signsOf(text: string) {
  const forms = linesOf(text).flatMap(({ ours, typed }) =>
    typed.map((form) => ({ signs: namesIn(ours), parts: form.trim().split(/\s+/).map(partOf) })),
  )
  const [loose, whole] = [forms.filter(({ parts }) => parts[0]?.like), Map.groupBy(forms, ({ parts }) => parts[0]?.key)]
  const likes = forms.flatMap(({ parts }) => parts.flatMap(({ like }) => like ?? []))
  return {
    words: forms.flatMap(({ parts }) => parts.flatMap(({ key }) => key ?? [])),
    in(words: readonly string[], corrected: (word: string) => string): ReadonlySet<string> {
      const read = words.map((word) => ({
        word,
        key: likes.some((like) => like.test(word)) ? keyOf(word) : corrected(word),
      }))
      return new Set(
        read.flatMap(({ key }, at) =>
          [...(whole.get(key) ?? []), ...loose].flatMap(({ signs, parts }) =>
            parts.every((part, index) => isPart(part, read[at + index])) ? signs : [],
          ),
        ),
      )
    },
  }
}

const isPart = ({ key, like }: Part, read?: { word: string; key: string }) =>
  like ? like.test(read?.word ?? '') : read?.key === key
type Part = { key?: string; like?: RegExp }
const partOf = (form: string): Part =>
  form.includes('*')
    ? {
        like: new RegExp(
          `^${form
            .split('*')
            .map((part) => wordsIn(part).join(''))
            .join('.*')}$`,
        ),
      }
    : { key: wordsIn(form).map(keyOf).join('') }

/**
 * A word without what differs between spellings and forms: plurals, -ing and -ed, a silent e, British and American endings, doubled letters,
 * long and short vowels of Devanagari. Sufficient, because both sides of a comparison are reduced this way.
 */
const keyOf = (word: string): string =>
  word
    .replace(/^(.*[aeiouy].*)ies$/, '$1y')
    .replace(/(?<=[a-z]{3})(?<!s)s$/, '')
    .replace(/(?<=^[a-z]*[aeiouy][a-z]*)(?<=[a-z]{3})(?:ing|(?<!e)ed)$/, '')
    .replace(/(?<=[a-z]{2})our(?=$|ab|i)/, 'or')
    .replace(/(?<=[a-z]{3})is(?=e$|ation$)/, 'iz')
    .replace(/(?<=[a-z]{3})tre$/, 'ter')
    .replace(/(?<=[a-z])[ao]e(?=[a-z]{2})/, 'e')
    .replace(/(?<=[a-z]{3})e$/, '')
    .replace(/(?<=.)([b-df-hj-np-tv-z])\1+/g, '$1')
    .replaceAll('ी', 'ि')
    .replaceAll('ू', 'ु')
    .replace(/(?<=.{2})ं$/, '')

/** As Hindi in Latin letters sounds, which everybody writes differently: doodh and dudh, bachcha and bacha, khoon and khun. */
const soundOf = (word: string) =>
  word
    .replace(/(?<=[bcdgjkp])h+/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/aa/g, 'a')
    .replace(/ee|ie/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')

/** The word of the vocabulary that was meant, as a key: itself, one that sounds the same, or the nearest one with a slip or two. */
function correctorOf(vocabulary: ReadonlySet<string>, stopWords: ReadonlySet<string>) {
  const bySound = new Map([...vocabulary].filter((word) => word.length > 3).map((word) => [soundOf(word), word]))
  const byStart = Map.groupBy(vocabulary, ([first]) => first)
  return (word: string, isKnown: (word: string) => boolean): string => {
    const key = keyOf(word)
    const edits = maxEdits(key)
    if (vocabulary.has(key) || stopWords.has(word) || edits === 0 || isKnown(word)) return key
    const sounding = bySound.get(soundOf(key))
    if (sounding) return sounding
    let [nearest, least] = [key, edits + 1]
    // Few slips are in the first letter, unless it is swapped with the second.
    for (const other of [...(byStart.get(key[0]) ?? []), ...(byStart.get(key[1]) ?? [])]) {
      if (Math.abs(other.length - key.length) >= least) continue
      const slips = slipsBetween(key, other)
      // In a short word a wrong letter makes another word; one too many, one too few or two swapped do not.
      const isAnother =
        word.length < 5 && other.length === key.length && [...key].sort().join() !== [...other].sort().join()
      if (slips < least && !isAnother) [nearest, least] = [other, slips]
    }
    return nearest
  }
}

/** The letters that are wrong, missing, too many, or swapped with the next one (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1
          : Number.POSITIVE_INFINITY
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1), swapped)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}
