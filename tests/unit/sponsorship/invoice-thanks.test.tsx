import { renderToStaticMarkup } from 'react-dom/server'
import { InvoiceThankYou } from '#components/checkout/thank-you-page.tsx'
import { sponsorshipForm } from '#lib/site/content/index.ts'

test('the thank-you page for an invoice names the levels and their total, and no level that is not offered', () => {
  const { page, ...form } = sponsorshipForm('5k-run')
  const levels = 'running-circle.big-wheel.everything'
  const markup = renderToStaticMarkup(
    <InvoiceThankYou page={page} form={form} reference="E-7KQM-2X9D" levels={levels} />,
  )
  expect(markup).toContain('$1,250')
  expect(markup).toContain('Big Wheel, Running Circle')
  expect(markup).not.toContain('everything')
})
