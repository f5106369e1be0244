/** Marks what is counted (components/behaviours/analytics.ts). Browser-safe: the schema of events needs zod. */
import type { AnalyticsEvent } from './events.ts'

/** Attribute of an element whose event counts when the visitor first sees it. */
export const trackView = (event: AnalyticsEvent) => ({ 'data-analytics': JSON.stringify(event) })

/** The same for an event that counts when the element is pressed. */
export const trackClick = (event: AnalyticsEvent) => ({ 'data-analytics-press': JSON.stringify(event) })
