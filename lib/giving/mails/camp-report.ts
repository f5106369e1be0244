/** To donors who asked what their gifts did: the report of a camp is in. In the language in which the donor agreed. */
import { aboutGift, queuedGift } from '#lib/giving/mails/describe.ts'
import { consentOf, reportKind, reportPayload } from '#lib/giving/receipts/camp-report.ts'
import { absolute, giftsPath, reportsField, reportsToken } from '#lib/giving/receipts/links.ts'
import { dayInWords, daysInWords } from '#lib/platform/dates.ts'
import { readLanguage } from '#lib/platform/languages/index.ts'
import { campOutcomes, outcomesInWords } from '#lib/site/camps/outcomes.ts'
import { camps, pageWith } from '#lib/site/content/index.ts'

export const campReportMail = aboutGift({
  kind: reportKind,
  status: ['paid'],
  id: queuedGift,
  /** Null once the donor has ended it. */
  async facts({ gift }, { payload }) {
    const consent = await consentOf(gift.donor_email)
    return consent ? { consent, campId: reportPayload.parse(payload).campId } : null
  },
  language: ({ consent }) => readLanguage(consent.language),
  content({ t, gift, consent, campId, locale, inWords, dayOf, greeting }) {
    const camp = campOutcomes(camps()).find(({ id, sample }) => id === campId && !sample)
    if (!camp) return null
    const register = pageWith('camp-outcomes')
    const link = register && absolute(`${register.address}#${camp.id}`)
    const end = absolute(giftsPath(null, { [reportsField]: reportsToken(consent.id) }))
    return {
      subject: t('reports.subject', { camp: camp.title }),
      parts: [
        { heading: camp.title },
        greeting(gift.donor_name),
        { paragraph: t('reports.mail', { amount: inWords(gift.amount), day: dayOf(gift.occurred_at) }) },
        {
          rows: [
            [t('reports.where'), `${camp.place}\n${daysInWords(camp.from, camp.until, locale)}`],
            ...outcomesInWords(camp),
            [t('outcomes.method'), camp.method],
            [t('outcomes.counted'), dayInWords(camp.day, locale)],
          ],
        },
        link && { button: t('reports.register'), link },
        { note: t('reports.why') },
        end && { button: t('reports.end'), link: end, quiet: true },
      ],
    }
  },
})
