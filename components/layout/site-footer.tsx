/** The footer: links, social profiles and the nearest office. Dark in both schemes. */

import { Logo } from '#components/art/mark.tsx'
import { Band } from '#components/art/patterns.tsx'
import { SearchForm } from '#components/search/search.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { usualCurrency } from '#lib/site/content/currencies.ts'
import { navigation, receiptTerms, site, usualCloth } from '#lib/site/content/index.ts'
import { telephoneHref } from '#lib/site/content/placeholders.ts'
import type { Office } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { AnalyticsChoice } from './analytics-consent.tsx'

const lineButtonClass = 'min-h-11 cursor-pointer underline underline-offset-4 hover:text-gold'

export function SiteFooter() {
  const t = messages()
  const { names, founded, social, offices, external, footerOffice } = site()
  const ein = receiptTerms(usualCurrency()).registrations.find(({ label }) => label === 'EIN')
  const usual = offices.find(({ code }) => code === footerOffice.other)
  return (
    <footer className="mt-auto bg-night @container text-mist print:bg-transparent print:text-black">
      <Band pattern={usualCloth()} className="print:hidden" />
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-8 gap-y-6 pt-7 pb-3 wide:grid-cols-3 lg:gap-y-10 lg:pt-16 lg:pb-8 widest:grid-cols-[1.5fr_1fr_1fr_1fr_1.4fr]">
        <div className="col-span-full widest:col-span-1">
          <Logo name={names.organisation} on="dark" className="text-cream" />
          <p className="mt-3 max-w-[32ch] lg:mt-4">
            <Unbroken>{`${founded.statement}.`}</Unbroken>
          </p>
          {ein && (
            <p className="mt-1">
              <a
                href={localizedHref('/Transparency')}
                className="inline-block py-1 underline underline-offset-4 hover:text-gold"
              >
                {ein.label}: {ein.value}
              </a>
            </p>
          )}
          {social.length > 0 && (
            <ul className="mt-5 -ms-2.5 flex flex-wrap print:hidden">
              {social.map(({ network, label, href }) => (
                <li key={network}>
                  <a
                    href={href}
                    rel="me noopener"
                    aria-label={label}
                    className="grid size-11 place-items-center rounded-full text-cream hover:bg-plum hover:text-gold"
                  >
                    <Icon name={network} />
                  </a>
                </li>
              ))}
            </ul>
          )}
          <ButtonLink href={navigation().donate.href} lang={navigation().donate.lang} className="mt-5 max-lg:hidden">
            {navigation().donate.label}
          </ButtonLink>
          <SearchForm
            id="footer-search"
            landmark={t('search.inFooter')}
            className="mt-5 max-w-md max-lg:hidden on-dark [--card:transparent]"
          />
        </div>
        <nav aria-label={t('footer.footer')} className="contents print:hidden">
          {navigation().footer.map(({ label, entries, lang }) => (
            <div key={label} lang={lang}>
              <h2 className="mb-2 text-base text-cream">{label}</h2>
              <ul>
                {entries.map((entry) => (
                  <li key={entry.label} lang={entry.lang}>
                    <a
                      href={entry.href}
                      className="inline-block py-0.5 no-underline wrap-anywhere lg:py-1.5 hover:text-gold hover:underline"
                    >
                      {entry.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <section
          aria-label={t('footer.whereToFindUs')}
          data-behaviour="visitor-office"
          data-choice={JSON.stringify(footerOffice)}
          className="contents"
        >
          <div className="wide:col-start-3 wide:row-start-1 widest:col-auto widest:row-auto">
            {usual && <OfficeBlock office={usual} />}
          </div>
          {offices.length > 1 && (
            <details className="group/offices col-span-full print:hidden">
              <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-cream underline underline-offset-4 hover:text-gold">
                {t('footer.allOffices')}
                <Icon name="chevron" className="size-4 transition-transform group-open/offices:rotate-180" />
              </summary>
              <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-6">
                {offices.map((office) => office !== usual && <OfficeBlock key={office.code} office={office} />)}
              </div>
            </details>
          )}
        </section>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-[#ffffff24] py-2 lg:py-3 text-small">
          {[names, ...offices, ...Object.values(external)].some((each) => isSample(each)) && (
            <SampleNote of="contact" className="my-1 lg:my-2" />
          )}
          <p className="py-1 lg:py-2">
            © {new Date().getUTCFullYear()} {names.organisation}
          </p>
          <div className="flex flex-wrap gap-x-6 print:hidden">
            <AnalyticsChoice className={lineButtonClass} />
            <PageVersion />
          </div>
        </div>
      </div>
    </footer>
  )
}

function OfficeBlock({ office }: { office: Office }) {
  const at = office.email.indexOf('@') + 1
  const link = 'inline-block py-1 wrap-break-word underline decoration-1 underline-offset-4 hover:text-gold'
  return (
    <address data-office={office.code} lang={office.lang} className="not-italic">
      <p className="mb-2 title text-base text-cream">{office.name}</p>
      {[office.street, ...office.lines].map(
        (line) =>
          line && (
            <span key={line} className="block" {...(line === office.street && { lang: defaultLanguage })}>
              {line}
            </span>
          ),
      )}
      {office.postal && (
        <span className="mt-2 block">
          {messages()('footer.post')}: {office.postal.join(', ')}
        </span>
      )}
      {office.phones.map(({ label, number }) => (
        <span key={number} className="block">
          <a href={telephoneHref(number)} className={link} aria-label={`${label}: ${number}`}>
            {number}
          </a>
        </span>
      ))}
      <a href={`mailto:${office.email}`} className={link}>
        {/* It breaks after the @, or anywhere only if a part has no room. */}
        {office.email.slice(0, at)}
        <wbr />
        {office.email.slice(at)}
      </a>
    </address>
  )
}

/** The other version of the page, light or full (lib/platform/server/page-version.ts). CSS shows the button that applies. */
function PageVersion() {
  const t = messages()
  return (
    <form action="/api/page-version" method="post">
      <button type="submit" name="version" value="light" className={`to-light ${lineButtonClass}`}>
        {t('footer.lightVersion')}
      </button>
      <button type="submit" name="version" value="full" className={`to-full ${lineButtonClass}`}>
        {t('footer.fullVersion')}
      </button>
    </form>
  )
}
