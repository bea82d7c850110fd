const HOUR_MS = 3_600_000;
/** What the contact form promises its senders: an answer within 24 to 48 hours. */
const SOON_MS = 24 * HOUR_MS;
const PROMISED_MS = 48 * HOUR_MS;

export interface AnswerPromise {
  /** ISO 8601. */
  readonly deadline: string;
  readonly urgency: 'early' | 'soon' | 'late';
}

/** When a sender who began to wait then is promised an answer, and how near that is. */
export function answerPromise(waitingSince: string, now: number): AnswerPromise {
  const sent = Date.parse(waitingSince);
  const urgency = now >= sent + PROMISED_MS ? 'late' : now >= sent + SOON_MS ? 'soon' : 'early';
  return { deadline: new Date(sent + PROMISED_MS).toISOString(), urgency };
}
