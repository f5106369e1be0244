import { randomBytes } from 'node:crypto'
import { readDraft } from '#lib/contact/forms/drafts.ts'
import { type PostedForm, refuse, sendBack } from '#lib/contact/forms/send-back.ts'
import { useFreshStore } from '#tests/support/store.ts'

const posted: PostedForm = {
  title: 'Tea & cakes',
  organisation: 'Bowls',
  action: '/api/tea',
  fields: {
    name: { label: 'Name', autoComplete: 'name', maxLength: 10, required: true },
    guests: { label: 'Guests', inputMode: 'numeric' },
    email: { label: 'Email', type: 'email' },
    note: { label: 'Note', kind: 'text' },
    size: {
      label: 'Size',
      kind: 'one',
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'Large' },
      ],
    },
    extras: {
      label: 'Extras',
      kind: 'several',
      options: [
        { value: 'milk', label: 'Milk' },
        { value: 'a, b', label: 'Both' },
      ],
    },
    when: { label: 'When', kind: 'several', single: true, options: [{ value: 'now', label: 'Now' }] },
    agree: { label: 'Agreed', kind: 'tick', options: [{ value: 'yes', label: 'I agree' }] },
    secret: { label: 'Secret', kind: 'hidden' },
  },
  values: {
    name: `O'Neill "<b>&`,
    guests: '2',
    note: '\nTwo\nlines',
    size: 'l',
    extras: ['a, b'],
    when: ['now'],
    agree: true,
    secret: 'x',
  },
  hidden: { form: 'tea', empty: '', none: undefined },
  submit: { label: 'Send >', name: 'step', value: '2' },
  draftName: 'tea',
  address: '/Tea',
}
/** No cookie can carry it. */
const long = { ...posted, values: { ...posted.values, email: randomBytes(3000).toString('hex') } }
const errors = [
  { field: 'name', message: 'Shorten <it>' },
  { field: 'elsewhere', message: 'Choose a day' },
]

