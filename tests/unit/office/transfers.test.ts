/** What a treasurer does with a bank statement in the office, and what nobody else may do with it. */
import { knownLayouts } from '#lib/giving/pledges/bank-file.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { start } from '#lib/jobs/start.ts'
import { formToken, type Session } from '#lib/office/access/session.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { pledges } from '#lib/office/desks/pledges.ts'
import { progressOf } from '#lib/office/desks/statement-in-hand.ts'
import { transfers } from '#lib/office/desks/transfers.ts'
import { dayMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { stopOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { processState } from '#lib/platform/process-state.ts'
import { stopStoreChecks } from '#lib/platform/store/check.ts'
import { store } from '#lib/platform/store/index.ts'
import { stopCampRefresh } from '#lib/site/camps/index.ts'
import type { bankAccounts } from '#lib/site/content/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { onSqlite, setEnvironment, withoutOfficeLog } from '#tests/support/store.ts'
import { gifts } from '../checkout/support.ts'
import { confirmTransfer, lineOf, makePledge, rowOf, statementText } from '../pledges/support.ts'
import { post, signedIn } from './support.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))

let mockAccounts: ReturnType<typeof bankAccounts> | null = null
jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  return { ...actual, bankAccounts: (currency: string) => mockAccounts ?? actual.bankAccounts(currency) }
})

answerReturnedForms()
afterEach(() => {
  stopClock(undefined)
  mockAccounts = null
})

const treasurer = () => signedIn('money')
type Send = Awaited<ReturnType<typeof signedIn>>['send']
const fileOf = (text: string) => new File([text], 'november.csv')
const listed = (session: Session, asked = {}) => rowsIn(transfers, asked, session)
const statesOf = async (session: Session) => (await listed(session)).map(({ cells }) => cells.stage)

