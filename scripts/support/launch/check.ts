/** Everything that separates this checkout and environment from a launch. */
import path from 'node:path'
import { type Env, readEnv } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { formatProblem } from '#lib/site/content/problem.ts'
import { root } from '../processes.ts'
import { checkContentFiles } from './content.ts'
import { checkEnvironment } from './environment.ts'
import { type Finding, findingsAbout, type Level } from './finding.ts'
import { checkEmailjs, checkMailDomain, type Lookup } from './mail.ts'
import { checkServedSite } from './served-site.ts'
import { checkStripe } from './stripe.ts'

const order: Level[] = ['blocks', 'warning', 'unknown', 'fine']

/** All findings, the gravest first. Sends no mail, charges nothing, and changes nothing. */
export async function checkLaunch(lookup: Lookup): Promise<Finding[]> {
  const found = await collect(lookup, new Date())
  return found.sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
}

async function collect(lookup: Lookup, now: Date): Promise<Finding[]> {
  const loaded = loadContent(path.join(root, 'content'))
  if (!loaded.ok)
    return loaded.problems.map((problem) =>
      findingsAbout('content')('blocks', formatProblem({ ...problem, frame: '' }), `${problem.file}:${problem.line}`),
    )
  const { content } = loaded
  const ready = checkContentFiles(content, path.join(root, 'public'), now)
  let env: Env
  try {
    env = readEnv()
  } catch (error) {
    const fault = findingsAbout('environment')('blocks', String(propertyOf(error, 'message')), 'the variables named')
    return [...ready, fault]
  }
  const found = await Promise.all([
    ready,
    checkEnvironment(env),
    env.stripe ? checkStripe(env.stripe, env.siteUrl, content) : [],
    env.emailjs ? checkEmailjs(env.emailjs) : [],
    checkMailDomain(content.site.names.email, lookup),
    env.siteUrlGiven ? checkServedSite(env.siteUrl, { operatorToken: env.operatorToken }) : [],
  ])
  return found.flat()
}
