import { serveTasks } from '@volant/infra/process/thread/serve-tasks';
import type { MailTask } from './mailbox/mail-reader.ts';
import { readMail } from './mailbox/read-mail.ts';
import { createReplyAddresses } from './mailbox/reply-address.ts';

serveTasks(({ source, mailbox, secret, at }: MailTask) => readMail(source, createReplyAddresses(mailbox, secret), at));
