/**
 * The headers that are the same on every answer. The Content-Security-Policy is not among them: each page has its own
 * (csp.ts), and two policies on one answer would both apply. Source: OWASP Secure Headers, MDN Observatory.
 */
export const staticHeaders: { key: string; value: string }[] = [
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  // Stripe's frames ask for payment; nobody else asks for anything.
  {
    key: 'Permissions-Policy',
    value:
      'accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self "https://js.stripe.com" "https://checkout.stripe.com"), publickey-credentials-get=(), usb=(), xr-spatial-tracking=()',
  },
  // Stripe and wallets may open a window of their own and speak to it.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
]
