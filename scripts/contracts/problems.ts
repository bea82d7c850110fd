import { buildASTSchema, findBreakingChanges, findDangerousChanges, Kind, parse, print } from 'graphql';
import type { Api, Body, Contracts } from './contracts.ts';
import { unreadable } from './readable.ts';

/** Reasons why processes of the last release and of today could not run side by side. */
export function contractProblems(last: Contracts, today: Contracts): readonly string[] {
  return [
    ...Object.entries(last.graphs).flatMap(([name, graph]) =>
      graphProblems(graph, today.graphs[name] ?? '').map((problem) => `graph of ${name}: ${problem}`),
    ),
    ...eventProblems(last.events, today.events),
    ...sameValues('topic', last.topics, today.topics),
    ...viewProblems(last.views, today.views),
    ...sameValues('migration', last.migrations, today.migrations),
    ...apiProblems(last.api, today.api),
  ];
}

/** A gateway of the last release queries a service of today; its query plans also depend on the keys of types. */
function graphProblems(last: string, today: string): readonly string[] {
  const [before, after] = [last, today].map((sdl) => buildASTSchema(parse(sdl), { assumeValidSDL: true }));
  if (before === undefined || after === undefined) return [];
  const keysBefore = keysIn(last);
  const keys = keysIn(today);
  return [
    ...findBreakingChanges(before, after).map(({ description }) => description),
    // An older gateway answers with an error when it receives an unknown enum value.
    ...findDangerousChanges(before, after)
      .filter(({ type }) => type === 'VALUE_ADDED_TO_ENUM' || type === 'TYPE_ADDED_TO_UNION')
      .map(({ description }) => description),
    ...keysBefore.filter((key) => !keys.includes(key)).map((key) => `${key} was removed.`),
  ];
}

function keysIn(sdl: string): readonly string[] {
  return parse(sdl).definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
    const keys = (definition.directives ?? []).filter(({ name }) => name.value === 'key');
    return keys.map((key) => `${definition.name.value} ${print(key)}`);
  });
}

/** Both versions write to one store and read from it. */
function eventProblems(last: Contracts['events'], today: Contracts['events']): readonly string[] {
  const names = Object.keys({ ...last, ...today });
  return names.flatMap((aggregate) => {
    const types = Object.keys({ ...last[aggregate], ...today[aggregate] });
    return types.flatMap((type) => {
      const name = `event ${aggregate}/${type}`;
      const before = last[aggregate]?.[type];
      const now = today[aggregate]?.[type];
      if (now === undefined || (before !== undefined && now.version < before.version))
        return [`${name} is not read any more`];
      if (before?.version !== now.version)
        return [`${name}, version ${now.version}, cannot be read by the last release`];
      return [
        ...unreadable(
          { written: before.shape, taken: now.read ?? now.shape, reference: 'written', strict: true },
          `${name}, of the last release`,
        ),
        ...unreadable(
          { written: now.shape, taken: before.read ?? before.shape, reference: 'taken', strict: true },
          `${name}, for the last release`,
        ),
      ];
    });
  });
}

function viewProblems(last: Contracts['views'], today: Contracts['views']): readonly string[] {
  return Object.entries(last).flatMap(([projection, before]) => {
    const now = today[projection] ?? {};
    const names = Object.keys(before);
    const isReplaced = names.some((name) => now[name] === undefined);
    return [
      ...names
        .filter((name) => now[name] !== undefined && now[name] !== before[name])
        .map((name) => `view ${name} has documents of another shape and needs another name`),
      // The projection goes on from its checkpoint, so the new view would lack everything before.
      ...Object.keys(now)
        .filter((name) => isReplaced && before[name] === undefined)
        .map((name) => `view ${name} is built anew only if the projection ${projection} gets another name, too`),
    ];
  });
}

function sameValues(what: string, last: Readonly<Record<string, string>>, today: Readonly<Record<string, string>>) {
  return Object.keys(last)
    .filter((name) => last[name] !== today[name])
    .map((name) => `${what} ${name} ${today[name] === undefined ? 'is gone' : 'has changed'}`);
}

/** A caller of the last release sends the same requests and expects the same answers. */
function apiProblems(last: Api, today: Api): readonly string[] {
  return Object.entries(last.paths).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const name = `${method.toUpperCase()} ${route}`;
      const now = today.paths[route]?.[method];
      if (now === undefined) return [`${name} is gone`];
      const [takenNames, writtenNames] = [today.components.schemas, last.components.schemas];
      const request = (written: Body['content'], taken: Body['content'], place: string) =>
        bodies(written, taken, place, (from, to) => ({
          ...{ written: from, taken: to, reference: 'written', strict: true },
          ...{ writtenNames, takenNames },
        }));
      const answer = (written: Body['content'], taken: Body['content'], place: string) =>
        bodies(taken, written, place, (to, from) => ({
          ...{ written: from, taken: to, reference: 'taken', strict: false },
          ...{ writtenNames: takenNames, takenNames: writtenNames },
        }));
      return [
        ...now.parameters
          .filter(
            ({ name: own, required }) => required && !before.parameters.some((one) => one.name === own && one.required),
          )
          .map((one) => `${name} asks for ${one.name}`),
        ...before.parameters.flatMap(({ name: own, schema }) => {
          const taken = now.parameters.find((one) => one.name === own)?.schema;
          return request(
            { value: { schema } },
            taken === undefined ? {} : { value: { schema: taken } },
            `${name}, ${own}`,
          );
        }),
        ...request(before.requestBody?.content ?? {}, now.requestBody?.content ?? {}, `${name}, body`),
        ...Object.entries(before.responses).flatMap(([status, { content = {} }]) =>
          now.responses[status] === undefined
            ? [`${name} does not answer ${status} any more`]
            : answer(now.responses[status].content ?? {}, content, `${name}, ${status}`),
        ),
      ];
    }),
  );
}

type Content = Body['content'];
type Reading = Parameters<typeof unreadable>[0];
type Side = Content[string]['schema'];

/** Compares each referenced content type with the same content type of the other version. */
function bodies(reference: Content, other: Content, place: string, reading: (reference: Side, other: Side) => Reading) {
  return Object.entries(reference).flatMap(([type, { schema }]) => {
    const found = other[type];
    return found === undefined ? [`${place} is no ${type} any more`] : unreadable(reading(schema, found.schema), place);
  });
}
