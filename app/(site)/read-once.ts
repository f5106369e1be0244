/** What a page and its title both need of a request, read once: Next asks for the two apart. */
import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'

export type Query = Record<string, string | string[] | undefined>
export type QueryProps = { searchParams: Promise<Query> }

/** React's cache compares arguments one by one, so the query becomes one text. `cookieHeader`: of the request. */
export function readOnce<Value>(read: (query: Query, cookieHeader: string) => Value | Promise<Value>) {
  const once = cache(async (query: string, cookieHeader: string) => read(JSON.parse(query) as Query, cookieHeader))
  return async ({ searchParams }: QueryProps): Promise<Value> =>
    once(JSON.stringify(await searchParams), (await cookies()).toString())
}
