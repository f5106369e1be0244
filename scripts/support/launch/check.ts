/** Everything that separates this checkout and environment from a launch. */

import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { type Env, readEnv } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { checkContentFiles, checkMistakes } from './content.ts'
import { checkDatabase, checkEnvironment } from './environment.ts'
import { type Finding, findingsAbout, type Level } from './finding.ts'
import { checkEmailjs, checkMailDomain, type Lookup } from './mail.ts'
import { checkServedSite } from './served-site.ts'
import { checkStripe } from './stripe.ts'

const order: Level[] = ['blocks', 'warning', 'unknown', 'fine']

/** All findings, most severe first. Sends no mail, charges nothing, and changes nothing. */
export async function checkLaunch(lookup: Lookup): Promise<Finding[]> {
  const found = await collect(lookup, new Date())
  return found.sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
}

async function collect(lookup: Lookup, now: Date): Promise<Finding[]> {
  const loaded = loadContent(path.join(charityFolder, 'content'))
  const ready = loaded.ok
    ? checkContentFiles(loaded.content, path.join(charityFolder, 'public'), now)
    : checkMistakes(loaded.problems)
  let env: Env
  try {
    env = readEnv()
  } catch (error) {
    const fault = findingsAbout('environment')('blocks', String(propertyOf(error, 'message')), 'the variables named')
    return [fault, ...ready]
  }
  if (!loaded.ok) return [...checkEnvironment(env), ...(await checkDatabase(env)), ...ready]
  const { content } = loaded
  const found = await Promise.all([
    checkEnvironment(env),
    checkDatabase(env),
    env.stripe ? checkStripe(env.stripe, env.siteUrl, content) : [],
    env.emailjs ? checkEmailjs(env.emailjs) : [],
    checkMailDomain(content.site.names.email, lookup),
    env.siteUrlGiven ? checkServedSite(env.siteUrl, { operatorToken: env.operatorToken }) : [],
    ready,
  ])
  return found.flat()
}
