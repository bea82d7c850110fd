import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field of the form, or of an item of a list in it: `name`, `items.0`, `items.0.name`. */
export type FieldName<Values> = {
  [Key in keyof Values & string]: Values[Key] extends readonly (infer Item)[]
    ? Key | `${Key}.${number}` | `${Key}.${number}.${keyof Item & string}`
    : Key;
}[keyof Values & string];

export type FieldValue<Values, Name> = Name extends keyof Values
  ? Values[Name]
  : Name extends `${infer Key extends keyof Values & string}.${number}.${infer Part}`
    ? Values[Key] extends readonly (infer Item)[]
      ? Item[Part & keyof Item]
      : never
    : Name extends `${infer Key extends keyof Values & string}.${number}`
      ? Values[Key] extends readonly (infer Item)[]
        ? Item
        : never
      : never;

/** Props that bind an element to its field. */
export interface FieldProps {
  readonly name: string;
  readonly ref: (element: Field | null) => (() => void) | undefined;
  readonly onChange: (event: ChangeEvent<Field>) => void;
  readonly onBlur?: (() => void) | undefined;
}

export interface FormValues<Values> {
  /** Values of this render. */
  readonly values: Values;
  /** Current values, including changes since the render. */
  readonly getValues: () => Values;
  readonly getValue: <Name extends FieldName<Values>>(name: Name) => FieldValue<Values, Name>;
  readonly setValue: <Name extends FieldName<Values>>(name: Name, value: FieldValue<Values, Name>) => void;
  readonly reset: (values: Values) => void;
  readonly register: (name: FieldName<Values>, options?: { readonly onBlur?: () => void }) => FieldProps;
  /** Focuses the first of these fields that is mounted, now or after the next render. */
  readonly setFocus: (...names: FieldName<Values>[]) => void;
}

/**
 * The values of a form. Inputs are uncontrolled, and are written only when a value is set by code. This keeps and
 * detects values that a password manager fills in without an event.
 * @param onChange receives every change and its field; undefined after a reset of all
 */
export function useFormValues<Values extends object>(
  start: Values,
  onChange: (values: Values, changed: FieldName<Values> | undefined) => void,
): FormValues<Values> {
  const [values, show] = useState(start);
  const form = useRef({
    values: start,
    elements: new Map<Field, string>(),
    toWrite: false,
    toFocus: [] as string[],
  }).current;
  const seen = useRef(new WeakSet<Field>()).current;

  const change = (next: Values, changed: FieldName<Values> | undefined) => {
    form.values = next;
    show(next);
    onChange(next, changed);
  };
  const getValues = () => {
    // Values set by code but not written to the elements yet take precedence.
    if (form.toWrite) return form.values;
    for (const [element, name] of form.elements) {
      const held = read(element);
      if (held !== undefined && held !== at(form.values, name)) form.values = withValue(form.values, name, held);
    }
    return form.values;
  };
  const set = (next: Values, changed: FieldName<Values> | undefined) => {
    form.toWrite = true;
    change(next, changed);
  };

  const focus = (names: readonly string[]) => {
    const [first] = [...form.elements]
      .filter(([, name]) => names.includes(name))
      .map(([element]) => element)
      .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    first?.focus();
    return first !== undefined;
  };

  useLayoutEffect(() => {
    if (form.toWrite) for (const [element, name] of form.elements) write(element, at(form.values, name));
    form.toWrite = false;
    if (form.toFocus.length > 0) focus(form.toFocus);
    form.toFocus = [];
  });

  return {
    values,
    getValues,
    getValue: (name) => at(getValues(), name) as never,
    setValue: (name, value) => {
      set(withValue(getValues(), name, value), name);
      for (const [element, its] of form.elements) if (its === name) write(element, value);
    },
    reset: (next) => set(next, undefined),
    register: (name, options) => ({
      name,
      ref: (element) => {
        if (element === null) return undefined;
        form.elements.set(element, name);
        // Keep text typed into a server-rendered document before hydration.
        if (!seen.has(element) && !isTouched(element)) write(element, at(form.values, name));
        seen.add(element);
        return () => void form.elements.delete(element);
      },
      onChange: ({ currentTarget }) => {
        const held = read(currentTarget);
        if (held !== undefined) change(withValue(form.values, name, held), name);
      },
      onBlur: options?.onBlur,
    }),
    setFocus: (...names) => {
      // A field that is not mounted yet may be after the next render.
      if (!focus(names)) form.toFocus = names;
    },
  };
}

/** Whether the user has changed an element that was never written to. */
function isTouched(element: Field): boolean {
  if (element instanceof HTMLSelectElement) return false;
  if (!(element instanceof HTMLInputElement)) return element.value !== element.defaultValue;
  return element.value !== element.defaultValue || element.checked !== element.defaultChecked;
}

/** Undefined for unselected radio buttons. */
function read(element: Field): string | boolean | undefined {
  if (!(element instanceof HTMLInputElement)) return element.value;
  if (element.type === 'checkbox') return element.checked;
  if (element.type === 'radio' && !element.checked) return undefined;
  return element.value;
}

function write(element: Field, value: unknown): void {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked = value === true;
  else if (element instanceof HTMLInputElement && element.type === 'radio') element.checked = element.value === value;
  else if (element.value !== value) element.value = String(value ?? '');
}

function at(values: object, name: string): unknown {
  let found: unknown = values;
  for (const key of name.split('.')) found = (found as Record<string, unknown> | undefined)?.[key];
  return found;
}

function withValue<Held extends object>(values: Held, name: string, value: unknown): Held {
  const [key = '', ...rest] = name.split('.');
  const held = (values as Record<string, unknown>)[key];
  const next = rest.length === 0 ? value : withValue(Object(held), rest.join('.'), value);
  if (!Array.isArray(values)) return { ...values, [key]: next };
  return values.map((item, index) => (String(index) === key ? next : item)) as unknown as Held;
}
