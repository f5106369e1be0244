/** The link that opens a UPI app, and the same as a QR code. NPCI, UPI Linking Specifications 1.6. Pure. */
import encodeQR from 'qr'
import { inWholeUnits, type Money } from '#lib/platform/money.ts'

/** `reference`: ours; apps show `tn` to donor and bank, and banks keep `tr`, which may hold letters and digits only. */
export function upiLink(payee: { address: string; name: string }, money: Money, reference: string): string {
  const fields = {
    pa: payee.address,
    pn: payee.name,
    am: inWholeUnits(money).toFixed(2),
    cu: money.currency,
    tn: reference,
    tr: reference.replaceAll('-', ''),
  }
  // Apps do not read + as a space, so no URLSearchParams.
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`)
    .join('&')}`
}

/** `path`: of the dark squares, each one unit wide; `size`: units of a side, with the four of quiet zone that readers need. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    ),
  )
  return { path: runs.join(''), size: rows.length }
}
