/** A campaign: its purpose, its total so far, and a Donate button that counts towards it. */

import { Card } from '#components/ui/card.tsx'
import { Unbroken } from '#components/ui/markdown.tsx'
import { DraftMark, SampleNote } from '#components/ui/notes.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import {
  campaignTotals,
  daysLeftSentence,
  givenTowards,
  monthlyDonors,
  placesSentence,
  progressSentence,
} from '#lib/giving/ledger/campaign-progress.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { inWholeUnits } from '#lib/platform/money.ts'
import { usualCurrency } from '#lib/site/content/currencies.ts'
import { partnerCampaign } from '#lib/site/content/giving-pages.ts'
import { campaign, donationForm, campaign as findCampaign } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import type { BlockProps } from './block.tsx'
import { GivePanel, giveHref } from './call-to-give.tsx'
import { NextCamp } from './camps.tsx'

/** Nothing while the campaign is not published, and no number while the store is unavailable. */
export async function CampaignBlock({ block, page, id }: BlockProps<'campaign'>) {
  const campaign = findCampaign(block.campaign)
  if (!campaign) return null
  const totals = await campaignTotals(campaign.slug)
  const sentence = totals && progressSentence(campaign, totals)
  const daysLeft = daysLeftSentence(campaign, page.locale)
  const elsewhere = campaign.partner && partnerCampaign(donationForm(usualCurrency()).page, campaign.partner)
  const typed = new URL(localizedHref('/give'), absoluteUrl('/'))
  return (
    <Section id={id} heading={block.heading} live={['gifts', 'today']}>
      <GivePanel
        href={giveHref(page, undefined, campaign.slug)}
        button={block.button}
        pattern={block.pattern}
        printed={typed.host + typed.pathname}
        after={
          elsewhere && (
            <p className="mt-4 text-small">
              <a href={elsewhere} rel="noopener" className="inline-block py-0.5 underline underline-offset-4">
                {messages()('campaign.elsewhere')}
              </a>
            </p>
          )
        }
      >
        <DraftMark entry={campaign} className="mb-3" />
        <SectionHeading id={id} words={block} tone="plum" className="" />
        <p className="mt-4 max-w-[52ch] lg:text-lead">
          <Unbroken>{block.text}</Unbroken>
        </p>
        <NextCamp locale={page.locale} campaign={campaign.slug} isOffered={block.nextCamp} />
        {sentence && (
          <div className="mt-6 max-w-[52ch]">
            <Bar
              id={`${id}-bar`}
              sentence={sentence}
              value={campaign.goal && inWholeUnits(givenTowards(campaign.goal, totals))}
              max={campaign.goal && inWholeUnits(campaign.goal)}
            />
          </div>
        )}
        {daysLeft && <p className="mt-3">{daysLeft}</p>}
      </GivePanel>
    </Section>
  )
}

type BarProps = { id: string; sentence: string; value?: number | undefined; max?: number | undefined }

/** No bar without a goal. */
function Bar({ id, sentence, value = 0, max }: BarProps) {
  return (
    <>
      <label htmlFor={id} className="text-lead font-bold">
        {sentence}
      </label>
      {max !== undefined && <progress id={id} value={Math.min(value, max)} max={max} className="seam-progress mt-3" />}
    </>
  )
}

/** Progress bars: native `<progress>`, with the same figures beside it in words. */
export function Progress({ block, id }: BlockProps<'progress'>) {
  return (
    <Section id={id} words={block}>
      {block.bars.some((bar) => isSample(bar)) && <SampleNote of="goals" className="mb-6" />}
      <ul className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        {block.bars.map(({ label, value, of, lang }, index) => {
          const barId = `${id}-bar-${index + 1}`
          return (
            <li key={label} lang={lang} className="min-w-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <label htmlFor={barId} className="min-w-0 font-semibold">
                  {label}
                </label>
                <span className="figure text-lead text-coral">
                  {value}/{of}
                </span>
              </div>
              <progress id={barId} value={Math.min(value, of)} max={of} className="seam-progress mt-2" />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/**
 * How many of the monthly circle's founding places are taken, counted from recorded gifts to its campaign. Shows no number while it is
 * unknown, and nothing while the campaign is not published.
 */
export async function FoundingMembers({ block, id }: BlockProps<'founding-members'>) {
  const { places } = block
  if (!campaign(block.campaign)) return null
  const taken = await monthlyDonors(block.campaign)
  const sentence = taken === null ? '' : placesSentence(taken, places)
  return (
    <Section id={id} words={block} live={['gifts']}>
      {taken !== null && sentence && (
        <Card className="max-w-measure">
          <Bar id={`${id}-bar`} sentence={sentence} value={taken} max={places} />
        </Card>
      )}
    </Section>
  )
}
