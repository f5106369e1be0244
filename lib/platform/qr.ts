/** QR codes as SVG paths, and as pictures for mail, which shows no SVG. Pure. */
import encodeQR from 'qr'

/** `path`: the dark squares, each one unit wide. `size`: units per side, including the quiet zone of four that scanners need. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    ),
  )
  return { path: runs.join(''), size: rows.length }
}

/** Four pixels for each square. */
export const qrGif = (text: string) => new Uint8Array(encodeQR(text, 'gif', { ecc: 'medium', border: 4, scale: 4 }))
