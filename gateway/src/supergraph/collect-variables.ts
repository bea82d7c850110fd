import { isVariable, VariableCollector } from '@apollo/federation-internals';

/**
 * Has the query planner visit each part of a literal once. @apollo/federation-internals 2.14.4 visits the elements of
 * a list twice, so that a list within lists costs it 2^depth: docs/adr/0009-the-planner-visits-literals-once.md.
 */
VariableCollector.prototype.collectInArguments = function (this: VariableCollector, args) {
  const waiting: unknown[] = Object.values(args);
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isVariable(value)) this.add(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push(inner);
  }
};
