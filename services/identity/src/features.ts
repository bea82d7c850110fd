import { COMMON_ERRORS } from '@volant/infra/errors/common-errors';
import { errorsOf } from '@volant/infra/features/gather';
import { apiTokens } from './api-tokens/feature.ts';
import { erasure } from './erasure/feature.ts';
import { openId } from './openid/feature.ts';
import { passwords } from './passwords/feature.ts';
import { profile } from './profile/feature.ts';
import { roles } from './roles/feature.ts';
import { secondFactor } from './second-factor/feature.ts';
import { signIn } from './sign-in/feature.ts';
import { system } from './system/feature.ts';
import { user } from './user/feature.ts';
import type { IdentityFeature } from './user/identity-feature.ts';
import { weeklyLetter } from './weekly-letter/feature.ts';

export const IDENTITY_FEATURES = [
  user,
  signIn,
  openId,
  passwords,
  secondFactor,
  profile,
  roles,
  erasure,
  apiTokens,
  weeklyLetter,
  system,
] satisfies readonly IdentityFeature[];

export const IDENTITY_ERRORS = { ...COMMON_ERRORS, ...errorsOf(IDENTITY_FEATURES) };
