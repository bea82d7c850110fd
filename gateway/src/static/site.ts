import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { DATA_POLICY } from '../http/security-headers.ts';

/** `/site.json`: shop, social and company data of the operator, for the client. */
export function siteAnswer(site: unknown): ReadyAnswer {
  return readyAnswer({
    status: 200,
    body: Buffer.from(JSON.stringify(site)),
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    contentSecurityPolicy: DATA_POLICY,
  });
}
