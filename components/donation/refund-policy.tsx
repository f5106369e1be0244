/** The refund policy, on every page that takes money (specification section 2, Privacy Policy and Terms). */
export function RefundPolicy({ points }: { points: readonly string[] }) {
  return (
    <section aria-labelledby="refund-policy" className="mt-14 border-t border-line pt-8">
      <h2 id="refund-policy" className="text-[1.6rem]">
        Refund policy
      </h2>
      <ul className="mt-4 grid max-w-measure list-disc gap-1.5 pl-5 marker:text-gold">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
