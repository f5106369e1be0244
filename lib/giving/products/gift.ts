/**
 * A gift: how it is read, priced and recorded, and the initial answers of its forms. The amount is computed here from what was chosen; the total that the page
 * showed is only compared.
 */
import { z } from 'zod'
import { entriesOf, type FormFault, faultIn, readAs, readValues, textOf } from '#lib/contact/forms/form.ts'
import type { PostedForm } from '#lib/contact/forms/read-post.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import {
  chosenMoney,
  feeOf,
  fitsWallet,
  frequencyOf,
  totalOf,
  type WayToPay,
  waysToPay,
  wayToPay,
} from '#lib/giving/donation/amount.ts'
import {
  type DonationTerms,
  type DonationValues,
  describeDonation,
  describeGift,
  hasOneStep,
  stepOf,
} from '#lib/giving/donation/form.ts'
import { payerOf } from '#lib/giving/donation/payer.ts'
import { donationTerms, waysOffered } from '#lib/giving/donation/terms.ts'
import { tributeOf } from '#lib/giving/donation/tribute.ts'
import { formStart, pagesAround } from '#lib/giving/orders/form-start.ts'
import { type CheckoutForm, checkoutRequest, readRequest, uiModeOf } from '#lib/giving/orders/handle-request.ts'
import { type CheckoutRefusal, type Plan, refusal } from '#lib/giving/orders/start.ts'
import { announcement, failedPaymentMail, messageToFamily, receipt, receiptMail } from '#lib/giving/products/effects.ts'
import type { ProductDescription } from '#lib/giving/products/product.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { hiddenLanguageField, localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, type Frequency, formatMoney, inWholeUnits, type Money } from '#lib/platform/money.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { currencies, currencyTerms, isCurrency, usualCurrency } from '#lib/site/content/currencies.ts'
import { campaign, currencyWords, donationForm, reasons, recordedCampaign, site } from '#lib/site/content/index.ts'

const schema = checkoutRequest.extend({
  uiMode: z.enum(['embedded', 'hosted', 'wallet'], 'Must be "embedded", "hosted" or "wallet"').optional(),
  paymentMethod: z.enum(['', ...waysToPay], 'Must be "card", "upi" or "bank"').optional(),
  /** How often the page gave that was posted. */
  frequencyShown: z.string().optional(),
  intent: z.string().optional(),
  currency: z
    .string()
    .default(() => currencies().find(({ law }) => law === 'india')?.code ?? usualCurrency())
    .refine(isCurrency, {
      error: () =>
        `Must be ${currencies()
          .map(({ code }) => `"${code}"`)
          .join(' or ')}`,
    }),
})

/** A posted gift. `shownTotal`: the total that the page showed, in the smallest unit; null if none. Only compared, never charged. */
type DonationRequest = {
  values: DonationValues
  terms: DonationTerms
  shownTotal: number | null
  uiMode: Plan['page']['uiMode']
}

/** Both forms are posted to one address; the currency distinguishes them. The donor's address may be nested or flat. */
function readDonation(
  data: PostedForm['data'],
  kind: PostedForm['kind'],
): Result<DonationRequest, readonly FieldError[]> {
  const read = readRequest(schema, data)
  if (!read.ok) return read
  const { currency, paymentMethod = 'card', frequencyShown, intent } = read.value
  const terms = donationTerms(currency)
  const { ways } = terms
  if (ways.length < 2 && paymentMethod && !ways.includes(paymentMethod))
    return failure([{ field: 'paymentMethod', message: `Only "${ways.join('')}" is accepted` }])
  const address = Object.entries(data.address ?? {}).filter(([, value]) => textOf(value) !== '')
  const answers = readAnswers({ ...data, ...Object.fromEntries(address) }, terms)
  // The form may have been opened while the campaign was still published.
  const campaign = recordedCampaign(answers.campaign)
  const amount = textOf(data.amount).trim()
  // As a script does when “Every month” is chosen; later the donor's own choice counts.
  const turnsMonthly = intent === 'next' && answers.paymenttype === 'monthly' && frequencyShown === 'once'
  const values = {
    ...answers,
    ...(turnsMonthly && { paymentMethod: usualWay('monthly', ways) }),
    ...splitName(textOf(data.name), answers),
    country: answers.country || (currencyTerms(currency).law === 'india' ? 'IN' : ''),
    campaign: campaign && !campaign.draft ? campaign.slug : '',
  }
  const uiMode = uiModeOf(read.value, kind)
  if (uiMode === 'wallet' && !fitsWallet(values, terms))
    return failure([{ field: 'uiMode', message: 'Only a single gift without an address can be given by a wallet' }])
  return success({ values, terms, shownTotal: amount === '' ? null : Number(amount), uiMode })
}

