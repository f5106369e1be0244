/** The parameters of a page's route. */
import 'server-only'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { inLanguage, setLanguage } from '#lib/platform/languages/current.ts'
import { isLanguage, type Language, languageCodes } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Translatable } from '#lib/site/content/schema.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'

export type Params<Others = unknown> = { params: Promise<{ language: string } & Others> }

/** Makes the page's language the current one: the layout and everything that reads parameters calls it first. */
export async function readParams<Others>({ params }: Params<Others>): Promise<{ language: Language } & Others> {
  const { language, ...others } = await params
  if (!isLanguage(language)) notFound()
  setLanguage(language)
  return { language, ...(others as Others) }
}

/** For a page that exists once in every language. A page without static parameters is rendered for each request. */
export const inEveryLanguage = () => languageCodes.map((language) => ({ language }))

/** The originals and their translations, which a build prepares. A page in another language without a translation is rendered when somebody asks for it. */
export function prepared<Entry extends Translatable, Others>(
  entries: () => readonly Entry[],
  paramsOf: (entry: Entry) => Others,
) {
  return languageCodes.flatMap((language) => {
    const own = inLanguage(language, entries).filter(({ lang }) => !lang)
    return own.map((entry) => ({ language, ...paramsOf(entry) }))
  })
}

/** `generateMetadata` of a page whose title and description are messages of one section. */
export const describedIn =
  (section: 'check' | 'gifts' | 'stop', address: `/${string}`, { holdsKey = false } = {}) =>
  async (props: Params): Promise<Metadata> => {
    await readParams(props)
    const t = messages()
    return codePageMetadata({
      address,
      title: t(`${section}.title`),
      description: t(`${section}.description`),
      holdsKey,
    })
  }

/** The props of pages that are rendered for each request. */
export type Query = Record<string, string | string[] | undefined>
export type QueryProps = { searchParams: Promise<Query> }
