/**
 * OpenTelemetry spans of requests, queries and calls to other services, when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise
 * `startSpan` returns null and nothing of OpenTelemetry is loaded (lib/server/open-telemetry.ts). Names and attributes never hold what a
 * visitor sent: no query strings, names or addresses. The span of a request is the parent of those that start while it is handled.
 */
import 'server-only'
import { processState } from '#lib/process-state.ts'
import { requestReference } from '#lib/reference.ts'

type Attributes = Readonly<Record<string, string | number>>
/** `client`: a call to another service or to the database. */
export type SpanOptions = { kind: 'server' | 'client'; attributes: Attributes }
export type Span = { end(result: { failed: boolean; attributes?: Attributes }): void }
/** `startedMsAgo`: for work that is over. */
export type Tracer = (name: string, options: SpanOptions & { parent: Span | null; startedMsAgo: number }) => Span

/** `requests`: the spans of the requests in progress, by their references. */
const state = processState<{ tracer: Tracer | null; requests: Map<string, Span> }>('tracing', () => ({
  tracer: null,
  requests: new Map(),
})).get

/** Null turns tracing off again. */
export function setTracer(tracer: Tracer | null): void {
  state().tracer = tracer
}

export const isTracing = (): boolean => state().tracer !== null

function parentSpan(): Span | null {
  const reference = requestReference()
  return (reference && state().requests.get(reference)) || null
}

/** Null when tracing is off. */
export function startSpan(name: string, { kind, attributes }: SpanOptions, startedMsAgo = 0): Span | null {
  const { tracer } = state()
  if (!tracer) return null
  const reference = requestReference()
  const all = reference ? { ...attributes, 'charity.request': reference } : attributes
  return tracer(name, { kind, attributes: all, parent: parentSpan(), startedMsAgo })
}

/** The span of the request that is being handled: the parent of all that start before it ends. */
export function startRequestSpan(name: string, options: SpanOptions): Span | null {
  const span = startSpan(name, options)
  const reference = requestReference()
  if (!span || !reference) return span
  state().requests.set(reference, span)
  return {
    end(result) {
      state().requests.delete(reference)
      span.end(result)
    },
  }
}

type Query = { sql: string; milliseconds: number; failed: boolean }

/**
 * A query that is over. Only those of requests: workers ask the database all the time. Kysely's statements have placeholders for all
 * values.
 */
export function traceQuery(system: 'sqlite' | 'postgresql', { sql, milliseconds, failed }: Query): void {
  if (!parentSpan()) return
  const [operation = ''] = /^\w+/.exec(sql) ?? []
  const [, table = ''] = /\b(?:from|into|update) "(\w+)"/.exec(sql) ?? []
  const attributes = { 'db.system.name': system, 'db.query.text': sql }
  startSpan(`${operation} ${table}`.trim(), { kind: 'client', attributes }, milliseconds)?.end({ failed })
}