describe('A form that is sent back', () => {
  useFreshStore()

  test('leads to its page, with everything that was typed in a cookie', async () => {
    const answer = await sendBack(posted, { errors, formError: 'Look again' }, { status: 422 })
    const [, id] = /^\/Tea\?draft=([\w-]+)#error-summary$/.exec(answer.headers.get('location') ?? '') ?? []
    expect(answer.status).toBe(303)
    const draft = { errors, formError: 'Look again', values: posted.values }
    expect(readDraft('tea', id, answer.headers.get('set-cookie')?.split(';')[0])).toEqual(draft)
  })

  test.each([
    [{ step: 2 as const }, undefined, /^\/Tea\?draft=[\w-]+&step=2$/],
    [{}, '#card-form', /^\/Tea\?draft=[\w-]+#card-form$/],
    [{}, undefined, /^\/Tea\?draft=[\w-]+$/],
  ])('leads to its next step where nothing is wrong: %j %s', async (step, fragment, location) => {
    const answer = await sendBack({ ...posted, fragment }, { errors: [], ...step }, { status: 422 })
    expect(answer.headers.get('location')).toMatch(location)
  })

  test('can carry another draft than what was typed', async () => {
    const toDraft = () => ({ values: { other: 'x' }, errors: [] })
    const answer = await sendBack({ ...posted, toDraft }, { errors }, { status: 422 })
    const [, id] = /draft=([\w-]+)/.exec(answer.headers.get('location') ?? '') ?? []
    expect(readDraft('tea', id, answer.headers.get('set-cookie')?.split(';')[0])).toEqual(toDraft())
  })

  test('is the response itself where no cookie can carry it', async () => {
    const shown = { errors, formError: 'Look again', attemptKey: 'attempt-1234' }
    const answer = await sendBack(long, shown, { status: 422, retryAfter: 60 })
    expect(answer.status).toBe(422)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'retry-after': '60',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    })
    const html = await answer.text()
    expect(html).toContain('<title>Error: Tea &amp; cakes | Bowls</title>')
    expect(html).toContain('<header><a href="/">Bowls</a></header>')
    const main = html.slice(html.indexOf('<main>'), html.indexOf('</main>')).replace(long.values.email, 'LONG')
    expect(main.trim().split('\n')).toEqual([
      '<main>',
      '<h1>Tea &amp; cakes</h1>',
      '<div class="problem" role="alert"><h2>There is a problem</h2><p>Look again</p><ul><li><a href="#field-name">Shorten &lt;it&gt;</a></li><li>Choose a day</li></ul></div>',
      '<form method="post" action="/api/tea" novalidate>',
      '<input type="hidden" name="form" value="tea">',
      '<input type="hidden" name="idempotencyKey" value="attempt-1234">',
      '<div><label for="field-name">Name</label><p class="error" id="error-name"><span>Error: </span>Shorten &lt;it&gt;</p><input id="field-name" name="name" class="input" aria-invalid="true" aria-describedby="error-name" maxlength="10" autocomplete="name" dir="auto" value="O&#39;Neill &quot;&lt;b&gt;&amp;"></div>',
      '<div><label for="field-guests">Guests (optional)</label><input id="field-guests" name="guests" class="input" inputmode="numeric" value="2"></div>',
      '<div><label for="field-email">Email (optional)</label><input id="field-email" name="email" class="input" type="email" value="LONG"></div>',
      '<div><label for="field-note">Note (optional)</label><textarea id="field-note" name="note" class="input" dir="auto" rows="12">',
      'Two',
      'lines</textarea></div>',
      '<fieldset><legend>Size</legend><label><input type="radio" name="size" id="field-size" value="s">Small</label><label><input type="radio" name="size" value="l" checked>Large</label></fieldset>',
      '<fieldset><legend>Extras</legend><label><input type="checkbox" name="extras" id="field-extras" value="milk">Milk</label><label><input type="checkbox" name="extras" value="a, b" checked>Both</label></fieldset>',
      '<fieldset><legend>When</legend><label><input type="radio" name="when" id="field-when" value="now" checked>Now</label></fieldset>',
      '<fieldset><legend>Agreed</legend><label><input type="checkbox" name="agree" id="field-agree" value="yes" checked>I agree</label></fieldset>',
      '<input type="hidden" name="secret" value="x">',
      '<button type="submit" name="step" value="2">Send &gt;</button>',
      '</form>',
    ])
  })

  test('says why it is on one page where nothing is wrong, and may lead to another origin', async () => {
    const answer = await sendBack({ ...long, leadsTo: ['https://pay.test'] }, { errors: [] }, { status: 503 })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https://pay.test;")
    const html = await answer.text()
    expect(html).toContain('<title>Tea &amp; cakes | Bowls</title>')
    expect(html).toMatch(/<h1>Tea &amp; cakes<\/h1>\n<p>Your browser could not keep this form[^<]*<\/p>\n<form/)
    expect(html).toMatch(/name="idempotencyKey" value="[\w-]{36}"/)
  })

  test('lists no errors where the form as a whole is refused', async () => {
    const html = await (await sendBack(long, { errors: [], formError: 'Too many' }, { status: 429 })).text()
    expect(html).toContain('<p>Too many</p></div>')
  })
})

describe('A form that is refused', () => {
  useFreshStore()
  test('as JSON is answered with problem details', async () => {
    const total = { amount: 125_000, currency: 'USD' } as const
    const refusal = { status: 429, title: 'Too many', detail: 'Wait', errors, retryAfter: 5, total }
    const answer = await refuse(refusal, 'json', posted)
    expect(answer.headers.get('retry-after')).toBe('5')
    const fields = { title: 'Too many', detail: 'Wait', status: 429, errors, total: 1250 }
    expect(await answer.json()).toEqual({ type: 'about:blank', ...fields })
    const short = await refuse({ status: 409, title: 'No' }, 'json', posted)
    expect(short.headers.get('retry-after')).toBeNull()
    expect(await short.json()).toEqual({ type: 'about:blank', title: 'No', status: 409 })
  })

  test.each([
    [{ detail: 'Wait' }, 'key-of-attempt', { formError: 'Wait', attemptKey: 'key-of-attempt' }],
    [{}, null, { formError: 'Too many' }],
  ])('without JavaScript is sent back with the reason and its key: %j', async (detail, key, shown) => {
    const answer = await refuse({ status: 429, title: 'Too many', ...detail }, 'form', posted, key)
    const [, id] = /draft=([\w-]+)/.exec(answer.headers.get('location') ?? '') ?? []
    const cookie = answer.headers.get('set-cookie')?.split(';')[0]
    expect(readDraft('tea', id, cookie)).toEqual({ ...shown, errors: [], values: posted.values })
    const page = await refuse({ status: 429, title: 'Too many', retryAfter: 5 }, 'form', long)
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '5'])
  })
})
