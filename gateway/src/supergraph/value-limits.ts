import { DomainError } from '@volant/infra/errors/domain-error';
import { excessOf, INPUT_BOUNDS } from '@volant/infra/text/input-bounds';

/**
 * Called before values are validated, passed on or copied, because each of these recurses into them.
 * @throws DomainError VALIDATION_FAILED with the variable that is nested too deep or contains too many values
 */
export function refuseLargeValues(variables: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(variables);
  for (const [place, field] of names.entries()) {
    if (place >= INPUT_BOUNDS.values || excessOf(variables[field]) !== undefined) {
      throw new DomainError('VALIDATION_FAILED', { field });
    }
  }
}
