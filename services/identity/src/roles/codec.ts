import type { EventCodec } from '@volant/infra/event-store/command-handler';
import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { z } from 'zod';
import type { RolesEvent } from './roles.ts';

const role = z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']);
const changed = z.object({ userId: z.string(), from: role, to: role });

export const rolesCodec: EventCodec<RolesEvent> = {
  schemaOf: () => 1,
  read({ type, schema, data }) {
    if (type === STREAM_ERASED) return undefined;
    if (type === 'UserRoleChanged' && schema === 1) return { type, data: changed.parse(data) };
    throw new Error(`the roles' stream holds an event of unknown shape: ${type}, version ${schema}`);
  },
};
