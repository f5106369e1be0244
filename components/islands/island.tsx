/**
 * A component that the server renders and that React hydrates in the browser when the visitor first touches it
 * (components/behaviours/hydrate-island.ts). Pages load no framework otherwise.
 */
import type { ReactNode } from 'react'

export type IslandName = 'donation' | 'sponsorship'

type Props = {
  name: IslandName
  /** The component's props in the browser: everything but its slots. JSON. */
  props: object
  /** Distinguishes forms that share kept answers (components/forms/kept-values.ts). */
  keptAs: string
  /** The component, with the same props and its slots. Must be the only child. */
  children: ReactNode
}

export function Island({ name, props, keptAs, children }: Props) {
  return (
    <div data-behaviour="hydrate-island" data-island={name} data-kept-as={keptAs} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}

/**
 * A part of an island that only the server renders, such as a picture: its code and text are not sent to the browser. In the browser it
 * has no children, and React leaves the server's HTML as it is.
 */
export function Slot({ children }: { children?: ReactNode }) {
  if (children !== undefined) return <div className="contents">{children}</div>
  return (
    <div
      className="contents"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty string, which keeps React from looking inside while it hydrates
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
