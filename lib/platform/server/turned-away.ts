/** Counts requests rejected because of overload: in the metrics, in the log once a minute, and in health for ten minutes. */
import { log } from '#lib/platform/log.ts'
import { metrics, type TurnedAway } from '#lib/platform/metrics.ts'
import { reportWarning } from '#lib/platform/warnings.ts'

const sentences: Readonly<Record<TurnedAway, string>> = {
  connections: 'Connections were refused in the last ten minutes: as many were open as the server can take.',
  'connections of one address': 'Connections were refused in the last ten minutes: one address had too many open.',
  pages: 'Pages were answered 503 in the last ten minutes: more had to be rendered at once than may wait.',
  'pages of one address': 'Pages were answered 429 in the last ten minutes: one address asked for too many.',
}

const logEveryMs = 60_000
const warningSeconds = 600

let counts: Partial<Record<TurnedAway, number>> = {}

function writeCounts(): void {
  log.warn('Turned away in the last minute', { counts })
  counts = {}
}

export function noteTurnedAway(what: TurnedAway): void {
  metrics().turnedAway.inc({ what })
  if (Object.keys(counts).length === 0) setTimeout(writeCounts, logEveryMs).unref()
  counts[what] = (counts[what] ?? 0) + 1
  reportWarning(`turned-away ${what}`, sentences[what], { seconds: warningSeconds })
}
