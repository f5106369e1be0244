/** What pages must say because a law asks for it, and that it agrees with what the site does. */
import { keepSchema } from '#lib/site/content/fields.ts'
import { navigation, page, receiptTerms, site } from '#lib/site/content/index.ts'
import en from '../../../messages/en.json'
import { runProgram } from '../../support/programs.ts'

const textOf = (address: string) => JSON.stringify(page(address)?.blocks ?? [])

test('the notice about health data has what RCW 19.373.020 lists, and every page and the form lead to it', () => {
  const blocks = page('/HealthDataNotice')?.blocks.map((block) => ('id' in block ? block.id : undefined))
  expect(blocks).toEqual(expect.arrayContaining(['what', 'source', 'who', 'how-long', 'rights']))
  expect(JSON.stringify(navigation().footer)).toContain('"/HealthDataNotice"')
  expect(textOf('/GetSurgery')).toContain('(/HealthDataNotice)')
})

test('the privacy policy states the ground of each use, where data goes, and the authorities of the EU, the UK and India', () => {
  const policy = textOf('/PrivacyPolicy')
  for (const words of ['6(1)(a)', '6(1)(b)', '6(1)(c)', '6(1)(f)', '9(2)(a)']) expect(policy).toContain(words)
  for (const words of ['in another country than yours', 'supervisory authority of your own country', 'ico.org.uk'])
    expect(policy).toContain(words)
  expect(policy).toContain('Data Protection Board of India')
  expect(policy).toContain('(/PaiaManual)')
})

test('the periods that the privacy policy and the forms state are those by which data is erased', () => {
  const { enquiries, surgery, payments, transfers, unconfirmed } = site().keep
  const policy = textOf('/PrivacyPolicy')
  for (const days of [enquiries, surgery, payments, transfers, unconfirmed]) expect(policy).toContain(`${days} days`)
  expect(textOf('/HealthDataNotice')).toContain(`${surgery} days`)
  // A number of days in a message would be a second place.
  for (const words of [en.privacy.enquiry, en.privacy.help, en.privacy.gift]) {
    expect(words).toContain('{days}')
    expect(words).not.toMatch(/\d/)
  }
})

test('a period that is too short for the answer, or for messages of the payment service, is refused', () => {
  expect(keepSchema.safeParse({ enquiries: 29 }).success).toBe(false)
  expect(keepSchema.safeParse({ payments: 29 }).success).toBe(false)
  expect(keepSchema.parse({ surgery: 365 })).toMatchObject({ enquiries: 730, surgery: 365 })
})

test('the deduction of 2026 stands on the giving page, where the money goes, and with the terms of receipts', () => {
  const [note] = receiptTerms('USD').yearNote ?? []
  expect(note?.year).toBe(2026)
  for (const text of [textOf('/Donate'), textOf('/Transparency'), note?.text ?? '']) {
    expect(text).toContain('$1,000 a year ($2,000 jointly)')
    expect(text).toContain('0.5%')
    expect(text).not.toContain('{law')
  }
})

test('what an employer or broker asks for is hidden until it is real', () => {
  expect(textOf('/Donate')).toContain('Donor-advised fund')
  expect(textOf('/Donate')).not.toMatch(/00-0000000|DTC/)
  expect(textOf('/PaiaManual')).not.toContain('to be announced')
})

test('one command prints every question for a lawyer, with its place', async () => {
  const { stdout, code } = await runProgram('scripts/content-check.ts', ['--lawyer'])
  expect(code).toBe(0)
  for (const place of ['content/site.yaml:', 'content/giving/law.yaml:', 'content/pages/PrivacyPolicy.yaml:'])
    expect(stdout).toContain(place)
  const listed = stdout.trimEnd().split('\n')
  expect(listed.at(-1)).toBe(`${listed.length - 1} questions`)
})
