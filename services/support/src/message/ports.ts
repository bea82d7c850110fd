import type { Mail } from '@volant/infra/mail/mail';
import type { Mailbox } from '@volant/infra/mail/mailbox';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';

export interface SupportSettings {
  /** Key for hashing addresses in limit keys; the same in every process of the service. */
  readonly limitSecret: string;
  /** Multiple of the limit of messages from one network; 1 by default. */
  readonly networkLimitsTimes?: number;
  /** Mailbox that answers to replies come to; without it they are not threaded. */
  readonly mailbox?: string | undefined;
  /** Where answers go without a mailbox; by default to the sender of all mails. */
  readonly replyTo?: string | undefined;
  /** Secret of the mail server that posts mails. */
  readonly inboundSecret?: string | undefined;
}

export interface SupportPorts extends ServicePorts {
  /** Absent: no replies by mail. */
  readonly mail?: Mail | undefined;
  /** Absent: answers come by the webhook only. */
  readonly mailbox?: Mailbox | undefined;
}
