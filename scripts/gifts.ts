/**
 * npm run gifts: lists the gifts that webhooks recorded, the latest last, and where the receipt of each is. `-- --totals` adds paid ones up by reason, month and
 * currency; `-- --csv > gifts.csv` writes a table for spreadsheets. Reads only.
 */
import { indiaGiving } from '#lib/content/index.ts'
import { csvTable, giftLine, totalLine, totals } from '#lib/giving/gift-report.ts'
import { listReceipts } from '#lib/giving/receipt-staff.ts'
import { store } from '#lib/store/index.ts'

const asked = process.argv.slice(2)
const unknown = asked.filter((word) => word !== '--totals' && word !== '--csv')

if (unknown.length > 0 || asked.length > 1) {
  console.error('npm run gifts, npm run gifts -- --totals, or npm run --silent gifts -- --csv > gifts.csv')
  process.exitCode = 1
} else await report(asked[0])

async function report(what: string | undefined): Promise<void> {
  const { db, close } = await store()
  try {
    const gifts = await db.selectFrom('gifts').selectAll().orderBy('occurred_at').orderBy('id').execute()
    const labels = new Map(indiaGiving().reasons.map(({ code, label }) => [code, label]))
    if (what === '--csv') process.stdout.write(csvTable(gifts, labels))
    else if (what === '--totals') print(totals(gifts, labels).map(totalLine), 'No gift has been paid yet.')
    else {
      const receipts = new Map((await listReceipts()).map(({ id, stage }) => [id, stage]))
      print(
        gifts.map((gift) => `${giftLine(gift, labels)}  receipt: ${receipts.get(gift.id) ?? 'none'}`),
        'No gift is recorded yet.',
      )
    }
  } finally {
    await close()
  }
}

function print(lines: readonly string[], none: string): void {
  console.log(lines.length > 0 ? lines.join('\n') : none)
}
