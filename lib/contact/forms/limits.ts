/** How often visitors may write: see lib/platform/http/limits.ts. */
import type { Limit } from '#lib/platform/http/limit.ts'

/** Enquiries, newsletter sign-ups, invoice requests and requests for a link. Each sends a mail. */
export const enquiryLimit: Limit<'in-store'> = {
  name: 'enquiry',
  address: 60,
  network: 240,
  unknownAddress: 1500,
  site: 5000,
  counted: 'in-store',
}

/** Requests to confirm a sign-up to one mailbox in a day (UTC), because anybody may have typed its address. */
export const maxConfirmMailsPerDay = 3
