/** The giving partner's form, in a dialog that the page's links to it open (components/behaviours/partner-form.ts). */
import { buttonClass } from '#components/ui/button-link.tsx'

type PartnerFormProps = { href: string; title: string; blocked: string; link: string; close: string }

export function PartnerForm({ href, title, blocked, link, close }: PartnerFormProps) {
  return (
    <dialog
      data-behaviour="partner-form"
      data-href={new URL(href).href}
      aria-labelledby="partner-form"
      className="m-auto h-[min(94dvh,56rem)] w-[min(94vw,44rem)] max-w-none flex-col overflow-hidden rounded-card border border-line bg-paper p-0 text-ink backdrop:bg-night/70 open:flex"
    >
      <div className="flex items-start justify-between gap-4 border-b border-line p-4 lg:px-6">
        <div>
          <h2 id="partner-form" className="text-[1.3rem]">
            {title}
          </h2>
          <p className="mt-1 text-[0.95rem]">
            {blocked}{' '}
            <a href={href} rel="noopener" className="inline-block py-0.5 font-semibold text-coral underline">
              {link}
            </a>
          </p>
        </div>
        <form method="dialog">
          <button type="submit" className={buttonClass('outline', 'shrink-0 [--pill-side:1rem]')}>
            {close}
          </button>
        </form>
      </div>
      <template>
        <iframe src={href} title={title} className="min-h-0 w-full flex-1 border-0 bg-white" />
      </template>
    </dialog>
  )
}
