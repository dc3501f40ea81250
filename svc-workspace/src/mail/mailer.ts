import type { Logger, Problem } from '@cairn/service-kit';
import { createTransport } from 'nodemailer';

/** A mail in plain text. */
export interface Letter {
  readonly kind: 'confirmation' | 'password' | 'invitation' | 'notice';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** On whose behalf a letter goes out. */
export interface MailSender {
  readonly userId: string;
  readonly orgId: string;
}

/** How much mail goes out. */
export interface MailLimits {
  /** Counts a letter; false where its address, its sender or their org has had too many. */
  allows(letter: Letter, sender?: MailSender): boolean;
}

export interface Mailer {
  /** Sends a letter; false where there were too many, or the mail server did not take it, which is logged. */
  send(letter: Letter, sender?: MailSender): Promise<boolean>;
  /** The failure of the last letter, for the operator. */
  problems(): Problem[];
}

const WAIT_MS = 10_000;

/** Sends mail through the SMTP server of an address such as `smtp://user:password@host:587`. */
export function createMailer(url: string, from: string, log: Logger, limits: MailLimits): Mailer {
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const transport = createTransport({ url, ...waits }, { from });
  let failure: string | null = null;
  return {
    send: async ({ kind, ...mail }, sender) => {
      if (!limits.allows({ kind, ...mail }, sender)) {
        log.warn({ kind, sender }, 'a mail was not sent, because there were too many');
        return false;
      }
      try {
        await transport.sendMail(mail);
        failure = null;
        return true;
      } catch (err) {
        failure = err instanceof Error ? err.message : String(err);
        log.error({ err }, 'a mail was not sent');
        return false;
      }
    },
    problems: () =>
      failure === null ? [] : [{ code: 'mail', message: `The mail server takes no mail: ${failure}` }],
  };
}

/** The sender where none is configured. */
export const defaultSender = (publicUrl: string): string => `Cairn <cairn@${new URL(publicUrl).hostname}>`;
