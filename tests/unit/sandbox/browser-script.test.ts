import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import type { Stripe as StripeJs } from '@stripe/stripe-js'

const source = readFileSync(path.join(process.cwd(), 'sandbox/stripe/browser-script.js'), 'utf8')
const secret = 'cs_test_a1_secret_b2'

type Frame = {
  title: string
  width: string
  height: string
  src: string
  isConnected: boolean
  contentWindow: object
  setAttribute(name: string, value: string): void
  remove(): void
}

/** As much of a browser as the script touches. */
function browser() {
  const place = {
    frames: [] as Frame[],
    append(frame: Frame) {
      frame.isConnected = true
      place.frames.push(frame)
    },
  }
  const listeners = new Set<(event: object) => void>()
  const window = {
    Stripe: undefined as unknown as ((key: string) => StripeJs) & { version: unknown },
    location: { assign: jest.fn<void, [string]>() },
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: object) => void) => listeners.delete(listener),
  }
  const document = {
    currentScript: { src: 'http://localhost:3501/sandbox-stripe.js' },
    querySelector: (selector: string) => (selector === '#card' ? place : null),
    createElement(): Frame {
      const frame: Frame = {
        title: '',
        width: '',
        height: '',
        src: '',
        isConnected: false,
        contentWindow: {},
        setAttribute() {},
        remove() {
          frame.isConnected = false
          place.frames = place.frames.filter((one) => one !== frame)
        },
      }
      return frame
    },
  }
  runInNewContext(source, { window, document, URL })
  const say = (data: object, from: { origin?: string; source?: object } = {}) => {
    const event = { origin: 'http://localhost:3501', source: place.frames[0]?.contentWindow, data, ...from }
    for (const listener of listeners) listener(event)
  }
  return { window, document, place, say, listeners }
}

const options = { fetchClientSecret: async () => secret }
const completed = {
  from: 'sandbox-stripe',
  type: 'complete',
  redirect: 'always',
  returnUrl: 'http://localhost:3000/thank-you',
}

test('loadStripe takes it without a warning and without loading anything else', async () => {
  const { window, document } = browser()
  Object.assign(globalThis, { window, document })
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure')
    const stripe = await loadStripe('pk_test_sandbox')
    expect(stripe?.createEmbeddedCheckoutPage).toEqual(expect.any(Function))
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
    Reflect.deleteProperty(globalThis, 'document')
  }
})

test('refuses a secret key, and anything that is no key', () => {
  const { window } = browser()
  expect(() => window.Stripe('sk_test_sandbox')).toThrow('You should not use your secret key')
  expect(() => window.Stripe('')).toThrow('Please call Stripe() with your publishable key.')
})

test('mounts a named frame on the client secret, without a style', async () => {
  const { window, place } = browser()
  const checkout = await window.Stripe('pk_test_sandbox').createEmbeddedCheckoutPage(options)
  checkout.mount('#card')
  expect(place.frames).toMatchObject([
    { title: 'Secure payment', width: '100%', src: `http://localhost:3501/embed/${secret}` },
  ])
  expect(source).not.toMatch(/\.style\b|cssText/)
  checkout.unmount()
  expect(place.frames).toEqual([])
  checkout.mount('#card')
  expect(place.frames).toHaveLength(1)
})

test('takes the client secret itself too, and refuses what is none', async () => {
  const stripe = browser().window.Stripe('pk_test_sandbox')
  await expect(stripe.createEmbeddedCheckoutPage({ fetchClientSecret: async () => 'nonsense' })).rejects.toThrow(
    'client secret',
  )
  await expect(
    stripe.createEmbeddedCheckoutPage({
      fetchClientSecret: () => Promise.reject(new Error('The site is unavailable')),
    }),
  ).rejects.toThrow('The site is unavailable')
  await expect(stripe.createEmbeddedCheckoutPage({ clientSecret: secret })).resolves.toBeDefined()
})

test('allows one checkout at a time: the next one after destroy', async () => {
  const stripe = browser().window.Stripe('pk_test_sandbox')
  const first = stripe.createEmbeddedCheckoutPage(options)
  await expect(stripe.createEmbeddedCheckoutPage(options)).rejects.toMatchObject({
    name: 'IntegrationError',
    message: 'You cannot have multiple Embedded Checkout objects.',
  })
  const checkout = await first
  checkout.destroy()
  expect(() => checkout.mount('#card')).toThrow('has been destroyed')
  await expect(stripe.createEmbeddedCheckoutPage(options)).resolves.toBeDefined()
})

test('says so when there is no place to mount it, or it is mounted already', async () => {
  const checkout = await browser().window.Stripe('pk_test_sandbox').createEmbeddedCheckoutPage(options)
  expect(() => checkout.mount('#nowhere')).toThrow('The selector you specified (#nowhere) applies to no DOM elements')
  checkout.mount('#card')
  expect(() => checkout.mount('#card')).toThrow('already mounted')
})

test('grows with its content, and goes on to the return address when the payment is complete', async () => {
  const { window, place, say } = browser()
  const onComplete = jest.fn()
  const checkout = await window.Stripe('pk_test_sandbox').createEmbeddedCheckoutPage({ ...options, onComplete })
  checkout.mount('#card')
  say({ from: 'sandbox-stripe', type: 'height', height: 712 })
  expect(place.frames[0]?.height).toBe('712')
  say(completed)
  expect(window.location.assign).toHaveBeenCalledWith('http://localhost:3000/thank-you')
  expect(onComplete).not.toHaveBeenCalled()
})

test.each(['if_required', 'never'])('calls onComplete instead when the session redirects %s', async (redirect) => {
  const { window, say } = browser()
  const onComplete = jest.fn()
  const checkout = await window.Stripe('pk_test_sandbox').createEmbeddedCheckoutPage({ ...options, onComplete })
  checkout.mount('#card')
  say({ ...completed, redirect })
  expect(onComplete).toHaveBeenCalledTimes(1)
  expect(window.location.assign).not.toHaveBeenCalled()
})

test('believes only its own frame, and nothing once it is destroyed', async () => {
  const { window, say, listeners } = browser()
  const checkout = await window.Stripe('pk_test_sandbox').createEmbeddedCheckoutPage(options)
  checkout.mount('#card')
  say(completed, { origin: 'http://evil.example' })
  say(completed, { source: {} })
  say({ ...completed, from: 'somebody' })
  expect(window.location.assign).not.toHaveBeenCalled()
  checkout.destroy()
  expect(listeners.size).toBe(0)
})
