/** Where the social card of a page stands. Pure: app/og draws the cards at exactly these addresses, lib/seo/metadata.ts links to them. */

/** `pageAddress`: canonical, with a leading slash: /India -> /og/India.png, / -> /og/Home.png, /India/stories/x -> /og/India/stories/x.png */
export const cardAddress = (pageAddress: string): string => `/og${pageAddress === '/' ? '/Home' : pageAddress}.png`
