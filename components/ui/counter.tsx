/**
 * A figure that the browser counts up to. The server writes the figure itself, for people without JavaScript and for screen
 * readers, who hear it once; only the painted copy is counted. Its width is kept by an invisible copy, so nothing moves.
 */
export function Counter({ value, target }: { value: string; target: number }) {
  return (
    <>
      <span className="sr-only">{value}</span>
      <span
        aria-hidden="true"
        data-count-to={target}
        data-width-of={value}
        className="inline-grid after:invisible after:col-start-1 after:row-start-1 after:content-[attr(data-width-of)]"
      >
        <span className="col-start-1 row-start-1">{value}</span>
      </span>
    </>
  )
}
