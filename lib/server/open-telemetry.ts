/** Sends spans to an OpenTelemetry collector. Loaded only when one is configured: nothing else may import this module. */
import 'server-only'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer as Starter, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Span, setTracer, type Tracer } from '#lib/tracing.ts'
import { clearWarning, reportWarning } from '#lib/warnings.ts'

const warningKey = 'traces'
const exportTimeoutMs = 5000

/** Tells the operators when the collector does not take the spans, which are then lost. */
class ReportingExporter extends OTLPTraceExporter {
  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      if (result.error)
        reportWarning(warningKey, 'Traces are lost: the collector in OTEL_EXPORTER_OTLP_ENDPOINT does not take them.', {
          fields: { reason: result.error.message },
        })
      else clearWarning(warningKey)
      done(result)
    })
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

function tracerOf(starter: Starter): Tracer {
  /** As parents of other spans. */
  const contexts = new WeakMap<Span, ReturnType<typeof trace.setSpan>>()
  return (name, { kind, attributes, parent, startedMsAgo }) => {
    const context = (parent && contexts.get(parent)) ?? ROOT_CONTEXT
    const startTime = Date.now() - startedMsAgo
    const started = starter.startSpan(name, { kind: kinds[kind], attributes, startTime }, context)
    const span: Span = {
      end({ failed, attributes: more }) {
        if (more) started.setAttributes(more)
        if (failed) started.setStatus({ code: SpanStatusCode.ERROR })
        started.end()
      },
    }
    contexts.set(span, trace.setSpan(ROOT_CONTEXT, started))
    return span
  }
}

/**
 * Begins to trace. The provider is not registered with OpenTelemetry's API, because Next would then make spans of its own, with the
 * whole address of a request. The exporter itself reads OTEL_EXPORTER_OTLP_HEADERS.
 * @param endpoint such as http://localhost:4318, without /v1/traces. Returns what sends the remaining spans and ends it.
 */
export function startTracing(endpoint: string, version: string): () => Promise<void> {
  const exporter = new ReportingExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'charity-site', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  setTracer(tracerOf(provider.getTracer('charity-site', version)))
  return async () => {
    setTracer(null)
    // It rejects when the last spans are not taken, which is a warning already.
    await provider.shutdown().catch(() => undefined)
  }
}
