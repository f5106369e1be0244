/** The routes under /api by path, which our server calls without Next. */
import type { ApiRoute, ApiRoutes } from '#lib/platform/server/api-routes.ts'
import * as analytics from './analytics/route.ts'
import * as campOutcomes from './camp-outcomes/route.ts'
import * as countryWiseCampsSummary from './country-wise-camps-summary/route.ts'
import * as createCheckoutSession from './create-checkout-session/route.ts'
import * as createCheckoutSessionUsa from './create-checkout-session-usa/route.ts'
import * as createTicketSession from './create-ticket-session/route.ts'
import * as enquiries from './enquiries/route.ts'
import * as enquiriesStart from './enquiries/start/route.ts'
import * as healthReady from './health/ready/route.ts'
import * as health from './health/route.ts'
import * as healthServing from './health/serving/route.ts'
import * as metrics from './metrics/route.ts'
import * as newsletter from './newsletter/route.ts'
import * as newsletterChoice from './newsletter-choice/route.ts'
import * as office from './office/route.ts'
import * as pageVersion from './page-version/route.ts'
import * as receiptCode from './receipt-code/route.ts'
import * as reports from './reports/route.ts'
import * as samples from './samples/route.ts'
import * as sponsorshipInvoice from './sponsorship-invoice/route.ts'
import * as stopGift from './stop-gift/route.ts'
import * as stripeWebhook from './stripe/webhook/route.ts'
import * as visitorCountry from './visitor-country/route.ts'
import * as yourGifts from './your-gifts/route.ts'

export const apiRoutes: ApiRoutes = new Map<string, ApiRoute>(
  Object.entries({
    '/api/analytics': analytics,
    '/api/camp-outcomes': campOutcomes,
    '/api/country-wise-camps-summary': countryWiseCampsSummary,
    '/api/create-checkout-session': createCheckoutSession,
    '/api/create-checkout-session-usa': createCheckoutSessionUsa,
    '/api/create-ticket-session': createTicketSession,
    '/api/enquiries': enquiries,
    '/api/enquiries/start': enquiriesStart,
    '/api/health': health,
    '/api/health/ready': healthReady,
    '/api/health/serving': healthServing,
    '/api/metrics': metrics,
    '/api/newsletter': newsletter,
    '/api/newsletter-choice': newsletterChoice,
    '/api/office': office,
    '/api/page-version': pageVersion,
    '/api/receipt-code': receiptCode,
    '/api/reports': reports,
    '/api/samples': samples,
    '/api/sponsorship-invoice': sponsorshipInvoice,
    '/api/stop-gift': stopGift,
    '/api/stripe/webhook': stripeWebhook,
    '/api/visitor-country': visitorCountry,
    '/api/your-gifts': yourGifts,
  }),
)
