/** Starts the sandbox as a separate process and prints its addresses. The only file of the sandbox that reads the environment. */
import { startSandbox } from './index.ts'

const {
  SITE_URL: siteUrl = 'http://localhost:3000',
  SANDBOX_PORT = '3500',
  SANDBOX_MAIL_INTERVAL_MS = '1000',
} = process.env
const first = Number(SANDBOX_PORT)

try {
  const { urls, close } = await startSandbox({
    ports: { camps: first, stripe: first + 1, emailjs: first + 2, ip: first + 3 },
    siteUrl,
    mailIntervalMs: Number(SANDBOX_MAIL_INTERVAL_MS),
  })
  console.log(`Sandbox for ${siteUrl}: nothing is real, no card is charged, no mail is sent.
  Camp API    ${urls.camps}/
  Stripe      ${urls.stripe}/
  EmailJS     ${urls.emailjs}/  (mails are shown there)
  IP service  ${urls.ip}/`)

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void close()
    })
  }
} catch (error) {
  if (!(error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.error(
    `Port ${error.port} is in use. Stop the program that uses it, or set SANDBOX_PORT, the first of four ports.`,
  )
  process.exit(1)
}
