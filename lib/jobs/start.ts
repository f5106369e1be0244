/**
 * Server start-up: checks the environment, opens and migrates the store, and starts the background jobs.
 */
import 'server-only'
import { startCampRefresh } from '#lib/camps/index.ts'
import { countQuarantined } from '#lib/enquiries/admin.ts'
import { isDevelopment, readEnv } from '#lib/env.ts'
import { restoreUnnamedProxyWarning } from '#lib/http/limits/unnamed-proxy.ts'
import { countMail, mailProblems } from '#lib/jobs/health.ts'
import { startMailWorker } from '#lib/jobs/mail.ts'
import { startWatch } from '#lib/jobs/watch.ts'
import { log } from '#lib/log.ts'
import { prepareSearch } from '#lib/search/index.ts'
import { startStoreChecks } from '#lib/store/check.ts'
import { store } from '#lib/store/index.ts'

/** Does nothing during the build. @throws only when the environment is invalid, listing every error. */
export async function start(): Promise<void> {
  const environment = readEnv()
  if (environment.isBuild) return
  try {
    const { dialect } = await store()
    log.info('The store is open', { dialect })
    await restoreUnnamedProxyWarning()
    const mail = await countMail()
    for (const problem of mailProblems(environment.emailjs !== null, mail)) log.error(problem, mail)
    const quarantined = await countQuarantined()
    if (quarantined > 0)
      log.warn('Enquiries are in quarantine: npm run outbox -- list --stage=quarantined', { quarantined })
  } catch (error) {
    log.error('The store could not be opened; the next access will retry', { error })
  }
  startStoreChecks()
  startCampRefresh()
  startMailWorker()
  startWatch()
  if (!isDevelopment) prepareSearch()
}
