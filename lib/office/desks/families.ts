/** Families' requests for a surgery: who calls when, what was said, and how it ends. Everything that a person wrote is encrypted. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import {
  answer,
  isKeptFamily,
  keptFamilies,
  type ListedEnquiry,
  leavingDays,
  leavingFamilies,
  listedEnquiry,
  release,
  selectEnquiries,
} from '#lib/contact/enquiries/admin.ts'
import { answersIn, descriptionOf } from '#lib/contact/enquiries/handle-submission.ts'
import { answerRows, readFields } from '#lib/contact/enquiries/mail.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { entriesOf, textOf } from '#lib/contact/forms/form.ts'
import { manyLines } from '#lib/contact/forms/text.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { dayOf, listStaff } from '#lib/office/access/staff.ts'
import { about, onListed, wrong } from '#lib/office/desks/action.ts'
import { type Choice, choices, type Detail, deskInSql, type FormSpec, inWords } from '#lib/office/desks/desk.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { dayLater, isDay } from '#lib/platform/dates.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { keyedHash, openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { type Also, store, writeTogether } from '#lib/platform/store/index.ts'
import { type FamilyState, familyStates } from '#lib/platform/store/schema.ts'
import { isLikeTelephone, wordsOf } from '#lib/platform/store/search.ts'
import { digitsIn } from '#lib/platform/typed-text.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'

const own = ['families'] as const

type Family = ListedEnquiry & {
  state: FamilyState
  /** YYYY-MM-DD. */
  nextCall: string | null
  surgeryDay: string | null
  changedAt: string | null
  /** The member of staff in charge. */
  holder: { id: string; name: string } | null
}

/** A request that was answered before anybody set its state counts as called. */
const stateOf = sql<FamilyState>`coalesce(families.state, case when answered_at is null then 'new' else 'called' end)`

const select = async () =>
  (await selectEnquiries())
    .leftJoin('families', 'families.enquiry_id', 'enquiries.id')
    .leftJoin('staff', 'staff.id', 'families.staff_id')
    .select([stateOf.as('family'), 'next_call', 'surgery_day', 'families.updated_at as changed_at'])
    .select(['staff.id as holder', 'staff.name as holderName'])
    .where(isKeptFamily)

/** The requests that are kept, with their state and the member of staff in charge. */
const kept = async () => (await keptFamilies()).leftJoin('staff', 'staff.id', 'families.staff_id')

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof select>>['execute']>>[number]

function familyOf(row: Row): Family {
  const entry = listedEnquiry(row)
  return {
    ...entry,
    state: row.family,
    nextCall: row.next_call,
    surgeryDay: row.surgery_day,
    changedAt: row.changed_at,
    holder: row.holder && row.holderName ? { id: row.holder, name: row.holderName } : null,
  }
}

/** Shown on the first page; the desk lists all. */
export const maxDue = 20
/** `name`: null for those who may not see it. */
export type DueFamily = { reference: string; createdAt: string; name: string | null }

/** Families without an answer, families to call by `day`, and those erased within a week, oldest first: at most `maxDue` of each, and one more if there are more. */
export async function dueFamilies(
  day: string,
  isNamed: boolean,
): Promise<Record<'families' | 'calls' | 'leaving', DueFamily[]>> {
  const all = await keptFamilies()
  const shown = async (query: typeof all): Promise<DueFamily[]> => {
    const rows = await query
      .select(['enquiries.reference', 'enquiries.created_at', 'enquiries.form', 'enquiries.fields'])
      .orderBy('enquiries.created_at')
      .limit(maxDue + 1)
      .execute()
    return rows.map((row) => ({
      reference: row.reference,
      createdAt: row.created_at,
      name: isNamed ? readFields(row).firstname || row.reference : null,
    }))
  }
  const isNew = sql<boolean>`answered_at is null and coalesce(families.state, 'new') = 'new'`
  return {
    families: await shown(all.where(isNew)),
    calls: await shown(all.where('next_call', '<=', day)),
    leaving: await shown(await leavingFamilies()),
  }
}

export async function findFamily(reference: string): Promise<Family | null> {
  const row = await (await select()).where('enquiries.reference', '=', reference).executeTakeFirst()
  return row ? familyOf(row) : null
}

type Note = { name: string; text: string; at: string }

