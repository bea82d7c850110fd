import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PAGE_VIEW } from '../../gateway/src/public-page/page-view.ts';
import type { EventStore } from '../../infra/src/event-store/event-store.ts';
import { eventsOf, logViewsOf } from '../../infra/src/features/gather.ts';
import type { LogViewDefinition } from '../../infra/src/message-log/log-view.ts';
import { ALL_TOPICS } from '../../infra/src/message-log/topics.ts';
import type { ProjectionDefinition } from '../../infra/src/views/projection.ts';
import { COLLECTED_PAGES_VIEW } from '../../services/analytics/src/pages-view/pages-view.ts';
import { IDENTITY_FEATURES } from '../../services/identity/src/features.ts';
import { SESSIONS_PROJECTION, USERS_PROJECTION } from '../../services/identity/src/user/view/definitions.ts';
import { PAGES_FEATURES, pagesProjection } from '../../services/pages/src/features.ts';
import { DELIVERIES } from '../../services/pages/src/webhooks/deliveries.ts';
import { SUPPORT_FEATURES, supportProjection } from '../../services/support/src/features.ts';
import { apiDescription } from '../../standalone/src/api-description.ts';
import { jsonLines } from '../json-lines.ts';
import type { Schema } from './readable.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RELEASED = path.join(ROOT, 'proto/released');
const SERVICES = ['identity', 'pages', 'support', 'analytics'];
const CODECS: readonly Codec[] = eventsOf([...IDENTITY_FEATURES, ...PAGES_FEATURES, ...SUPPORT_FEATURES]);
/** Names and views need none. */
const NO_STORE = {} as EventStore;
const PROJECTIONS: readonly Pick<ProjectionDefinition, 'name' | 'views'>[] = [
  ...[USERS_PROJECTION, SESSIONS_PROJECTION, pagesProjection(NO_STORE), supportProjection(NO_STORE)],
  { name: DELIVERIES.name, views: [DELIVERIES] },
  ...logViewsOf([...PAGES_FEATURES, ...SUPPORT_FEATURES]).map(ofTopic),
  ...[{ view: PAGE_VIEW }, { view: COLLECTED_PAGES_VIEW }].map(ofTopic),
];
const MIGRATIONS = 'services/analytics/clickhouse';

/** Contracts between processes of two versions, except the protobuf messages: buf checks those. */
export interface Contracts {
  /** GraphQL schema of each service; a gateway of another version queries it. */
  readonly graphs: Readonly<Record<string, string>>;
  /** For each aggregate and event type: the version that is written, its shape, and the one read where it differs. */
  readonly events: Readonly<Record<string, Readonly<Record<string, EventShape>>>>;
  /** Cleanup policy of each topic. */
  readonly topics: Readonly<Record<string, string>>;
  /** For each projection and each view that it feeds: the shape of the documents. */
  readonly views: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Checksum of each migration. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The OpenAPI document without descriptions. */
  readonly api: Api;
}

interface EventShape {
  readonly version: number;
  readonly shape: Schema;
  /** Absent fields that have a default are read. */
  readonly read?: Schema;
}

export interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Partial<Body>>>;
}

export interface Body {
  readonly content: Readonly<Record<string, { schema: Schema }>>;
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

export function todaysContracts(): Contracts {
  return {
    graphs: Object.fromEntries(SERVICES.map((name) => [name, read(`services/${name}/schema.graphql`)])),
    events: Object.fromEntries(CODECS.map((codec) => [codec.aggregate, shapesOf(codec)])),
    topics: Object.fromEntries(ALL_TOPICS.map(({ name, cleanup }) => [name, cleanup])),
    views: Object.fromEntries(
      PROJECTIONS.map(({ name, views }) => [
        name,
        Object.fromEntries(views.map((view) => [view.name, view.shape ?? ''])),
      ]),
    ),
    migrations: Object.fromEntries(
      readdirSync(path.join(ROOT, MIGRATIONS)).map((name) => [
        name,
        createHash('sha256')
          .update(read(`${MIGRATIONS}/${name}`))
          .digest('hex'),
      ]),
    ),
    api: withoutTexts(apiDescription() as unknown as Api),
  };
}

/** A view of a topic has a checkpoint of its own. */
function ofTopic({ view }: Pick<LogViewDefinition, 'view'>) {
  return { name: view.name, views: [view] };
}

interface Codec {
  readonly aggregate: string;
  readonly shapes: Readonly<Record<string, z.core.$ZodType>>;
  schemaOf(type: string): number;
}

function shapesOf({ shapes, schemaOf }: Codec): Contracts['events'][string] {
  return Object.fromEntries(
    Object.entries(shapes).map(([type, shape]) => {
      const { $schema: _, ...written } = z.toJSONSchema(shape);
      const { $schema: __, ...read } = z.toJSONSchema(shape, { io: 'input' });
      const same = JSON.stringify(read) === JSON.stringify(written).replaceAll(',"additionalProperties":false', '');
      return [type, { version: schemaOf(type), shape: written, ...(same ? {} : { read }) }];
    }),
  );
}

/** Changed texts break nothing, and clients recognise errors by their codes, which have their own list. */
function withoutTexts({ paths, components }: Api): Api {
  const text = (key: string, value: unknown) =>
    ['description', 'summary', 'tags', 'operationId'].includes(key) && typeof value !== 'object' ? undefined : value;
  const operations = Object.entries(paths).map(([route, methods]) => [
    route,
    Object.fromEntries(
      Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
        const answers = Object.entries(responses).filter(([status]) => status < '400');
        return [method, { parameters, requestBody, responses: Object.fromEntries(answers) }];
      }),
    ),
  ]);
  return JSON.parse(
    JSON.stringify({ paths: Object.fromEntries(operations), components: { schemas: components.schemas } }, text),
  );
}

export function releasedContracts(): Contracts {
  const contract = (name: string) => JSON.parse(readFileSync(path.join(RELEASED, `${name}.json`), 'utf8'));
  return {
    graphs: Object.fromEntries(
      SERVICES.map((name) => [name, readFileSync(path.join(RELEASED, `${name}.graphql`), 'utf8')]),
    ),
    events: contract('events'),
    topics: contract('topics'),
    views: contract('views'),
    migrations: contract('migrations'),
    api: contract('api'),
  };
}

/** Saves these as the contracts of the last release. */
export function keepContracts({ graphs, ...others }: Contracts): void {
  mkdirSync(RELEASED, { recursive: true });
  for (const [name, schema] of Object.entries(graphs)) writeFileSync(path.join(RELEASED, `${name}.graphql`), schema);
  for (const [name, contract] of Object.entries(others))
    writeFileSync(path.join(RELEASED, `${name}.json`), jsonLines(contract, 3));
}