describe('A bank statement in the office', () => {
  onSqlite(() => {
    test('shows why a line pays a pledge, and makes the ticked lines gifts, each with its line in the log', async () => {
      const [{ reference }, { reference: other }] = [await makePledge(), await makePledge({ amount: 50_000 })]
      const { session, send } = await treasurer()
      const text = statementText(rowOf(`UPI ${reference}`), rowOf(`NEFT ${other}`, '400.00'), rowOf('CASH', '70.00'))
      expect((await send('statements.read', '', { file: fileOf(text) })).headers.get('location')).toBe(
        '/office/transfers?did=statements.read&result=done',
      )
      const [first, second, third] = await listed(session)
      expect(first).toMatchObject({ tick: { checked: true }, cells: { stage: 'Proposed' } })
      expect(second).toMatchObject({
        tick: { checked: false },
        cells: { why: expect.stringContaining('but the pledge is ₹500') },
      })
      expect(third?.tick).toBeUndefined()
      await send('transfers.confirm', '', { row: first?.id ?? '' })
      expect(await gifts()).toMatchObject([{ reference, amount: 100_000, method: 'transfer' }])
      expect(await statesOf(session)).toEqual(['Proposed', 'Open', 'Confirmed'])
      const { db } = await store()
      const log = await db.selectFrom('office_log').selectAll().execute()
      expect(log).toMatchObject([{ action: 'gifts.record', subject: expect.stringMatching(/^T-/) }])
      const kept = JSON.stringify(await db.selectFrom('settings').selectAll().execute())
      expect(kept).not.toMatch(/NEFT|CASH|Asha/)

      expect((await send('transfers.undo', first?.id ?? '', {})).headers.get('location')).toMatch(/result=done$/)
      expect(await statesOf(session)).toEqual(['Proposed', 'Proposed', 'Open'])
      expect(await gifts()).toMatchObject([{ status: 'undone' }])
    })

    test('takes two lines for one pledge, a second gift of its donor, and a donor who announced nothing', async () => {
      const { reference } = await makePledge()
      const { session, send } = await treasurer()
      const text = statementText(rowOf('A', '600.00'), rowOf('B', '400.00'), rowOf('C'), rowOf('D', '70.00'))
      await send('statements.read', '', { file: fileOf(text) })
      const codeOf = new Map((await listed(session)).map(({ id, cells }) => [String(cells.text).charAt(0), id ?? '']))
      const code = (text: string) => codeOf.get(text) ?? ''
      const shared = { mode: 'transfer', more: '' }
      await send('transfers.line', code('A'), { ...shared, reference, as: 'whole', more: code('B') })
      await send('transfers.line', code('C'), { ...shared, reference: reference.toLowerCase(), as: 'second' })
      const refused = await send('transfers.line', code('D'), { ...shared, name: 'Ravi', email: 'nobody' })
      expect([refused.status, refused.headers.get('location')]).toEqual([422, null])
      expect(await listed(session, { stage: 'not-confirmed' })).toMatchObject([
        { late: true, cells: { why: expect.stringContaining('nobody is not an email address') } },
      ])
      await send('transfers.line', code('D'), { ...shared, name: 'Ravi', citizen: 'yes' })
      expect(await gifts()).toMatchObject([
        { reference, amount: 100_000 },
        { amount: 100_000, donor_name: 'Asha Rao' },
        { amount: 7000, donor_name: 'Ravi' },
      ])
    })

    test('knows the two lines of a split transfer before either is confirmed, as one gift', async () => {
      const { reference } = await makePledge()
      const { session, send } = await treasurer()
      const text = statementText(rowOf(`NEFT ${reference} 1`, '500.00'), rowOf(`NEFT ${reference} 2`, '500.00'))
      await send('statements.read', '', { file: fileOf(text) })
      const [first, second] = await listed(session)
      expect(first?.cells.why).toContain(`reference, amount, with ${second?.id}`)
      expect(second?.cells).toMatchObject({ stage: 'Open', why: expect.stringContaining(`with ${first?.id} one gift`) })
      await send('transfers.confirm', '', { row: first?.id ?? '' })
      expect(await gifts()).toMatchObject([{ reference, amount: 100_000 }])
      expect(await statesOf(session)).toEqual(['Confirmed', 'Confirmed'])
    })

    test('leaves a line out that is not a gift, in the next statement too, until somebody says that it is', async () => {
      const { reference } = await makePledge()
      const { session, send } = await treasurer()
      const read = () => send('statements.read', '', { file: fileOf(statementText(rowOf(`UPI ${reference}`))) })
      await read()
      const code = (await listed(session))[0]?.id ?? ''
      expect(await withoutOfficeLog(() => send('transfers.not-gift', code))).toMatchObject({ status: 500 })
      expect(await statesOf(session)).toEqual(['Proposed'])
      await send('transfers.not-gift', code)
      await read()
      for (const intent of ['transfers.confirm-sure', 'transfers.line', 'transfers.confirm'])
        await send(intent, intent === 'transfers.line' ? code : '', { row: code, reference, as: 'whole' })
      expect([await statesOf(session), await gifts()]).toEqual([['Not a gift'], []])
      await send('transfers.is-gift', code)
      await send('transfers.confirm-sure', '')
      expect(await statesOf(session)).toEqual(['Confirmed'])
    })

    test('of a bank that is new asks which column is which, and remembers it', async () => {
      const { session, send } = await treasurer()
      const unknown = 'Txn Dt\tDetails, of $ Txn\tDeposited\n25/10/2026\tUPI/ASHA\t1,000.00\n'
      await send('statements.read', '', { file: fileOf(unknown) })
      const above = await transfers.above?.(session)
      const fields = above?.forms[0]?.fields ?? []
      const answer = Object.fromEntries(fields.map(({ name, value = '' }) => [name, value]))
      expect(answer).toMatchObject({ date: '0', text: '1', received: '2', dates: 'D/M/Y' })
      expect((await send('statements.columns', '', { ...answer, currency: 'INR', about: '' })).status).toBe(422)
      const disordered = await send('statements.columns', '', {
        ...answer,
        dates: 'M/D/Y',
        currency: 'INR',
        about: 'B',
      })
      const message = 'The days in the column Txn Dt are not written as M/D/Y.'
      expect((await returnedIn(disordered)).fault?.errors).toEqual([{ field: 'dates', message }])
      const layouts = await knownLayouts()
      const described = { ...answer, currency: 'INR', about: 'My bank' }
      expect(await withoutOfficeLog(() => send('statements.columns', '', described))).toMatchObject({ status: 500 })
      expect(await knownLayouts()).toEqual(layouts)
      await send('statements.columns', '', described)
      const { db } = await store()
      expect(await db.selectFrom('office_log').select('action').execute()).toEqual([{ action: 'statements.columns' }])
      expect(await knownLayouts()).toContainEqual(expect.objectContaining({ about: 'My bank', date: 'Txn Dt' }))
      expect(await listed(session)).toMatchObject([
        { cells: { text: 'UPI/ASHA', day: '2026-10-25', amount: '₹1,000', stage: 'Open', why: '' } },
      ])
      expect((await send('statements.read', '', { file: fileOf('only\nwords\n') })).status).toBe(422)
    })

    test('makes no gift of a line, and undoes none, while nothing can be written into the log', async () => {
      const { reference } = await makePledge()
      const { session, send } = await treasurer()
      await send('statements.read', '', { file: fileOf(statementText(rowOf(`UPI ${reference}`))) })
      const code = (await listed(session))[0]?.id ?? ''
      for (const [intent, subject] of [['transfers.confirm-sure', ''] as const, ['transfers.line', code] as const]) {
        await withoutOfficeLog(() => send(intent, subject, { reference, as: 'whole' }))
        expect([intent, await gifts(), await statesOf(session)]).toEqual([intent, [], ['Proposed']])
        await send('statements.away', '', {})
        await send('statements.read', '', { file: fileOf(statementText(rowOf(`UPI ${reference}`))) })
      }
      await send('transfers.confirm-sure', '', {})
      expect(await withoutOfficeLog(() => send('transfers.undo', code, {}))).toMatchObject({ status: 500 })
      expect(await gifts()).toMatchObject([{ status: 'paid' }])
    })

    test('belongs to one person for a day', async () => {
      const [{ session, send }, other] = [await treasurer(), await signedIn('money', 'admin')]
      await send('statements.read', '', { file: fileOf(statementText(rowOf('CASH'))) })
      const [line] = await listed(session)
      expect(await listed(other.session)).toEqual([])
      const stolen = await other.send('transfers.line', line?.id ?? '', { name: 'X', citizen: 'yes', mode: 'transfer' })
      expect(stolen.headers.get('location')).toMatch(/unknown-entry$/)
      stopClock(utcNow(dayMs + 1))
      expect(await listed(session)).toEqual([])
      await enforceRetention({ confirmed: true })
      const { db } = await store()
      expect(await db.selectFrom('settings').selectAll().where('key', 'like', 'statement%').execute()).toEqual([])
    })

    test('is not read from a stranger', async () => {
      const { session, send } = await treasurer()
      const asked = { intent: 'statements.read', subject: '', token: formToken(session, 'statements.read', '') }
      for (const cookie of ['', `office=${'x'.repeat(43)}`]) {
        const response = await post({ ...asked, file: fileOf('a,b') }, { cookie })
        expect(response.headers.get('location')).toBe('/office?result=signed-out')
      }
      expect((await send('statements.read', '', { file: fileOf('x'.repeat(4_000_001)) })).status).toBe(413)
    })

    test('confirms many lines in the background, and goes on after a restart without anybody opening a page', async () => {
      const references = []
      for (let count = 0; count < 25; count += 1) references.push((await makePledge()).reference)
      const { session, send } = await treasurer()
      await send('statements.read', '', { file: fileOf(statementText(...references.map((each) => rowOf(each)))) })
      // The server is killed when the work is written down.
      const running = processState('statement-work', () => new Set<string>()).get()
      running.add(session.staff.id)
      await send('transfers.confirm-sure', '', {})
      expect(await progressOf(session.staff)).toMatchObject({ done: 0, total: 25 })
      running.clear()
      await start()
      stopStoreChecks()
      stopCampRefresh()
      while ((await progressOf(session.staff)).done < 25) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await gifts()).toHaveLength(25)
      expect(new Set(await statesOf(session))).toEqual(new Set(['Confirmed']))
      while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await stopOutboxWorker()
    })

    const leela = rowOf('NEFT CR-HDFC0000001-LEELA SAMPLE-N380156', '4321.00')
    const confirmAs = (send: Send, code = '', fields = {}) =>
      send('transfers.line', code, { name: 'Leela', citizen: 'yes', mode: 'transfer', more: '', ...fields })

    test('a confirmed line stays confirmed in a file that a spreadsheet has saved, and is open in another account', async () => {
      const { session, send } = await treasurer()
      const named = (account: string, ...rows: string[]) => fileOf(`Account No: ${account}\n${statementText(...rows)}`)
      await send('statements.read', '', { file: named('50100000000001', leela.replace(',0001', ',0000632600000001')) })
      expect((await transfers.above?.(session))?.sentences).toContain('Account: 50100000000001')
      await confirmAs(send, (await listed(session))[0]?.id ?? '')
      const [{ object_id = '' } = {}] = await gifts()
      const again = [leela.replace(',0001', ',632600000001'), leela.replace(',0001', ',632600000001')]
      await send('statements.read', '', { file: named('0050100000000001', ...again) })
      expect((await statesOf(session)).sort()).toEqual(['Confirmed', 'Open'])
      await send('statements.read', '', { file: named('50200000000002', again[0] ?? '') })
      expect(await listed(session)).toMatchObject([
        { cells: { stage: 'Open', why: expect.stringContaining(`This looks like ${object_id}.`) } },
      ])
      expect(await gifts()).toHaveLength(1)
    })

    test('a line of somebody whose identity document stands with another name is confirmed with a tick', async () => {
      setEnvironment({ DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
      const { session, send } = await treasurer()
      const pan = { idKind: 'pan', idNumber: 'ABCPE1234F' }
      await send('statements.read', '', { file: fileOf(statementText(leela, rowOf('NEFT ROY', '70.00'))) })
      const [first = '', second = ''] = (await listed(session)).map(({ id }) => id ?? '')
      await confirmAs(send, first, pan)
      const asked = await returnedIn(await confirmAs(send, second, { ...pan, name: 'A. Roy' }))
      const tick = 'This PAN also stands with another name: Leela. Tick if A. Roy is the same person.'
      expect(asked.values).toMatchObject({ name: 'A. Roy', ticks: [tick] })
      expect(await gifts()).toHaveLength(1)
      await confirmAs(send, second, { ...pan, name: 'A. Roy', sure: asked.values.sure, ticked: tick })
      expect(await gifts()).toHaveLength(2)
    })

    test('a line that resembles a recorded gift shows it, and is confirmed by a tick of its own only', async () => {
      const [{ reference }, { reference: other }] = [await makePledge({ amount: 432_100 }), await makePledge()]
      const { session, send } = await treasurer()
      await send('statements.read', '', { file: fileOf(statementText(leela)) })
      await confirmAs(send, (await listed(session))[0]?.id ?? '')
      const [{ object_id = '' } = {}] = await gifts()
      const text = statementText(
        rowOf(`UPI LEELA ${reference}`, '4321.00', '07/11/26'),
        rowOf('LEELA', '4321.00'),
        rowOf(`UPI ${other}`),
      )
      await send('statements.read', '', { file: fileOf(text) })
      const like = { cells: { why: expect.stringContaining(`This looks like ${object_id}.`) } }
      const lines = await listed(session)
      expect(lines).toMatchObject([{ ...like, tick: { checked: false } }, { tick: { checked: true } }, like])
      await send('transfers.confirm-sure', '', {})
      expect((await gifts()).map((gift) => gift.reference)).toContain(other)
      expect(await statesOf(session)).toEqual(['Proposed', 'Open', 'Confirmed'])

      const open = lines[2]?.id ?? ''
      expect((await confirmAs(send, open)).status).toBe(422)
      expect((await confirmAs(send, lines[0]?.id ?? '', { another: 'yes', more: open })).status).toBe(422)
      await send('transfers.confirm', '', { row: lines[0]?.id ?? '' })
      await confirmAs(send, open, { another: 'yes', name: 'Leela Rao' })
      expect(await statesOf(session)).toEqual(['Confirmed', 'Confirmed', 'Confirmed'])
      expect(await gifts()).toHaveLength(4)
    })

    test('is asked once of which account it is, where the file does not say it', async () => {
      mockAccounts = [
        { id: 'INR', about: 'Main', numbers: ['50100000000001'] },
        { id: 'fcra', about: 'FCRA', numbers: ['50200000000002'] },
      ]
      const { session, send } = await treasurer()
      const above = async () => (await transfers.above?.(session))?.sentences
      await send('statements.read', '', { file: fileOf(statementText(leela)) })
      expect(await listed(session)).toEqual([])
      expect(await above()).toContain(
        'The file does not say of which account it is. Choose it once for all files like this one.',
      )
      expect((await send('statements.account', '', { account: 'nobody' })).headers.get('location')).toMatch(
        /unknown-entry$/,
      )
      expect(await withoutOfficeLog(() => send('statements.account', '', { account: 'INR' }))).toMatchObject({
        status: 500,
      })
      expect(await listed(session)).toEqual([])
      await send('statements.account', '', { account: 'INR' })
      await confirmAs(send, (await listed(session))[0]?.id ?? '')
      await send('statements.read', '', { file: fileOf(statementText(leela)) })
      expect([await above(), await statesOf(session)]).toEqual([
        expect.arrayContaining(['Account: Main']),
        ['Confirmed'],
      ])
      await send('statements.account', '', { account: 'fcra' })
      expect([await above(), await statesOf(session)]).toEqual([expect.arrayContaining(['Account: FCRA']), ['Open']])
      // What the file says goes first.
      await send('statements.read', '', { file: fileOf(`A/C XX0001,,\n${statementText(leela)}`) })
      expect([await above(), await statesOf(session)]).toEqual([
        expect.arrayContaining(['Account: Main']),
        ['Confirmed'],
      ])
    })

    test('open pledges are listed with their age', async () => {
      const { reference } = await makePledge()
      const { session } = await treasurer()
      stopClock(utcNow(10 * dayMs))
      expect(await rowsIn(pledges, {}, session)).toMatchObject([
        { late: true, cells: { reference, name: 'Asha Rao', amount: '₹1,000', came: '', kind: 'Pledge', age: '10' } },
      ])
      const detail = await pledges.find?.(reference, session)
      expect(detail?.links?.map(({ href }) => href)).toEqual([
        `/office/donors/${reference}`,
        `/office/gifts/new-${reference}`,
      ])
      const [form] = (await desks.gifts.find?.(`new-${reference}`, session))?.forms ?? []
      expect(form?.fields).toContainEqual(expect.objectContaining({ name: 'reference', value: reference }))
      expect(await pledges.find?.('G-2222-2222', session)).toBeNull()
      await confirmTransfer(lineOf(reference, '300.00'), { reference })
      const rest = { amount: '₹700', came: '₹300 / ₹1,000' }
      expect(await rowsIn(pledges, {}, session)).toMatchObject([{ late: true, cells: rest }])
      expect((await pledges.find?.(reference, session))?.sections?.[0]?.rows).toHaveLength(1)
    })
  })
})
