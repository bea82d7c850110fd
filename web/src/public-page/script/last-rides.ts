import { readJson, removeText, writeJson } from '../../browser/storage.ts';
import type { Ride } from './ride-message.ts';

/*
 * The last request for a ride on each driver's page, in this browser alone. The newest pages replace the oldest.
 */

const KEY = 'lastRides';
const MOST = 10;
/** Longer than any text of the form. */
const LONGEST = 100;

type LastRides = readonly (readonly [pageId: string, ride: Ride])[];

/** Leaves out what no form could have stored. */
function lastRides(): LastRides {
  const stored = readJson('local', KEY);
  return (Array.isArray(stored) ? stored : []).filter(
    (entry) => Array.isArray(entry) && entry[1] instanceof Object && Object.values(entry[1]).every(isShort),
  );
}

function isShort(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value.length <= LONGEST);
}

export function lastRide(pageId: string): Ride | undefined {
  return lastRides().find(([id]) => id === pageId)?.[1];
}

/** A ride as soon as possible is remembered with the hour of its request. */
export function rememberRide(pageId: string, ride: Ride): void {
  const now = new Date();
  const time = ride.soon ? { day: now.toLocaleDateString('sv'), time: now.toTimeString().slice(0, 5) } : {};
  writeJson('local', KEY, [[pageId, { ...ride, ...time }], ...others(pageId)].slice(0, MOST));
}

export function forgetRide(pageId: string): void {
  const left = others(pageId);
  if (left.length === 0) removeText('local', KEY);
  else writeJson('local', KEY, left);
}

function others(pageId: string): LastRides {
  return lastRides().filter(([id]) => id !== pageId);
}
