/** The page behind the links in newsletter mails: the state of the sign-up, and the button that changes it. A visit changes nothing. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { YourNewsletter } from '#components/forms/newsletter-form.tsx'
import { signUpAddress, signUpBehind, signUpField } from '#lib/contact/enquiries/newsletter.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../../params.ts'

export async function generateMetadata(props: Params): Promise<Metadata> {
  await readParams(props)
  const t = messages()
  const [title, description] = [t('newsletter.yours'), t('newsletter.yoursDescription')]
  return codePageMetadata({ address: signUpAddress, title, description, holdsKey: true })
}

export default async function YourNewsletterPage({ searchParams }: QueryProps) {
  await connection()
  const { [signUpField]: value, result } = await searchParams
  const token = typeof value === 'string' ? value : ''
  return <YourNewsletter token={token} signUp={await signUpBehind(token)} pressed={result !== undefined} />
}
