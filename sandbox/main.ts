/** Starts the sandbox as a separate process and prints its addresses. The only file of the sandbox that reads the environment. */
import { sandboxKeys, startSandbox } from './index.ts'

const numberOf = (name: string, fallback: number) => Number(process.env[name] || fallback)
const siteUrl = process.env.SITE_URL || 'http://localhost:3000'

try {
  const { urls, close } = await startSandbox({
    ports: {
      camps: numberOf('SANDBOX_CAMPS_PORT', 3500),
      stripe: numberOf('SANDBOX_STRIPE_PORT', 3501),
      emailjs: numberOf('SANDBOX_EMAILJS_PORT', 3502),
      ip: numberOf('SANDBOX_IP_PORT', 3503),
    },
    siteUrl,
    webhookSecret: process.env.STRIPE_WEBHOOK_SECRET || sandboxKeys.stripe.webhookSecret,
    mailIntervalMs: numberOf('SANDBOX_MAIL_INTERVAL_MS', 1000),
  })
  console.log(`Sandbox for ${siteUrl}: nothing is real, no card is charged, no mail is sent.
  Camp API    ${urls.camps}/
  Stripe      ${urls.stripe}/
  EmailJS     ${urls.emailjs}/  (mails are shown there)
  IP service  ${urls.ip}/
Each page lists what the service can be told to do.`)

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void close()
    })
  }
} catch (error) {
  if (!(error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.error(
    `Port ${error.port} is taken. Stop what uses it, or set SANDBOX_CAMPS_PORT, SANDBOX_STRIPE_PORT, SANDBOX_EMAILJS_PORT or SANDBOX_IP_PORT.`,
  )
  process.exitCode = 1
}
