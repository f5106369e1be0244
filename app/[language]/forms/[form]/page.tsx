/** An enquiry form's own page, for links and for visitors without JavaScript. */
import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { BehavingForm } from '#components/forms/behaving-form.tsx'
import { EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { FormPage } from '#components/forms/form-page.tsx'
import { signStartedAt } from '#lib/contact/forms/started-at.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { enquiryForm } from '#lib/site/content/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, readParams } from '../../params.ts'
import type { QueryProps } from '../../query.ts'
import { readReturned } from '../returned.ts'

type Props = QueryProps & Params<{ form: string }>

async function requested(props: Props) {
  return enquiryForm((await readParams(props)).form) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { id, title, description } = await requested(props)
  return codePageMetadata({
    address: `/forms/${id}`,
    title: (await readReturned(id, props)) ? `${textsIn().form.error} ${title}` : title,
    description,
  })
}

export default async function EnquiryPage(props: Props) {
  await connection()
  const form = await requested(props)
  const { about } = await props.searchParams
  return (
    <FormPage address={`/forms/${form.id}`} title={form.title} intro={form.intro} from={form.page}>
      <BehavingForm form={form}>
        <EnquiryForm
          form={form}
          scope={form.id}
          returned={await readReturned(form.id, props)}
          about={typeof about === 'string' ? about : undefined}
          idempotencyKey={randomUUID()}
          startedAt={signStartedAt()}
        />
      </BehavingForm>
    </FormPage>
  )
}
