import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { stopRegistered } from '../process/observability/tracing.ts';

export interface RecordedSpans {
  /** Ended spans, oldest first. */
  all(): readonly ReadableSpan[];
  stop(): Promise<void>;
}

/** Enables tracing in this process and records the spans it would send. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  return {
    all: () => exporter.getFinishedSpans(),
    async stop() {
      await provider.shutdown();
      stopRegistered();
    },
  };
}
