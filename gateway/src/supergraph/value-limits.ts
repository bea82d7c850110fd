import { DomainError } from '@volant/infra/errors/domain-error';
import { excessOf, INPUT_BOUNDS } from '@volant/infra/text/input-bounds';

/**
 * Before the values are checked, handed on or copied, each of which goes through them with the stack.
 * @throws DomainError VALIDATION_FAILED naming the variable that is nested too deep, or holds too much
 */
export function refuseLargeValues(variables: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(variables);
  for (const [place, field] of names.entries()) {
    if (place >= INPUT_BOUNDS.values || excessOf(variables[field]) !== undefined) {
      throw new DomainError('VALIDATION_FAILED', { field });
    }
  }
}
