/** `charity staff`: who may enter the office at /office. The first administrator is added here; administrators manage the rest in the browser. */
import { userInfo } from 'node:os'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { addStaff, changeStaff, listStaff, readRoles, roles } from '#lib/office/access/staff.ts'
import { readCommand, stop } from './support/command.ts'
import { withDatabase } from './support/database.ts'

const usage = `charity staff <command>

  list
  add NAME E-MAIL --role=${roles.join(',')}   one role, or several
  remove E-MAIL                                  ends all their sessions as well`

export async function main(args?: string[]): Promise<void> {
  const { positionals, values } = readCommand(usage, {
    args,
    allowPositionals: true,
    options: { role: { type: 'string', default: '' } },
  })
  const [command = 'list', ...words] = positionals
  /** In the log. */
  const operator = { id: '', name: `charity staff (${userInfo().username})` }

  await withDatabase(async () => {
    if (command === 'list') {
      for (const { name, email, roles, passkeys } of await listStaff())
        console.log([name, email, roles.join(','), passkeys === 0 ? 'no passkey' : 'passkey'].join('  '))
    } else if (command === 'add') {
      const [name = '', email = ''] = words
      const own = readRoles(values.role)
      if (!name || !isEmail(email) || own.length === 0) stop(usage, 2)
      const added = await addStaff(name, email, own)
      if (!added) stop(`${email} is in the list already.`)
      await writeLog(operator, { action: 'staff.add', subject: added.id, details: { after: added } })
      console.log(`${name} may enter /office now.`)
    } else if (command === 'remove') {
      const person = (await listStaff()).find(({ email }) => email === normalEmail(words[0] ?? ''))
      if (!person) stop(`Nobody has the address ${words[0] ?? ''}.`)
      if (!(await changeStaff(person.id, 'remove'))) stop('Somebody must stay who may manage the staff.')
      await writeLog(operator, { action: 'staff.remove', subject: person.id, details: { before: person } })
      console.log(`${person.name} may no longer enter.`)
    } else stop(usage, 2)
  })
}

if (import.meta.main) void main()
