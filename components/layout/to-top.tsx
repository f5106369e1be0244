/**
 * "Back to top" on long pages: a tab above the footer, and in wide windows a round button that follows in the margin. It never
 * covers text; to-top.css shows it depending on the page's height, without JavaScript.
 */
import { Icon } from '#components/ui/icon.tsx'

export function ToTop() {
  return (
    // A landmark, because axe wants all content inside one, and this is outside main and footer.
    <nav aria-label="This page" className="to-top-room">
      <a href="#top" className="to-top">
        <Icon name="back" className="size-4 rotate-90" />
        <span>Back to top</span>
      </a>
    </nav>
  )
}