/** Newest first. */
export async function notesOf({ id }: Pick<Family, 'id'>): Promise<Note[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('family_notes')
    .selectAll()
    .where('enquiry_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ id: note, name, text, created_at }) => {
    const read = openAtRest('family-note', note, text)
    return { name, at: created_at, text: read.ok ? read.value : `(${read.failure})` }
  })
}

async function addNote(name: string, { id }: Family, text: string, also: Also): Promise<void> {
  const note = randomUUID()
  const row = { id: note, enquiry_id: id, name, text: sealAtRest('family-note', note, text), created_at: utcNow() }
  await writeTogether((db) => db.insertInto('family_notes').values(row).execute(), also)
}

/** The first day after the last of request, answer, call, surgery, change and note on which it is erased. */
const erasedOn = (
  { createdAt, answeredAt, nextCall, surgeryDay, changedAt }: Family,
  [newest]: readonly Note[],
): string => {
  const last = [createdAt, answeredAt, nextCall, surgeryDay, changedAt, newest?.at].reduce<string>(
    (latest, at) => (at && at > latest ? at : latest),
    '',
  )
  return dayLater(last.slice(0, 10), { days: site().keep.surgery + 1 })
}

type FamilyChange = { state: FamilyState; nextCall: string | null; surgeryDay: string | null; holder: string | null }

