/** Receipts to print and post, many at once: each on a page of its own, behind a letter of thanks if content has one. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { isEmail } from '#lib/contact/forms/form.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { composed, type OfGift } from '#lib/giving/mails/describe.ts'
import { receiptPageFor } from '#lib/giving/mails/receipt.ts'
import { findOrderWithSecrets } from '#lib/giving/orders/store.ts'
import { yearAt } from '#lib/giving/receipts/year-lists.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Currency } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { pages } from '#lib/platform/store/pages.ts'

/** `withoutEmail`: only receipts of donors who have no e-mail address. */
type Asked = { currency: Currency; year: number; withoutEmail: boolean }

/** Head, start tag of the body and content of a page. All receipts are printed as one document, with the head of the first. */
const partsOf = (page: string) =>
  /^(.*)<\/head>\s*(<body[^>]*>)(.*)<\/body>/s.exec(page)?.slice(1) ?? ['', '<body>', '']
const sheet = (body: string) => `<section style="break-after:page">${body}</section>\n`

/** The printed letter, as the mail about the gift would look. */
async function letterFor(about: OfGift): Promise<string | null> {
  const letter = await composed(about, ({ t, terms: { letter, signatory, legalName }, office, greeting }) => {
    if (!letter) return null
    const signed = [signatory?.name, signatory?.role, legalName].filter(Boolean).join('\n')
    const paragraphs = letter.trim().split(/\n\s*\n/)
    return {
      to: office.email,
      subject: t('mail.letterHeading'),
      parts: [
        greeting(about.gift.donor_name),
        ...paragraphs.map((paragraph) => ({ paragraph })),
        { paragraph: signed },
      ],
    }
  })
  return letter?.html ?? null
}

/** A document of HTML, piece by piece. */
export async function* receiptsToPrint({ currency, year, withoutEmail }: Asked): AsyncGenerator<string> {
  const { db } = await store()
  const { from, until } = yearAt(currency, year)
  const all = db.selectFrom('gifts').selectAll().where('occurred_at', '<', until)
  const isAsked = (gift: Gift) =>
    gift.currency === currency && gift.status === 'paid' && !(withoutEmail && isEmail(gift.donor_email))
  let isBegun = false
  for await (const page of pages(all, 'occurred_at', 'id', { from }))
    for (const gift of page.filter(isAsked)) {
      await otherWork()
      const about = { gift, order: await findOrderWithSecrets(gift.reference) }
      const receipt = await receiptPageFor(about)
      if (!receipt) continue
      const letter = await letterFor(about)
      const [head, body, inner = ''] = partsOf(receipt)
      yield isBegun ? '' : `${head}</head>${body}`
      isBegun = true
      yield (letter ? sheet(partsOf(letter)[2] ?? '') : '') + sheet(inner)
    }
  yield isBegun ? '</body></html>' : messages()('office.empty')
}
