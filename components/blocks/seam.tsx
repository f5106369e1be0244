/** The golden seam between two sections. */
import { Seam } from '#components/art/seam.tsx'

export function SeamBlock() {
  return (
    <div data-tone="seam">
      <Seam />
    </div>
  )
}
