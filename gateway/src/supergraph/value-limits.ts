import { DomainError } from '@volant/infra/errors/domain-error';

/** What the values of an operation's variables may be together: the largest list of events is a tenth of it. */
export const VALUE_LIMITS = { depth: 10, values: 10_000 } as const;

/**
 * Before the values are checked, handed on or copied, each of which goes through them with the stack.
 * @throws DomainError VALIDATION_FAILED naming the variable that is nested too deep, or holds too much
 */
export function refuseLargeValues(variables: Readonly<Record<string, unknown>>): void {
  let values = 0;
  for (const [field, variable] of Object.entries(variables)) {
    let level: readonly unknown[] = [variable];
    for (let depth = 1; level.length > 0; depth += 1) {
      values += level.length;
      if (depth > VALUE_LIMITS.depth || values > VALUE_LIMITS.values)
        throw new DomainError('VALIDATION_FAILED', { field });
      level = level.flatMap(partsOf);
    }
  }
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
