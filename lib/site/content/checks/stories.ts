/** Checks of stories and posts as a whole. */
import type { Content, Entry } from '#lib/site/content/load.ts'
import { type Problem, warning } from '#lib/site/content/problem.ts'
import { type Found, tellWords } from './found.ts'

/** A story has a text, and a place of its own among the stories of its country. */
export function checkStories({ entries }: Content): Problem[] {
  const places = new Map<string, Entry>()
  return entries.flatMap((entry) => {
    const { story, post, source } = entry
    const problems: Problem[] = []
    if ((story ?? post)?.body === '')
      problems.push(source.problem(['body'], 'has no text: write it below the second ---'))
    if (!story) return problems
    const place = `${story.country} ${story.order}`
    const first = places.get(place)
    if (first) problems.push(source.problem(['order'], `${story.order} is the order of ${first.source.file} already`))
    else places.set(place, entry)
    return problems
  })
}

/** Nine digits or more, as people write them: 98765 43210, (0423) 267-1234. */
const telephoneNumber = /(?<![\w/.,:-])\+?\(?\d(?:[ ().-]{0,2}\d){8,14}(?![\w/])/

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The number of a patient would be there for everybody to call. A number that the story links to is meant to be called. */
export function checkPrivacy({ texts, links }: Found): Problem[] {
  return texts.flatMap((text) => {
    const [number] = (text.entry.story && telephoneNumber.exec(text.value)) || []
    if (!number) return []
    const isLinked = links.some(({ entry, value }) => entry === text.entry && value.endsWith(digitsOf(number)))
    return isLinked
      ? []
      : [
          warning(
            tellWords(
              text,
              number,
              `${number} looks like a telephone number: take it away, or link it with tel: if everybody may call it`,
            ),
          ),
        ]
  })
}
