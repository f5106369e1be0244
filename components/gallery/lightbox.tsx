/** The large view: an empty native dialog that components/behaviours/lightbox.ts opens and fills. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { messages } from '#lib/messages/index.ts'

/** `address`: of the gallery's page, for the links until a photo is shown. */
export function Lightbox({ id, address }: { id: string; address: string }) {
  const t = messages()
  return (
    <dialog data-lightbox aria-labelledby={`${id}-caption`} className="lightbox">
      <div data-frame className="lightbox-frame" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p id={`${id}-caption`} data-caption aria-live="polite" className="min-w-[min(18rem,100%)] grow basis-0" />
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            data-step="-1"
            aria-label={t('gallery.previous')}
            className={buttonClass('cream', 'lightbox-step')}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            data-step="1"
            aria-label={t('gallery.next')}
            className={buttonClass('cream', 'lightbox-step')}
          >
            <Icon name="forward" />
          </button>
          <a href={address} data-save className="lightbox-link">
            <Icon name="download" className="size-4.5" />
            {t('gallery.download')}
          </a>
          <a href={address} data-page className="lightbox-link">
            <Icon name="link" className="size-4.5" />
            {t('gallery.itsPage')}
          </a>
        </div>
      </div>
      <form method="dialog" className="lightbox-close">
        <button type="submit" aria-label={t('frame.close')} className={buttonClass('cream', 'lightbox-step')}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  )
}
