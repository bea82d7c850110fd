import type { Role } from '@volant/infra/auth/viewer';
import { specify } from '@volant/infra/testing/decider-specification';
import { describe, it } from 'vitest';
import { type RolesCommand, roles } from './decide.ts';
import type { RolesEvent } from './events.ts';

function changed(userId: string, from: Role, to: Role): RolesEvent {
  return { type: 'UserRoleChanged', data: { userId, from, to } };
}

function change(userId: string, role: Role, by: string): RolesCommand {
  return { type: 'ChangeUserRole', data: { userId, role, by } };
}

const sa = changed('sa', 'DRIVER', 'SUPERADMIN');
const sa2 = changed('sa2', 'DRIVER', 'SUPERADMIN');
const adm = changed('adm', 'DRIVER', 'ADMIN');
const sup = changed('sup', 'DRIVER', 'SUPPORT');

describe('roles', () => {
  it.each<[Role]>([['SUPPORT'], ['ADMIN']])('lets an ADMIN make a driver %s', (role) => {
    specify(roles)
      .given([sa, adm])
      .when(change('dri', role, 'adm'))
      .then([changed('dri', 'DRIVER', role)]);
  });

  it('lets the operator dismiss anybody, including the last SUPERADMIN', () => {
    const dismiss = (userId: string) => ({ type: 'DismissPerson' as const, data: { userId } });
    specify(roles)
      .given([sa])
      .when(dismiss('sa'))
      .then([changed('sa', 'SUPERADMIN', 'DRIVER')]);
    specify(roles).given([sa]).when(dismiss('dri')).then([]);
  });

  it('gives the role by the first link to one account only', () => {
    const first = (userId: string) => ({ type: 'AppointFirstSuperadmin' as const, data: { userId } });
    specify(roles)
      .given([adm])
      .when(first('dri'))
      .then([changed('dri', 'DRIVER', 'SUPERADMIN')]);
    specify(roles).given([sa]).when(first('sa')).then([]);
    specify(roles).given([sa]).when(first('dri')).thenRefuses('FIRST_LINK_INVALID');
    specify(roles)
      .given([sa, changed('sa', 'SUPERADMIN', 'DRIVER')])
      .when(first('dri'))
      .then([changed('dri', 'DRIVER', 'SUPERADMIN')]);
  });

  it('lets an ADMIN demote another ADMIN', () => {
    specify(roles)
      .given([sa, adm, changed('adm2', 'DRIVER', 'ADMIN')])
      .when(change('adm2', 'DRIVER', 'adm'))
      .then([changed('adm2', 'ADMIN', 'DRIVER')]);
  });

  it('forbids an ADMIN to give or take SUPERADMIN, even if nothing would change', () => {
    const given = specify(roles).given([sa, sa2, adm]);
    given.when(change('dri', 'SUPERADMIN', 'adm')).thenRefuses('SUPERADMIN_PROTECTED');
    given.when(change('adm', 'SUPERADMIN', 'adm')).thenRefuses('SUPERADMIN_PROTECTED');
    given.when(change('sa', 'DRIVER', 'adm')).thenRefuses('SUPERADMIN_PROTECTED');
    given.when(change('sa', 'SUPERADMIN', 'adm')).thenRefuses('SUPERADMIN_PROTECTED');
  });

  it('lets a SUPERADMIN give and take SUPERADMIN', () => {
    specify(roles)
      .given([sa])
      .when(change('adm', 'SUPERADMIN', 'sa'))
      .then([changed('adm', 'DRIVER', 'SUPERADMIN')]);
    specify(roles)
      .given([sa, sa2])
      .when(change('sa2', 'ADMIN', 'sa'))
      .then([changed('sa2', 'SUPERADMIN', 'ADMIN')]);
  });

  it.each(['dri', 'sup'])('forbids %s to change a role', (by) => {
    specify(roles)
      .given([sa, sup])
      .when(change('other', 'SUPPORT', by))
      .thenRefuses('FORBIDDEN');
    specify(roles)
      .given([sa, sup])
      .when(change(by, 'ADMIN', by))
      .thenRefuses('FORBIDDEN');
  });

  it('forbids a change of one’s own role', () => {
    const given = specify(roles).given([sa, sa2, adm]);
    given.when(change('adm', 'DRIVER', 'adm')).thenRefuses('OWN_ROLE');
    given.when(change('sa', 'ADMIN', 'sa')).thenRefuses('OWN_ROLE');
  });

  it('refuses to demote the last SUPERADMIN', () => {
    specify(roles)
      .given([sa, adm])
      .when(change('sa', 'ADMIN', 'sa'))
      .thenRefuses('LAST_SUPERADMIN');
  });

  it('refuses a person who has lost the role', () => {
    specify(roles)
      .given([sa, sa2, changed('sa2', 'SUPERADMIN', 'DRIVER')])
      .when(change('sa', 'DRIVER', 'sa2'))
      .thenRefuses('FORBIDDEN');
  });

  it('records no change if the role is already held', () => {
    specify(roles)
      .given([sa, sup])
      .when(change('sup', 'SUPPORT', 'sa'))
      .then([]);
    specify(roles)
      .given([sa])
      .when(change('dri', 'DRIVER', 'sa'))
      .then([]);
    // Also for one's own role, which nobody may change: submitting an unchanged form is no error.
    specify(roles)
      .given([sa])
      .when(change('sa', 'SUPERADMIN', 'sa'))
      .then([]);
    specify(roles)
      .given([sa, adm])
      .when(change('adm', 'ADMIN', 'adm'))
      .then([]);
  });

  it('lets the operator appoint a SUPERADMIN once', () => {
    const appoint = { type: 'AppointSuperadmin' as const, data: { userId: 'adm' } };
    specify(roles)
      .given([])
      .when(appoint)
      .then([changed('adm', 'DRIVER', 'SUPERADMIN')]);
    specify(roles)
      .given([adm])
      .when(appoint)
      .then([changed('adm', 'ADMIN', 'SUPERADMIN')]);
    specify(roles)
      .given([changed('adm', 'DRIVER', 'SUPERADMIN')])
      .when(appoint)
      .then([]);
  });

  it('removes the role of an erased account, except that of the last SUPERADMIN', () => {
    const remove = (userId: string) => ({ type: 'RemovePerson' as const, data: { userId } });
    specify(roles)
      .given([sa, adm])
      .when(remove('adm'))
      .then([changed('adm', 'ADMIN', 'DRIVER')]);
    specify(roles)
      .given([sa, sa2])
      .when(remove('sa'))
      .then([changed('sa', 'SUPERADMIN', 'DRIVER')]);
    specify(roles).given([sa]).when(remove('dri')).then([]);
    specify(roles).given([sa, adm]).when(remove('sa')).thenRefuses('LAST_SUPERADMIN');
  });
});
