/** The props of pages that are rendered for each request. */
export type Query = Record<string, string | string[] | undefined>
export type QueryProps = { searchParams: Promise<Query> }
