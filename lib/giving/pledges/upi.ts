/** The link that opens a UPI app, shown as a QR code as well. NPCI, UPI Linking Specifications 1.6. Pure. */
import { inDecimals, type Money } from '#lib/platform/money.ts'

/** `reference`: ours; apps show `tn` to donor and bank, and banks keep `tr`, which may hold letters and digits only. */
export function upiLink(payee: { address: string; name: string }, money: Money, reference: string): string {
  const fields = {
    pa: payee.address,
    pn: payee.name,
    am: inDecimals(money),
    cu: money.currency,
    tn: reference,
    tr: reference.replaceAll('-', ''),
  }
  // Apps do not read + as a space, so no URLSearchParams.
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`)
    .join('&')}`
}
