import { randomBytes } from 'node:crypto'
import { validate } from '#lib/contact/forms/form.ts'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { plainCode } from '#lib/platform/typed-text.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()

const newKey = () => randomBytes(32).toString('base64')
const [key, nextKey] = [newKey(), newKey()]
const useKeys = (...keys: string[]) => setEnvironment({ DATA_ENCRYPTION_KEY: keys.join(',') })
beforeEach(() => useKeys(key))

describe('A PAN as it is typed', () => {
  const errorOf = (pan: string, donorType = '1') =>
    validate(describeDonation(donationTerms('INR')), { pan, donorType }).find(({ field }) => field === 'pan')?.message

  test.each(['ABCPE1234F', 'abcpe1234f', ' ABCPE 1234 F ', 'abcpe-1234-f'])('may be written %p', (typed) => {
    expect(errorOf(typed)).toBeUndefined()
    expect(plainCode(typed)).toBe('ABCPE1234F')
  })

  test('need not be given', () => expect([errorOf(''), errorOf('  ')]).toEqual([undefined, undefined]))

  test.each(['ABCPE1234', 'ABCXE1234F', 'ABCPE1234FF', 'ÀBCPE1234F'])('is refused as %p', (typed) =>
    expect(errorOf(typed)).toMatch(/ABCPE1234F/),
  )

  test('belongs to a person or an organisation by its fourth letter', () => {
    expect(errorOf('ABCCE1234F', '2')).toBeUndefined()
    expect(errorOf('ABCCE1234F', '1')).toMatch(/^This is the PAN of an organisation\. /)
    expect(errorOf('ABCPE1234F', '2')).toMatch(/^This is the PAN of a person\. /)
  })
})

describe('A text at rest', () => {
  const reference = 'G-7KQM-2X9D'
  const seal = () => sealAtRest('pan', reference, 'ABCPE1234F')
  const opened = { ok: true, value: 'ABCPE1234F' }
  const damaged = { ok: false, failure: 'damaged' }

  test('is readable for its own purpose and place only, and never the same twice', () => {
    const sealed = seal()
    expect(sealed).not.toBe(seal())
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('ABCPE')
    expect(openAtRest('pan', reference, sealed)).toEqual(opened)
    expect(openAtRest('pan', 'G-AAAA-BBBB', sealed)).toEqual(damaged)
    expect(openAtRest('letter', reference, sealed)).toEqual(damaged)
  })

  test('does not open when it was changed, cut off or lengthened', () => {
    const sealed = seal()
    const [, , nonce = '', text = ''] = sealed.split('.')
    const flipped = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`
    const changed = [
      sealed.replace(nonce, flipped(nonce)),
      sealed.replace(text, flipped(text)),
      sealed.slice(0, -4),
      `${sealed}AAAA`,
      sealed.replace(`.${text}`, ''),
      sealed.replace('v1', 'v2'),
      '',
    ]
    for (const one of changed) expect(openAtRest('pan', reference, one)).toEqual(damaged)
  })

  test('does not open without its key, and opens while a new key seals', () => {
    const sealed = seal()
    useKeys(nextKey)
    expect(openAtRest('pan', reference, sealed)).toEqual({ ok: false, failure: 'no-key' })
    useKeys(nextKey, key)
    expect(openAtRest('pan', reference, sealed)).toEqual(opened)
    const later = seal()
    useKeys(nextKey)
    expect(openAtRest('pan', reference, later)).toEqual(opened)
  })
})
