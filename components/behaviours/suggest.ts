/**
 * Suggestions below a search field, as its native list of options. One small file is loaded when the field is focused; typing asks the server
 * nothing. Without this module the field is a plain one.
 */

const most = 8

/** Its options are shown by browsers that find the typed words in their value or label. */
type Suggestion = { value: string; label?: string }

export async function start(root: HTMLElement): Promise<void> {
  const input = root.querySelector<HTMLInputElement>('input[type=search]')
  if (!input) return
  const response = await fetch(root.dataset.suggestions ?? '')
  if (!response.ok) return
  const phrases: Record<string, readonly string[]> = await response.json()
  const list = document.createElement('datalist')
  list.id = `${input.id}-titles`
  root.append(list)
  input.setAttribute('list', list.id)

  const show = () => list.replaceChildren(...suggestionsFor(input.value, phrases).map(optionOf))
  input.addEventListener('input', show)
  show()
}

/** Titles that have all the typed words, then those of which a phrase has them. */
export function suggestionsFor(typed: string, phrases: Readonly<Record<string, readonly string[]>>): Suggestion[] {
  const begun = wordsIn(typed)
  if (begun.length === 0) return []
  const matches = (text: string) => {
    const words = wordsIn(text)
    return begun.every((start) => words.some((word) => word.startsWith(start)))
  }
  const titles = Object.keys(phrases)
  const byPhrase = titles.flatMap((value) => {
    const label = !matches(value) && phrases[value]?.find(matches)
    return label ? [{ value, label }] : []
  })
  return [...titles.filter(matches).map((value) => ({ value })), ...byPhrase].slice(0, most)
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const optionOf = (suggestion: Suggestion) => Object.assign(document.createElement('option'), suggestion)
