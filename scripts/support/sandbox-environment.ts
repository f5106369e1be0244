/** Environment of a site that uses the sandbox for all external services: no accounts, keys or network. */
import path from 'node:path'
import { sandboxKeys } from '#sandbox/keys.ts'

type Ports = { site: number; camps: number; stripe: number; emailjs: number; ip: number }

/** Of the site and, 500 further on, of the sandbox. */
export const portsFrom = (site: number): Ports => ({
  site,
  camps: site + 500,
  stripe: site + 501,
  emailjs: site + 502,
  ip: site + 503,
})

/** `TEST_PORT` moves all five ports, so that two checkouts can be tested at the same time. */
export const testPorts: Ports = portsFrom(Number(process.env.TEST_PORT ?? 3100))

/** Not a secret: it shows the health of a sandbox. */
const operatorToken = 'sandbox-operator-token'

const { stripe, emailjs, ipToken } = sandboxKeys

export function siteEnvironment(ports: Ports): Record<string, string> {
  return {
    PORT: String(ports.site),
    SITE_URL: `http://localhost:${ports.site}`,
    CAMPS_API_URL: `http://localhost:${ports.camps}/api/country-wise-camps-summary`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: `http://localhost:${ports.stripe}`,
    STRIPE_PORTAL: '1',
    EMAILJS_SERVICE_ID: emailjs.serviceId,
    EMAILJS_PUBLIC_KEY: emailjs.publicKey,
    EMAILJS_PRIVATE_KEY: emailjs.privateKey,
    EMAILJS_TEMPLATE: emailjs.template,
    SUMMARY_EMAIL: 'office@example.org',
    ALERT_EMAIL: 'operator@example.org',
    EMAILJS_API_BASE: `http://localhost:${ports.emailjs}`,
    OPERATOR_TOKEN: operatorToken,
    // Not a secret: the links in receipts must survive a restart of the demo.
    SIGNING_SECRET: 'sandbox-only-sandbox-only-sandbox-only',
    // Not a secret: it encrypts made-up PANs.
    DATA_ENCRYPTION_KEY: 'c2FuZGJveC1vbmx5LXNhbmRib3gtb25seS1zYW5kYm8=',
    IPINFO_TOKEN: ipToken,
    IPINFO_API_BASE: `http://localhost:${ports.ip}`,
  }
}

/** Data of another charity is neither in the folder of its content nor among the program's own. Empty without CHARITY_DIR. */
export function charityEnvironment(): Record<string, string> {
  const { CHARITY_DIR: folder, DATA_DIR: data } = process.env
  if (!folder?.trim()) return {}
  const charity = path.resolve(folder.trim())
  return {
    CHARITY_DIR: charity,
    DATA_DIR: data ?? path.join(import.meta.dirname, '../../data', path.basename(charity)),
  }
}

export function sandboxEnvironment(ports: Ports): Record<string, string> {
  return {
    SITE_URL: `http://localhost:${ports.site}`,
    SANDBOX_PORT: String(ports.camps),
  }
}
