/** The blocks of pages with a donation form, which starts with the presets of its address, or with refused answers. */
import { Picture } from '#components/art/picture.tsx'
import { SeamProgress } from '#components/art/seam.tsx'
import { PaymentNotices, StateDisclosures, TestPayments } from '#components/checkout/notices.tsx'
import { DonationForm } from '#components/donation/donation-form.tsx'
import { DataNotice } from '#components/forms/posted-form.tsx'
import { Island } from '#components/islands/island.tsx'
import { Breadcrumb, pageTrail } from '#components/layout/breadcrumb.tsx'
import { PageRecordEntry } from '#components/layout/page-record.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/card.tsx'
import { ContentLink, contactLinks } from '#components/ui/content-link.tsx'
import { widgetOffer } from '#lib/contact/forms/challenge.ts'
import { donationTerms, waysOffered } from '#lib/giving/donation/terms.ts'
import { cardFormInBrowser, cardPayments } from '#lib/giving/orders/card-payments.ts'
import { recentPayment } from '#lib/giving/orders/recent-payment.ts'
import { donationStart } from '#lib/giving/products/gift.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, inWholeUnits } from '#lib/platform/money.ts'
import { otherCurrency } from '#lib/site/content/currencies.ts'
import { framedIn, partnerCampaign } from '#lib/site/content/giving-pages.ts'
import { campaign, donationForm, hasExpiredToday, site, stories } from '#lib/site/content/index.ts'
import { labelAfter } from '#lib/site/content/sample-label.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { type BlockProps, type GivingBlocks, leadIndex, type Visit } from './block.tsx'

export const donationBlocks = (visit: Visit): Pick<GivingBlocks, 'donation-form' | 'partner-form'> => ({
  'donation-form': (props) => <DonationFormBlock {...props} visit={visit} />,
  'partner-form': ({ block: { kind: _, sample: __, ...form }, page }) => (
    <PartnerForm {...form} href={partnerHref(form.href, page, visit)} close={messages()('frame.close')} />
  ),
})

type WithVisit = { visit: Visit }

/** A link to the page's partner form leads to the campaign that the visitor came for. */
function partnerHref(href: string, page: Page, { query }: Visit): string {
  const { partner } = campaign(query.campaign) ?? {}
  return (partner && framedIn(page).includes(href) && partnerCampaign(page, partner)) || href
}

const wholeAmounts = (form: Currency) => donationForm(form).presets.map(({ amount }) => String(inWholeUnits(amount)))
/** The amounts of the form in the other currency. */
function otherAmounts(currency: Currency): string[] {
  const alternative = otherCurrency(currency)
  return alternative ? wholeAmounts(alternative) : []
}

/** The visitor's choices carry over; the amount becomes the one at the same position in the other form. */
function withChoices(href: string, currency: Currency, { query }: Visit): string {
  const [path = '', fragment] = href.split('#')
  const index = wholeAmounts(currency).indexOf(String(query.amount))
  const amount = otherAmounts(currency)[index]
  const choices = Object.entries({ ...query, amount }).flatMap(([name, value]): [string, string][] =>
    ['frequency', 'amount', 'reason', 'campaign'].includes(name) && typeof value === 'string' ? [[name, value]] : [],
  )
  return `${path}${choices.length > 0 ? `?${new URLSearchParams(choices)}` : ''}${fragment ? `#${fragment}` : ''}`
}

