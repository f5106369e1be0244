/**
 * All migrations, oldest first. Forward only: never edit or remove one that has run anywhere. Add a new entry whose name sorts last
 * and which the previously deployed code can work with (docs/decisions/0017-expand-then-contract.md).
 */
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { log } from '#lib/platform/log.ts'
import { StoreFailure, storeFailureReason } from '#lib/platform/store/failure.ts'
import type { Database } from '#lib/platform/store/schema.ts'
import { searchedSql, telephoneSql } from '#lib/platform/store/search.ts'

/**
 * The tables of the first release, in SQL that both databases understand. `bigint` is eight bytes on both; `integer` is
 * four on PostgreSQL.
 */
const tables = [
  'create table settings (key text primary key, value text not null, updated_at text not null)',
  `create table orders (id text primary key, reference text not null unique, product text not null, form text not null,
    pay_by text not null, state text not null, currency text not null, amount bigint not null, frequency text not null,
    closes_at text, page_id text unique, key text not null unique, request_hash text not null, donor_name text not null,
    organisation text, email text not null, email_key text not null, language text, answers text not null,
    created_at text not null, updated_at text not null, erase_after text, ended_at text)`,
  `create table order_items (order_id text not null, place bigint not null, kind text not null, name text not null,
    amount bigint not null, count bigint not null, constraint order_items_place primary key (order_id, place))`,
  `create table order_secrets (order_id text not null, kind text not null, sealed text not null, created_at text not null,
    constraint order_secrets_kind primary key (order_id, kind))`,
  `create table gifts (id text primary key, object_id text not null unique, kind text not null, status text not null,
    currency text not null, amount bigint not null, reason bigint, reference text, session_id text, subscription_id text,
    donor_name text not null, donor_email text not null, occurred_at text not null, recorded_at text not null,
    updated_at text not null, campaign text, paid_at text, answer_by text, method text, given_back bigint not null default 0,
    provider_fee bigint, provider_net bigint, fee_currency text, payout text, paid_out_at text)`,
  `create table receipts (id text primary key, gift_id text not null, entity text not null, year bigint not null,
    number bigint not null, version bigint not null, cause text, facts text not null, issued_at text not null,
    constraint receipts_version unique (gift_id, version),
    constraint receipts_number unique (year, number, entity, version))`,
  `create table receipt_numbers (entity text not null, year bigint not null, last bigint not null,
    constraint receipt_numbers_series primary key (entity, year))`,
  `create table payout_items (id text primary key, payout text not null, paid_out_at text not null, kind text not null,
    object_id text, currency text not null, net bigint not null, fee bigint not null, occurred_at text not null)`,
  `create table transfers (id text primary key, line text unique, pays text, pays_day text not null, text text not null, account text,
    day text, amount bigint, confirmed_at text not null, undone_at text, constraint transfers_pays unique (pays, pays_day))`,
  `create table report_consents (id text primary key, email text not null unique, agreed text not null, language text not null,
    created_at text not null)`,
  `create table tickets (code text primary key, event text not null, day text not null, kind text not null, seat bigint not null,
    reference text not null, name text not null, held_until text not null, used_at text, mailbox text, visitor text, network text,
    constraint tickets_seat unique (event, day, kind, seat))`,
  'create table stripe_events (id text primary key, type text not null, object_id text not null, received_at text not null)',
  `create table enquiries (id text primary key, reference text not null unique, idempotency_key text not null unique,
    form text not null, fields text not null, state text not null, created_at text not null, spam_reason text,
    answered_at text, email text)`,
  `create table rate_limits (key text not null, window_start bigint not null, count bigint not null,
    constraint rate_limits_key primary key (key, window_start))`,
  `create table outbox (id text primary key, kind text not null, subject_id text not null, state text not null,
    tries bigint not null, due_at text not null, lease text, last_error text, created_at text not null, updated_at text not null,
    unknown_outcomes bigint, payload text, constraint outbox_subject unique (kind, subject_id))`,
  `create table staff (id text primary key, name text not null, email text not null unique, roles text not null,
    created_at text not null, removed_at text)`,
  `create table staff_sessions (id text primary key, staff_id text not null, passkey_at text, challenge text, created_at text not null,
    expires_at text not null)`,
  `create table staff_passkeys (id text primary key, staff_id text not null, public_key text not null, counter bigint not null,
    transports text not null, created_at text not null)`,
  `create table sign_in_requests (id text primary key, browser text not null, staff_id text, expires_at text not null,
    used_at text)`,
  `create table office_log (id text primary key, at text not null, staff_id text, name text not null, action text not null,
    subject text, details text)`,
  `create table families (enquiry_id text primary key, state text not null, next_call text, surgery_day text, staff_id text,
    updated_at text not null)`,
  `create table family_notes (id text primary key, enquiry_id text not null, name text not null, text text not null,
    created_at text not null)`,
]

