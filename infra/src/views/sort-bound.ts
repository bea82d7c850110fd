import { isIndexable } from './field-value.ts';
import type { ViewFilter } from './view-store.ts';

type Scalar = string | number | boolean;

/**
 * The value of `field` at which a walk in this direction may start, because all documents before it fail the filter.
 * This makes later pages as fast as the first. Undefined if the filter sets no bound.
 */
export function boundOf(filter: ViewFilter, field: string, direction: 1 | -1): Scalar | undefined {
  const bounds = Object.entries(filter).flatMap(([name, condition]): readonly (Scalar | undefined)[] => {
    if (name === field) return [boundOfCondition(condition, direction)];
    if (name === '$and' && Array.isArray(condition)) {
      return condition.map((part: ViewFilter) => boundOf(part, field, direction));
    }
    if (name === '$or' && Array.isArray(condition)) {
      const parts = condition.map((part: ViewFilter) => boundOf(part, field, direction));
      return [loosest(parts, direction)];
    }
    return [];
  });
  // All bounds hold, so any of them will do.
  return bounds.find((bound) => bound !== undefined);
}

function boundOfCondition(condition: unknown, direction: 1 | -1): Scalar | undefined {
  if (isIndexable(condition)) return condition;
  if (typeof condition !== 'object' || condition === null) return undefined;
  const operators = direction === 1 ? ['$eq', '$gt', '$gte'] : ['$eq', '$lt', '$lte'];
  const bound = Object.entries(condition).find(([operator]) => operators.includes(operator))?.[1];
  return isIndexable(bound) ? bound : undefined;
}

/** Undefined if any value is undefined: only values of the same type are comparable. */
function loosest(values: readonly (Scalar | undefined)[], direction: 1 | -1): Scalar | undefined {
  return values.reduce((loose, value) => {
    if (loose === undefined || value === undefined || typeof loose !== typeof value) return undefined;
    return (direction === 1 ? value < loose : value > loose) ? value : loose;
  });
}
