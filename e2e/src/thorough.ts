/** Whether to try every case: in `npm run test:long`, or with VOLANT_THOROUGH=on. `npm test` tries a part of each kind. */
export const THOROUGH = process.env.VOLANT_THOROUGH === 'on' || process.env.VOLANT_ATTACKS === 'all';
