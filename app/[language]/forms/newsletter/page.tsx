/** The newsletter form's own page, for links and for visitors without JavaScript. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { FormPage } from '#components/forms/form-page.tsx'
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import { ThankYouDialog } from '#components/forms/posted-form.tsx'
import { readReturned } from '#lib/contact/forms/returned-form.ts'
import { signStartedAt } from '#lib/contact/forms/spam-reason.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../params.ts'

type Props = QueryProps & Params

export async function generateMetadata(props: Props): Promise<Metadata> {
  await readParams(props)
  const t = messages()
  const title = t('newsletter.title')
  return codePageMetadata({
    address: '/forms/newsletter',
    title: readReturned((await props.searchParams).returned) ? `${textsIn().form.error} ${title}` : title,
    description: `${site().newsletter.intro} ${t('newsletter.description')}`,
  })
}

export default async function NewsletterPage(props: Props) {
  await connection()
  const t = messages()
  const returned = readReturned((await props.searchParams).returned)
  return (
    <FormPage address="/forms/newsletter" title={t('newsletter.title')} intro={site().newsletter.intro}>
      <div id="form-newsletter" data-behaviour="newsletter">
        <NewsletterForm scope="newsletter" returned={returned} startedAt={returned?.startedAt || signStartedAt()} />
        <ThankYouDialog scope="newsletter" form="newsletter" />
      </div>
    </FormPage>
  )
}
