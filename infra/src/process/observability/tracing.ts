import {
  type Attributes,
  type Context,
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Environment } from '../settings/secret-files.ts';
import type { Logger } from './log.ts';

export interface TracingParts {
  /** Name of the process, unless OTEL_SERVICE_NAME sets another. */
  readonly name: string;
  readonly environment: Environment;
  readonly log: Logger;
}

const TRACER = 'volant';

function isConfigured(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED === 'true' || environment.OTEL_TRACES_EXPORTER === 'none') return false;
  return [
    environment.OTEL_EXPORTER_OTLP_ENDPOINT,
    environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    environment.OTEL_TRACES_EXPORTER,
  ].some((setting) => setting !== undefined && setting !== '');
}

/**
 * Starts tracing by OpenTelemetry's own settings (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER and so on),
 * exporting JSON over HTTP. Without these settings the SDK is not loaded, and a span costs a function call.
 * @returns `stop` sends the remaining spans
 */
export async function startTracing({ name, environment, log }: TracingParts): Promise<{ stop(): Promise<void> }> {
  if (!isConfigured(environment)) return { stop: async () => undefined };
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': environment.OTEL_SERVICE_NAME ?? `volant-${name}` }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return {
    async stop() {
      // Failing to send traces is no reason to end with an error.
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces could not be sent'));
      stopRegistered();
    },
  };
}

/** Reverses a provider's `register`: the process is as it was before. */
export function stopRegistered(): void {
  trace.disable();
  propagation.disable();
  context.disable();
}

/** Without a provider, spans and contexts would be built for every scan and thrown away. */
function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(TRACER) !== undefined;
}

const contexts = new WeakMap<FastifyRequest, Context>();

/**
 * Starts a span for every request, in the caller's trace if it sends a `traceparent`. The span has the route's pattern,
 * never the URL: ids of unclaimed pages are secrets.
 */
export function traceRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _, done) => {
    if (!isTracing()) return done();
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? 'none';
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': method, 'http.route': route, 'volant.correlation_id': id };
    const options = { kind: SpanKind.SERVER, attributes };
    const active = trace.setSpan(parent, trace.getTracer(TRACER).startSpan(`${method} ${route}`, options, parent));
    contexts.set(request, active);
    context.with(active, done);
  });
  // Reading the body leaves the async context, so it is entered again.
  server.addHook('preHandler', (request, _, done) => {
    const active = contexts.get(request);
    if (active === undefined) done();
    else context.with(active, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const active = contexts.get(request);
    const span = active === undefined ? undefined : trace.getSpan(active);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** Runs a call to another process or server in its own span. */
export async function traceCall<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> {
  return trace
    .getTracer(TRACER)
    .startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => ended(span, run));
}

/** The current span, as a cause of later work; undefined without a trace. */
export function traceCause(): SpanContext | undefined {
  return trace.getActiveSpan()?.spanContext();
}

/** The distinct causes of records, from their headers. */
export function causesOf(records: readonly { readonly headers: Readonly<Record<string, string>> }[]): SpanContext[] {
  const causes = new Map<string, SpanContext>();
  for (const { headers } of records) {
    const cause =
      headers.traceparent === undefined ? undefined : trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
    if (cause !== undefined) causes.set(cause.spanId, cause);
  }
  return [...causes.values()];
}

/**
 * Runs work that has several causes in one span. It continues the trace of the first sampled cause, otherwise of the
 * first, and links the others. Without causes it runs without a span.
 */
export async function traceJoined<T>(
  name: string,
  kind: 'PRODUCER' | 'CONSUMER',
  causes: readonly SpanContext[],
  run: () => Promise<T>,
): Promise<T> {
  const first = causes.find(({ traceFlags }) => (traceFlags & TraceFlags.SAMPLED) !== 0) ?? causes[0];
  if (first === undefined) return run();
  const parent = trace.setSpanContext(ROOT_CONTEXT, first);
  const links = causes.filter((cause) => cause !== first).map((cause) => ({ context: cause }));
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind[kind], links }, parent);
  return context.with(trace.setSpan(parent, span), () => ended(span, run));
}

async function ended<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Headers that continue this trace in the callee; empty without a trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
