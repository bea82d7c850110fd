import { trace } from '@opentelemetry/api';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export interface LoggerSettings {
  readonly name: string;
  /** A pino level; `info` by default. */
  readonly level?: string;
  /** Standard error by default, written at once, so that a killed process has said why. */
  readonly destination?: DestinationStream;
}

/** Fields with secrets or personal data, at any depth. */
const SECRET_FIELDS = ['authorization', 'cookie', 'password', 'token', 'secret', 'email'];
/** pino's redaction has no "at any depth", so the depths that occur are listed. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/** Writes JSON lines, one per event, with secrets and personal data redacted. */
export function createLogger({ name, level = 'info', destination: given }: LoggerSettings): Logger {
  const options = {
    name,
    level,
    // The current trace, if any: work done for many requests at once has no correlationId.
    mixin: () => {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { traceId };
    },
    redact: { paths: DEPTHS.flatMap((depth) => SECRET_FIELDS.map((field) => depth + field)), censor: '[redacted]' },
  };
  return pino(options, given ?? destination({ dest: 2, sync: true }));
}
