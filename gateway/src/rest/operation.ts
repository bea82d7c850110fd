import type { Language } from '@volant/infra/errors/domain-error';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type Localized = Readonly<Record<Language, string>>;

/**
 * Who may call an operation. `page-owner`: the owner of the page in the path,
 * and administrators; `support`, `admin`, `superadmin`: people of at least this role.
 */
export type Access = 'anyone' | 'signed-in' | 'page-owner' | 'support' | 'admin' | 'superadmin';

export type Tag = 'accounts' | 'pages' | 'public' | 'administration' | 'support' | 'service';

/** What a reader of the API's description learns of an operation beside its shapes. */
export interface OperationDescription {
  /** Stable name in the description, in camelCase: `claimPage`. */
  readonly id: string;
  readonly tag: Tag;
  /** One sentence. */
  readonly summary: Localized;
  readonly access: Access;
  /** Codes this operation may refuse with, beside those any call may answer. */
  readonly codes: readonly string[];
  /** True where an Idempotency-Key makes a retry give the first answer again. */
  readonly idempotent?: boolean;
  /** True where the answer is tagged with the version of a page, and a change may name the one it is meant for. */
  readonly versioned?: boolean;
}

/** An operation as the description of the API holds it. */
export interface DescribedOperation {
  readonly operation: OperationDescription;
  readonly method: Method;
  /** With parameters as `:id`. */
  readonly url: string;
  /** None of these three if not given. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media type of the body; JSON if not given. */
  readonly consumes?: 'multipart/form-data';
  readonly answer: z.ZodType;
  /** Media type of the answer; JSON if not given. */
  readonly produces?: string;
  /** A media type in which answers and refusals come as well, for those who prefer it. */
  readonly alsoProduces?: string;
  readonly status: number;
  /** A query string that is not described is left alone and not refused. */
  readonly anyQuery?: boolean;
  /** When it answers 302 with the address to go to. */
  readonly redirects?: Localized;
  /** Refusals of another form than the API's own, by their status. */
  readonly refusals?: Readonly<Partial<Record<number | 'all', RefusalForm>>>;
}

export interface RefusalForm {
  readonly schema: z.ZodType;
  /** Media type; JSON if not given. */
  readonly produces?: string;
}
