import { checkoutResult } from '#components/checkout/use-checkout.ts'
import { textsIn } from '#lib/platform/messages/index.ts'

const texts = textsIn('en-GB').checkout
const started = { reference: 'G-7KQM-2X9D', amount: 100_000, currency: 'INR', frequency: 'once' }
const refused = { kind: 'refused', status: 409, sentence: 'No', errors: [] } as const

test.each([
  [
    'a secret opens the card form with what the server charges',
    { kind: 'accepted', body: { ...started, clientSecret: 'cs_1', publishableKey: 'pk_1', url: null } },
    { kind: 'session', session: { clientSecret: 'cs_1', money: { amount: 100_000, currency: 'INR' } } },
  ],
  [
    'an address leads to it',
    { kind: 'accepted', body: { ...started, clientSecret: null, url: 'https://pay.test/1' } },
    { kind: 'elsewhere', url: 'https://pay.test/1' },
  ],
  ['neither is no answer of ours', { kind: 'accepted', body: started }, { kind: 'failed', sentence: texts.unreadable }],
  ['no answer says that nothing is known', { kind: 'lost' }, { kind: 'failed', sentence: texts.lost }],
  [
    'a refusal brings the right total',
    { ...refused, body: { amount: 125_000, currency: 'USD' } },
    { kind: 'failed', sentence: 'No', total: { amount: 125_000, currency: 'USD' } },
  ],
  ['a refusal without a total has none', { ...refused, body: {} }, { kind: 'failed', total: undefined }],
] as const)('of the answer to a payment form, %s', (_, result, expected) => {
  expect(checkoutResult(result, texts)).toMatchObject(expected)
})
