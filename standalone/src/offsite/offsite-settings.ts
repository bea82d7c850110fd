import type { SettingsRule } from '@volant/infra/process/settings/environment';
import { wholeNumber } from '@volant/infra/process/settings/process-settings';
import { z } from 'zod';
import { HOLDING_SERVERS } from '../backup/backup-settings.ts';
import { isPlace, type PlaceSettings } from './place.ts';

const MIN_PASSPHRASE_LENGTH = 20;

export const OFFSITE_SHAPE = {
  /** Where the continuous backup goes; without it there is none. */
  VOLANT_OFFSITE_URL: z
    .string()
    .refine(isPlace, 'must be an address such as s3://s3.example/volant-backup, s3+http:// or file:///mnt/backup')
    .optional(),
  VOLANT_OFFSITE_ACCESS_KEY: z.string().optional(),
  VOLANT_OFFSITE_SECRET_KEY: z.string().optional(),
  VOLANT_OFFSITE_REGION: z.string().optional(),
  /** Encrypts everything that leaves the machine. */
  VOLANT_OFFSITE_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, `must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
    .optional(),
  /** Days of which every minute can be restored. */
  VOLANT_OFFSITE_KEEP_DAYS: wholeNumber(2, 366).default(30),
  /** Months of which the first base stays. */
  VOLANT_OFFSITE_KEEP_MONTHS: wholeNumber(0, 24).default(3),
  /** The nightly drill stops above this size. */
  VOLANT_OFFSITE_DRILL_MEGABYTES: wholeNumber(100, 1_000_000).default(4_000),
};

export const OFFSITE_SECRETS: readonly string[] = [
  'VOLANT_OFFSITE_ACCESS_KEY',
  'VOLANT_OFFSITE_SECRET_KEY',
  'VOLANT_OFFSITE_PASSPHRASE',
];

export const offsiteRules: SettingsRule = (given) => {
  const url = given.VOLANT_OFFSITE_URL;
  if (url === undefined) return [];
  const needed = [
    'VOLANT_OFFSITE_PASSPHRASE',
    ...(url.startsWith('s3') ? ['VOLANT_OFFSITE_ACCESS_KEY', 'VOLANT_OFFSITE_SECRET_KEY'] : []),
  ];
  const missing = needed.filter((name) => given[name] === undefined);
  const server = HOLDING_SERVERS.find((name) => given[name] !== undefined);
  return [
    ...missing.map((name) => `VOLANT_OFFSITE_URL: needs ${name} beside it`),
    ...(server === undefined
      ? []
      : [`VOLANT_OFFSITE_URL: the continuous backup holds the data directory, and ${server} names a real server`]),
  ];
};

interface GivenPlace {
  readonly offsiteAccessKey?: string | undefined;
  readonly offsiteSecretKey?: string | undefined;
  readonly offsiteRegion?: string | undefined;
}

/** @param url may be another one than that of the setting */
export function placeOf({ offsiteAccessKey, offsiteSecretKey, offsiteRegion }: GivenPlace, url: string): PlaceSettings {
  return { url, accessKey: offsiteAccessKey, secretKey: offsiteSecretKey, region: offsiteRegion };
}
