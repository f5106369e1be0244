/** GET /api/receipt-code?code=…: the QR code of a receipt as a GIF, for its mail and for printing. 404 unless the code is one of ours. */
import { codePicture } from '#lib/giving/receipts/check.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(async ({ url }: Request) => {
  const picture = await codePicture(new URL(url).searchParams.get('code') ?? '')
  if (!picture) return new Response(null, { status: 404 })
  // The same code always makes the same picture.
  const headers = { 'content-type': 'image/gif', 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(picture, { headers })
})