export const gift: CheckoutForm<DonationRequest> & ProductDescription = {
  read: readDonation,
  plan: planDonation,
  turn({ values, terms }, intent) {
    if (intent === 'back') return { fault: null, step: 1 }
    if (intent !== 'next' || hasOneStep(terms)) return null
    const fault = faultIn(describeGift(terms), values)
    return { fault, step: fault ? 1 : 2 }
  },
  page: ({ values, terms }) => ({
    address: localizedHref(donationForm(terms.minimum.currency).page.address),
    values,
    show: (fault) => faultOfStep(fault, terms),
  }),
  contact: ({ terms: { ways } }) => ({
    officeEmail: site().names.email,
    otherWay: ways.length > 1 ? 'transfer' : 'none',
  }),
  fulfil: [messageToFamily, receiptMail, receipt, failedPaymentMail, announcement],
  form: (_, currency) => donationForm(currency),
  words: { office: 'No reason given' },
}

/** Programs and orders of older versions have a separate second line of the address. */
function readAnswers(data: Readonly<Record<string, unknown>>, terms: DonationTerms): DonationValues {
  const lines = [data.line1, data.line2].flatMap((line) => textOf(line).split(/[\r\n]/))
  const line1 = lines.map(oneLine).filter(Boolean).join('\n')
  return readValues<DonationValues>(describeDonation(terms), { ...data, line1 })
}

/** `name` replaces first and last name if neither is given: its last word is the last name. */
function splitName(name: string, { firstName, lastName }: DonationValues): DonationValues {
  const words = oneLine(name).split(' ')
  const last = words.pop()
  if (firstName || lastName || !last) return {}
  return words.length === 0 ? { firstName: last } : { firstName: words.join(' '), lastName: last }
}

/** Only the first step with errors is shown. */
function faultOfStep({ sentence, errors }: FormFault, terms: DonationTerms) {
  const { fields } = describeDonation(terms)
  const step = errors.some(({ field }) => stepOf(fields, field) === 1) ? 1 : 2
  return { fault: { sentence, errors: errors.filter(({ field }) => stepOf(fields, field) === step) }, step } as const
}

function planDonation({ values, terms, shownTotal, uiMode }: DonationRequest): Result<Plan, CheckoutRefusal> {
  const { currency } = terms.minimum
  const { form: formId } = currencyTerms(currency)
  const way = wayToPay(values, terms)
  const form = describeDonation(terms)
  const fault = faultIn(form, values)
  if (fault) return refusal('invalid', fault.sentence, fault)
  // Answers to questions that no longer apply are dropped.
  const asked = entriesOf(form.fields).filter(([, field]) => field.asked?.(values) !== false)
  const submitted: DonationValues = Object.fromEntries(
    asked.map(([name, field]) => [name, readAs(field, values[name] ?? '')]),
  )
  const { pan = '', cardTo = '', cardEmail, cardMessage = '', cardFrom = '', ...answers } = submitted
  const chosen = chosenMoney(answers, terms.currency)
  const fee = feeOf(answers, terms)
  const money = totalOf(answers, terms)
  const frequency = frequencyOf(answers)
  if (!money || !frequency) throw new Error('The form accepted a gift without an amount or a frequency')
  if (shownTotal !== null && shownTotal !== money.amount)
    return refusal('amount-mismatch', amountMismatch(money, terms))
  const { firstName = '', lastName = '', email = '', org_name } = answers
  const choices = {
    money: chosen,
    frequency,
    reason: Number(answers.reason),
    campaign: answers.campaign ?? null,
    tribute: tributeOf(answers),
  }
  return success({
    product: 'gift',
    form: formId,
    payBy: way === 'card' ? 'card' : 'transfer',
    money,
    frequency,
    donor: { name: `${firstName} ${lastName}`.trim(), email, organisation: org_name || undefined },
    answers: { ...answers, ...(way !== 'card' && { paymentMethod: way }), ...(fee && { fee: fee.amount }) },
    ...hiddenLanguageField(),
    card: cardEmail ? { to: cardTo, email: cardEmail, message: cardMessage, from: cardFrom } : undefined,
    identity: pan || undefined,
    items: [
      {
        kind: answers.reason ?? '',
        name: lineItemName(answers, frequency, terms, fee),
        amount: money.amount,
        count: 1,
      },
    ],
    page: {
      payer: payerOf(answers),
      metadata: {
        form: formId,
        frequency,
        reason: answers.reason ?? '',
        donorType: answers.donorType ?? '',
        ...(answers.campaign && { campaign: answers.campaign }),
        ...(fee && { fee: String(fee.amount) }),
      },
      uiMode,
      ...pagesAround(donationForm(currency), choices),
    },
  })
}

