/** What a visitor typed waits in memory for the page that shows it again, and no longer. */
import { type ReturnedForm, readReturned, refuse, showForm } from '#lib/contact/forms/returned-form.ts'
import { setPageRenderer } from '#lib/platform/http/page-response.ts'

const request = new Request('http://localhost/api/enquiries', { method: 'POST' })
const formOf = (message: string): ReturnedForm => ({ values: { message }, fault: null })

/** Pages whose rendering has begun: the ids of their forms, and how to finish each. */
let rendering: { id: string; finish: (response: Response | Error) => void }[]

beforeEach(() => {
  rendering = []
  setPageRenderer(
    (address) =>
      new Promise((resolve, reject) => {
        const id = new URL(address, 'http://localhost').searchParams.get('returned') ?? ''
        const finish = (response: Response | Error) =>
          response instanceof Error ? reject(response) : resolve(response)
        rendering.push({ id, finish })
      }),
  )
})
afterEach(() => setPageRenderer(null))

const show = (message: string, address = '/contact') => showForm(request, address, formOf(message), { status: 422 })

test('a form can be read while its page is rendered, and is forgotten after that, also if rendering fails', async () => {
  for (const [address, response] of [
    ['/contact', new Response('page')],
    ['/contact?language=hi', new Error('no page')],
  ] as const) {
    const shown = show('typed', address)
    const [{ id, finish } = { id: '', finish: () => undefined }] = rendering.splice(0)
    expect(readReturned(id)).toEqual(formOf('typed'))
    finish(response)
    const result = await shown.catch((error: unknown) => error)
    if (response instanceof Response) expect((result as Response).headers.has('retry-after')).toBe(false)
    else expect(result).toBe(response)
    expect(readReturned(id)).toBeNull()
  }
  expect(readReturned(['x'])).toBeNull()
})

test('of more than 500 forms that wait, the oldest are given up', async () => {
  const shown = Array.from({ length: 502 }, (_, number) => show(String(number)))
  const found = rendering.map(({ id }) => readReturned(id)?.values.message)
  expect(found.slice(0, 4)).toEqual([undefined, undefined, '2', '3'])
  expect(found.at(-1)).toBe('501')
  for (const { finish } of rendering) finish(new Response('page'))
  await Promise.all(shown)
})

test('a program is told what is wrong as problem details, without what does not apply', async () => {
  const refusal = { status: 422, title: 'There is a problem' }
  const form = { ...formOf('typed'), address: '/contact' }
  const bare = await refuse(request, 'json', refusal, form)
  expect(bare.headers.get('retry-after')).toBeNull()
  expect(Object.keys((await bare.json()) as object).sort()).toEqual(['status', 'title', 'type'])
  const errors = [{ field: 'email', message: 'Enter your email address' }]
  const total = { amount: 7500, currency: 'USD' } as const
  const told = await refuse(request, 'json', { ...refusal, detail: 'Correct it', errors, retryAfter: 60, total }, form)
  expect(told.headers.get('retry-after')).toBe('60')
  expect(await told.json()).toMatchObject({ detail: 'Correct it', errors, ...total })
})
