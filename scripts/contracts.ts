/**
 * During a rolling release, processes of two releases run side by side. `proto/released` keeps the contracts between
 * them: messages, GraphQL schemas, events, topics, migrations and the API.
 *
 * tsx scripts/contracts.ts check   lists the contracts that one of the two could not read
 * npm run release                  makes today's contracts those of the last release
 */
import { EVENT_TYPES } from '../proto/src/activity/click-types.ts';
import { keepContracts, keptContracts, todaysContracts } from './contracts/contracts.ts';
import { contractProblems } from './contracts/problems.ts';

/**
 * Intended incompatibilities until the next release, each with the operator's instructions: usually stop the service,
 * deploy the new version and start it, instead of a rolling update.
 */
const STOP_IDENTITY =
  'Stop identity, put the new version there and start it: changes of address are confirmed, and weekly letters sent, from now on.';
const STOP_PAGES =
  'Stop pages, put the new version there and start it: cards can be lost, replaced, added and handed over from now on.';
const CARD_EVENTS = [
  'CardAdded',
  'CardFound',
  'CardLost',
  'CardReplaced',
  'HandoverOffered',
  'HandoverWithdrawn',
  'PageHandedOver',
];
const STOP_SUPPORT =
  'Stop support, put the new version there and start it: replies, answers and notes are kept from now on.';
const THREAD_EVENTS = ['ReplySent', 'NoteAdded', 'LetterReceived', 'MessageRead'];
const DESCRIBED_IN_ENGLISH = 'Nothing to do: the parameter is ignored, and the description is in English.';
const ANALYTICS_FIRST = 'Put the new analytics there before the new gateways: 90 days are refused until it is.';
const FACTOR_EVENTS = [
  'TotpEnabled',
  'PasskeyAdded',
  'PasskeyRemoved',
  'RecoveryCodesRenewed',
  'SecondFactorPassed',
  'SecondFactorRemoved',
];
const ACCEPTED: Readonly<Record<string, string>> = {
  'event user/EmailChangeRequested, version 1, cannot be read by the last release': STOP_IDENTITY,
  'event user/EmailChangeCancelled, version 1, cannot be read by the last release': STOP_IDENTITY,
  'event user/WeeklyLetterChosen, version 1, cannot be read by the last release': STOP_IDENTITY,
  'event user/WeeklyLetterDue, version 1, cannot be read by the last release': STOP_IDENTITY,
  'event user/PageDeactivated, version 1, cannot be read by the last release': STOP_IDENTITY,
  ...Object.fromEntries(
    FACTOR_EVENTS.map((type) => [`event user/${type}, version 1, cannot be read by the last release`, STOP_IDENTITY]),
  ),
  ...Object.fromEntries(
    CARD_EVENTS.map((type) => [`event page/${type}, version 1, cannot be read by the last release`, STOP_PAGES]),
  ),
  ...Object.fromEntries(
    THREAD_EVENTS.map((type) => [
      `event support message/${type}, version 1, cannot be read by the last release`,
      STOP_SUPPORT,
    ]),
  ),
  'graph of analytics: QUARTER was added to enum type AnalyticsPeriod.': ANALYTICS_FIRST,
  'GET /api/openapi.json, lang is no value any more': DESCRIBED_IN_ENGLISH,
  'GET /api/docs, lang is no value any more': DESCRIBED_IN_ENGLISH,
};
/** Limits that the services always had and that the last release's description omitted. */
const DESCRIBED_SINCE = [
  /, body\.(?:currentPassword|displayName|email|message|name|newId|newPassword|pageId|password|quantity|subject|token|username): the reader asks for (?:m|pattern)/,
  /, limit(?:: the reader asks for m| is string and no integer)/,
  /^POST \/api\/public\/events, body\.(?:events\[\]\.)?type may be "CLICK_CUSTOM_FIELD", which the reader does not know$/,
];
/**
 * New click types. The gateway of the last release answers an error for events of a type that it does not know, so
 * operators put the new gateways there first, and collect last.
 */
const NEW_TYPES = EVENT_TYPES.filter((type) => !keptContracts().graphs.analytics?.includes(type));
const isOfNewType = (problem: string) => NEW_TYPES.some((type) => problem.includes(type));
const isDescribedSince = (problem: string) => DESCRIBED_SINCE.some((since) => since.test(problem));

if (process.argv[2] === 'keep') {
  keepContracts(todaysContracts());
} else {
  const found = contractProblems(keptContracts(), todaysContracts());
  const problems = [
    ...found.filter(
      (problem) => ACCEPTED[problem] === undefined && !isDescribedSince(problem) && !isOfNewType(problem),
    ),
    ...Object.keys(ACCEPTED)
      .filter((accepted) => !found.includes(accepted))
      .map((accepted) => `nothing is wrong any more with: ${accepted}`),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
