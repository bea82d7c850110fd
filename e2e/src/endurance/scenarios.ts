import type { Scenario } from './scenario.ts';
import { collectKills, ingestKills } from './scenarios/kills.ts';
import { lateInserts } from './scenarios/late-inserts.ts';
import { replay, unreadable } from './scenarios/messages.ts';
import { clickhouseAway, kafkaAway } from './scenarios/outages.ts';
import { rebuild } from './scenarios/rebuild.ts';
import { claims, writers } from './scenarios/writers.ts';

/** Short scenarios first, to find failures early. */
export const SCENARIOS: readonly Scenario[] = [
  writers,
  claims,
  unreadable,
  replay,
  rebuild,
  lateInserts,
  collectKills,
  kafkaAway,
  clickhouseAway,
  ingestKills,
];
