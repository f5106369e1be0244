/** What the site knows about a visitor: only the country. */
export { visitorCountry } from '#lib/visitor/country.ts'
