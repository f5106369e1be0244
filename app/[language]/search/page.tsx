/** /search?q=…: search results, rendered on the server and not indexed. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Breadcrumb } from '#components/layout/breadcrumb.tsx'
import { NumberedPages } from '#components/layout/page-steps.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { Results, SearchForm } from '#components/search/search.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { holdsAddress } from '#lib/contact/forms/text.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { navigation } from '#lib/site/content/index.ts'
import { entriesOn, pageCount, perPage } from '#lib/site/content/pagination.ts'
import { maxQueryLength, searchSite } from '#lib/site/search/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../params.ts'

type Props = QueryProps & Params

async function asked({ searchParams }: QueryProps): Promise<string> {
  const { q } = await searchParams
  return (Array.isArray(q) ? (q[0] ?? '') : (q ?? '')).trim().slice(0, maxQueryLength)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  await readParams(props)
  const question = await asked(props)
  const t = messages()
  return codePageMetadata({
    address: '/search',
    // Previews of a shared link quote the title, so a link typed as a query stays out of it.
    title: question && !holdsAddress(question) ? t('search.titleFor', { question }) : t('search.search'),
    description: t('search.description'),
  })
}

export default async function SearchPage(props: Props) {
  await connection()
  const question = await asked(props)
  const t = messages()
  const within = (await props.searchParams).limited === undefined
  const found = question && within ? await searchSite(question) : []
  const last = pageCount(found.length, perPage.results)
  const page = Math.min(pageAsked((await props.searchParams).page), last)
  return (
    <SiteFrame address="/search" className="page pt-8 pb-16 lg:pt-12 lg:pb-24">
      <Breadcrumb title={t('search.search')} className="mb-3" />
      <PageHeading>{t('search.search')}</PageHeading>
      <SearchForm id="search" value={question} className="mt-7" />
      {!question && <Instead className="mt-8" says={t('search.instead')} />}
      {question && (
        <section aria-labelledby="results" className="mt-8">
          <p id="results" role="status" className="font-semibold wrap-anywhere">
            {within ? t('search.found', { count: found.length, question }) : t('search.tooMany')}
          </p>
          {found.length > 0 ? (
            <>
              <Results found={entriesOn(found, page, perPage.results)} first={1 + (page - 1) * perPage.results.later} />
              {last > 1 && (
                <NumberedPages
                  list="results"
                  page={page}
                  last={last}
                  address={(number) =>
                    `/search?${new URLSearchParams({ q: question, ...(number > 1 && { page: String(number) }) })}`
                  }
                />
              )}
            </>
          ) : (
            <Instead className="mt-2" says={t('search.another')} />
          )}
        </section>
      )}
    </SiteFrame>
  )
}

/** From 1; 1 for an invalid page number. */
const pageAsked = (value: string | string[] | undefined): number =>
  /^[1-9]\d{0,4}$/.test(String(value)) ? Number(value) : 1

function Instead({ says, className }: { says: string; className: string }) {
  return (
    <div className={className}>
      <p className="max-w-measure">{says}</p>
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:max-w-3xl">
        {navigation().lost.map(({ label, href }) => (
          <li key={label} className="border-b border-line">
            <a href={href} className="flex min-h-12 items-center font-semibold no-underline hover:text-coral">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
