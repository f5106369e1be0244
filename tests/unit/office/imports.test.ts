/** What a treasurer does with the gifts of another system, and what becomes of them. */

import timers from 'node:timers/promises'
import { eraseImports, resumeImports, workOn } from '#lib/giving/exchange/import.ts'
import { totals } from '#lib/giving/ledger/totals.ts'
import { contributors } from '#lib/giving/receipts/year-lists.ts'
import { donorGifts, manageGifts } from '#lib/giving/receipts/your-gifts.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { dayMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import type { Database } from '#lib/platform/store/schema.ts'
import { runCommand } from '#tests/support/commands.ts'
import { correctGifts } from '#tests/support/correct-gifts.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { giftRow, insert, onBothDatabases, setAll, setEnvironment, withoutOfficeLog } from '#tests/support/store.ts'
import { locationOf, signedIn } from './support.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))
answerReturnedForms()
beforeEach(() => stopClock('2026-11-28T12:00:00Z'))
afterEach(() => stopClock(undefined))

const heading = 'payment,receipt,name,email,address,day,amount,currency,status,newsletter'
const rows = [
  'ch_1,R-1,Asha Rao,asha@example.org,1 Hill Road,2025-03-01,500,USD,paid,yes',
  'ch_2,R-2,Asha Rao,asha@example.org,1 Hill Road,2025-04-01,20.50,USD,refunded,yes',
  'ch_1,R-3,Asha Rao,asha@example.org,,2025-05-01,10,USD,paid,',
  ',,Bela,b@example.org,,2025-05-01,10,USD,paid,no',
  ',,Bela,B@example.org,,2025-05-01,10,USD,paid,',
  ',,Bela,b@example.org,,2025-05-01,-10,USD,paid,',
  ',,Bela,b@example.org,,2025-05-02,10,USD,failed,',
]
const fileOf = (...lines: string[]) => new File([[heading, ...lines, ''].join('\n')], 'givewp.csv')
const all = async <Table extends keyof Database>(table: Table) =>
  (await store()).db
    .selectFrom(table as 'gifts')
    .selectAll()
    .execute()

/** Reads a file, and returns the id of its import. */
async function brought({ send }: Awaited<ReturnType<typeof signedIn>>, file = fileOf(...rows)) {
  const read = await send('imports.read', '', { file })
  return /imports\/([\w-]+)\?/.exec(locationOf(read))?.[1] ?? `none: ${(await returnedIn(read)).fault?.sentence}`
}

