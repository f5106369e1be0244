/** @jest-environment node */
import { sender } from '#components/forms/browser-form.ts'

const address = 'http://localhost/api/enquiries'
const keys: (string | null)[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  keys.length = 0
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, options) => {
    keys.push(new Headers(options?.headers).get('idempotency-key'))
    return answer()
  })
})
afterEach(() => jest.restoreAllMocks())

const respond = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }))
const problem = (status: number) => respond(status, { title: 'No' })
const asha = { name: 'Asha' }

test.each([
  ['was accepted', respond(202, { reference: 'E-2345-6789' }), 'accepted'],
  ['got no response', () => Promise.reject(new TypeError('offline')), 'lost'],
  ['got a page of a proxy', () => Promise.resolve(new Response('<html>', { status: 502 })), 'unreadable'],
  ['could not be stored', problem(503), 'refused'],
])('the same answers again are the same attempt if the first %s, whatever the token', async (_, first, kind) => {
  const { send } = sender()
  answer = first
  expect(await send(address, asha, { ...asha, token: 1 })).toMatchObject({ kind })
  await send(address, asha, { ...asha, token: 2 })
  await send(address, { name: 'Ruth' }, {})
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('answers that were refused are another attempt', async () => {
  const { send } = sender()
  answer = problem(422)
  await send(address, asha, asha)
  await send(address, asha, asha)
  expect(new Set(keys).size).toBe(2)
})

test('a form is busy until its response has come', async () => {
  const { send, isBusy } = sender()
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  const sent = send(address, asha, asha)
  expect(isBusy()).toBe(true)
  resolve(Response.json({}, { status: 202 }))
  await sent
  expect(isBusy()).toBe(false)
})
