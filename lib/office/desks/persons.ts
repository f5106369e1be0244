/** Everything that is kept about one e-mail address or telephone number, as a file; and erasing what the law does not keep. Addresses are in no URL and not in the log. */
import { enquiriesOf } from '#lib/contact/enquiries/admin.ts'
import { isEmail, isPhone, textOf } from '#lib/contact/forms/form.ts'
import { dataToErase, erasePerson, removedInWords } from '#lib/giving/receipts/admin.ts'
import { personalData } from '#lib/giving/receipts/your-gifts.ts'
import { type LogEntry, writeLog } from '#lib/office/access/log.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { unlessSure, wrong } from '#lib/office/desks/action.ts'
import { type Action, deskInMemory, type Outcome, type Posted } from '#lib/office/desks/desk.ts'
import { erasureInWords, keptOf } from '#lib/office/desks/donors.ts'
import { notesOf } from '#lib/office/desks/families.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { readReference } from '#lib/platform/reference.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'

const roles: readonly Role[] = ['admin']
const fields = [
  {
    name: 'who',
    label: 'whose',
    kind: 'line',
    get hint() {
      return textsIn().office.whoseHint
    },
  },
] as const

/** Whose data it is, and which; or what is wrong with what was typed. */
async function asked(posted: Posted) {
  const typed = textOf(posted.who).trim()
  const who = readReference(typed) ?? typed
  if (!isEmail(who) && !isPhone(who) && who !== readReference(typed)) return wrong({ who: textsIn().office.writeWhose })
  const data = await dataToErase(who)
  const counts = [removedInWords(data).length, ...Object.values(keptOf(data))]
  const isNothing = counts.every((count) => count === 0)
  return isNothing ? wrong({ who: textsIn().office.nothingKept }) : { who, data }
}

async function* file(who: string): AsyncGenerator<string> {
  const families = (await enquiriesOf(who)).filter(({ form }) => form === helpForm)
  const notes = await Promise.all(
    families.map(async ({ id, reference }) => ({ reference, notes: await notesOf({ id }) })),
  )
  yield await personalData(who, { notes })
}

/** An action about the person who is named in the form. */
const aboutPerson = (
  act: (
    found: Exclude<Awaited<ReturnType<typeof asked>>, { fault: unknown }>,
    log: (details: LogEntry['details']) => Promise<void>,
    posted: Posted,
  ) => Promise<Outcome>,
): Action => ({
  roles,
  async run({ staff }, _, posted, action) {
    const found = await asked(posted)
    return 'fault' in found ? found : act(found, (details) => writeLog(staff, { action, details }), posted)
  },
})

export const persons = deskInMemory<never>({
  title: 'personalData',
  roles,
  isNameless: true,
  sortedBy: '',
  columns: {},
  filters: [],
  rows: async () => [],
  idOf: () => '',
  forms: [
    {
      intent: 'persons.file',
      submit: 'downloadAll',
      get notes() {
        return [textsIn().office.personFileNote]
      },
      fields,
    },
    {
      intent: 'persons.erase',
      submit: 'erase',
      get notes() {
        return [textsIn().office.personEraseNote]
      },
      fields,
    },
  ],
  actions: {
    'persons.file': aboutPerson(async ({ who, data }, log) => {
      await log({ found: removedInWords(data), kept: keptOf(data) })
      return { file: 'personal-data.json', lines: file(who) }
    }),
    'persons.erase': aboutPerson(async ({ who, data }, log, posted) => {
      const asks = unlessSure(posted, [messages()('office.eraseSure', { who }), ...erasureInWords(data)].join(' '))
      if (asks) return asks
      // Erasing takes several steps, some at the payment service, so the log is written first.
      await log({ erased: removedInWords(data), kept: keptOf(data) })
      await erasePerson(who, data)
      return 'done'
    }),
  },
})
