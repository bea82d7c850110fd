import { DomainError } from '@volant/infra/errors/domain-error';
import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** Maximum size of an operation by kind, with fragments expanded. */
export interface OperationLimits {
  readonly depth: number;
  /** Aliased fields. */
  readonly aliases: number;
  /** Fields at the root: each is a separate call (a log-in, for example). */
  readonly rootFields: number;
  readonly fields: number;
  /** `@include`, `@skip` and any other directive: the planner iterates over their combinations. */
  readonly directives: number;
  /** Nesting depth of a literal. */
  readonly valueDepth: number;
  /** Literals, including their parts. */
  readonly values: number;
}

/** For callers with an account. */
export const OPERATION_LIMITS: OperationLimits = {
  ...{ depth: 8, aliases: 15, rootFields: 8, fields: 150, directives: 20, valueDepth: 10, values: 300 },
};
/** For all other callers; sufficient for each operation of REST. */
export const STRANGER_LIMITS: OperationLimits = {
  ...{ depth: 6, aliases: 8, rootFields: 5, fields: 80, directives: 8, valueDepth: 10, values: 150 },
};
/**
 * For `__schema` and `__type`, which must not be combined with other fields. Introspection is deep by nature; without
 * aliases, each part of the schema is returned once, and validation limits lists within lists.
 */
const INTROSPECTION_LIMITS: OperationLimits = {
  ...{ depth: 16, aliases: 0, rootFields: 2, fields: 300, directives: 4, valueDepth: 1, values: 20 },
};
/** For the whole document, because operations that are not run are validated too. */
const DOCUMENT_LIMITS: OperationLimits = { ...OPERATION_LIMITS, rootFields: Infinity, aliases: Infinity };

/** Maximum number of syntax tokens that the parser reads. */
export const TOKEN_LIMIT = 2000;
/** Maximum length of an operation in characters, checked before parsing. */
export const LENGTH_LIMIT = 32_768;

type Measure = Record<keyof OperationLimits, number>;

const NAMES = Object.keys(OPERATION_LIMITS) as (keyof OperationLimits)[];

/**
 * Called before validation and planning, whose cost it limits. Measures every operation and fragment of the document,
 * because all are validated, whichever is run.
 * @throws DomainError OPERATION_TOO_LARGE with the exceeded limit
 */
export function refuseTooLarge(document: DocumentNode, limits: OperationLimits): void {
  const measures = createMeasures(document);
  let all = measures.nothing();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const measured = measures.ofOperation(definition);
    const introspection = introspectionOf(definition, measures.fragments);
    refuseAbove(introspection === 'alone' ? INTROSPECTION_LIMITS : limits, measured);
    if (introspection === 'beside') throw tooLarge('__schema and __type stand alone.');
    if (introspection === 'none') all = add(all, measured);
  }
  for (const fragment of measures.notSpread()) all = add(all, measures.ofFragment(fragment));
  refuseAbove(DOCUMENT_LIMITS, all);
}

function refuseAbove(limits: OperationLimits, measured: Measure): void {
  for (const name of NAMES) {
    if (measured[name] > limits[name]) {
      throw tooLarge(`The operation has ${name} ${measured[name]}; at most ${limits[name]} are allowed.`);
    }
  }
}

function tooLarge(detail: string): DomainError {
  return new DomainError('OPERATION_TOO_LARGE', { detail });
}

