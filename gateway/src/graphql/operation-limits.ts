import {
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

export interface OperationLimits {
  readonly depth: number;
  /** Aliased fields, fragments expanded. */
  readonly aliases: number;
  /** Fields at the root: each is a call of its own (a log-in, say). */
  readonly rootFields: number;
  /** All fields, fragments expanded. */
  readonly fields: number;
}

export const OPERATION_LIMITS: OperationLimits = { depth: 8, aliases: 15, rootFields: 8, fields: 250 };
/** Syntax tokens the parser reads before it gives up. */
export const TOKEN_LIMIT = 2000;

interface Measure {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly rootFields: number;
}

const NOTHING: Measure = { depth: 0, aliases: 0, fields: 0, rootFields: 0 };

/** Refuses operations whose work is out of proportion, before anything is planned. */
export function limitOperations(limits: OperationLimits): ValidationRule {
  return (context) => {
    const fragments = new Map<string, Measure>();

    function ofFragment(fragment: FragmentDefinitionNode | null | undefined): Measure {
      if (fragment == null) return NOTHING;
      const known = fragments.get(fragment.name.value);
      if (known !== undefined) return known;
      // Put down first: a fragment within itself (which another rule refuses) must not loop here.
      fragments.set(fragment.name.value, NOTHING);
      const measured = measure(fragment.selectionSet);
      fragments.set(fragment.name.value, measured);
      return measured;
    }

    function measure(selectionSet: SelectionSetNode): Measure {
      let sum = NOTHING;
      for (const selection of selectionSet.selections) {
        sum = add(sum, ofSelection(selection));
      }
      return sum;
    }

    function ofSelection(selection: SelectionSetNode['selections'][number]): Measure {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(context.getFragment(selection.name.value));
      if (selection.kind === Kind.INLINE_FRAGMENT) return measure(selection.selectionSet);
      const inner = selection.selectionSet === undefined ? NOTHING : measure(selection.selectionSet);
      return {
        depth: inner.depth + 1,
        aliases: inner.aliases + (selection.alias === undefined ? 0 : 1),
        fields: inner.fields + 1,
        rootFields: 1,
      };
    }

    return {
      OperationDefinition(operation: OperationDefinitionNode) {
        // Introspection is deep by nature and switched on or off by a setting of its own.
        const isIntrospection = operation.selectionSet.selections.every(
          (selection) => selection.kind === Kind.FIELD && /^__(schema|type)$/.test(selection.name.value),
        );
        if (isIntrospection && operation.selectionSet.selections.length <= 2) return false;

        const measured = measure(operation.selectionSet);
        for (const name of ['depth', 'aliases', 'rootFields', 'fields'] as const) {
          if (measured[name] > limits[name]) {
            context.reportError(
              new GraphQLError(`The operation has ${name} ${measured[name]}; at most ${limits[name]} are allowed.`, {
                nodes: operation,
                // Apollo gives every validation error one code; this tells them apart where they are formatted.
                extensions: { tooLarge: true },
              }),
            );
          }
        }
        return false;
      },
      // Nothing below is visited; the fragments are measured where they are spread.
      FragmentDefinition: () => false,
    };
  };
}

function add(a: Measure, b: Measure): Measure {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    fields: a.fields + b.fields,
    rootFields: a.rootFields + b.rootFields,
  };
}
