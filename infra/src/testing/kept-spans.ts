import { propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';

export interface KeptSpans {
  /** Those that have ended, the oldest first. */
  all(): readonly ReadableSpan[];
  stop(): Promise<void>;
}

/** Turns tracing on in this process and keeps what it would send. */
export function keepSpans(): KeptSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  return {
    all: () => exporter.getFinishedSpans(),
    async stop() {
      await provider.shutdown();
      trace.disable();
      propagation.disable();
    },
  };
}
