'use client'
/**
 * A story over its country's page: a native dialog whose closing is a step back in the history, so that Escape, the buttons,
 * a click beside it and Back all end in the same place. The browser itself returns the focus to the link that opened it.
 */
import { useRouter } from 'next/navigation'
import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import styles from '#components/ui/dialog.module.css'

type Props = {
  /** The story's own address, which the address bar shows while the dialog is open. */
  address: string
  /** Id of the heading within. */
  labelledBy: string
  children: ReactNode
}

export function StoryDialog({ address, labelledBy, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const router = useRouter()

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  // A click counts as beside only when it began there: ending a selection of text outside must not close the story.
  const isBeside = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the browser's own
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      className={`${styles.dialog} ${styles.story}`}
      onMouseDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (isBeside(event) && pressedBeside.current) event.currentTarget.close()
      }}
      onClose={({ currentTarget }) => {
        // After Back the address is the country's again, and there is no step left to take.
        if (!currentTarget.open && location.pathname === address) router.back()
      }}
    >
      {children}
    </dialog>
  )
}
