/** What the payment routes and the calls to other services leave in the metrics. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { measureCall, metrics } from '#lib/metrics.ts'
import { resetProcessState } from '#lib/process-state.ts'
import { fetchCampFigures } from '#lib/providers/camps-api.ts'
import { sendMail } from '#lib/providers/emailjs.ts'
import { asha, declinedCard, givingSite, postJson } from '../checkout/support.ts'

const site = givingSite()
beforeEach(() => resetProcessState('metrics'))

type Samples = { values: { value: number; metricName?: string; labels: Partial<Record<string, string | number>> }[] }

/** Values other than 0 by their labels; of a histogram, the number of observations. */
async function samples(metric: { get(): Promise<Samples> }): Promise<Record<string, number>> {
  const { values } = await metric.get()
  const counts = values.filter(({ value, metricName = '_count' }) => value > 0 && metricName.endsWith('_count'))
  return Object.fromEntries(counts.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
}

test('a gift is counted once, after a declined card, however often Stripe sends its events', async () => {
  await postJson({ ...asha, paymenttype: 'once' })
  await site.pay({ card: declinedCard })
  await site.pay()
  for (const event of await site.made()) await site.send(event)
  expect(await samples(metrics().gifts)).toEqual({ 'one-off': 1 })
  expect(await samples(metrics().declines)).toEqual({ '': 1 })
  expect(await samples(metrics().webhooks)).toMatchObject({ recorded: expect.any(Number), known: expect.any(Number) })
  expect(await samples(metrics().vendorCalls)).toEqual({ 'stripe ok': expect.any(Number) })
})

test('a webhook that is refused is counted by its reason', async () => {
  await site.deliver('{}', 't=1,v1=00')
  expect(await samples(metrics().webhooks)).toEqual({ 'wrong-signature': 1 })
})

test('calls that fail are told from those that work', async () => {
  let status = 200
  const server = createServer((_, response) => response.writeHead(status).end('OK'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const templates = { enquiry: 'e', newsletter: 'n' }
  const account = { serviceId: 's', publicKey: 'p', privateKey: null, apiBase, templates } as Parameters<
    typeof sendMail
  >[0]
  const callBoth = async () => {
    await fetchCampFigures(apiBase)
    await sendMail(account, { template: 'enquiry', params: {} })
  }
  await callBoth()
  status = 500
  await callBoth()
  server.closeAllConnections()
  server.close()
  await callBoth()
  const expected = { 'camps ok': 1, 'emailjs ok': 1, 'camps failed': 2, 'emailjs failed': 2 }
  expect(await samples(metrics().vendorCalls)).toEqual(expected)
})

test('a call that throws still throws, and is counted', async () => {
  await expect(measureCall({ vendor: 'ipinfo' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await samples(metrics().vendorCalls)).toEqual({ 'ipinfo failed': 1 })
})
