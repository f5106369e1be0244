'use client'
/**
 * The giving partner's form, in a dialog that the page's links to it open. Asks nothing of the partner before that; without
 * JavaScript, or with a key held for another tab, the links lead to the form itself.
 */
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '#components/ui/button-link.tsx'

type PartnerFormProps = { href: string; title: string; blocked: string; link: string; close: string }

export function PartnerForm({ href, title, blocked, link, close }: PartnerFormProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const pressed = event.target instanceof Element ? event.target.closest('a') : null
      const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (pressed?.href !== href || elsewhere || dialog.current?.contains(pressed)) return
      event.preventDefault()
      setOpened(true)
      dialog.current?.showModal()
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [href])

  return (
    <dialog
      ref={dialog}
      aria-labelledby="partner-form"
      className="m-auto h-[min(94dvh,56rem)] w-[min(94vw,44rem)] max-w-none flex-col overflow-hidden rounded-card border border-line bg-paper p-0 text-ink backdrop:bg-night/70 open:flex"
    >
      <div className="flex items-start justify-between gap-4 border-b border-line p-4 desk:px-6">
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
        <button
          type="button"
          className={buttonClass('outline', 'shrink-0 [--pill-side:1rem]')}
          onClick={() => dialog.current?.close()}
        >
          {close}
        </button>
      </div>
      {opened && <iframe src={href} title={title} className="min-h-0 w-full flex-1 border-0 bg-white" />}
    </dialog>
  )
}
