/** Declares what a component needs of the server that finishes its page. Removed before the page is sent. */
import { type PageRecord, recordAttribute } from '#lib/platform/http/page-record.ts'
import { liveVersions } from '#lib/platform/live.ts'

export const PageRecordEntry = (entry: Partial<PageRecord>) => <template {...recordAttribute(entry)} />

/** For each component that shows a live figure (lib/platform/live.ts): its page is rendered again when the figure changes. */
export const ShowsLive = ({ names }: { names: readonly string[] }) => (
  <PageRecordEntry live={Object.fromEntries(names.map((name) => [name, liveVersions()(name)]))} />
)
