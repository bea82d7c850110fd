import type { Scenario } from './scenario.ts';
import { clocks } from './scenarios/clocks.ts';
import { fullDisk, fullSpool } from './scenarios/disk.ts';
import { collectKills, ingestKills } from './scenarios/kills.ts';
import { lostSecond } from './scenarios/lost-second.ts';
import { replay, unreadable } from './scenarios/messages.ts';
import { lateInserts, network } from './scenarios/network.ts';
import { clickhouseAway, kafkaAway } from './scenarios/outages.ts';
import { twoOwners } from './scenarios/owners.ts';
import { rebuild } from './scenarios/rebuild.ts';
import { restarts } from './scenarios/restarts.ts';
import { claims, writers } from './scenarios/writers.ts';

/** Short scenarios first, to find failures early. */
export const SCENARIOS: readonly Scenario[] = [
  writers,
  claims,
  unreadable,
  replay,
  rebuild,
  restarts,
  fullSpool,
  fullDisk,
  clocks,
  lostSecond,
  lateInserts,
  collectKills,
  kafkaAway,
  twoOwners,
  network,
  clickhouseAway,
  ingestKills,
];