/** So that no query of a server reads a whole table, however long the site has run (tests/unit/store/growth.test.ts). */
const indexes = [
  ...['reference', 'session_id', 'subscription_id', 'occurred_at'].map(
    (column) => `create index gifts_${column} on gifts (${column})`,
  ),
  // All gifts of an address are looked up whenever somebody types one.
  'create index gifts_donor on gifts (lower(donor_email))',
  'create index orders_email_key on orders (email_key)',
  'create index orders_created_at on orders (created_at)',
  'create index orders_erase_after on orders (erase_after)',
  // What is still to come, and what was announced.
  'create index orders_pay_by on orders (pay_by, state, created_at)',
  'create index order_secrets_created_at on order_secrets (kind, created_at, order_id)',
  'create index enquiries_state on enquiries (state, created_at)',
  'create index enquiries_email on enquiries (state, email, created_at)',
  'create index enquiries_created_at on enquiries (created_at)',
  'create index enquiries_form on enquiries (form, created_at)',
  'create index gifts_paid_at on gifts (status, paid_at)',
  'create index gifts_updated_at on gifts (status, updated_at)',
  // Holds all that is summed, so that the rows are not read.
  'create index gifts_campaign_sums on gifts (campaign, status, currency, kind, amount, donor_email) where campaign is not null',
  'create index outbox_due on outbox (state, due_at)',
  'create index outbox_subject_id on outbox (subject_id)',
  'create index outbox_created_at on outbox (created_at)',
  'create index rate_limits_window_start on rate_limits (window_start)',
  'create index stripe_events_received_at on stripe_events (received_at)',
  'create index payout_items_paid_out_at on payout_items (paid_out_at)',
  'create index tickets_reference on tickets (reference)',
  'create index tickets_day on tickets (day)',
  'create index staff_sessions_staff_id on staff_sessions (staff_id)',
  'create index staff_passkeys_staff_id on staff_passkeys (staff_id)',
  'create index sign_in_requests_expires_at on sign_in_requests (expires_at)',
  'create index office_log_at on office_log (at)',
  'create index office_log_subject on office_log (subject, at)',
  'create index family_notes_enquiry_id on family_notes (enquiry_id, created_at)',
  // For the lists of the office, which SQLite would sort as a whole. The first holds all that gifts are searched and filtered by.
  'create index gifts_office on gifts (occurred_at, id, donor_name, donor_email, amount, currency, status, method, kind)',
  'create index gifts_amount on gifts (amount, id)',
  'create index gifts_donor_name on gifts (donor_name, id)',
  "create index gifts_giver on gifts ((case when donor_email = '' then donor_name else lower(donor_email) end), occurred_at, id)",
  "create index gifts_sponsorships on gifts (occurred_at) where kind = 'sponsorship'",
  "create index enquiries_families on enquiries (created_at) where form || '' = 'get-surgery' and state <> 'erased'",
  'create index enquiries_answered on enquiries (state, answered_at, form)',
  // The disputes that can be answered.
  'create index gifts_answer_by on gifts (answer_by) where answer_by is not null',
]

