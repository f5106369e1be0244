/**
 * The way back to the top of a long page: a tab on the footer, and on wide windows a round button that goes along in the
 * margin. Never over the page's words, and no script: app/globals.css decides from the page's height whether there is one.
 */
import { Icon } from '#components/ui/icon.tsx'

export function ToTop() {
  return (
    // A landmark of its own: it stands between the page's words and the footer, and axe lets nothing stand outside of one.
    <nav aria-label="This page" className="to-top-room">
      <a href="#top" className="to-top">
        <Icon name="back" className="size-4 rotate-90" />
        <span>Back to top</span>
      </a>
    </nav>
  )
}
