/** Writes an enquiry down before anyone is thanked. The only writer of the enquiries table; knows no form's rules. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { utcNow } from '#lib/clock.ts'
import { log } from '#lib/log.ts'
import { newReference } from '#lib/reference.ts'
import { store } from '#lib/store/index.ts'

export type Enquiry = {
  form: string
  fields: Record<string, string>
  /** The same key twice is one enquiry. Null: every call is a new one. */
  idempotencyKey: string | null
}

/** Durable when it answers `stored`. `away`: nothing was written, and the visitor must be told. */
export async function storeEnquiry({
  form,
  fields,
  idempotencyKey,
}: Enquiry): Promise<{ kind: 'stored'; reference: string } | { kind: 'away' }> {
  const key = `${form}:${idempotencyKey ?? randomUUID()}`
  try {
    const { db } = await store()
    await db
      .insertInto('enquiries')
      .values({
        id: randomUUID(),
        reference: newReference('E'),
        idempotency_key: key,
        form,
        fields: JSON.stringify(fields),
        state: 'stored',
        suspicion: null,
        created_at: utcNow(),
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .execute()
    const { reference } = await db
      .selectFrom('enquiries')
      .select('reference')
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow()
    return { kind: 'stored', reference }
  } catch (error) {
    log.error('An enquiry could not be stored', { error, form })
    return { kind: 'away' }
  }
}
