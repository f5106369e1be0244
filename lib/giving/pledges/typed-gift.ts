/** The rules of what the office types about a gift that came by cash, cheque or transfer. */
import { isEmail } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import { panFault } from '#lib/giving/donation/form.ts'
import { idKinds, sealId } from '#lib/giving/orders/identity.ts'
import { modes, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { readAmount, readDay } from '#lib/giving/pledges/statement-cells.ts'
import type { Fault, Remark } from '#lib/giving/remark.ts'
import { env } from '#lib/platform/env.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Currency, Money } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { newReference } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { plainCode, toAsciiDigits } from '#lib/platform/typed-text.ts'
import { currencies, currencyTerms, isCurrency } from '#lib/site/content/currencies.ts'
import { campaign, donationForm, entityDay, reasons } from '#lib/site/content/index.ts'

/** `day`: on which the money arrived, year-month-day. */
export type Payment = { money: Money; day: string; mode: (typeof modes)[number] }

/** `number`: of the cheque. Both are kept with the gift. */
type TypedNotes = { number?: string; remark?: string }
export type TypedPayment = { amount: string; currency: string; day: string; mode: string } & TypedNotes

/** `email`: empty for a donor who has none. `citizen`: yes or no. `reason`: a purpose code. `campaign`: a slug. */
export type TypedDonor = { name: string } & {
  [Field in 'organisation' | 'email' | 'address' | 'idKind' | 'idNumber' | 'citizen' | 'reason' | 'campaign']?: string
}

const present = (faults: readonly (readonly [field: string, remark: Remark | false])[]): Fault[] =>
  faults.flatMap(([field, remark]) => (remark ? [{ field, remark }] : []))
const listed = (words: readonly (string | number)[]) => words.join(', ')

export function readPayment({
  amount: typed,
  currency,
  day: typedDay,
  mode,
  ...notes
}: TypedPayment): Result<Payment, Fault[]> {
  const day = toAsciiDigits(typedDay)
  const code = currency.toUpperCase()
  const known = currencies().map((each) => each.code)
  if (!isCurrency(code)) return failure(present([['currency', { kind: 'currencyUnknown', known: listed(known) }]]))
  const amount = readAmount(typed, code)
  const isDay = /^20/.test(day) && readDay(day, 'Y-M-D') !== null
  const faults = present([
    [
      'amount',
      (amount === 'unreadable' || amount <= 0) &&
        (typed ? { kind: 'amountUnreadable', typed, currency: code } : { kind: 'amountEmpty' }),
    ],
    ['day', !isDay && (day ? { kind: 'dayUnreadable', day } : { kind: 'dayEmpty' })],
    ['day', isDay && isLate(day, code) && { kind: 'dayToCome', day }],
    ...(['number', 'remark'] as const).map(
      (field) => [field, (notes[field] ?? '').length > 160 && ({ kind: 'noteLong' } as const)] as const,
    ),
    ['mode', !isOneOf(modes, mode) && { kind: 'modeUnknown', known: listed(modes) }],
  ])
  if (faults.length > 0 || amount === 'unreadable' || !isOneOf(modes, mode)) return failure(faults)
  return success({ money: { amount, currency: code }, day, mode })
}

/** Whether the day has not begun where the receipts of this currency are written. */
export const isLate = (day: string, currency: Currency): boolean => day > entityDay(currency)

/** An order that no form has sent, but for donor, answers and money. */
export const withoutForm = {
  product: 'gift',
  payBy: 'office',
  state: 'draft',
  frequency: 'once',
  language: defaultLanguage,
  identity: null,
  card: null,
  limitKeys: null,
  pageId: null,
  createdAt: '',
  eraseAfter: null,
  endedAt: null,
} satisfies Partial<OrderWithSecrets>

/** What a form would have stored of this donor, under a new reference. */
export function readDonor(typed: TypedDonor, money: Money): Result<OrderWithSecrets, Fault[]> {
  const { citizen = '', reason = '', campaign: slug = '', idKind: kind = '', idNumber = '' } = typed
  const [name, organisation, email] = [typed.name, typed.organisation ?? '', typed.email ?? ''].map(oneLine)
  const address = manyLines(typed.address ?? '')
  const { law, form } = currencyTerms(money.currency)
  const number = plainCode(idNumber)
  const codes = reasons().map(({ code }) => String(code))
  const { citizenship, citizens } = donationForm(money.currency)
  const faults = present([
    ['name', !name && { kind: 'nameEmpty' }],
    ['name', (name ?? '').length > 160 && { kind: 'nameLong' }],
    ['organisation', (organisation ?? '').length > 160 && { kind: 'nameLong' }],
    ['address', address.length > 400 && { kind: 'addressLong' }],
    ['email', !!email && !isEmail(email) && { kind: 'emailUnreadable', email }],
    ['reason', !!reason && !codes.includes(reason) && { kind: 'reasonUnknown', known: listed(codes) }],
    ['campaign', !!slug && !campaign(slug) && { kind: 'campaignUnknown', campaign: slug }],
    ['idNumber', !!(kind || number) && idFault(kind, number, { law, isOrganisation: Boolean(organisation) })],
    ['citizen', citizenship && !!citizens && citizen !== 'yes' && citizenFault(citizen, citizens.question)],
  ])
  if (faults.length > 0) return failure(faults)
  const reference = newReference('G')
  return success({
    ...withoutForm,
    reference,
    form,
    money,
    identity: number ? sealId(reference, number) : null,
    donor: { name: name ?? '', email: email ?? '', ...(organisation && { organisation }) },
    answers: {
      donorType: organisation ? '2' : '1',
      ...(reason && { reason }),
      ...(slug && { campaign: slug }),
      ...(citizen && { citizen }),
      ...(address && { address }),
      ...(number && { idKind: kind }),
    },
  })
}

/** Foreign Contribution (Regulation) Act, 2010, as on the form. */
const citizenFault = (citizen: string, question: string): Remark =>
  citizen === 'no' ? { kind: 'notCitizen' } : { kind: 'citizenEmpty', question }

type IdRule = { law: string; isOrganisation: boolean }

/** `number`: as `plainCode` writes it. False if it can be that of such a document. */
function idFault(kind: string, number: string, { law, isOrganisation }: IdRule): Remark | false {
  if (law !== 'india') return { kind: 'idInRupees' }
  if (!isOneOf(idKinds, kind)) return { kind: 'idKindUnknown', known: listed(idKinds) }
  if (env().dataEncryptionKeys.length === 0) return { kind: 'idWithoutKey' }
  if (kind === 'pan' && number) {
    const fault = panFault(number, isOrganisation)
    return fault !== null && { kind: fault }
  }
  if (kind === 'aadhaar') return !isAadhaar(number) && { kind: 'aadhaarWrong' }
  return !/^[A-Z\d/]{4,30}$/.test(number) && { kind: 'idWrong', document: kind }
}

/** Twelve digits, of which the last one checks the others by Verhoeff’s scheme: UIDAI, which multiplies in the dihedral group D5. */
function isAadhaar(number: string): boolean {
  const permuted = (digit: number, times: number): number =>
    times === 0 ? digit : permuted(Number('1576283094'[digit]), times - 1)
  const product = (a: number, b: number) => ((a < 5 ? a + b : a - b + 5) % 5) + (a < 5 === b < 5 ? 0 : 5)
  const check = [...number].reverse().reduce((sum, digit, place) => product(sum, permuted(Number(digit), place)), 0)
  return /^[2-9]\d{11}$/.test(number) && check === 0
}
