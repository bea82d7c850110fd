import { create, toBinary } from '@bufbuild/protobuf';
import { UnreadableRecord } from '@volant/infra/message-log/dead-letter';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { WritableViews } from '@volant/infra/views/view-store';
import { Role, UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyToStaff, isStaff, STAFF_VIEW, type StaffMember } from './staff.ts';

const view = () => createMemoryViewStore().view<StaffMember>(STAFF_VIEW);
let staff: ReturnType<typeof view>;
beforeEach(() => {
  staff = view();
});

function record(value: Uint8Array | null): LogRecord {
  return { topic: 't', partition: 0, offset: 0, headers: {}, at: new Date(0), key: 'ana', value };
}
const snapshot = (role: Role, version: number) =>
  record(toBinary(UserSnapshotSchema, create(UserSnapshotSchema, { userId: 'ana', role, version: BigInt(version) })));
const roleChanged = (role: Role, version: number) => applyToStaff(staff, snapshot(role, version));

it('the declared shape of documents is that of staff', async () => {
  const steps = [snapshot(Role.SUPPORT, 1), snapshot(Role.DRIVER, 2), record(null)].map(
    (fed) => (views: WritableViews) => applyToStaff(views.view(STAFF_VIEW), fed),
  );
  expect(STAFF_VIEW.shape).toBe(await shapeOfView(STAFF_VIEW, steps));
});

describe('isStaff', () => {
  it.each([
    [Role.SUPPORT, true],
    [Role.ADMIN, true],
    [Role.SUPERADMIN, true],
    [Role.DRIVER, false],
    [Role.UNSPECIFIED, false],
  ])('returns for role %s: %s', async (role, may) => {
    await roleChanged(role, 1);
    expect(await isStaff(staff, 'ana')).toBe(may);
  });

  it('follows the latest role despite replays', async () => {
    await roleChanged(Role.SUPPORT, 1);
    await roleChanged(Role.DRIVER, 3);
    await roleChanged(Role.ADMIN, 2);
    expect(await isStaff(staff, 'ana')).toBe(false);
    await roleChanged(Role.SUPPORT, 4);
    expect(await isStaff(staff, 'ana')).toBe(true);
    await applyToStaff(staff, record(null));
    expect(await isStaff(staff, 'ana')).toBe(false);
  });

  it('stores no person who never had a staff role', async () => {
    await roleChanged(Role.DRIVER, 1);
    expect(await staff.count({})).toBe(0);
  });

  it('rejects an unreadable record', async () => {
    await expect(applyToStaff(staff, record(new Uint8Array([255, 255])))).rejects.toBeInstanceOf(UnreadableRecord);
  });

  it('waits for a role granted a moment ago', async () => {
    const answer = isStaff(staff, 'ana');
    await roleChanged(Role.SUPPORT, 1);
    expect(await answer).toBe(true);
  });
});