function amountMismatch(money: Money, { locale }: DonationTerms) {
  const { words, smallest = words } = currencyWords(money.currency)
  const amount = formatMoney(money, locale)
  return messages()('refusal.amountIs', { amount, exact: String(money.amount), unit: smallest })
}

/** Text for the payment page and the bank's app. */
function lineItemName(
  { reason }: DonationValues,
  frequency: Frequency,
  { reasons, locale }: DonationTerms,
  fee: Money | null,
): string {
  const purpose = (reasons.find(({ code }) => String(code) === reason) ?? reasons[0])?.label ?? ''
  return messages(locale)('payment.lineItem', { purpose, frequency, fee: fee ? formatMoney(fee, locale) : 'none' })
}

type Query = Record<string, string | string[] | undefined>

/**
 * The initial answers of a donation form: the gift that the address presets, or an earlier one without JavaScript. An amount that is
 * not among the `presets` goes into the field for another amount.
 */
export const donationStart = (currency: Currency, presets: readonly { amount: Money }[], query: Query) =>
  formStart<DonationValues>(currencyTerms(currency).form, query, {
    empty: () => presetGift(currency, presets, query),
    read: (answers) => readAnswers(answers, donationTerms(currency)),
  })

/**
 * ?reason=7 · ?frequency=monthly&amount=25 · ?campaign=in-honor · ?tribute=memory: invalid values are ignored. What the address leaves open
 * is chosen by content; but an amount that does not say how often is for one gift.
 */
function presetGift(
  currency: Currency,
  presets: readonly { amount: Money }[],
  { reason, frequency, amount, campaign: slug, tribute }: Query,
): DonationValues {
  const known = campaign(slug)
  // The first one is for donors who name none.
  const codes = reasons().map(({ code }) => code)
  const { law, countries = [currency.slice(0, 2)] } = currencyTerms(currency)
  const typed = typeof amount === 'string' && /^[1-9]\d{0,8}$/.test(amount) ? amount : null
  const isCustom = typed !== null && !presets.some((preset) => inWholeUnits(preset.amount) === Number(typed))
  const { chosen = { frequency: 'once', amount: presets[1]?.amount } } = donationForm(currency)
  const often = frequencyOf({ paymenttype: String(frequency) }) ?? (typed ? 'once' : chosen.frequency)
  const usual = chosen.amount ? String(inWholeUnits(chosen.amount)) : ''
  const ways = waysOffered(currency)
  return {
    paymenttype: often,
    donorType: '1',
    reason: String(codes.find((code) => String(code) === reason) ?? codes[0]),
    ...(known && { campaign: known.slug }),
    tribute: tribute === 'memory' ? 'memory' : 'honor',
    ...(law !== 'india' && { country: countries[0] }),
    ...(isCustom ? { money: 'other', otherMoney: typed } : { money: typed ?? usual }),
    ...(ways.length > 1 && { paymentMethod: usualWay(often, ways) }),
  }
}

/** The card for monthly gifts: a bank needs a standing order, which donors set up themselves. */
const usualWay = (often: Frequency, ways: readonly WayToPay[]) =>
  often === 'monthly' && ways.includes('card') ? 'card' : ways[0]
