import { sign, signingSecret } from '#lib/signed.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { readSetting } from '#lib/store/settings.ts'
import { onBothDatabases, restartProcess, setEnvironment, useFreshStore } from '#tests/support/store.ts'

const kept = async () => (await readSetting('signing-secret'))?.value

describe('Without SIGNING_SECRET', () => {
  onBothDatabases(() => {
    beforeEach(() => {
      setEnvironment({ SIGNING_SECRET: undefined })
      return restartProcess()
    })

    test('the secret of a process is kept once the store is opened, and survives a restart', async () => {
      const signed = sign('purpose', 'text')
      await store()
      expect(sign('purpose', 'text')).toBe(signed)
      await restartProcess()
      await store()
      expect(sign('purpose', 'text')).toBe(signed)
      expect((await kept())?.length).toBeGreaterThanOrEqual(43)
    })

    test('a server that starts later adopts the secret of the first', async () => {
      await store()
      const first = signingSecret()
      await restartProcess()
      expect(signingSecret()).not.toBe(first)
      expect(sign('purpose', 'text')).toBe(sign('purpose', 'text'))
      await store()
      expect(signingSecret()).toBe(first)
    })
  })
})

describe('The signing secret', () => {
  useFreshStore()
  beforeEach(() => restartProcess())

  test('SIGNING_SECRET takes precedence, and is not stored', async () => {
    setEnvironment({ SIGNING_SECRET: 'f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe' })
    await store()
    expect(signingSecret()).toBe('f3Qm0aXw8Zk5Tn2Lr7Yb4Vd9Hc6Js1Pe')
    expect(await kept()).toBeUndefined()
  })

  test('a new database gets the secret of this process', async () => {
    setEnvironment({ SIGNING_SECRET: undefined })
    await store()
    const signed = sign('purpose', 'text')
    await closeStore()
    setEnvironment({ DATA_DIR: `${process.env.DATA_DIR}/another` })
    await store()
    expect(sign('purpose', 'text')).toBe(signed)
    expect(await kept()).toBe(signingSecret())
  })
})
