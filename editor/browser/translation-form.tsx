/** The form of a translation: each text of the main language above the field for its translation. */
import { useEffect, useState } from 'react'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Path } from '#lib/site/content/problem.ts'
import { labelsOf, nameOf } from '../labels.ts'
import {
  isOutdated,
  jsonOf,
  type Original,
  originalAddress,
  type Row,
  stateOf,
  type TranslationState,
  withText,
} from '../translations.ts'
import { drawnByOurs } from './pickers.tsx'

/** The editor is in English. */
const main = new Intl.DisplayNames('en', { type: 'language' }).of(defaultLanguage) ?? defaultLanguage

type FormProps = {
  /** The values of the file as JSON; empty for a translation that is not written yet. */
  value: unknown
  onChange: (value: string) => void
  /** Path of the original file. */
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
      <p>
        The {main} text cannot be read. Mend the mistakes in the {main} pages first, and open this form again.
      </p>
    )
  return original && <Texts original={original} {...props} />
}

function Texts({ original, value, onChange, language }: Omit<FormProps, 'file'> & { original: Original }) {
  const [state, setState] = useState(() => stateOf(value, original))

  function change(part: Partial<TranslationState>) {
    const next = { ...state, ...part }
    setState(next)
    onChange(jsonOf(next))
  }

  const { rows } = state
  const done = rows.filter(({ entry }) => entry?.text.trim()).length
  const outdated = rows.filter(isOutdated).length
  return (
    <div className="translation">
      <p>
        {done === rows.length
          ? `All ${rows.length} texts are translated.`
          : `${done} of ${rows.length} texts are translated. What you leave empty is read in ${main}.`}
      </p>
      {outdated > 0 && (
        <p className="translation-outdated">
          The {main} of {outdated === 1 ? '1 text' : `${outdated} texts`} has changed since it was translated.
        </p>
      )}
      <label>
        <input
          type="checkbox"
          checked={state.isUnread}
          onChange={({ target }) => change({ isUnread: target.checked })}
        />
        No native speaker has read this translation yet
      </label>
      {[...Map.groupBy(rows, ({ path }) => partOf(path))].map(([part, own]) => (
        <fieldset key={part}>
          <legend>{legendOf(part, own[0]?.kind)}</legend>
          {own.map((row) => (
            <OneText
              key={row.path.join('.')}
              row={row}
              language={language}
              onChange={(text) => change({ rows: rows.map((each) => (each === row ? withText(row, text) : each)) })}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

type TextProps = { row: Row; language: string; onChange: (text: string) => void }

function OneText({ row, language, onChange }: TextProps) {
  const { path, english, entry, was, similar } = row
  const text = entry?.text ?? ''
  const id = `translation-${path.join('-')}`
  const rows = Math.min(20, Math.max(1, Math.ceil(english.length / 60), english.split('\n').length))
  return (
    <div className="translation-text">
      <label htmlFor={id}>{labelOf(path)}</label>
      {was === undefined ? (
        <p lang={defaultLanguage}>{english}</p>
      ) : (
        <dl lang={defaultLanguage} className="translation-changed">
          <div>
            <dt>{main} before</dt>
            <dd>{was}</dd>
          </div>
          <div>
            <dt>{main} now</dt>
            <dd>{english}</dd>
          </div>
        </dl>
      )}
      {similar && !text && (
        <p>
          Before, a text like it was <q lang={defaultLanguage}>{similar.english}</q>:{' '}
          <q lang={language}>{similar.text}</q>
        </p>
      )}
      <textarea
        id={id}
        lang={language}
        dir="auto"
        rows={rows}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {isOutdated(row) && (
        <button type="button" onClick={() => onChange(text)}>
          The translation is still right
        </button>
      )}
    </div>
  )
}

/** A block, or the fields above the blocks. */
const partOf = ([first, second]: Path): string => (typeof second === 'number' ? `${String(first)}.${second}` : '')

function legendOf(part: string, kind: string | undefined): string {
  const [list = '', index] = part.split('.')
  if (index === undefined) return 'At the top'
  const name = `${nameOf(labelsOf([list]).label, 'one')} ${Number(index) + 1}`
  return kind === undefined ? name : `${name}: ${labelsOf([list, kind]).label}`
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
