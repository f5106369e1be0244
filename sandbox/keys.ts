/** The names and keys that the stand-ins know. None of them is a secret. */
export const sandboxKeys = {
  stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  emailjs: {
    serviceId: 'service_sandbox',
    publicKey: 'public_sandbox',
    privateKey: 'private_sandbox',
    template: 'template_sandbox',
  },
  ipToken: 'sandbox',
  turnstile: { siteKey: 'site_sandbox', secretKey: 'secret_sandbox' },
  analytics: { id: 'G-SANDBOX', apiSecret: 'secret_sandbox' },
} as const
