/**
 * Variables that are missing, weak, or of the sandbox; whether the database is there, backed up, and has room; the account that sends mail; and
 * staff without a passkey.
 */
import { findEach, idsIn, inHealth } from '#lib/jobs/conditions.ts'
import { readOnce } from '#lib/jobs/readings.ts'
import { startupNotes } from '#lib/platform/env/notes.ts'
import { isLocal } from '#lib/platform/env/warnings.ts'
import type { Env } from '#lib/platform/env.ts'
import { probeAccount } from '#lib/platform/providers/emailjs.ts'
import { storeProblem } from '#lib/platform/store/failure.ts'
import { databaseName, lastBackupKey } from '#lib/platform/store/index.ts'
import { type Content, featuresOf } from '#lib/site/content/content.ts'
import { inSiteDatabase } from '../backups.ts'

/** `unknown`: could not be checked, because something did not respond. */
type Level = 'blocks' | 'warning' | 'unknown' | 'fine'

/** `where`: what to change, as file:line, a variable, or the address of a dashboard page. Null when there is nothing to change. */
export type Finding = { level: Level; sentence: string; where: string | null }

export const finding = (level: Level, sentence: string, where: string | null = null): Finding => ({
  level,
  sentence,
  where,
})

const readLastBackup = (env: Env) =>
  inSiteDatabase(env, { readOnly: true }, async (query) => {
    const [row] = await query(`select value from settings where key = '${lastBackupKey}'`)
    return row ? String(row.value) : null
  })

export async function checkDatabase(env: Env): Promise<Finding[]> {
  const name = databaseName(env)
  const where = env.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  try {
    const lastBackup = await readLastBackup(env)
    const read = readOnce({ lastBackup })
    const freeBytes = await read.freeBytes()
    const found = await findEach(idsIn('launch'), read)
    const free = freeBytes === null ? '' : ` ${Math.round(freeBytes / 1e9)} GB are free on the disk of DATA_DIR.`
    return [
      finding('fine', `The database is ${name}, last backed up ${lastBackup ?? 'never'}.${free}`),
      ...found.map((each) => finding('warning', inHealth(each), 'docs/operate/backup.md')),
    ]
  } catch (error) {
    return [finding('blocks', `${name} cannot be read. ${storeProblem(error)}`, where)]
  }
}

/** Severity of a missing variable; a warning by default. */
const levels: Record<string, Level> = {
  SITE_URL: 'blocks',
  STRIPE_SECRET_KEY: 'blocks',
  EMAILJS_SERVICE_ID: 'blocks',
  DATABASE_URL: 'fine',
  IPINFO_TOKEN: 'fine',
  TURNSTILE_SITE_KEY: 'fine',
}

const proxies = 'TRUSTED_PROXIES'

export function checkEnvironment(env: Env, content: Content): Finding[] {
  const found: Finding[] = []
  for (const note of startupNotes(env, featuresOf(content))) {
    const [variable = ''] = /^[A-Z_]+/.exec(note) ?? []
    found.push(finding(levels[variable] ?? 'warning', note, variable))
  }
  for (const warning of env.warnings) found.push(finding('warning', warning, /^[A-Z_]+/.exec(warning)?.[0] ?? null))

  if (env.siteUrlGiven && !env.siteUrl.startsWith('https://'))
    found.push(finding('blocks', `SITE_URL is ${env.siteUrl}: a site that takes gifts needs https.`, 'SITE_URL'))
  if (env.stripe?.secretKey.includes('_test_'))
    found.push(finding('blocks', 'The Stripe keys are test keys: no card is charged.', 'STRIPE_SECRET_KEY'))
  if (env.stripe?.apiBase)
    found.push(finding('blocks', 'STRIPE_API_BASE names a stand-in for Stripe: nobody is charged.', 'STRIPE_API_BASE'))
  if (env.emailjs && isLocal(env.emailjs.apiBase))
    found.push(finding('blocks', 'EMAILJS_API_BASE names a stand-in for EmailJS: no mail arrives.', 'EMAILJS_API_BASE'))
  if (env.trustedProxies.length === 0)
    found.push(finding('warning', `${proxies} is not set: behind a proxy there are no limits per address.`, proxies))
  if (env.notices.alertTo) found.push(finding('fine', `Alerts go to ${env.notices.alertTo}.`))
  if (!found.some(({ level }) => level !== 'fine'))
    found.push(finding('fine', 'Every variable that a launch needs is set.'))
  return found
}

/** Whether EmailJS accepts requests of the account. Sends nothing. */
export async function checkEmailjs(account: NonNullable<Env['emailjs']>): Promise<Finding[]> {
  const objection = await probeAccount(account)
  if (!objection)
    return [
      finding(
        'fine',
        'EmailJS accepts requests from this server. It does not report whether the template exists: press Test It in its editor.',
      ),
    ]
  if (objection.outcome !== 'refused') return [finding('unknown', `EmailJS could not be checked. ${objection.why}.`)]
  return [
    finding(
      'blocks',
      `EmailJS rejects the account. ${objection.why}.`,
      'the variables EMAILJS_…, or https://dashboard.emailjs.com/admin/account/security',
    ),
  ]
}

/**
 * Staff who may see gifts or manage others, and have no passkey: whoever reads their mail can enter. Nothing while there is no office, or the
 * database cannot be read, which another finding says.
 */
export async function checkOffice(env: Env): Promise<Finding[]> {
  try {
    const names = await inSiteDatabase(env, { readOnly: true }, async (query) => {
      const rows = await query(
        `select name from staff where removed_at is null and (roles like '%money%' or roles like '%admin%')
          and id not in (select staff_id from staff_passkeys) order by name`,
      )
      return rows.map(({ name }) => String(name))
    })
    const sentence = `${names.join(', ')}: no passkey, so whoever reads their mail can enter. Register one at /office/account.`
    return names.length > 0 ? [finding('warning', sentence, 'docs/office.md')] : []
  } catch {
    return []
  }
}
