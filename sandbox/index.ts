/** Stand-ins for the four outside services, in one process, over real HTTP. For laptops and tests only: nothing of the site imports this. */
import { startCamps } from './camps.ts'
import { startEmailjs } from './emailjs.ts'
import type { Service } from './http.ts'
import { startIp } from './ip.ts'
import { startStripe } from './stripe/index.ts'

export type SandboxOptions = {
  /** 0 takes a free port. */
  ports: { camps: number; stripe: number; emailjs: number; ip: number }
  /** Where the site is: webhooks go there, and it may show the payment page in a frame. */
  siteUrl: string
  webhookSecret: string
  /** Milliseconds before each further try of a webhook. */
  retryDelays?: readonly number[]
}

export type Sandbox = {
  urls: { camps: string; stripe: string; emailjs: string; ip: string }
  /** Ends every socket and timer. */
  close(): Promise<void>
}

/** The names and keys that the services know. None of them is a secret. */
export const sandboxKeys = {
  stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  emailjs: {
    serviceId: 'service_sandbox',
    templates: ['template_enquiry', 'template_newsletter', 'template_receipt', 'template_link'],
    publicKey: 'public_sandbox',
    privateKey: 'private_sandbox',
  },
  ipToken: 'sandbox',
} as const

const defaultRetryDelays = [1000, 2000, 4000, 8000, 16_000, 32_000]

/** Starts all four, or none: rejects when a port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { ports, siteUrl, webhookSecret, retryDelays = defaultRetryDelays } = options
  const { secretKey, publishableKey } = sandboxKeys.stripe
  const started = await Promise.allSettled([
    startCamps({ port: ports.camps }),
    startStripe({ port: ports.stripe, siteUrl, secretKey, publishableKey, webhookSecret, retryDelays }),
    startEmailjs({ port: ports.emailjs, account: sandboxKeys.emailjs }),
    startIp({ port: ports.ip, token: sandboxKeys.ipToken }),
  ])
  const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const close = async () => {
    await Promise.all(services.map((service) => service.close()))
  }
  const [camps, stripe, emailjs, ip] = services
  if (!camps || !stripe || !emailjs || !ip) {
    await close()
    throw started.find((one) => one.status === 'rejected')?.reason
  }
  const url = (service: Service) => service.url
  return { urls: { camps: url(camps), stripe: url(stripe), emailjs: url(emailjs), ip: url(ip) }, close }
}
