/** Faces and cloths chosen from pictures, drawn by the site's own components. */
import type { CustomFieldControl, CustomFieldControlProps } from '@sveltia/cms'
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { PatternFill } from '#components/art/patterns.tsx'
import { Portrait } from '#components/art/portrait.tsx'
import { patternNames, picture } from '#lib/site/content/fields.ts'
import { nameOf } from '../labels.ts'
import type { Choice, ChoiceList, Choices } from '../settings.ts'

type Props = Pick<CustomFieldControlProps, 'value' | 'onChange' | 'forID'>

/** How many faces there are: the largest `look` of a portrait. */
const faces = 99

/** The cloth of the open file's country, taken from the editor's address: `stories-India`, `pages/entries/India`. */
const clothOfCountry = ({ countries }: Choices): string | undefined =>
  countries.find(({ value }) => location.hash.includes(String(value)))?.cloth

function ClothPicker({
  value,
  onChange,
  forID,
  preset,
  cloths,
}: Props & { preset?: string; cloths: readonly string[] }) {
  useEffect(() => {
    if (preset) onChange(preset)
  }, [preset, onChange])
  return (
    <PictureChoices
      name={forID}
      value={value}
      onChange={onChange}
      options={patternNames.filter((name) => name === 'plain' || name === value || cloths.includes(name))}
      label={nameOf}
      show={(name) => <PatternFill name={name} />}
    />
  )
}

type ChoiceProps = Props & { choices: readonly Choice[] }

