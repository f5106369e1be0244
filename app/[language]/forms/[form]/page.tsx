/** An enquiry form's own page, for links and for visitors without JavaScript. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { BehavingForm, EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { FormPage } from '#components/forms/form-page.tsx'
import { readReturned } from '#lib/contact/forms/returned-form.ts'
import { signStartedAt } from '#lib/contact/forms/spam-reason.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { enquiryForm } from '#lib/site/content/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../params.ts'

type Props = QueryProps & Params<{ form: string }>

async function requested(props: Props) {
  return enquiryForm((await readParams(props)).form) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { id, title, description } = await requested(props)
  return codePageMetadata({
    address: `/forms/${id}`,
    title: readReturned((await props.searchParams).returned) ? `${textsIn().form.error} ${title}` : title,
    description,
  })
}

export default async function EnquiryPage(props: Props) {
  await connection()
  const form = await requested(props)
  const { about, returned: id } = await props.searchParams
  const returned = readReturned(id)
  return (
    <FormPage address={`/forms/${form.id}`} title={form.title} intro={form.intro} from={form.page}>
      <BehavingForm form={form}>
        <EnquiryForm
          form={form}
          scope={form.id}
          returned={returned}
          about={typeof about === 'string' ? about : undefined}
          startedAt={returned?.startedAt || signStartedAt()}
        />
      </BehavingForm>
    </FormPage>
  )
}
