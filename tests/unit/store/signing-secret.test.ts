import { sign, signingSecret } from '#lib/signed.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { readSetting } from '#lib/store/settings.ts'
import { breakStore, onBothDatabases, restartProcess, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const kept = async () => (await readSetting('signing-secret'))?.value

describe('Without SIGNING_SECRET', () => {
  onBothDatabases(() => {
    beforeEach(() => {
      setEnvironment({ SIGNING_SECRET: undefined })
      return restartProcess()
    })

    test('the secret outlives a restart', async () => {
      await store()
      const signed = sign('purpose', 'text')
      await restartProcess()
      await store()
      expect(sign('purpose', 'text')).toBe(signed)
      expect((await kept())?.length).toBeGreaterThanOrEqual(43)
    })

    test('what was signed before the first server reached its database is still known afterwards', async () => {
      const signed = sign('purpose', 'text')
      await store()
      expect(sign('purpose', 'text')).toBe(signed)
    })

    test('a server that starts later takes over the secret of the first', async () => {
      await store()
      const first = signingSecret()
      await restartProcess()
      expect(signingSecret()).not.toBe(first)
      await store()
      expect(signingSecret()).toBe(first)
    })
  })
})

describe('Whatever keeps the secret', () => {
  useFreshStore()
  beforeEach(() => restartProcess())

  test('SIGNING_SECRET comes first, and stays out of the database', async () => {
    setEnvironment({ SIGNING_SECRET: 'f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe' })
    await store()
    expect(signingSecret()).toBe('f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe')
    expect(await kept()).toBeUndefined()
  })

  test('a database that was lost is given the secret that this process has', async () => {
    setEnvironment({ SIGNING_SECRET: undefined })
    await store()
    const signed = sign('purpose', 'text')
    await closeStore()
    setEnvironment({ DATA_DIR: `${process.env.DATA_DIR}/another` })
    await store()
    expect(sign('purpose', 'text')).toBe(signed)
    expect(await kept()).toBe(signingSecret())
  })

  test('a process signs with one of its own while the store is unavailable', async () => {
    setEnvironment({ SIGNING_SECRET: undefined })
    await breakStore()
    expect(sign('purpose', 'text')).toBe(sign('purpose', 'text'))
  })
})
