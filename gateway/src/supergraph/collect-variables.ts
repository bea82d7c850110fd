import { isVariable, VariableCollector } from '@apollo/federation-internals';

/**
 * Makes the query planner visit each part of a literal once. @apollo/federation-internals 2.14.4 visits the elements of
 * a list twice, so nested lists take 2^depth steps: docs/adr/0009-the-planner-visits-literals-once.md.
 */
VariableCollector.prototype.collectInArguments = function (this: VariableCollector, args) {
  const waiting: unknown[] = Object.values(args);
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isVariable(value)) this.add(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push(inner);
  }
};