/** Any state but `new` counts as answered. */
async function changeFamily({ id }: Family, change: FamilyChange, also: Also): Promise<void> {
  const { state, nextCall, surgeryDay, holder } = change
  const set = { state, next_call: nextCall, surgery_day: surgeryDay, staff_id: holder, updated_at: utcNow() }
  await writeTogether(async (db) => {
    await db
      .insertInto('families')
      .values({ enquiry_id: id, ...set })
      .onConflict((conflict) => conflict.column('enquiry_id').doUpdateSet(set))
      .execute()
    if (state !== 'new') await answer(db, id)
  }, also)
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
/** ISO 3166 code, from the telephone number; empty if unknown. Takes a tenth of a millisecond. */
const countryOf = ({ fields }: Pick<Family, 'fields'>) => parsePhoneNumberFromString(fields.number ?? '')?.country ?? ''
const countryName = (code: string) => (code ? (regions.of(code) ?? code) : textsIn().office.unknown)

const hashed = (word: string) => keyedHash('family-words', word)
const ofCountry = (code: string) => hashed(`country: ${code}`)
/** Marks a request whose words are hashed with the current key. */
const isIndexed = () => hashed('indexed:')
/** The digits of a telephone number without the zeros before it, which are left out after a country code. */
const significantDigits = (typed: string) => digitsIn(typed).replace(/^0+/, '')

/** A word is found by its beginning, and a number by its end. */
function hashesOf({ fields }: Pick<Family, 'fields'>): string[] {
  const names = wordsOf([fields.firstname, fields.lastname, fields.place].join(' ').replaceAll(',', ' '))
  const beginnings = names.flatMap((word) => Array.from(word, (_, index) => word.slice(0, index + 1)))
  const number = significantDigits(fields.number ?? '')
  const ends = Array.from(number, (_, index) => number.slice(index)).filter((digits) => digits.length >= 4)
  const all = [...beginnings, ...ends].map(hashed)
  return [...new Set([...all, ofCountry(countryOf({ fields })), isIndexed()])]
}

/** The hashes of a search. A request is found if it has all of them. */
const soughtBy = (search: string) =>
  isLikeTelephone(search) ? [hashed(significantDigits(search))] : wordsOf(search).map(hashed)

/** Requests that a form has just brought, or whose words are hashed with another key. They are few, and each takes a millisecond. */
async function indexWords(): Promise<void> {
  for (;;) {
    const rows = await (await select())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('family_words')
              .select('word')
              .whereRef('family_words.enquiry_id', '=', 'enquiries.id')
              .where('word', '=', isIndexed()),
          ),
        ),
      )
      .limit(20)
      .execute()
    if (rows.length === 0) return
    await writeTogether(async (db) => {
      for (const { id: enquiry_id, fields } of rows.map(familyOf)) {
        await db.deleteFrom('family_words').where('enquiry_id', '=', enquiry_id).execute()
        await db
          .insertInto('family_words')
          .values(hashesOf({ fields }).map((word) => ({ enquiry_id, word })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    })
  }
}

/** The countries of the requests that are kept, and the one that is asked for. */
async function countryChoices(asked: string): Promise<Choice[]> {
  await indexWords()
  const codes = new Map(['', ...getCountries()].map((code) => [ofCountry(code), code]))
  const { db } = await store()
  const rows = await db
    .selectFrom('family_words')
    .select('word')
    .distinct()
    .where('word', 'in', [...codes.keys()])
    .execute()
  const found = rows.flatMap(({ word }) => codes.get(word) || [])
  const known = isSupportedCountry(asked) ? [asked] : []
  return choices([...new Set([...found, ...known])], countryName).toSorted((a, b) => a.label.localeCompare(b.label))
}

const stateChoices = () => choices(familyStates)

/** Links for calling and for WhatsApp, if the number has its country code. */
const callLinks = (number: string): NonNullable<Detail['links']> => {
  const digits = number.replace(/\D/g, '')
  if (!digits) return []
  const whatsapp = { label: 'whatsapp', href: `https://wa.me/${digits}` } as const
  return [
    { label: 'call', href: `tel:${number.startsWith('+') ? '+' : ''}${digits}` },
    ...(number.startsWith('+') ? [whatsapp] : []),
  ]
}

/** The page on which a family that telephones is entered. */
const newFamily = 'new'

/** Asks what the form on the site asks. */
const entryForm = (): FormSpec => ({
  intent: 'families.add',
  submit: 'enterFamily',
  fields: entriesOf(descriptionOf(helpForm).fields).map(([name, { label, hint, kind, options = [], required }]) => ({
    name,
    hint,
    ...(!required && { optional: true as const }),
    ...(kind === 'tick'
      ? { kind: 'many', label: 'agreed', options: [{ value: 'yes', label }] }
      : {
          kind: kind === 'one' ? 'one' : kind === 'text' ? 'text' : 'line',
          label: { text: label },
          options: [{ value: '', label: textsIn().office.notKnown }, ...options],
        }),
  })),
})

type Listed = Family & { isLeaving: boolean }

const inOrderOfWork = sql`case ${stateOf} ${sql.join(
  familyStates.map((state, place) => sql`when ${sql.lit(state)} then ${sql.lit(place)}`),
  sql` `,
)} end`

export const families = deskInSql({
  title: 'families',
  roles: own,
  links: [{ label: 'enterFamily', href: `${officeAddress}/families/${newFamily}` }],
  sortedBy: 'asked',
  columns: {
    name: { heading: 'name', cell: ({ fields, reference }: Listed) => fields.firstname || reference },
    asked: { heading: 'asked', cell: ({ createdAt }) => ({ moment: createdAt }), sort: [] },
    country: { heading: 'country', cell: (family) => countryName(countryOf(family)) },
    place: { heading: 'place', cell: ({ fields }) => fields.place ?? '' },
    state: { heading: 'state', cell: ({ state }) => inWords(state), sort: [() => inOrderOfWork] },
    next: {
      heading: 'nextCall',
      cell: ({ nextCall }) => nextCall ?? '',
      sort: [() => sql`coalesce(next_call, '9999')`],
    },
    holder: {
      heading: 'holder',
      cell: ({ holder }) => holder?.name ?? '',
      sort: [() => sql`case when staff.id is null then 1 else 0 end`, () => sql`coalesce(staff.name, '')`],
    },
  },
  filters: [
    { name: 'state', label: 'state', options: stateChoices },
    { name: 'country', label: 'country', options: countryChoices },
  ],
  search: 'searchFamilies',
  idOf: ({ reference }) => reference,
  late: ({ state, answeredAt, createdAt, nextCall, isLeaving }, { staff }) =>
    (state === 'new' && answeredAt === null && createdAt < utcNow(-dayMs)) ||
    (nextCall !== null && nextCall <= dayOf(staff)) ||
    isLeaving,
  id: 'enquiries.reference',
  // Few of all requests are kept, so they are sorted instead of looked for in the order of time.
  key: [() => sql`enquiries.created_at || ''`, 'enquiries.reference'],
  all: kept,
  matching: (all, { filters: { state, country }, search }) => {
    const sought = [...(country ? [ofCountry(country)] : []), ...(search ? soughtBy(search) : [])]
    const found = state ? all.where(stateOf, '=', state as FamilyState) : all
    return sought.reduce(
      (some, word) =>
        some.where(sql<boolean>`enquiries.id in (select enquiry_id from family_words where word = ${word})`),
      found,
    )
  },
  async read(references) {
    const rows = await (await select()).where('enquiries.reference', 'in', references).execute()
    const leaving = await (await leavingFamilies())
      .select('enquiries.reference')
      .where('reference', 'in', references)
      .execute()
    const soon = new Set(leaving.map(({ reference }) => reference))
    return rows.map(familyOf).map((family) => ({ ...family, isLeaving: soon.has(family.reference) }))
  },
  async find(reference, session) {
    if (reference === newFamily) return { title: textsIn().office.enterFamily, facts: [], forms: [entryForm()] }
    const family = await findFamily(reference)
    if (!family) return null
    const { fields, state, nextCall, surgeryDay, holder } = family
    const notes = await notesOf(family)
    const end = erasedOn(family, notes)
    const isLeaving = end <= dayLater(utcNow().slice(0, 10), { days: leavingDays })
    const days = String(site().keep.surgery)
    const staff = (await listStaff()).filter((person) => person.roles.includes('families'))
    return {
      title: fields.firstname || reference,
      links: callLinks(fields.number ?? ''),
      warnings: isLeaving ? [messages()('office.leavingSoon', { day: end, days })] : [],
      facts: [
        ...answerRows(helpForm, fields),
        [textsIn().office.country, countryName(countryOf(family))],
        [textsIn().office.reference, reference],
        [textsIn().office.asked, { moment: family.createdAt }],
        [textsIn().office.stage, inWords(family.stage)],
        [textsIn().office.erasedOn, end],
      ],
      quote: fields.message,
      notes,
      forms: [
        { intent: 'families.note', submit: 'addNote', fields: [{ name: 'text', label: 'note', kind: 'text' }] },
        {
          intent: 'families.change',
          submit: 'save',
          fields: [
            { name: 'state', label: 'state', kind: 'one', value: state, options: stateChoices() },
            { name: 'nextCall', label: 'nextCall', kind: 'day', optional: true, value: nextCall ?? '' },
            { name: 'surgeryDay', label: 'surgeryDay', kind: 'day', optional: true, value: surgeryDay ?? '' },
            {
              name: 'holder',
              label: 'holder',
              kind: 'one',
              value: holder?.id ?? (state === 'new' ? session.staff.id : ''),
              options: [
                { value: '', label: textsIn().office.nobody },
                ...staff.map(({ id, name }) => ({ value: id, label: name })),
              ],
            },
          ],
        },
        ...(family.stage === 'quarantined' ? [{ intent: 'families.release', submit: 'release' } as const] : []),
      ],
    }
  },
  actions: {
    'families.add': {
      roles: own,
      async run({ staff }, _, posted, action) {
        const { fields, fault } = answersIn(helpForm, posted)
        if (fault) return { fault }
        const stored = await storeEnquiry({
          form: helpForm,
          fields: { ...fields, 'entered-by': staff.name },
          // A second press is the same request.
          idempotencyKey: textOf(posted.token),
          spamReason: null,
          also: (transaction, { reference }) => writeLog(staff, { action, subject: reference }, transaction),
        })
        if (!stored.ok) throw new Error('The request of a family could not be stored')
        wakeOutboxWorker()
        return { open: stored.value }
      },
    },
    'families.note': about(own, findFamily, async (family, log, { text }, { staff }) => {
      const note = manyLines(textOf(text)).slice(0, 5000)
      if (!note) return wrong({ text: textsIn().office.writeNote })
      await addNote(staff.name, family, note, log())
      return 'done'
    }),
    'families.change': about(own, findFamily, async (family, log, posted) => {
      const [state, holder] = [textOf(posted.state), textOf(posted.holder)]
      const [day, surgery] = [textOf(posted.nextCall), textOf(posted.surgeryDay)]
      const isReadable = (typed: string) => typed === '' || isDay(typed)
      const isKnown =
        holder === '' || (await listStaff()).some(({ id, roles }) => id === holder && roles.includes('families'))
      if (!isOneOf(familyStates, state) || !isReadable(day) || !isReadable(surgery) || !isKnown)
        return wrong({
          state: !isOneOf(familyStates, state) && textsIn().office.chooseState,
          nextCall: !isReadable(day) && textsIn().office.writeDay,
          surgeryDay: !isReadable(surgery) && textsIn().office.writeDay,
          holder: !isKnown && textsIn().office.chooseHolder,
        })
      const { nextCall, surgeryDay } = family
      const before = { state: family.state, nextCall, surgeryDay, holder: family.holder?.id ?? null }
      const after = { state, nextCall: day || null, surgeryDay: surgery || null, holder: holder || null }
      await changeFamily(family, after, log({ before, after }))
      return 'done'
    }),
    'families.release': onListed(findFamily, release, own),
  },
})
