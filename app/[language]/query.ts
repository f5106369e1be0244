/** What the pages that are rendered for each request get from Next. */
export type Query = Record<string, string | string[] | undefined>
export type QueryProps = { searchParams: Promise<Query> }
