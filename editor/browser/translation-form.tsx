/** The form of a translation: each English text above the field for its translation. */
import { useEffect, useState } from 'react'
import { propertyOf } from '#lib/platform/narrow.ts'
import type { Path } from '#lib/site/content/problem.ts'
import { labelsOf, nameOf } from '../labels.ts'
import {
  jsonOf,
  type Original,
  originalAddress,
  placesOf,
  stateOf,
  type TextPlace,
  type TranslationState,
  withText,
} from '../translations.ts'
import { drawnByOurs } from './pickers.tsx'

type FormProps = {
  /** The values of the file as JSON; empty for a translation that is not written yet. */
  value: unknown
  onChange: (value: string) => void
  /** Of the original. */
  file: string
  language: string
}

function TranslationForm({ file, ...props }: FormProps) {
  const [original, setOriginal] = useState<Original | 'missing'>()
  useEffect(() => {
    fetch(`app/${originalAddress(file)}`)
      .then((response) => (response.ok ? response.json() : 'missing'))
      .then(setOriginal, () => setOriginal('missing'))
  }, [file])
  if (original === 'missing')
    return (
      <p>The English text cannot be read. Mend the mistakes in the English pages first, and open this form again.</p>
    )
  return original && <Texts original={original} {...props} />
}

function Texts({ original, value, onChange, language }: Omit<FormProps, 'file'> & { original: Original }) {
  const [state, setState] = useState(() => stateOf(value, original))
  const [before] = useState(state.fingerprint)

  function change(part: Partial<TranslationState>) {
    const next = { ...state, ...part }
    setState(next)
    onChange(jsonOf(next))
  }

  const places = placesOf(original.texts)
  const done = places.filter(({ path }) => textAt(state.texts, path)).length
  return (
    <div className="translation">
      <p>
        {done === places.length
          ? `All ${places.length} texts are translated.`
          : `${done} of ${places.length} texts are translated. What you leave empty is read in English.`}
      </p>
      {before !== original.fingerprint && (
        <label className="translation-outdated">
          <input
            type="checkbox"
            checked={state.fingerprint === original.fingerprint}
            onChange={({ target }) => change({ fingerprint: target.checked ? original.fingerprint : before })}
          />
          The English has changed since this was translated: I have compared all texts
        </label>
      )}
      <label>
        <input
          type="checkbox"
          checked={state.isUnread}
          onChange={({ target }) => change({ isUnread: target.checked })}
        />
        No native speaker has read this translation yet
      </label>
      {[...Map.groupBy(places, ({ path }) => partOf(path))].map(([part, own]) => (
        <fieldset key={part}>
          <legend>{legendOf(part, original.texts)}</legend>
          {own.map((place) => (
            <OneText
              key={place.path.join('.')}
              place={place}
              language={language}
              text={textAt(state.texts, place.path)}
              onChange={(text) => change({ texts: withText(state.texts, place.path, text) })}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

type TextProps = { place: TextPlace; text: string; language: string; onChange: (text: string) => void }

function OneText({ place: { path, english }, text, language, onChange }: TextProps) {
  const id = `translation-${path.join('-')}`
  const rows = Math.min(20, Math.max(1, Math.ceil(english.length / 60), english.split('\n').length))
  return (
    <div className="translation-text">
      <label htmlFor={id}>{labelOf(path)}</label>
      <p lang="en">{english.trim()}</p>
      <textarea
        id={id}
        lang={language}
        dir="auto"
        rows={rows}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

const textAt = (texts: unknown, path: Path): string => {
  const found = path.reduce<unknown>((part, key) => propertyOf(part, key), texts)
  return typeof found === 'string' ? found : ''
}

/** A block, or the fields above the blocks. */
const partOf = ([first, second]: Path): string => (typeof second === 'number' ? `${String(first)}.${second}` : '')

function legendOf(part: string, texts: unknown): string {
  const [list = '', index] = part.split('.')
  if (index === undefined) return 'At the top'
  const kind = propertyOf(propertyOf(propertyOf(texts, list), Number(index)), 'kind')
  const name = `${nameOf(labelsOf([list]).label, 'one')} ${Number(index) + 1}`
  return typeof kind === 'string' ? `${name}: ${nameOf(kind)}` : name
}

/** `blocks.3.figures.1.label` -> Figures 2, label */
function labelOf(path: Path): string {
  const inner = typeof path[1] === 'number' && path.length > 2 ? path.slice(2) : path
  const steps = inner.flatMap((key, index) =>
    typeof key === 'number'
      ? []
      : [
          `${labelsOf([String(key)]).label}${typeof inner[index + 1] === 'number' ? ` ${Number(inner[index + 1]) + 1}` : ''}`,
        ],
  )
  return steps.join(', ')
}

export const translationForm = drawnByOurs(({ value, onChange, field }) => (
  <TranslationForm
    value={value}
    onChange={onChange}
    file={String(field.get('file'))}
    language={String(field.get('language'))}
  />
))