async function DonationFormBlock({ block, page, index, visit }: BlockProps<'donation-form'> & WithVisit) {
  const t = messages()
  const byTransfer = waysOffered(block.currency).some((way) => way !== 'card')
  const payments = cardPayments() === 'off' && byTransfer ? 'live' : cardPayments()
  // Without cards and transfers, donors use the other ways on the page.
  const hasForm = payments !== 'off' || block.otherWays.length === 0
  const { currency, presets, heading, mandateAbove = null } = block
  const { cancelled, ...start } = await donationStart(currency, presets, visit.query)
  const title = campaign(start.values.campaign)?.title
  const leads = index === leadIndex(page)
  const { otherForm } = block
  const steps = block.addressFrom ? [1, 2] : [1, 2, 3]
  const otherHref = otherForm && withChoices(otherForm.link.href, currency, visit)
  const otherWays = [
    ...block.otherWays,
    ...(hasForm || !otherHref ? [] : [{ label: `${otherForm.question} ${otherForm.link.label}`, href: otherHref }]),
  ]
  const props = {
    offer: {
      presets: presets.map(({ amount, pays, paysMonthly }) => ({ amount, pays, paysMonthly })),
      tax: hasExpiredToday('approval', currency) ? '' : block.tax,
      terms: donationTerms(currency),
      mandateAbove,
      challenge: widgetOffer(),
    },
    address: localizedHref(page.address),
    start,
    heading,
    headingLevel: leads ? 1 : 2,
    reassurance: block.reassurance,
  } as const
  const { texts, ways = [] } = props.offer.terms
  const { byCard, byUpi, byBank, waysToPay } = texts.donation
  const names = ways.flatMap((way) => ({ card: [byCard, ...block.wallets], upi: [byUpi], bank: [byBank] })[way])
  return (
    <section
      id={block.id}
      {...(!leads && { 'aria-label': heading })}
      className={`page ${leads ? 'pt-2 pb-14 sm:pt-8 lg:pt-12' : 'section scroll-mt-4'}`}
    >
      {leads && <Breadcrumb title={page.title} trail={pageTrail(page)} className="mb-1 sm:mb-5" />}
      {!hasForm ? (
        <>
          <h1>{heading}</h1>
          <p className="mt-4 max-w-measure text-lead">{block.intro}</p>
        </>
      ) : (
        <>
          <PageRecordEntry needs={['card-form', 'challenge']} />
          <Island name="donation" props={props} keptAs={currency}>
            <DonationForm
              {...props}
              intro={
                <>
                  {block.story && <StoryLine href={block.story.href} />}
                  <p className="mb-3 text-small leading-snug text-soft sm:mb-4">
                    {waysToPay} {names.join('\u00a0· ')}
                  </p>
                </>
              }
              wallet={props.offer.terms.wallets && <Wallet />}
              privacy={<DataNotice purpose="gift" className="mt-6 max-w-measure" />}
              help={t.rich('thanks.questionsPayment', contactLinks(site().names.email, 'underline'))}
              picture={<Picture picture={block.picture} wide />}
              seams={steps.map((step) => <SeamProgress key={step} value={step} steps={steps.length} />)}
              status={
                <PaymentNotices
                  payments={payments}
                  email={site().names.email}
                  cancelled={cancelled && !start.fault}
                  recent={await recentPayment(visit.cookieHeader, page.address, 'gift')}
                />
              }
              notices={
                <>
                  <input type="hidden" name="frequencyShown" value={start.values.paymenttype} />
                  <p data-first-step className="mb-3 max-w-measure">
                    {block.intro}
                  </p>
                  {title && (
                    <p className="mb-3">
                      {t.rich('notices.counts', { campaign: title, strong: (chunks) => <strong>{chunks}</strong> })}
                    </p>
                  )}
                  {otherForm && (
                    <p data-first-step className="mb-6 text-small">
                      {otherForm.question}{' '}
                      <a
                        href={otherHref}
                        data-amounts={otherAmounts(currency).join(' ')}
                        className="font-semibold underline underline-offset-4"
                      >
                        {otherForm.link.label}
                      </a>
                    </p>
                  )}
                  {payments === 'test' && <TestPayments />}
                </>
              }
            />
          </Island>
        </>
      )}
      {otherWays.length > 0 && (
        <p data-first-step className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-small">
          <span className="text-soft">{t('notices.or')}</span>
          {otherWays.map(({ label, href }) => (
            <ContentLink
              key={href}
              href={partnerHref(href, page, visit)}
              className="font-semibold underline underline-offset-4 hover:text-coral"
            >
              {label}
            </ContentLink>
          ))}
        </p>
      )}
      <StateDisclosures currency={currency} />
    </section>
  )
}

/** Filled by components/islands/wallet.ts. Stripe's element reports nothing from within `display: none`. */
function Wallet() {
  const { publishableKey, scriptUrl } = cardFormInBrowser()
  return (
    <div data-wallet data-key={publishableKey} data-script={scriptUrl}>
      <div data-wallet-button className="not-empty:mt-5" />
      <Notice role="alert" look="bad" className="mt-4 empty:hidden" data-wallet-fault />
      <p hidden className="mt-4 font-semibold">
        {messages()('notices.orByForm')}
      </p>
    </div>
  )
}

/** The face of a story, and its first sentence. */
function StoryLine({ href }: { href: string }) {
  const story = stories().find(({ address }) => address === localizedHref(href))
  if (!story) return null
  const [sentence = story.summary] = /^.*?[.!?।](?=\s|$)/u.exec(story.summary) ?? []
  return (
    <div className="mb-2 flex items-center gap-3 sm:mb-3 sm:gap-4">
      <div className="size-11 shrink-0 overflow-hidden rounded-full sm:size-20">
        <Picture picture={story.picture} sizes="5rem" />
      </div>
      <p className="max-sm:text-small max-sm:leading-snug sm:text-balance" lang={story.lang}>
        <span className="block">{sentence}</span>
        <a href={story.address} className="inline-block font-semibold underline underline-offset-4">
          {story.title}
        </a>
        {isSample(story) && <span className="text-small text-soft">{labelAfter('', true)}</span>}
      </p>
    </div>
  )
}

type PartnerFormProps = { href: string; title: string; blocked: string; link: string; close: string }

/** The giving partner's form, in a dialog that the page's links to it open (components/behaviours/partner-form.ts). */
function PartnerForm({ href, title, blocked, link, close }: PartnerFormProps) {
  return (
    <dialog
      data-behaviour="partner-form"
      data-href={new URL(href).href}
      aria-labelledby="partner-form"
      className="m-auto h-[min(94dvh,56rem)] w-[min(94vw,44rem)] max-w-none flex-col overflow-hidden rounded-card border border-line bg-paper p-0 text-ink backdrop:bg-night/70 open:flex"
    >
      <div className="flex items-start justify-between gap-4 border-b border-line p-4 lg:px-6">
        <div>
          <h2 id="partner-form" className="text-lead">
            {title}
          </h2>
          <p className="mt-1 text-small">
            {blocked}{' '}
            <a href={href} rel="noopener" className="inline-block py-0.5 font-semibold text-coral underline">
              {link}
            </a>
          </p>
        </div>
        <form method="dialog">
          <button type="submit" className={buttonClass('outline', 'shrink-0 [--pill-side:1rem]')}>
            {close}
          </button>
        </form>
      </div>
      <PageRecordEntry frames={[new URL(href).origin]} />
      <template>
        <iframe src={href} title={title} className="min-h-0 w-full flex-1 border-0 bg-white" />
      </template>
    </dialog>
  )
}
