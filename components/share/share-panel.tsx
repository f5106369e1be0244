'use client'
/** What a script adds to the Share panel: pop-up windows, the copied link, the device's own share sheet. Loads nothing from any network. */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

type Props = {
  url: string
  title: string
  button: ReactNode
  buttonClassName: string
  /** The links, drawn on the server. */
  children: ReactNode
}

const field = 'min-h-12 rounded-field border border-field bg-card px-4'

export function SharePanel({ url, title, button, buttonClassName, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLInputElement>(null)
  const poll = useRef(0)
  const [scripted, setScripted] = useState(false)
  const [said, setSaid] = useState('')

  useEffect(() => {
    setScripted(true)
    return () => clearInterval(poll.current)
  }, [])

  function openWindow(event: MouseEvent) {
    const target = (event.target as Element).closest<HTMLAnchorElement>('a[data-popup]')
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (target.dataset.copies) void copy()
    const popup = window.open(target.href, '', target.dataset.popup)
    // A blocked window leaves the link to open its tab.
    if (!popup) return
    event.preventDefault()
    popup.opener = null
    clearInterval(poll.current)
    poll.current = window.setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll.current)
      panel.current?.hidePopover()
    }, 1000)
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setSaid('Copied')
      setTimeout(setSaid, 1000, '')
    } catch {
      link.current?.select()
      setSaid('The link is selected: copy it from there.')
    }
  }

  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClassName}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: hears the links in it, which the keyboard clicks too */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={`Share: ${title}`}
        onClick={openWindow}
        className="sheet gap-4 p-5"
      >
        <p>
          <span className="block font-display text-[1.35rem] leading-tight font-[560]">Share this</span>
          <span className="text-soft">{title}</span>
        </p>
        {children}
        <input ref={link} readOnly value={url} aria-label="Link to share" className={`w-full ${field}`} />
        <div className="flex flex-wrap items-center gap-2">
          {scripted && (
            <button type="button" onClick={copy} className={`${field} cursor-pointer font-semibold hover:border-ink`}>
              Copy link
            </button>
          )}
          {scripted && 'share' in navigator && (
            <button
              type="button"
              onClick={() => {
                // Refusing the sheet is an answer, not a fault.
                navigator.share({ title, url }).catch(() => {})
              }}
              className={`${field} cursor-pointer font-semibold hover:border-ink`}
            >
              More ways to share
            </button>
          )}
          <span role="status" className="font-semibold text-coral">
            {said}
          </span>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className="ml-auto min-h-12 cursor-pointer px-3 font-semibold underline underline-offset-4"
          >
            Close
          </button>
        </div>
      </div>
    </>
  )
}
