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

/** How much of each kind an operation may have, fragments expanded. */
export interface OperationLimits {
  readonly depth: number;
  /** Aliased fields. */
  readonly aliases: number;
  /** Fields at the root: each is a call of its own (a log-in, say). */
  readonly rootFields: number;
  readonly fields: number;
  /** `@include`, `@skip` and whatever else stands behind an `@`: the planner goes through their combinations. */
  readonly directives: number;
  /** How deep a literal is nested. */
  readonly valueDepth: number;
  /** Literals, their parts counted. */
  readonly values: number;
}

/** Of a person with an account. */
export const OPERATION_LIMITS: OperationLimits = {
  ...{ depth: 8, aliases: 15, rootFields: 8, fields: 150, directives: 20, valueDepth: 10, values: 300 },
};
/** Of anybody else, and enough for each operation of the REST calls. */
export const STRANGER_LIMITS: OperationLimits = {
  ...{ depth: 6, aliases: 8, rootFields: 5, fields: 45, directives: 8, valueDepth: 10, values: 150 },
};
/**
 * Of `__schema` and `__type`, which must not stand beside anything else. They are deep by nature; without aliases each
 * part of the schema is told once.
 */
const INTROSPECTION_LIMITS: OperationLimits = {
  ...{ depth: 16, aliases: 0, rootFields: 2, fields: 300, directives: 4, valueDepth: 1, values: 20 },
};
/** Of all that a document holds: what is not run is validated all the same. */
const DOCUMENT_LIMITS: OperationLimits = { ...OPERATION_LIMITS, rootFields: Infinity, aliases: Infinity };
/** Lists of the schema that lead back to types: within one another they multiply. */
const SCHEMA_LISTS: readonly string[] = ['fields', 'inputFields', 'interfaces', 'possibleTypes', 'types'];
/** As many as tools ask for: the fields of all types. */
const SCHEMA_LISTS_WITHIN = 2;

/** Syntax tokens the parser reads before it gives up. */
export const TOKEN_LIMIT = 2000;
/** Characters of an operation, before the parser sees it. */
export const LENGTH_LIMIT = 32_768;

type Measure = Record<keyof OperationLimits, number>;

const NAMES = Object.keys(OPERATION_LIMITS) as (keyof OperationLimits)[];

/**
 * Before anything is validated or planned, whose work this bounds. Every operation and every fragment of the document
 * is measured, for all of them are validated, whichever is run.
 * @throws DomainError OPERATION_TOO_LARGE with what there is too much of
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
    if (introspection === 'alone') refuseMultiplied(definition.selectionSet, measures.fragments);
    else all = add(all, measured);
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
    // Put down first: a fragment within itself (which validation refuses) must not loop here.
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
      // A spread counts for something itself: it is compared with every other.
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

/** The federation cannot write it again: for a scalar of which it knows nothing it fails over it. */
function isEndless(value: ValueNode): boolean {
  return (value.kind === Kind.INT || value.kind === Kind.FLOAT) && !Number.isFinite(Number(value.value));
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Whether an operation asks for the schema, and for nothing but it. */
function introspectionOf({ selectionSet }: OperationDefinitionNode, fragments: Fragments) {
  let asked = 0;
  let others = 0;
  const seen = new Set<string>();
  function gather({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) gather(selection.selectionSet);
      else if (selection.kind === Kind.FIELD) {
        if (/^__(schema|type)$/.test(selection.name.value)) asked += 1;
        else others += 1;
      } else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) gather(fragment.selectionSet);
      }
    }
  }
  gather(selectionSet);
  if (asked === 0) return 'none';
  return others === 0 ? 'alone' : 'beside';
}

/** @throws DomainError OPERATION_TOO_LARGE for lists of the schema within lists within lists */
function refuseMultiplied(set: SelectionSetNode, fragments: Fragments): void {
  const seen = new Set<string>();
  function walk({ selections }: SelectionSetNode, lists: number): void {
    if (lists > SCHEMA_LISTS_WITHIN) throw tooLarge('The lists of the schema stand too deep within one another.');
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, lists);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const { value: name } = selection.name;
        const fragment = fragments.get(name);
        // Once for each depth, however often it is spread there.
        if (fragment === undefined || seen.has(`${lists} ${name}`)) continue;
        seen.add(`${lists} ${name}`);
        walk(fragment.selectionSet, lists);
      } else if (selection.selectionSet !== undefined) {
        walk(selection.selectionSet, lists + (SCHEMA_LISTS.includes(selection.name.value) ? 1 : 0));
      }
    }
  }
  walk(set, 0);
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
