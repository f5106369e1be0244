/** The large view: an empty native dialog that components/behaviours/lightbox.ts opens and fills. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/platform/messages/index.ts'

/** Round; dashed at either end of the gallery. */
const step = buttonClass(
  'cream',
  'size-12 aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:border-band-field aria-disabled:bg-transparent aria-disabled:text-band-field',
)
const link =
  'inline-flex min-h-12 items-center gap-2 px-[0.6rem] font-[650] underline-offset-[0.2em] hover:text-gold hover:underline'

/** `address`: of the gallery's page, for the links until a photo is shown. */
export function Lightbox({ id, address }: { id: string; address: string }) {
  const t = messages()
  return (
    <dialog
      data-lightbox
      aria-labelledby={`${id}-caption`}
      className="lightbox m-0 h-dvh max-h-none w-dvw max-w-none grid-rows-[minmax(0,1fr)_auto] gap-4 border-0 bg-night p-[clamp(0.75rem,2vw,1.5rem)] text-cream open:grid print:hidden"
    >
      <div data-frame className="lightbox-frame grid min-h-0 touch-pan-y touch-pinch-zoom place-items-center" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p id={`${id}-caption`} data-caption aria-live="polite" className="min-w-[min(18rem,100%)] grow basis-0" />
        <div className="flex flex-wrap items-center gap-2">
          <button type="button" data-step="-1" aria-label={t('gallery.previous')} className={step}>
            <Icon name="back" />
          </button>
          <button type="button" data-step="1" aria-label={t('gallery.next')} className={step}>
            <Icon name="forward" />
          </button>
          <a href={address} data-save className={link}>
            <Icon name="download" className="size-4.5" />
            {t('gallery.download')}
          </a>
          <a href={address} data-page className={link}>
            <Icon name="link" className="size-4.5" />
            {t('gallery.itsPage')}
          </a>
        </div>
      </div>
      <form method="dialog" className="absolute end-[clamp(0.75rem,2vw,1.5rem)] top-[clamp(0.75rem,2vw,1.5rem)]">
        <button type="submit" aria-label={t('frame.close')} className={step}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  )
}
