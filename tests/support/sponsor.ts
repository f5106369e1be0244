/** A sponsor of the site under test, who asks for an invoice. */
import { siteUrl } from './served.ts'

/** @returns the reference. Of a sponsorship of $750. */
export async function invoiceOf(firstName: string, visitor: string): Promise<string> {
  const response = await fetch(`${siteUrl}/api/sponsorship-invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({
      event: '5k-run',
      firstName,
      email: 'peter@example.org',
      phone: '+1 423 555 0100',
      levels: ['big-wheel'],
      address: '2 Hill Road, Chattanooga, TN 37402',
      website: 'garage.example.org',
      comments: 'In lower case',
    }),
  })
  return ((await response.json()) as { reference: string }).reference
}
