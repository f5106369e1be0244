/**
 * A text alone in its element, as every text of an island must be. A browser that translates the page puts other nodes in its place, before
 * or after React hydrates it: React must neither compare it nor look for it among others (tests/e2e/journeys/translated.spec.ts).
 */
import { type ComponentProps, createElement } from 'react'

type Tag =
  | 'span'
  | 'p'
  | 'h1'
  | 'h2'
  | 'li'
  | 'legend'
  | 'label'
  | 'option'
  | 'summary'
  | 'bdi'
  | 'strong'
  | 'figcaption'
  | 'a'
  | 'output'

type Props<As extends Tag> = Omit<ComponentProps<As>, 'children'> & { as?: As; children: string | null | undefined }

export function Text<As extends Tag = 'span'>({ as, ...props }: Props<As>) {
  return createElement(as ?? 'span', { ...props, suppressHydrationWarning: true })
}
