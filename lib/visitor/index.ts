/** What the site knows of a visitor: the country, and nothing else. */
export { visitorCountry } from '#lib/visitor/country.ts'
