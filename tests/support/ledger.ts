/** Reads the store of the site under test. */
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const file = path.join(import.meta.dirname, '..', '..', 'test-results', 'data', 'charity.db')

function rows<Row>(sql: string, value: string, database = file): Row[] {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    return db.prepare(sql).all(value) as Row[]
  } finally {
    db.close()
  }
}

/** Makes reminders of unfinished gifts due. */
export function letAnHourPass(): void {
  const db = new DatabaseSync(file, { timeout: 5000 })
  try {
    db.prepare("update outbox set due_at = ? where kind = 'gift-reminder'").run(new Date().toISOString())
  } finally {
    db.close()
  }
}

type GiftRow = {
  kind: string
  status: string
  currency: string
  amount: number
  reason: number
  campaign: string | null
  donor_name: string
  donor_email: string
}

export const giftsOf = (email: string) => rows<GiftRow>('select * from gifts where donor_email = ?', email)

export type EnquiryRow = { reference: string; form: string; fields: string; state: string }

export const enquiriesWith = (text: string, database?: string) =>
  rows<EnquiryRow>('select * from enquiries where fields like ?', `%${text}%`, database)

export const enquiryOf = (reference: string) =>
  rows<EnquiryRow>('select * from enquiries where reference = ?', reference)[0]

export const ordersOf = (email: string) =>
  rows<{ state: string; page_id: string | null }>('select state, page_id from orders where email = ?', email)

/** The encrypted PAN of an order. */
export const panOf = (email: string): string | undefined =>
  rows<{ sealed: string }>(
    "select sealed from order_secrets join orders on id = order_id where kind = 'identity' and email = ?",
    email,
  )[0]?.sealed