/**
 * For the orders and the search of the office's lists (lib/office/desks). On SQLite, which runs inside the server, each index holds all that is searched and filtered by, so that rows are read only for a page. PostgreSQL refuses a row whose entry in an index is longer than
 * 2,704 bytes (https://www.postgresql.org/docs/current/btree.html), so its indexes hold a name only where the list is sorted by it.
 */
const lists = (onPostgres: boolean) => {
  const [gift, order, ticket, enquiry] = (['gifts', 'orders', 'tickets', 'enquiries'] as const).map(
    (table) => `(${searchedSql(table, onPostgres)})`,
  )
  const onSqlite = (columns: string) => (onPostgres ? '' : `, ${columns}`)
  return [
    `create index gifts_list on gifts (occurred_at, object_id${onSqlite(`id, ${gift}, donor_name, donor_email, amount, currency, status, method, kind`)})`,
    `create index gifts_by_name on gifts (donor_name, occurred_at, object_id${onSqlite(`id, ${gift}, donor_email`)})`,
    'create index gifts_by_amount on gifts (currency, amount, occurred_at, object_id)',
    `create index enquiries_list on enquiries (created_at, reference${onSqlite(`form, state, answered_at, ${enquiry}`)})`,
    `create index enquiries_telephone on enquiries (${telephoneSql('enquiries', onPostgres)})`,
    `create index orders_waiting on orders (created_at, reference${onSqlite(`${order}, pay_by, donor_name, email, email_key, state`)}) where state = 'waiting'`,
    `create index orders_telephone on orders (${telephoneSql('orders', onPostgres)})`,
    "create index orders_sponsorships on orders (created_at, reference) where product = 'sponsorship'",
    `create index tickets_list on tickets (day, ${onPostgres ? 'code' : `name, code, ${ticket}, event, held_until, used_at, reference`})`,
    'create table family_words (enquiry_id text not null, word text not null, constraint family_words_word primary key (enquiry_id, word))',
    'create index family_words_by_word on family_words (word)',
  ]
}

/** For the list of the log, and for which actions it has. */
const logSearch = [
  'create index office_log_list on office_log (at, id, staff_id, action, subject)',
  'create index office_log_action on office_log (action)',
]

/** What is still to come (lib/office/desks/pledges.ts), which orders_waiting no longer finds, and standing orders. */
const openOrders = (onPostgres: boolean) => [
  'drop index orders_waiting',
  `create index orders_open on orders (created_at, reference${onPostgres ? '' : `, (${searchedSql('orders', onPostgres)}), pay_by, donor_name, email, email_key, state`}) where state in ('waiting', 'part-paid')`,
  "create index orders_standing on orders (created_at, reference) where frequency = 'monthly' and pay_by = 'transfer'",
]

/** Gifts of another system (lib/giving/exchange). */
const imports = [
  'alter table gifts add column imported text',
  'alter table gifts add column own_receipt text',
  'alter table gifts add column own_receipt_day text',
  'create index gifts_imported on gifts (imported) where imported is not null',
  'create index gifts_own_receipt on gifts (own_receipt) where own_receipt is not null',
  `create table imports (id text primary key, file text not null, staff_id text not null, staff_name text not null, state text not null,
    number bigint not null, total bigint not null, counts text not null, question text, content text, created_at text not null, updated_at text not null)`,
  'create index imports_list on imports (created_at, id)',
  `create table import_rows (import_id text not null, number bigint not null, verdict text not null, why text not null, text text not null,
    reading text not null, constraint import_rows_number primary key (import_id, number))`,
  'create index import_rows_verdict on import_rows (import_id, verdict, number)',
]

