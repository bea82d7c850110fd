import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../observability/log.ts';
import { EnvironmentError, parseEnvironment } from '../settings/environment.ts';

describe('log', () => {
  it('writes JSON lines and redacts secrets and personal data at every depth', () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    log.info({ headers: { authorization: 'Bearer s3cret' }, user: { email: 's3cret@x.fr' }, token: 's3cret' }, 'seen');
    log.info({ request: { body: { input: { password: 's3cret' } } } }, 'deep');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'test', msg: 'seen', token: '[redacted]' });
    expect(lines.join('')).not.toContain('s3cret');
  });
});

describe('parseEnvironment', () => {
  const schema = z.object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string(),
    LEVEL: z.enum(['info', 'debug']).default('info'),
  });

  it('applies defaults for missing and empty variables', () => {
    expect(parseEnvironment(schema, { HOST: '127.0.0.1', PORT: '', LEVEL: 'debug', OTHER: 'x' })).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      LEVEL: 'debug',
    });
  });

  it('names every problem at once and repeats no value', () => {
    const read = () => parseEnvironment(schema, { PORT: 's3cret', LEVEL: 'loud' });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(/PORT: .*\n {2}HOST: is required\n {2}LEVEL: /);
    expect(read).not.toThrow(/s3cret/);
  });
});
