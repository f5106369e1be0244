/** The search field, a plain form, and its results with excerpts in which the matching words are marked. */
import { Icon } from '#components/ui/icon.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { currentLanguage, localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { labelAfter } from '#lib/site/content/sample-label.ts'
import { excerpt } from '#lib/site/search/excerpt.ts'
import { maxQueryLength } from '#lib/site/search/index.ts'
import type { SearchHit } from '#lib/site/search/search.ts'

type Props = {
  /** Id of the field, unique on the page. */
  id: string
  value?: string
  /** The landmark's name, when a page has two. */
  landmark?: string
  className?: string
}

export function SearchForm({ id, value, landmark = messages()('search.onSite'), className = '' }: Props) {
  return (
    <search
      aria-label={landmark}
      data-behaviour="suggest"
      data-suggestions={`/suggestions/${currentLanguage()}.json`}
      className={`block print:hidden ${className}`}
    >
      <form action={localizedHref('/search')}>
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          {messages()('search.thisSite')}
        </label>
        <div className="flex max-w-xl gap-2">
          <input
            id={id}
            type="search"
            name="q"
            defaultValue={value}
            maxLength={maxQueryLength}
            autoComplete="off"
            enterKeyHint="search"
            className="min-h-12 w-full min-w-0 rounded-field border border-field bg-card px-4"
          />
          <button
            type="submit"
            aria-label={messages()('search.search')}
            className="grid min-h-12 w-14 shrink-0 cursor-pointer place-items-center rounded-field border border-field bg-card hover:border-current"
          >
            <Icon name="search" />
          </button>
        </div>
      </form>
    </search>
  )
}

/** `first`: the place of the first one among all, from 1. */
export function Results({ found, first }: { found: readonly SearchHit[]; first: number }) {
  return (
    <ol start={first} className="divide-y divide-line">
      {found.map((hit) => (
        <Result key={hit.text.address} hit={hit} />
      ))}
    </ol>
  )
}

function Result({ hit }: { hit: SearchHit }) {
  const { kind, lang, address, title } = hit.text
  const pieces = excerpt(hit)
  return (
    <li className="relative py-5">
      <p className="text-small font-bold text-coral">{kind}</p>
      <h2 lang={lang} className="mt-0.5 text-h3">
        <a href={address} className="underline decoration-2 underline-offset-4 hover:text-coral">
          {title}
        </a>
      </h2>
      <p lang={lang} className="mt-2 max-w-measure text-soft">
        {pieces.map(({ text, hit: isHit }, index) =>
          isHit ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
            <mark key={index} className="bg-transparent font-bold text-ink">
              {text}
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Unbroken key={index}>{text}</Unbroken>
          ),
        )}
        {labelAfter(pieces.map(({ text }) => text).join(''))}
      </p>
    </li>
  )
}