const documentsAndZones = [
  // Finds the orders with one identity document (lib/giving/orders/store.ts). Those from before have none.
  'alter table order_secrets add column hash text',
  'create index order_secrets_hash on order_secrets (hash) where hash is not null',
  'alter table staff add column zone text',
]

/** For lists of gifts that are filtered, of which there may be few, and for sums (lib/giving/ledger/totals.ts), which read no rows. */
const giftFilters = [
  ...['status', 'method', 'kind'].map(
    (column) => `create index gifts_by_${column} on gifts (${column}, occurred_at, object_id)`,
  ),
  'create index gifts_sums on gifts (status, currency, occurred_at, amount, kind, reason, campaign, method, reference)',
]

/** Rows of these tables are kept as they were written. */
const appendOnly = (table: string, onPostgres: boolean) =>
  ['update', 'delete'].map((change) =>
    onPostgres
      ? `create rule ${table}_${change} as on ${change} to ${table} do instead nothing`
      : `create trigger ${table}_${change} before ${change} on ${table} begin select raise(ignore); end`,
  )

/**
 * The statements of each migration. tests/unit/store/store.test.ts keeps a hash of each. Databases from before the first release lack its
 * tables, and are refused.
 */
export const statementsOf: Readonly<Record<string, (onPostgres: boolean) => readonly string[]>> = {
  '0001-start': (onPostgres) => [...tables, ...indexes, ...appendOnly('office_log', onPostgres)],
  '0002-lists': lists,
  '0003-log': () => logSearch,
  // 0002 has others in their place, by which lists and books are read.
  '0004-unused-indexes': () => ['office', 'amount', 'donor_name'].map((name) => `drop index gifts_${name}`),
  '0005-open-orders': openOrders,
  '0006-import': () => imports,
  '0007-documents-and-zones': () => documentsAndZones,
  '0008-gift-filters': () => giftFilters,
}

const isOnPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>) => db.getExecutor().adapter instanceof PostgresAdapter

const known: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(statementsOf).map(([name, statements]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const statement of statements(isOnPostgres(db))) await sql.raw(statement).execute(db)
      },
    },
  ]),
)

/** @throws if a database has run a migration that this version does not know, and that is not of a newer one. */
function assertKnownMigrations(executed: readonly string[], known: readonly string[]): void {
  const foreign = executed.filter((name) => !known.includes(name) && name < (known.at(-1) ?? ''))
  if (foreign.length > 0)
    throw new StoreFailure(
      'schema',
      `This database has migrations that this version of the site does not know (${foreign.join(', ')}). Start the version that used it last, or restore a backup.`,
    )
}

export const migrations: MigrationProvider = { getMigrations: async () => known }

const migrationTable = 'kysely_migration'
/** Placeholder for a migration that a newer version of the site has already run. Never executed. */
const newerMigration: Migration = { up: async () => undefined }

/** Empty for a new database. */
export async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTable)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Executed migrations later than the last one of this version (docs/decisions/0017-expand-then-contract.md). */
async function newerMigrations(db: Kysely<Database>): Promise<string[]> {
  const last =
    Object.keys(await migrations.getMigrations())
      .sort()
      .at(-1) ?? ''
  return (await executedMigrations(db)).filter((name) => name > last)
}

/** All migrations of a start are one transaction. */
const failedMigration = (name: string, error: unknown) =>
  new StoreFailure(
    storeFailureReason(error),
    `The update ${name} of the tables failed, and none of it was kept: the version before still runs on this database. ${error}`,
  )