describe('Gifts of another system', () => {
  onBothDatabases(() => {
    test('are shown row by row before anything is made, then made as a whole, and taken back as a whole', async () => {
      const treasurer = await signedIn('money')
      const { session, send, sendSurely } = treasurer
      const id = await brought(treasurer)
      const detail = await desks.imports.find?.(id, session)
      expect(detail?.facts).toEqual([
        ['State', 'Read, nothing made'],
        ...[
          ['New', '3'],
          ['Duplicate', '2'],
          ['Left out', '1'],
          ['Cannot be read', '1'],
        ],
      ])
      expect(detail?.sections?.[0]?.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
        ['4', 'Duplicate', 'this payment is known: row 2'],
        ['6', 'Duplicate', 'the same donor, day and amount: row 5'],
        ['7', 'Cannot be read', expect.stringContaining('below zero')],
        ['8', 'Left out', 'it was never paid'],
      ])
      const file = await (await send('imports.export', id)).text()
      expect(file.split('\r\n')).toHaveLength(1 + rows.length + 1)
      expect(await all('gifts')).toEqual([])

      const asked = await send('imports.run', id)
      expect((await returnedIn(asked)).values.sure).toMatch(
        /^3 rows become gifts or a sign-up. 4 rows are not brought in./,
      )
      await sendSurely('imports.run', id)
      await workOn(id)
      expect(
        (await all('gifts')).map(({ object_id, amount, status, own_receipt, occurred_at }) => ({
          object_id,
          amount,
          status,
          own_receipt,
          day: occurred_at.slice(0, 10),
        })),
      ).toEqual([
        { object_id: 'ch_1', amount: 50_000, status: 'paid', own_receipt: 'R-1', day: '2025-03-01' },
        { object_id: 'ch_2', amount: 2050, status: 'refunded', own_receipt: 'R-2', day: '2025-04-01' },
        { object_id: `import:${id}:5`, amount: 1000, status: 'paid', own_receipt: null, day: '2025-05-01' },
      ])
      expect([await all('receipts'), await all('outbox'), await all('import_rows')]).toEqual([
        [],
        [],
        expect.anything(),
      ])
      expect((await all('orders')).map(({ donor_name }) => donor_name)).toEqual(['Asha Rao', 'Asha Rao'])
      expect(await treasurer.rowsOf('newsletter')).toMatchObject([
        { cells: { email: 'asha@example.org', state: 'Confirmed' } },
      ])
      expect(await totals('year', '')).toEqual([{ group: '2025', currency: 'USD', count: 2, amount: 51_000 }])

      const again = await brought(treasurer)
      expect((await desks.imports.find?.(again, session))?.facts[1]).toEqual(['New', '0'])
      await sendSurely('imports.undo', id)
      await workOn(id)
      for (const table of ['gifts', 'orders', 'enquiries'] as const) expect(await all(table)).toEqual([])
      expect((await treasurer.rowsOf('imports')).map(({ cells }) => cells.state)).toContain('Taken back')
      const { db } = await store()
      const log = await db.selectFrom('office_log').select('action').where('action', 'like', 'imports.%').execute()
      expect(log.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['imports.read', 'imports.export', 'imports.run', 'imports.undo']),
      )
    })

    test('are marked wherever the office sees them, get no receipt here, and are found by the number that they had', async () => {
      const treasurer = await signedIn('money')
      const id = await brought(treasurer)
      await treasurer.sendSurely('imports.run', id)
      await workOn(id)
      expect(await treasurer.rowsOf('gifts', { search: 'R-1' })).toMatchObject([
        { id: 'ch_1', cells: { status: 'Paid, imported', receipt: 'R-1' } },
      ])
      const detail = await desks.gifts.find?.('ch_1', treasurer.session)
      expect(detail?.facts).toContainEqual(['Receipt of the other system', 'R-1'])
      expect(detail?.forms.map(({ intent }) => intent)).toEqual(['gifts.correct'])
      expect(locationOf(await treasurer.send('gifts.send', 'ch_1'))).toContain('result=unchanged')
      const [gift] = await all('gifts')
      const own = await donorGifts(gift?.id ?? '')
      expect(own?.gifts.map(({ object_id }) => object_id).sort()).toEqual(['ch_1', 'ch_2'])
      const provider = { provider: null, back: '', leadsTo: () => '' }
      expect(own && (await manageGifts(own, 'receipt', { which: gift?.id ?? '', value: '' }, provider))).toBe('unknown')
      expect((await contributors(2025))?.map(({ total, unacknowledged }) => [total, unacknowledged])).toEqual([
        [50_000, []],
        [1000, []],
      ])
      expect((await correctGifts('ch_1', { name: 'Asha R. Rao' })).ok).toBe(true)
      expect((await all('gifts')).map(({ donor_name }) => donor_name)).toContain('Asha R. Rao')
      expect([await all('receipts'), await all('outbox')]).toEqual([[], []])
    })

    test('that are in the books are duplicates, whoever wrote them there', async () => {
      const like = { donor_email: 'Asha@example.org', currency: 'USD', occurred_at: '2025-03-01T22:00:00Z' }
      await insert(
        'gifts',
        giftRow('pi_1', { ...like, amount: 40_000, given_back: 10_000 }),
        giftRow('T-2345-6789', {
          ...like,
          donor_email: '',
          donor_name: 'Bela',
          occurred_at: '2025-05-01T12:00:00Z',
          amount: 1000,
        }),
      )
      const treasurer = await signedIn('money')
      const id = await brought(
        treasurer,
        fileOf(
          rows[0] ?? '',
          ',,Bela,,,2025-05-01,10,USD,paid,',
          'pi_2,,Asha Rao,asha@example.org,,2025-03-01,500,USD,paid,',
        ),
      )
      const detail = await desks.imports.find?.(id, treasurer.session)
      expect(detail?.facts[1]).toEqual(['New', '1'])
      expect(detail?.sections?.[0]?.rows.map(({ cells }) => cells[2])).toEqual([
        'the same donor, day and amount: pi_1',
        'the same donor, day and amount: T-2345-6789',
      ])
    })

    test('go on after a restart, and are taken back if one of them has come by itself meanwhile', async () => {
      const many = Array.from(
        { length: 450 },
        (_, number) => `ch_${number},,Asha,asha@example.org,,2025-03-01,${number + 1},USD,paid,`,
      )
      const treasurer = await signedIn('money')
      const id = await brought(treasurer, fileOf(...many))
      await setAll('imports', { state: 'running' })
      // Between two steps others can write.
      const pauses = jest.spyOn(timers, 'setTimeout')
      await resumeImports()
      await workOn(id)
      expect(await all('gifts')).toHaveLength(450)
      expect(pauses.mock.calls.length).toBeGreaterThanOrEqual(Math.ceil(450 / 200))
      pauses.mockRestore()
      await treasurer.sendSurely('imports.undo', id)
      await workOn(id)
      expect(await all('gifts')).toEqual([])

      const other = await brought(treasurer, fileOf(...many))
      await insert('gifts', giftRow('ch_440'))
      await treasurer.sendSurely('imports.run', other)
      await workOn(other)
      expect((await all('gifts')).map(({ object_id }) => object_id)).toEqual(['ch_440'])
      expect((await desks.imports.find?.(other, treasurer.session))?.warnings).toEqual([
        expect.stringContaining('ch_440'),
      ])
    })

    test('whose file nobody uses are erased after a day, and nothing happens that cannot be logged', async () => {
      const treasurer = await signedIn('money')
      const id = await brought(treasurer)
      await withoutOfficeLog(() => treasurer.sendSurely('imports.run', id))
      await withoutOfficeLog(() => treasurer.send('imports.away', id))
      expect([await all('gifts'), (await all('imports')).length]).toEqual([[], 1])
      stopClock(utcNow(2 * dayMs))
      await eraseImports()
      expect([await all('imports'), await all('import_rows')]).toEqual([[], []])
    })

    test('of a file that waits for its columns too are searched for a person, named, and erased with the person', async () => {
      setEnvironment({ DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
      const treasurer = await signedIn('money')
      const waiting = 'Wer;Mail;Wann;Wieviel\nBela;b@example.org;05/11/2025;10\nAsha;ASHA@example.org;06/11/2025;20\n'
      await brought(treasurer, new File([waiting], 'own.csv'))
      stopClock('2026-11-28T12:01:00Z')
      await brought(treasurer, fileOf(...rows.slice(1, 4)))
      const { send, sendSurely } = await signedIn('admin')
      const held = async (who: string) => (await (await send('persons.file', '', { who })).json()).staged
      expect(await held('asha@example.org')).toEqual([
        { file: 'own.csv', row: 3, text: 'Asha, ASHA@example.org, 06/11/2025, 20' },
        { file: 'givewp.csv', row: 2, text: expect.stringContaining('asha@example.org') },
        { file: 'givewp.csv', row: 3, text: expect.stringContaining('asha@example.org') },
      ])
      const whole = 'own.csv (the whole file, which waits for its columns)'
      const named = `${whole}, givewp.csv (Row 2), givewp.csv (Row 3)`
      expect((await runCommand('outbox', ['erase', 'asha@example.org'])).stdout).toContain(`Would erase: ${named}.`)
      const asked = await returnedIn(await send('persons.erase', '', { who: 'asha@example.org' }))
      expect(asked.values.sure).toContain(`This removes: ${named}.`)
      await insert('gifts', giftRow('pi_asha', { donor_email: 'asha@example.org' }))
      const donor = await returnedIn(await treasurer.send('donors.erase', 'pi_asha'))
      expect(donor.values.sure).toContain(`This removes: ${named}. This keeps: 1 gift`)
      const { stdout } = await runCommand('outbox', ['erase', 'asha@example.org', '--yes'])
      expect(stdout).toContain(`Erased: ${named}\n`)
      expect(await all('imports')).toMatchObject([{ file: 'givewp.csv' }])
      expect(await all('import_rows')).toMatchObject([{ number: 4 }])
      await sendSurely('persons.erase', '', { who: 'b@example.org' })
      expect(await all('import_rows')).toEqual([])
    })

    test('are brought in by a treasurer only; the columns of unknown files are asked for once', async () => {
      const staff = await signedIn('families')
      expect((await staff.send('imports.read', '', { file: fileOf(...rows) })).status).toBe(403)
      const treasurer = await signedIn('money')
      const own = () => new File(['Wer;Mail;Wann;Wieviel\nAsha;a@example.org;05/11/2025;10,50\n'], 'own.csv')
      const id = await brought(treasurer, own())
      const detail = await desks.imports.find?.(id, treasurer.session)
      const form = detail?.forms.find(({ intent }) => intent === 'imports.columns')
      expect(form?.notes).toEqual([expect.stringContaining('Still missing: email, day, amount')])
      expect(locationOf(await treasurer.send('imports.columns', id, { name: '0', email: '1', usual: 'USD' }))).toBe('')
      await treasurer.send('imports.columns', id, {
        name: '0',
        email: '1',
        day: '2',
        amount: '3',
        dates: 'D/M/Y',
        usual: 'USD',
      })
      expect((await desks.imports.find?.(id, treasurer.session))?.facts[1]).toEqual(['New', '1'])
      expect(locationOf(await treasurer.send('imports.away', id))).toContain('result=done')
      const next = await brought(treasurer, own())
      expect((await desks.imports.find?.(next, treasurer.session))?.facts[0]).toEqual(['State', 'Read, nothing made'])
    })
  })
})
