'use client'
/** The navigation's manners: an open group closes on Escape, on a click elsewhere and when the focus leaves it. Opening needs no script. */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

export function NavPanel({ id, className, children }: { id: string; className: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const openGroup = () => nav.current?.querySelector<HTMLDetailsElement>('details[open]')
  // In a phone's menu the groups stay as they are: it is the menu that opens and closes, and the browser does that.
  const isMenu = () => nav.current?.matches(':popover-open')

  function close(returnFocus = false) {
    const group = openGroup()
    if (!group) return
    group.open = false
    if (returnFocus) group.querySelector('summary')?.focus()
  }

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!isMenu() && !openGroup()?.contains(event.target as Node)) close()
    }
    document.addEventListener('click', closeOutside)
    return () => document.removeEventListener('click', closeOutside)
  })

  return (
    <nav
      ref={nav}
      id={id}
      popover="auto"
      aria-label="Main"
      className={className}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && !isMenu()) close(true)
      }}
      onBlur={({ relatedTarget }: FocusEvent) => {
        if (relatedTarget && !isMenu() && !openGroup()?.contains(relatedTarget)) close()
      }}
      onClick={({ target }: MouseEvent) => {
        // A link to a place on this very page would leave the panel in front of it.
        if (!(target as Element).closest('a')) return
        close()
        nav.current?.hidePopover()
      }}
    >
      {children}
    </nav>
  )
}