function createMeasures(document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<FragmentDefinitionNode, Measure>();
  const nothing = (): Measure => ({
    ...{ depth: 0, aliases: 0, rootFields: 0, fields: 0, directives: 0, valueDepth: 0, values: 0 },
  });

  function ofFragment(fragment: FragmentDefinitionNode | undefined): Measure {
    if (fragment === undefined) return nothing();
    const found = known.get(fragment);
    if (found !== undefined) return found;
    // Set before the recursion: a fragment that contains itself (which validation refuses) must not loop here.
    known.set(fragment, nothing());
    const measured = add(ofSelections(fragment.selectionSet), ofDirectives(fragment.directives));
    known.set(fragment, measured);
    return measured;
  }

  function ofSelections({ selections }: SelectionSetNode): Measure {
    let sum = nothing();
    for (const selection of selections) {
      sum = add(sum, ofDirectives(selection.directives));
      if (selection.kind === Kind.FIELD) sum = add(sum, ofField(selection));
      // A spread itself counts as a field, because validation compares it with every other.
      else if (selection.kind === Kind.INLINE_FRAGMENT) sum = add(sum, counted(ofSelections(selection.selectionSet)));
      else sum = add(sum, counted(ofFragment(fragments.get(selection.name.value))));
    }
    return sum;
  }

  function ofField({ alias, selectionSet, arguments: given }: FieldNode): Measure {
    const inner = selectionSet === undefined ? nothing() : ofSelections(selectionSet);
    const own = { ...inner, depth: inner.depth + 1, fields: inner.fields + 1, rootFields: 1 };
    if (alias !== undefined) own.aliases += 1;
    return add(own, ofArguments(given));
  }

  function ofDirectives(directives: readonly DirectiveNode[] = []): Measure {
    let sum = nothing();
    for (const directive of directives) {
      sum = add(sum, ofArguments(directive.arguments));
      sum.directives += 1;
    }
    return sum;
  }

  function ofArguments(given: readonly ArgumentNode[] = []): Measure {
    const sum = nothing();
    for (const { value } of given) measureValue(value, 1, sum);
    return sum;
  }

  function measureValue(value: ValueNode, depth: number, sum: Measure): void {
    sum.values += 1;
    sum.valueDepth = Math.max(sum.valueDepth, depth);
    if (isEndless(value)) throw tooLarge('A number is larger than any that can be kept.');
    if (value.kind === Kind.LIST) for (const inner of value.values) measureValue(inner, depth + 1, sum);
    else if (value.kind === Kind.OBJECT) for (const field of value.fields) measureValue(field.value, depth + 1, sum);
  }

  function ofOperation({ selectionSet, directives, variableDefinitions = [] }: OperationDefinitionNode): Measure {
    let sum = add(ofSelections(selectionSet), ofDirectives(directives));
    for (const { defaultValue, directives: ofVariable } of variableDefinitions) {
      sum = add(sum, ofDirectives(ofVariable));
      sum.values += 1;
      if (defaultValue !== undefined) measureValue(defaultValue, 1, sum);
    }
    return sum;
  }

  const notSpread = () => [...fragments.values()].filter((fragment) => !known.has(fragment));
  return { nothing, fragments, ofFragment, ofOperation, notSpread };
}

/** The federation cannot print such a number: it fails for scalars it does not know. */
function isEndless(value: ValueNode): boolean {
  return (value.kind === Kind.INT || value.kind === Kind.FLOAT) && !Number.isFinite(Number(value.value));
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Whether an operation requests the schema and no other field. */
function introspectionOf({ selectionSet }: OperationDefinitionNode, fragments: Fragments) {
  const areOfSchema = [...fieldsOf(selectionSet, fragments, new Set())].map(({ name }) =>
    /^__(schema|type)$/.test(name.value),
  );
  if (!areOfSchema.includes(true)) return 'none';
  return areOfSchema.includes(false) ? 'beside' : 'alone';
}

/** The fields of a selection set and of its fragments, except those already seen. */
function* fieldsOf({ selections }: SelectionSetNode, fragments: Fragments, seen: Set<string>): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(selection.selectionSet, fragments, seen);
    else yield* fieldsOfSpread(selection.name.value, fragments, seen);
  }
}

function* fieldsOfSpread(name: string, fragments: Fragments, seen: Set<string>): Generator<FieldNode> {
  const fragment = fragments.get(name);
  if (fragment === undefined || seen.has(name)) return;
  seen.add(name);
  yield* fieldsOf(fragment.selectionSet, fragments, seen);
}

function counted(measure: Measure): Measure {
  return { ...measure, fields: measure.fields + 1 };
}

function add(a: Measure, b: Measure): Measure {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    fields: a.fields + b.fields,
    rootFields: a.rootFields + b.rootFields,
    directives: a.directives + b.directives,
    valueDepth: Math.max(a.valueDepth, b.valueDepth),
    values: a.values + b.values,
  };
}
