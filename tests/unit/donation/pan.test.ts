import { randomBytes } from 'node:crypto'
import { openPan, panDigest, panIsAsked, sealPan } from '#lib/giving/donation/pan.ts'
import { panError, plainPan } from '#lib/giving/donation/pan-rules.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()

const newKey = () => randomBytes(32).toString('base64')
const [key, nextKey] = [newKey(), newKey()]
const useKeys = (...keys: string[]) => setEnvironment({ DATA_ENCRYPTION_KEY: keys.join(',') })
beforeEach(() => useKeys(key))

const reference = 'G-7KQM-2X9D'

describe('A PAN as it is typed', () => {
  const { donation } = textsIn('en-GB')

  test.each(['ABCPE1234F', 'abcpe1234f', ' ABCPE 1234 F ', 'abcpe-1234-f'])('may be written %p', (typed) => {
    expect(panError(typed, false, donation)).toBeNull()
    expect(plainPan(typed)).toBe('ABCPE1234F')
  })

  test('need not be given', () => {
    expect(panError('', false, donation)).toBeNull()
    expect(panError('  ', true, donation)).toBeNull()
  })

  test.each(['ABCPE1234', 'ABCPE12345', 'ABC1E1234F', 'ABCXE1234F', 'ABCPE1234FF', '1234567890', 'ÀBCPE1234F'])(
    'is told what it should look like when it is %p',
    (typed) => {
      expect(panError(typed, false, donation)).toMatch(/ABCPE1234F/)
    },
  )

  test.each([...'ABCEFGHJLT'])('belongs to an organisation when its fourth letter is %s', (letter) => {
    const pan = `ABC${letter}E1234F`
    expect(panError(pan, true, donation)).toBeNull()
    expect(panError(pan, false, donation)).toMatch(/^This is the PAN of an organisation\. /)
  })

  test('belongs to a person when its fourth letter is P', () => {
    expect(panError('ABCPE1234F', true, donation)).toMatch(/^This is the PAN of a person\. /)
  })
})

describe('A PAN at rest', () => {
  test('can be decrypted for its own gift only, and is unreadable before', () => {
    const sealed = sealPan('ABCPE1234F', reference)
    expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{35}$/)
    expect(sealed).not.toContain('ABCPE')
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('ABCPE')
    expect(openPan(sealed, reference)).toEqual({ ok: true, pan: 'ABCPE1234F' })
  })

  test('is never encrypted to the same text twice', () => {
    expect(sealPan('ABCPE1234F', reference)).not.toBe(sealPan('ABCPE1234F', reference))
  })

  test('does not open for another gift', () => {
    expect(openPan(sealPan('ABCPE1234F', reference), 'G-AAAA-BBBB')).toEqual({ ok: false, why: 'damaged' })
  })

  test('does not open when a single character of it was changed, cut off or added', () => {
    const sealed = sealPan('ABCPE1234F', reference)
    const [, , nonce = '', text = ''] = sealed.split('.')
    const flipped = (part: string, at: number) =>
      `${part.slice(0, at)}${part[at] === 'A' ? 'B' : 'A'}${part.slice(at + 1)}`
    const changed = [
      sealed.replace(nonce, flipped(nonce, 0)),
      ...Array.from({ length: text.length - 1 }, (_, at) => sealed.replace(text, flipped(text, at))),
      sealed.slice(0, -4),
      `${sealed}AAAA`,
      sealed.replace(`.${text}`, ''),
      sealed.replace('v1', 'v2'),
      '',
    ]
    for (const one of changed) expect(openPan(one, reference)).toEqual({ ok: false, why: 'damaged' })
  })

  test('does not open without its key, and opens while a new key seals', () => {
    const sealed = sealPan('ABCPE1234F', reference)
    useKeys(nextKey)
    expect(openPan(sealed, reference)).toEqual({ ok: false, why: 'no-key' })
    useKeys(nextKey, key)
    expect(openPan(sealed, reference)).toEqual({ ok: true, pan: 'ABCPE1234F' })
    const later = sealPan('ABCPE1234F', reference)
    useKeys(nextKey)
    expect(openPan(later, reference)).toEqual({ ok: true, pan: 'ABCPE1234F' })
  })

  test('is not asked for, and cannot be kept, without a key', () => {
    expect(panIsAsked()).toBe(true)
    setEnvironment({ DATA_ENCRYPTION_KEY: undefined })
    expect(panIsAsked()).toBe(false)
    expect(() => sealPan('ABCPE1234F', reference)).toThrow('DATA_ENCRYPTION_KEY is not set')
  })

  test('is compared by a keyed hash, which nobody can guess from the store alone', () => {
    setEnvironment({ SIGNING_SECRET: 'a'.repeat(32) })
    const digest = panDigest('ABCPE1234F')
    expect(panDigest('ABCPE1234F')).toBe(digest)
    setEnvironment({ SIGNING_SECRET: 'b'.repeat(32) })
    expect(panDigest('ABCPE1234F')).not.toBe(digest)
  })
})
