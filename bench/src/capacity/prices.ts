/** Cloud prices in US dollars, on demand and without a contract. */
interface Price {
  /** A core with 4 GiB of memory, per hour. */
  readonly coreHour: number;
  /** A GiB of general-purpose SSD, per month. */
  readonly diskGibMonth: number;
  /** A GB sent to the internet, in the price band for tens of terabytes. */
  readonly sentGb: number;
}

export type Prices = Readonly<Record<string, Price>>;

/**
 * List prices of general-purpose machines with 4 cores and 16 GiB in the east of the United States, 2026: m7i.xlarge
 * with gp3, n2-standard-4 with balanced disks, D4s v5 with Premium SSD v2. Contracts, other regions and reserved
 * capacity change them by up to half.
 */
export const LIST_PRICES: Prices = {
  AWS: { coreHour: 0.0504, diskGibMonth: 0.08, sentGb: 0.085 },
  'Google Cloud': { coreHour: 0.0486, diskGibMonth: 0.1, sentGb: 0.11 },
  Azure: { coreHour: 0.048, diskGibMonth: 0.082, sentGb: 0.083 },
};
