/**
 * All migrations, oldest first. Forward only: never edit or remove one that has run anywhere. Add a new entry whose name sorts last
 * and which the previously deployed code can work with (docs/decisions/0011-expand-then-contract.md).
 */
import { type Kysely, sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'

/** `bigint` is eight bytes on both databases; `integer` is four on PostgreSQL. */
const start: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('settings')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('checkout_attempts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('request_hash', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('frequency', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.unique())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('gifts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('object_id', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'bigint')
      .addColumn('reference', 'text')
      .addColumn('session_id', 'text')
      .addColumn('subscription_id', 'text')
      .addColumn('donor_name', 'text', (column) => column.notNull())
      .addColumn('donor_email', 'text', (column) => column.notNull())
      .addColumn('occurred_at', 'text', (column) => column.notNull())
      .addColumn('recorded_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    for (const column of ['reference', 'session_id', 'subscription_id', 'occurred_at'])
      await db.schema.createIndex(`gifts_${column}`).on('gifts').column(column).execute()

    await db.schema
      .createTable('stripe_events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('object_id', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('enquiries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('enquiries_state').on('enquiries').columns(['state', 'created_at']).execute()

    await db.schema
      .createTable('form_drafts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('form_drafts_expires_at').on('form_drafts').column('expires_at').execute()

    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('window_start', 'bigint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('rate_limits_key', ['key', 'window_start'])
      .execute()
    await db.schema.createIndex('rate_limits_window_start').on('rate_limits').column('window_start').execute()
  },
}

/** Queues enquiries that were stored before there was an outbox. */
const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('enquiries').addColumn('suspicion', 'text').execute()

    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('tries', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('outbox_subject', ['kind', 'subject_id'])
      .execute()
    await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'due_at']).execute()

    await sql`
      insert into outbox (id, kind, subject_id, state, tries, due_at, created_at, updated_at)
      select id, case when form = 'newsletter' then 'newsletter' else 'enquiry' end, id, 'waiting', 0,
        created_at, created_at, created_at
      from enquiries where state = 'stored'`.execute(db)
  },
}

/** How often a mail may already have been sent. Older code leaves it null. */
const unknownOutcomes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('outbox').addColumn('unknown_outcomes', 'bigint').execute()
  },
}

/** When a checkout attempt is to be erased, if earlier than after thirty days. */
const eraseAfter: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('checkout_attempts').addColumn('erase_after', 'text').execute()
  },
}

/** The campaign of a gift, and the card to a family, apart from other answers so that it can be erased. Older code leaves both null. */
const campaigns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('gifts').addColumn('campaign', 'text').execute()
    await db.schema.createIndex('gifts_campaign').on('gifts').column('campaign').execute()
    await db.schema.alterTable('checkout_attempts').addColumn('card', 'text').execute()
  },
}

/** When a gift became paid, for the daily summary. Older code leaves it null. */
const paidAt: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('gifts').addColumn('paid_at', 'text').execute()
  },
}

/** The language of a donor. Older code leaves it null, which is English. */
const languages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('checkout_attempts').addColumn('language', 'text').execute()
  },
}

/** Gifts by bank transfer. Older code knows no such gifts and lists them like any other. */
const transfers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('transfers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('line', 'text', (column) => column.unique())
      .addColumn('pledge', 'text', (column) => column.unique())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'text')
      .execute()
  },
}

export const migrations: MigrationProvider = {
  async getMigrations() {
    return {
      '0001-start': start,
      '0002-outbox': outbox,
      '0003-unknown-outcomes': unknownOutcomes,
      '0004-erase-after': eraseAfter,
      '0005-campaigns': campaigns,
      '0006-paid-at': paidAt,
      '0007-languages': languages,
      '0008-transfers': transfers,
    }
  },
}
