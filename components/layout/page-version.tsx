/** In the footer: the other version of the page, light or full (lib/http/page-version.ts). A style shows the button that applies. */
const buttonClass = 'min-h-11 cursor-pointer underline underline-offset-4 hover:text-gold'

export function PageVersion() {
  return (
    <form action="/api/page-version" method="post" className="print:hidden">
      <button type="submit" name="version" value="light" className={`to-light ${buttonClass}`}>
        Light version, for slow connections
      </button>
      <button type="submit" name="version" value="full" className={`to-full ${buttonClass}`}>
        Full version
      </button>
    </form>
  )
}
