/**
 * Headers that are the same on every response, after OWASP Secure Headers and MDN Observatory. The Content-Security-Policy is not
 * among them: it differs per page (csp.ts), and two policies on one response would both apply.
 */
export const staticHeaders: { key: string; value: string }[] = [
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  // Only Stripe's frames need a permission: payment.
  {
    key: 'Permissions-Policy',
    value:
      'accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self "https://js.stripe.com" "https://checkout.stripe.com"), publickey-credentials-get=(), usb=(), xr-spatial-tracking=()',
  },
  // Stripe and wallets may open a popup and communicate with it.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
]
