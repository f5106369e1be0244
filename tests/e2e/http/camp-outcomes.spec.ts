import { expect, test } from '../../support/browser-test.ts'
import { served } from '../../support/served.ts'

test('the register of outcomes is served as JSON, and says no more than its page', async ({ request }) => {
  const response = await request.get('/api/camp-outcomes')
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
  })
  const { camps } = (await response.json()) as { camps: { id: string; sample: boolean; operated: object }[] }
  const { html } = await served('/CampOutcomes')
  const listed = html.slice(html.indexOf('id="register"'), html.indexOf('id="method"'))
  expect([...listed.matchAll(/<li [^>]*id="([\w-]+)"/g)].map(([, id]) => id)).toEqual(camps.map(({ id }) => id))
  expect(listed.match(/data-sample/g)?.length ?? 0).toBe(camps.filter(({ sample }) => sample).length)
  expect((await request.post('/api/camp-outcomes')).status()).toBe(405)
})