function ChoicePicker({ value, onChange, forID, choices }: ChoiceProps) {
  const isKnown =
    value === undefined || value === '' || choices.some((choice) => String(choice.value) === String(value))
  return (
    <select
      id={forID}
      aria-labelledby={`${forID}-label`}
      className="picker-select"
      value={String(value ?? '')}
      onChange={({ target }) => onChange(choices.find((choice) => String(choice.value) === target.value)?.value ?? '')}
    >
      <option value="">Choose…</option>
      {!isKnown && <option>{String(value)}</option>}
      {choices.map(({ value: choice, label }) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** What donors who follow a link to the gift form find chosen there. `page`: where the link stands, for one that is new. */
function GiftLink({ link, onChange, forID, lists, page }: GiftLinkProps) {
  const parameters = new Map(
    link
      .split('?')[1]
      ?.split('&')
      .map((pair) => pair.split('=', 2) as [string, string]),
  )
  const change = (name: string, value: unknown) => {
    const next = new Map([['page', page.slice(1)], ...parameters, [name, String(value)]])
    onChange(`/give?${[...next].flatMap(([key, text]) => (text ? `${key}=${text}` : [])).join('&')}`)
  }
  return (
    <div className="picker-gift">
      {(['campaign', 'reason'] as const).map((name) => (
        <div key={name}>
          <span id={`${forID}-${name}-label`}>{name === 'campaign' ? 'Campaign' : 'Purpose'}</span>
          <ChoicePicker
            forID={`${forID}-${name}`}
            value={parameters.get(name)}
            onChange={(value) => change(name, value)}
            choices={lists[`${name}s`]}
          />
        </div>
      ))}
    </div>
  )
}

type GiftLinkProps = { link: string; onChange: (link: string) => void; forID: string; lists: Choices; page: string }

/** +05:30, or +00:00. The time is treated as UTC, so the offset is exact except in the hours in which clocks change. */
function offsetOf(zone: string, day: string, time: string): string {
  const at = new Date(`${day}T${time}Z`)
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00'
}

/** In the order in which they were ticked. */
function ChoicesPicker({ value, onChange, choices }: ChoiceProps) {
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset className="picker-boxes">
      {choices.map(({ value: choice, label }) => (
        <label key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, choice] : chosen.filter((value) => value !== choice))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** The marks that existed when the form was opened, so that nobody adds one by accident. */
function Marks({ value, onChange, options }: Pick<Props, 'value' | 'onChange'> & { options: readonly Choice[] }) {
  const [marks] = useState<unknown[]>(Array.isArray(value) ? value : [])
  const choices = options.filter((option) => marks.includes(option.value))
  return <ChoicesPicker forID="" value={value} onChange={onChange} choices={choices} />
}

type PictureChoicesProps<Value> = {
  name: string
  value: unknown
  onChange: (value: Value) => void
  options: readonly Value[]
  label: (value: Value) => string
  show: (value: Value) => ReactNode
}

function PictureChoices<Value extends string | number>({
  name,
  value,
  onChange,
  options,
  label,
  show,
}: PictureChoicesProps<Value>) {
  return (
    <div className="picker-choices" role="radiogroup">
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          <span className="picker-picture">{show(option)}</span>
          <span className="picker-label">{label(option)}</span>
        </label>
      ))}
    </div>
  )
}

const roots = new WeakMap<Element, Root>()

/** Sveltia bundles its own React, in which our components' hooks do not work, so our React renders them inside an element of Sveltia's. */
export const drawnByOurs = (
  draw: (props: CustomFieldControlProps, element: Element) => ReactNode,
): CustomFieldControl =>
  ((props: CustomFieldControlProps) =>
    createElement('div', {
      ref: (element: Element | null) => {
        if (!element) return
        const root = roots.get(element) ?? createRoot(element)
        roots.set(element, root)
        root.render(draw(props, element))
      },
    })) as CustomFieldControl

/** The value of another field of the same group. The field's own place in the form stands on an element around it. */
function siblingOf(element: Element, entry: CustomFieldControlProps['entry']) {
  const place = element.closest('[data-key-path]')?.getAttribute('data-key-path')?.split('.').slice(0, -1) ?? []
  return (name: string): unknown =>
    entry?.getIn(['data', ...place.map((step) => (/^\d+$/.test(step) ? Number(step) : step)), name])
}

export const facePicker = (lists: Choices) =>
  drawnByOurs(({ value, onChange, forID, entry }, element) => {
    const sibling = siblingOf(element, entry)
    const face = (look: number) => {
      const { data } = picture.safeParse({
        kind: 'portrait',
        who: sibling('who') || 'girl',
        look,
        pattern: sibling('pattern') || clothOfCountry(lists) || 'plain',
        ...(sibling('home') ? { home: sibling('home') } : {}),
        seam: sibling('seam') === true,
        alt: '-',
      })
      return data?.kind === 'portrait' && <Portrait {...data} alt="" />
    }
    const isChosen = typeof value === 'number'
    return (
      <details className="picker">
        <summary>
          {isChosen && <span className="picker-picture">{face(value)}</span>}
          {isChosen ? `Face ${value}: choose another` : 'Choose a face'}
        </summary>
        <PictureChoices
          name={forID}
          value={value}
          onChange={onChange}
          options={Array.from({ length: faces }, (_, index) => index + 1)}
          label={(look) => `Face ${look}`}
          show={face}
        />
      </details>
    )
  })

export const clothPicker = (lists: Choices) =>
  drawnByOurs(({ value, onChange, forID }) => {
    // Only in an empty field.
    const preset = value ? undefined : clothOfCountry(lists)
    const cloths = lists.countries.flatMap(({ cloth }) => cloth ?? [])
    return <ClothPicker value={value} onChange={onChange} forID={forID} cloths={cloths} {...(preset && { preset })} />
  })

/** For fields that name entries of a list in another file. For stories, those of the country in the same block. */
export const choicePicker = (lists: Choices) =>
  drawnByOurs(({ value, field, onChange, forID, entry }, element) => {
    const sibling = siblingOf(element, entry)
    const country = sibling('country')
    const choices = lists[field.get('list') as ChoiceList].filter((each) => !each.country || each.country === country)
    if (!field.get('many')) return <ChoicePicker value={value} onChange={onChange} forID={forID} choices={choices} />
    const values = plain(sibling(String(field.get('name'))))
    return <ChoicesPicker value={values} onChange={onChange} forID={forID} choices={choices} />
  })

export const marksPicker = drawnByOurs(({ field, onChange, entry }, element) => {
  const marks = plain(siblingOf(element, entry)(String(field.get('name'))))
  const place = element.closest('[data-key-path]')
  // Most groups have none. A removed mark can be set again until the form is closed.
  if (place && !place.hasAttribute('data-marks'))
    place.setAttribute('data-marks', Array.isArray(marks) && marks.length > 0 ? 'some' : 'none')
  return <Marks value={marks} onChange={onChange} options={field.get('options').toJS()} />
})

/** The browser's own field for a time or a month, or a text with suggestions. */
export const nativePicker = (lists: Choices) =>
  drawnByOurs(({ value, field, onChange, forID, entry }) => {
    const list: ChoiceList | undefined = field.get('list')
    const text = String(value ?? '')
    return (
      <>
        <input
          id={forID}
          aria-labelledby={`${forID}-label`}
          className={list ? 'picker-text' : 'picker-select'}
          type={String(field.get('type'))}
          list={list && `${forID}-choices`}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
        {list && (
          <datalist id={`${forID}-choices`}>
            {lists[list].map(({ value: choice, label }) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </datalist>
        )}
        {list === 'links' && /^\/give(?:\?|$)/.test(text) && (
          <GiftLink
            link={text}
            onChange={onChange}
            forID={forID}
            lists={lists}
            page={String(entry?.getIn(['data', 'address']) ?? '')}
          />
        )}
      </>
    )
  })

/** A day, or a moment in the time zone of the organisation. A moment that was written with another offset keeps it. */
export const momentPicker = (zone: string) =>
  drawnByOurs(({ value, onChange, forID }) => {
    const written = String(value ?? '')
    const [day, time, offset] = [written.slice(0, 10), written.slice(11, 16), written.slice(16).replace(/^:\d\d/, '')]
    const change = (newDay: string, newTime: string) =>
      onChange(newDay && newTime ? `${newDay}T${newTime}${offset || offsetOf(zone, newDay, newTime)}` : newDay)
    return (
      <div className="picker-moment">
        <input
          id={forID}
          aria-labelledby={`${forID}-label`}
          className="picker-select"
          type="date"
          value={day}
          onChange={({ target }) => change(target.value, time)}
        />
        <input
          aria-label="Time, optional"
          className="picker-select"
          type="time"
          value={time}
          disabled={!day}
          onChange={({ target }) => change(day, target.value)}
        />
        <span>
          {offset && offset !== offsetOf(zone, day, time) ? `UTC ${offset}` : `Time of ${zone.replace('_', ' ')}`}
        </span>
      </div>
    )
  })

const plain = (value: unknown) => (isImmutable(value) ? value.toJS() : value)

const isImmutable = (value: unknown): value is { toJS(): unknown } =>
  typeof value === 'object' && value !== null && 'toJS' in value
