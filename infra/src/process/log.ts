import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export interface LoggerSettings {
  readonly name: string;
  /** A pino level; `info` if none is given. */
  readonly level?: string;
  /** Standard output if none is given. */
  readonly destination?: DestinationStream;
}

/** Names of fields that hold secrets or personal data, wherever callers put them. */
const SECRET_FIELDS = ['authorization', 'cookie', 'password', 'token', 'email'];
/** pino's redaction knows no "at any depth", so the depths that occur are listed. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/** JSON lines, one per event, with secrets and personal data taken out. */
export function createLogger({ name, level = 'info', destination }: LoggerSettings): Logger {
  const options = {
    name,
    level,
    // Of the trace that runs, if any: what was done for many requests at once has no correlationId.
    mixin: () => {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { traceId };
    },
    redact: { paths: DEPTHS.flatMap((depth) => SECRET_FIELDS.map((field) => depth + field)), censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
