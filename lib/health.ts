/** What a monitor or a load balancer may know of this process. Nothing personal, and no reason that helps an attacker. */
import 'server-only'
import { type CampSummary, campSummary } from '#lib/camps/index.ts'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { store } from '#lib/store/index.ts'

export type Health = {
  status: 'ok' | 'failing'
  version: string
  store: 'ok' | 'failing'
  camps: CampSummary['source']
  mail: { configured: boolean; waiting: number; dead: number; oldestSeconds: number }
}

const patienceMs = 2000

async function storeAnswers(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const asked = store()
    .then(({ db }) => db.selectFrom('settings').select('key').limit(1).execute())
    .then(() => true)
    .catch((error: unknown) => {
      log.warn('The store does not answer', { error })
      return false
    })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** Answers within about two seconds. Only the store decides: without it no gift or enquiry can be kept. */
export async function health(): Promise<Health> {
  const [stored, camps] = await Promise.all([storeAnswers(), campSummary()])
  return {
    status: stored ? 'ok' : 'failing',
    version: env().version,
    store: stored ? 'ok' : 'failing',
    camps: camps.source,
    mail: { configured: env().emailjs !== null, waiting: 0, dead: 0, oldestSeconds: 0 },
  }
}

/** 200, or 503 while the store fails. */
export async function healthAnswer(): Promise<Response> {
  const state = await health()
  return Response.json(state, {
    status: state.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}