/**
 * Runs the migrations. Ignores those of newer versions of the site, so that a deployment can be rolled back. @throws when one fails, or an executed
 * one is unknown and not newer than this version.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const executed = await executedMigrations(db)
  assertKnownMigrations(executed, Object.keys(await migrations.getMigrations()).sort())
  for (;;) {
    const newer = await newerMigrations(db)
    const provider: MigrationProvider = {
      getMigrations: async () => ({
        ...(await migrations.getMigrations()),
        ...Object.fromEntries(newer.map((name) => [name, newerMigration])),
      }),
    }
    const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
    if (!error) {
      if (newer.length > 0) log.warn('The database was migrated by a newer version of the site', { migrations: newer })
      return
    }
    // A newer version may have started and migrated in the meantime.
    if ((await newerMigrations(db)).length !== newer.length) continue
    const failed = results?.find(({ status }) => status === 'Error')
    throw failed ? failedMigration(failed.migrationName, error) : error
  }
}

/** `needed`: columns, unique values such as "gifts (object_id)", and the rules of append-only tables. */
type Parts = { needed: ReadonlySet<string>; indexes: ReadonlySet<string> }

const queries = {
  sqlite: {
    needed: `select t.name || '.' || c.name as part from sqlite_schema as t, pragma_table_info(t.name) as c where t.type = 'table'
      union all select 'unique ' || t.name || ' (' ||
        (select group_concat(c.name, ', ') from (select name from pragma_index_info(i.name) order by seqno) as c) || ')'
      from sqlite_schema as t, pragma_index_list(t.name) as i where t.type = 'table' and i."unique" and t.name not like 'kysely%'
      union all select 'rule ' || name from sqlite_schema where type = 'trigger'`,
    indexes: `select name as part from sqlite_schema where type = 'index' and sql is not null`,
  },
  postgres: {
    needed: `select table_name || '.' || column_name as part from information_schema.columns where table_schema = current_schema()
      union all select 'unique ' || t.relname || ' (' || string_agg(c.attname, ', ' order by k.number) || ')'
      from pg_index as i join pg_class as t on t.oid = i.indrelid cross join unnest(i.indkey) with ordinality as k (column_number, number)
        join pg_attribute as c on c.attrelid = t.oid and c.attnum = k.column_number
      where i.indisunique and t.relnamespace = current_schema()::regnamespace group by i.indexrelid, t.relname
      union all select 'rule ' || rulename from pg_rules where schemaname = current_schema()`,
    indexes: 'select indexname as part from pg_indexes where schemaname = current_schema()',
  },
} as const

let expected: Parts | undefined

/** What a database of this version has: the result of the migrations in an empty one. */
function expectedParts(): Parts {
  if (expected) return expected
  const empty = new DatabaseSync(':memory:')
  try {
    for (const statements of Object.values(statementsOf))
      for (const statement of statements(false)) empty.exec(statement)
    const parts = (query: string) => new Set(Array.from(empty.prepare(query).iterate(), ({ part }) => String(part)))
    expected = { needed: parts(queries.sqlite.needed), indexes: parts(queries.sqlite.indexes) }
    return expected
  } finally {
    empty.close()
  }
}

/**
 * Compares tables, columns, unique values, rules and indexes with what this version expects; more of them are fine, because a newer version may
 * have added them. Logs which indexes are missing, without which the site is only slow. @throws when anything else is missing.
 */
export async function checkTables(db: Kysely<Database>): Promise<void> {
  const { needed, indexes } = queries[isOnPostgres(db) ? 'postgres' : 'sqlite']
  const missingIn = async (query: string, wanted: ReadonlySet<string>) => {
    const { rows } = await sql.raw<{ part: string }>(query).execute(db)
    const found = new Set(rows.map(({ part }) => part))
    return [...wanted].filter((part) => !found.has(part)).sort()
  }
  const parts = expectedParts()
  const missing = await missingIn(needed, parts.needed)
  if (missing.length > 0)
    throw new StoreFailure(
      'schema',
      `The database lacks what this version of the site needs, although it has run the migrations: ${missing.join(', ')}. Somebody has changed its tables: restore a backup.`,
    )
  const slow = await missingIn(indexes, parts.indexes)
  if (slow.length > 0)
    log.warn(
      'The database lacks indexes, and will be slow. Restore a backup, or create them as lib/platform/store/migrations.ts does.',
      {
        indexes: slow,
      },
    )
}
