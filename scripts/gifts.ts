/**
 * `charity gifts`: lists recorded gifts, latest last, with their receipts and sponsors' details. `--totals` totals paid gifts by
 * purpose, month and currency; `--csv > gifts.csv` writes a spreadsheet; `--pan > pan.csv` paid gifts with the donors' decrypted
 * PANs. Read-only.
 */

import { sealedPans } from '#lib/giving/checkout/attempts.ts'
import { openPan } from '#lib/giving/donation/pan.ts'
import {
  csvTable,
  giftLine,
  panTable,
  type SponsorDetails,
  sponsorLines,
  totalLine,
  totals,
} from '#lib/giving/ledger/report.ts'
import { listReceipts } from '#lib/giving/receipts/admin.ts'
import { sponsorAnswers } from '#lib/giving/sponsorship/mail.ts'
import type { Store } from '#lib/platform/store/index.ts'
import { reasons } from '#lib/site/content/index.ts'
import { withDatabase } from './support/database.ts'

const unreadable = {
  'no-key': '(encrypted with a key that is not in DATA_ENCRYPTION_KEY)',
  damaged: '(damaged: ask the donor again)',
} as const

const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !['--totals', '--csv', '--pan'].includes(word))

if (unknown.length > 0 || asked.length > 1) {
  console.error(
    'charity gifts, charity gifts --totals, charity gifts --csv > gifts.csv, or charity gifts --pan > pan.csv',
  )
  process.exitCode = 1
} else await withDatabase((opened) => report(opened, asked[0]))

async function report({ db }: Store, what: string | undefined): Promise<void> {
  const gifts = await db.selectFrom('gifts').selectAll().orderBy('occurred_at').orderBy('id').execute()
  const labels = new Map(reasons().map(({ code, label }) => [code, label]))
  if (what === '--csv') process.stdout.write(csvTable(gifts, labels, await sponsorsOf(gifts)))
  else if (what === '--pan') process.stdout.write(panTable(gifts, await sealedPans(), readPan))
  else if (what === '--totals') print(totals(gifts, labels).map(totalLine), 'No gift has been paid yet.')
  else {
    const receipts = new Map((await listReceipts({ form: 'receipt' })).map(({ id, stage }) => [id, stage]))
    const sponsors = await sponsorsOf(gifts)
    print(
      gifts.flatMap((gift) => {
        const details = sponsors.get(gift.reference ?? '')
        const line = `${giftLine(gift, labels)}  receipt: ${receipts.get(gift.id) ?? 'none'}`
        return [line, ...(details ? sponsorLines(details) : [])]
      }),
      'No gift is recorded yet.',
    )
  }
}

async function sponsorsOf(gifts: readonly { kind: string; reference: string | null }[]) {
  const sponsors = new Map<string, SponsorDetails>()
  for (const { kind, reference } of gifts) {
    const answers = kind === 'sponsorship' && reference ? await sponsorAnswers(reference) : null
    if (!answers || !reference) continue
    const { levels, event, values } = answers
    sponsors.set(reference, {
      levels: [...levels.map(({ name }) => name), event].join(', '),
      telephone: values.phone,
      website: values.website,
      address: values.address,
      'contact information': values.contact,
      'promotional items': values.promotionalItems ? 'yes' : 'no',
      comments: values.comments,
    })
  }
  return sponsors
}

function readPan(sealed: string, reference: string): string {
  const read = openPan(sealed, reference)
  return read.ok ? read.pan : unreadable[read.why]
}

function print(lines: readonly string[], none: string): void {
  console.log(lines.length > 0 ? lines.join('\n') : none)
}
