/** The "not found" page. */
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch } from '#components/art/picture.tsx'
import { SearchForm } from '#components/search/search.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { PageHeading } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { navigation, usualCloth } from '#lib/site/content/index.ts'
import { Offline } from './page-helps.tsx'
import { SiteFrame } from './site-frame.tsx'

/** While {@link Offline} is hidden, and while it is shown in place of a page. */
const online = 'group-has-[[data-title]:not([hidden])]/lost:hidden'
const offline = 'hidden group-has-[[data-title]:not([hidden])]/lost:inline'

export function NotFoundPage() {
  const t = messages()
  return (
    <SiteFrame address="" className="page grid items-center gap-12 py-12 lg:grid-cols-[1.2fr_.8fr] lg:py-16">
      <div className="group/lost">
        <PageHeading className="max-w-[14ch]">
          <span className={online}>{t('notFound.heading')}</span>
          <span className={offline}>{t('offline.title')}</span>
        </PageHeading>
        <p className={`mt-5 max-w-[46ch] text-lead ${online}`}>{t('notFound.text')}</p>
        <Offline />
        <SearchForm id="search" className="mt-7" />
        <ul className="mt-6 grid gap-x-8 sm:grid-cols-2">
          {navigation().lost.map(({ label, href, note, lang }) => (
            <li key={label} lang={lang} className="border-b border-line">
              <a href={href} className="group flex min-h-14 items-center gap-3 py-2 no-underline hover:text-coral">
                <span className="grow font-semibold">
                  {label}
                  {note && <span className="block font-normal text-soft">{note}</span>}
                </span>
                <Icon name="forward" className="size-4 text-coral transition-transform group-hover:translate-x-1" />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <Arch className="hidden h-110 w-84 justify-self-center lg:block">
        <PatternFill name={usualCloth(1)} scale={1.6} />
      </Arch>
    </SiteFrame>
  )
}
