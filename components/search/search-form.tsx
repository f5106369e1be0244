/** The search field, a plain form. */

import { Icon } from '#components/ui/icon.tsx'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'

const longest = 100

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
    <search aria-label={landmark} className={`block print:hidden ${className}`}>
      <form action={hrefHere('/search')}>
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          {messages()('search.thisSite')}
        </label>
        <div className="flex max-w-xl gap-2">
          <input
            id={id}
            type="search"
            name="q"
            defaultValue={value}
            maxLength={longest}
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
