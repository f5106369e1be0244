/** The body of a 500 response, for a page that could not be rendered (lib/platform/server/pages.ts). */

import type { Metadata } from 'next'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch } from '#components/art/picture.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { contactLinks } from '#components/ui/content-link.tsx'
import { referencePlaceholder } from '#lib/platform/http/failure.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { site, usualCloth } from '#lib/site/content/index.ts'
import { named } from '#lib/site/seo/metadata.ts'
import { inEveryLanguage, type Params, readParams } from '../params.ts'

export const generateStaticParams = inEveryLanguage

export async function generateMetadata(props: Params): Promise<Metadata> {
  await readParams(props)
  return { title: named(messages()('failure.title')), robots: { index: false } }
}

export default async function ServerError(props: Params) {
  await readParams(props)
  const t = messages()
  const { email } = site().names
  return (
    <SiteFrame address="/server-error" className="page section grid items-center gap-12 lg:grid-cols-[1.2fr_.8fr]">
      <div>
        <h1 className="max-w-[18ch]">{t('failure.title')}</h1>
        <p className="mt-5 max-w-[52ch] text-lead">
          {t.rich('failure.text', contactLinks(email, 'underline underline-offset-4'))}
        </p>
        <p className="mt-3">{t('failure.reference', { reference: referencePlaceholder })}</p>
        <ButtonRow className="mt-7">
          {/* biome-ignore lint/a11y/useValidAnchor: the requested address, whatever it is */}
          <a href="" className={buttonClass()}>
            {t('failure.tryAgain')}
          </a>
          <a href={localizedHref('/')} className={buttonClass('outline')}>
            {t('frame.home')}
          </a>
        </ButtonRow>
      </div>
      <Arch className="hidden h-100 w-76 justify-self-center lg:block">
        <PatternFill name={usualCloth(1)} scale={1.6} />
      </Arch>
    </SiteFrame>
  )
}
