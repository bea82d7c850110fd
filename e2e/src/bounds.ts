interface Bounded {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly anyOf?: readonly Bounded[];
}

type Bound = 'minLength' | 'maxLength' | 'minimum' | 'maximum';

export interface BoundedInput {
  readonly name: string;
  readonly place: 'body' | 'query';
  readonly bound: Bound;
  readonly at: unknown;
  readonly beyond: unknown;
}

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema?: Bounded }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { properties?: Readonly<Record<string, Bounded>> } }>>;
  };
}

/** For each documented bound, the last valid value and the first invalid one. */
export function boundedInputs({ parameters, requestBody }: Described): readonly BoundedInput[] {
  const properties = requestBody?.content['application/json']?.schema.properties ?? {};
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => valuesAt(name, 'body', schema)),
    ...parameters.flatMap(({ name, in: place, schema = {} }) =>
      place === 'query' ? valuesAt(name, place, schema) : [],
    ),
  ];
}

function valuesAt(name: string, place: BoundedInput['place'], schema: Bounded): BoundedInput[] {
  const { minLength, maxLength, minimum, maximum, format } = schema.anyOf?.[0] ?? schema;
  const written = (length: number) => {
    if (format === 'date-time') return `${'2027-01-01T00:00:00.'.padEnd(length - 6, '0')}+00:00`;
    if (name === 'url') return 'https://shop.example/'.padEnd(length, 'x');
    return name === 'email' && length > 1 ? emailOf(length) : 'x'.repeat(length);
  };
  const input = (bound: Bound, at: unknown, beyond: unknown): BoundedInput => ({ name, place, bound, at, beyond });
  return [
    // An address has no shortest text.
    ...(minLength === undefined || name === 'url'
      ? []
      : [input('minLength', written(minLength), written(minLength - 1))]),
    ...(maxLength === undefined ? [] : [input('maxLength', written(maxLength), written(maxLength + 1))]),
    ...(minimum === undefined ? [] : [input('minimum', minimum, minimum - 1)]),
    ...(maximum === undefined ? [] : [input('maximum', maximum, maximum + 1)]),
  ];
}

/** An e-mail address of this length; at least six characters. */
function emailOf(length: number): string {
  const local = 'l'.repeat(Math.max(0, Math.min(64, length - 5)));
  const labels = length - local.length - '@.co'.length;
  return `${local}@${labels % 2 === 0 ? 'd' : ''}d${'.d'.repeat(Math.ceil(labels / 2) - 1)}.co`;
}
