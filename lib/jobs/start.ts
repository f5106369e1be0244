/**
 * Server start-up: checks the environment, opens and migrates the store, and starts the background jobs.
 */
import { resumeImports } from '#lib/giving/exchange/import.ts'
import { watchCampaignGifts } from '#lib/giving/ledger/campaign-progress.ts'
import { findEach, idsIn, inHealth } from '#lib/jobs/conditions.ts'
import { startMailWorker } from '#lib/jobs/mail.ts'
import { otherOwner } from '#lib/jobs/owner.ts'
import { startWatch } from '#lib/jobs/watch.ts'
import { resumeStatements } from '#lib/office/desks/statement-in-hand.ts'
import { isDevelopment, readEnv } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { exitCodes, exitWith } from '#lib/platform/server/process.ts'
import { startStoreChecks } from '#lib/platform/store/check.ts'
import { storeProblem } from '#lib/platform/store/failure.ts'
import { openAsServer } from '#lib/platform/store/index.ts'
import { campSummary, startCampRefresh } from '#lib/site/camps/index.ts'
import { prepareSearch } from '#lib/site/search/index.ts'

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
    for (const found of await findEach(idsIn('start')))
      log[found.level === 'task' ? 'warn' : 'error'](inHealth(found), { condition: found.id })
  } catch (error) {
    log.error(storeProblem(error), { error })
  }
  startStoreChecks()
  startCampRefresh()
  await watchCampaignGifts()
  startMailWorker()
  startWatch()
  void resumeStatements()
  void resumeImports()
  if (!isDevelopment) prepareSearch()
}
