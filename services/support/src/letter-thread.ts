import { serveTasks } from '@volant/infra/process/thread/serve-tasks';
import type { LetterTask } from './letters/letter-reader.ts';
import { readLetter } from './letters/read-letter.ts';
import { createReplyAddresses } from './letters/reply-address.ts';

serveTasks(({ source, mailbox, secret, at }: LetterTask) =>
  readLetter(source, createReplyAddresses(mailbox, secret), at),
);
