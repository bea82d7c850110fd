import { Kind, parse } from 'graphql';
import type { ErrorCatalogue } from '../errors/error-catalogue.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Resolvers } from '../graphql/subgraph.ts';
import type { LogViewDefinition } from '../message-log/log-view.ts';
import type { SettingsRule } from '../process/settings/environment.ts';
import type { ProjectionDefinition } from '../views/projection.ts';
import type { ViewDefinition } from '../views/view-store.ts';
import type { Feature } from './feature.ts';

const ROOTS: readonly string[] = ['Query', 'Mutation'];

/**
 * The resolvers of all features.
 * @param typeDefs of the service
 * @throws if two features resolve one field, or none resolves a field of Query or Mutation
 */
export function resolversOf<Context>(features: readonly Feature<Context>[], typeDefs: string): Resolvers<Context> {
  const all = features.flatMap(({ resolvers = {} }) => Object.entries(resolvers));
  const gathered: Record<string, Record<string, unknown>> = {};
  for (const [type, fields] of all) {
    const twice = Object.keys(fields).find((field) => gathered[type]?.[field] !== undefined);
    if (twice !== undefined) throw new Error(`two features resolve ${type}.${twice}`);
    gathered[type] = { ...gathered[type], ...fields };
  }
  for (const [type, field] of rootFieldsIn(typeDefs)) {
    if (gathered[type]?.[field] === undefined) throw new Error(`no feature resolves ${type}.${field}`);
  }
  return gathered as Resolvers<Context>;
}

function rootFieldsIn(typeDefs: string): readonly (readonly [type: string, field: string])[] {
  return parse(typeDefs).definitions.flatMap((each) => {
    if (each.kind !== Kind.OBJECT_TYPE_DEFINITION || !ROOTS.includes(each.name.value)) return [];
    return (each.fields ?? []).map(({ name }) => [each.name.value, name.value] as const);
  });
}

/** @throws if two features describe one code */
export function errorsOf(features: readonly Feature[]): ErrorCatalogue {
  const entries = features.flatMap(({ errors = {} }) => Object.entries(errors));
  const gathered = Object.fromEntries(entries);
  const [twice] = entries.find(([code, texts]) => gathered[code] !== texts) ?? [];
  if (twice !== undefined) throw new Error(`two features describe ${twice}`);
  return gathered;
}

/** Codecs of the events that the features write. */
export function eventsOf(features: readonly Feature[]) {
  return features.flatMap(({ events = [] }) => events);
}

export function logViewsOf(features: readonly Feature[]): readonly LogViewDefinition[] {
  return features.flatMap(({ logViews = [] }) => logViews);
}

/** Views of the event store, and of topics. */
export function viewsOf(features: readonly Feature[]): readonly ViewDefinition[] {
  return features.flatMap(({ views = [], logViews = [] }) => [...views, ...logViews].map(({ view }) => view));
}

/** The projection that feeds the views of the features, one after another. */
export function projectionOf(name: string, features: readonly Feature[], store: EventStore): ProjectionDefinition {
  const fed = features.flatMap(({ views = [] }) => views);
  return {
    name,
    views: fed.map(({ view }) => view),
    async apply(commit, views) {
      for (const each of fed) await each.apply(commit, views, store);
    },
    readAhead: (commits, views) =>
      Promise.all(
        fed.flatMap(({ view, idOf }) =>
          idOf === undefined ? [] : [views.view(view).getMany(commits.flatMap((commit) => idOf(commit) ?? []))],
        ),
      ),
  };
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type ShapeOf<Each> = Each extends { readonly settings: { readonly shape: infer Shape } } ? Shape : never;

/** Settings of the features, for `settingsReader`. */
export function settingsOf<Each extends Feature>(features: readonly Each[]) {
  const settings = features.flatMap((feature) => feature.settings ?? []);
  return {
    shape: Object.assign({}, ...settings.map(({ shape }) => shape)) as Intersection<ShapeOf<Each>>,
    secrets: settings.flatMap(({ secrets = [] }) => secrets),
    rules: settings.flatMap(({ rules = [] }): readonly SettingsRule[] => rules),
  };
}
