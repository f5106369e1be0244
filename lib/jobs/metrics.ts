/** What Prometheus reads: the counters of this process, and the state of the database at this moment. */
import 'server-only'
import { allWatched, health } from '#lib/jobs/health.ts'
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { carriesBearer } from '#lib/platform/http/sender.ts'
import { metrics } from '#lib/platform/metrics.ts'

async function readGauges(): Promise<void> {
  const { storeUp, mails, oldestMail, quarantined, warnings, build, troubles, lastBackup, freeDisk } = metrics()
  const { store, mail, quarantine, warnings: sentences, version, troubles: open, upkeep } = await health()
  const works = store === 'ok'
  storeUp.set(works ? 1 : 0)
  mails.reset()
  if (works) for (const state of ['waiting', 'dead', 'unknown'] as const) mails.set({ state }, mail[state])
  oldestMail.set(works ? mail.oldestSeconds : Number.NaN)
  quarantined.set(works ? quarantine : Number.NaN)
  warnings.set(sentences.length)
  for (const trouble of allWatched) troubles.set({ trouble }, open.some((one) => one.trouble === trouble) ? 1 : 0)
  lastBackup.set(upkeep.lastBackup === null ? Number.NaN : Date.parse(upkeep.lastBackup) / 1000)
  freeDisk.set(upkeep.freeBytes ?? Number.NaN)
  build.set({ version }, 1)
}

/** 404 without OPERATOR_TOKEN in the environment, 401 for a request without it; otherwise the metrics in Prometheus' text format. */
export async function metricsResponse(request: Request): Promise<Response> {
  const { operatorToken } = env()
  if (operatorToken === null) return problem(404)
  if (!carriesBearer(request, operatorToken)) return problem(401, { headers: { 'www-authenticate': 'Bearer' } })
  await readGauges()
  const { registry } = metrics()
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
  })
}
