/**
 * Server start-up: checks the environment, opens and migrates the store, and starts the background jobs.
 */
import 'server-only'
import { countQuarantined } from '#lib/contact/enquiries/admin.ts'
import { watchCampaignGifts } from '#lib/giving/ledger/campaign-progress.ts'
import { countMail, mailProblems } from '#lib/jobs/health.ts'
import { startMailWorker } from '#lib/jobs/mail.ts'
import { startWatch } from '#lib/jobs/watch.ts'
import { resumeStatements } from '#lib/office/desks/statement-in-hand.ts'
import { isDevelopment, readEnv } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { exitCodes, exitWith } from '#lib/platform/server/process.ts'
import { startStoreChecks } from '#lib/platform/store/check.ts'
import { storeProblem } from '#lib/platform/store/failure.ts'
import { openAsServer, readSetting, writeSetting } from '#lib/platform/store/index.ts'
import { campSummary, startCampRefresh } from '#lib/site/camps/index.ts'
import { site } from '#lib/site/content/index.ts'
import { prepareSearch } from '#lib/site/search/index.ts'

/**
 * Why the store must not be used, as a sentence: it is another charity's. The store knows whose it is since its first start. A charity may
 * change its name or correct the day on which it was founded, but not both at once.
 */
export async function otherOwner(): Promise<string | null> {
  const { names, founded } = site()
  const owner = [names.organisation, founded.date]
  const known = ((await readSetting(ownerKey))?.value ?? '').split('\n')
  if (known.length > 1 && known.every((part, index) => part !== owner[index]))
    return `The database is that of ${known[0]}, and the content that of ${owner[0]}: each charity needs a DATA_DIR or DATABASE_URL of its own.`
  if (known.join('\n') !== owner.join('\n')) await writeSetting(ownerKey, owner.join('\n'))
  return null
}
const ownerKey = 'charity'

/** Does nothing during the build. @throws only when the environment is invalid, listing every error. */
export async function start(): Promise<void> {
  const environment = readEnv()
  if (environment.isBuild) return
  try {
    const { dialect } = await openAsServer()
    log.info('The store is open', { dialect })
    const stranger = await otherOwner()
    if (stranger) exitWith(new Error(stranger), exitCodes.environment)
    // Before the first page is served, because those of the build have the figures of content.
    await campSummary()
    const mail = await countMail()
    for (const problem of mailProblems(environment.emailjs !== null, mail)) log.error(problem, mail)
    const quarantined = await countQuarantined()
    if (quarantined > 0)
      log.warn('Enquiries are in quarantine: charity outbox list --stage=quarantined', { quarantined })
  } catch (error) {
    log.error(storeProblem(error), { error })
  }
  startStoreChecks()
  startCampRefresh()
  await watchCampaignGifts()
  startMailWorker()
  startWatch()
  void resumeStatements()
  if (!isDevelopment) prepareSearch()
}
