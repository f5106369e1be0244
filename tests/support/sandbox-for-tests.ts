/** The sandbox in the process of a unit test, on free ports, beside a server that takes its webhooks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Sandbox, startSandbox } from '#sandbox/index.ts'
import { sandboxKeys } from '#sandbox/keys.ts'

type Take = (body: string, signature: string) => Promise<number>

/** Starts both before the tests of this file or group, and stops them at the end. `take`: answers a webhook with a status. */
export function sandboxForTests(take: Take = async () => 200, retryDelays: number[] = []) {
  const server = createServer(async (request, response) => {
    const status = await take(await text(request), String(request.headers['stripe-signature']))
    response.writeHead(status).end()
  })
  const beside = {
    sandbox: undefined as unknown as Sandbox,
    /** Of the server. */
    url: '',
    /** A control of a service, Stripe's unless another is named. @throws when it is refused. */
    async control<T = Record<string, unknown>>(
      name: string,
      body?: unknown,
      service: keyof Sandbox['urls'] = 'stripe',
    ) {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${beside.sandbox.urls[service]}/_sandbox/${name}`, init)
      const answer = await response.text()
      if (!response.ok) throw new Error(`${name}: ${answer}`)
      return (answer ? JSON.parse(answer) : null) as T
    },
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    beside.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    beside.sandbox = await startSandbox({
      ports: { camps: 0, stripe: 0, emailjs: 0, ip: 0 },
      siteUrl: beside.url,
      retryDelays,
      mailIntervalMs: 0,
    })
  })
  afterAll(async () => {
    await beside.sandbox.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return beside
}

/** A mail account at the sandbox, without pauses between two mails. */
export const mailAccount = ({ sandbox }: { sandbox: Sandbox }) => ({
  EMAILJS_SERVICE_ID: sandboxKeys.emailjs.serviceId,
  EMAILJS_PUBLIC_KEY: sandboxKeys.emailjs.publicKey,
  EMAILJS_PRIVATE_KEY: sandboxKeys.emailjs.privateKey,
  EMAILJS_TEMPLATE: sandboxKeys.emailjs.template,
  EMAILJS_API_BASE: sandbox.urls.emailjs,
  EMAILJS_MIN_INTERVAL_MS: '0',
})
