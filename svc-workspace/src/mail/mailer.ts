import type { Logger, Problem } from '@cairn/service-kit';
import { createTransport } from 'nodemailer';

/** A mail in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Sends a letter; false when the mail server did not take it, which is logged. */
  send(letter: Letter): Promise<boolean>;
  /** The failure of the last letter, for the operator. */
  problems(): Problem[];
}

const WAIT_MS = 10_000;

/** Sends mail through the SMTP server of an address such as `smtp://user:password@host:587`. */
export function createMailer(url: string, from: string, log: Logger): Mailer {
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const transport = createTransport({ url, ...waits }, { from });
  let failure: string | null = null;
  return {
    send: async (letter) => {
      try {
        await transport.sendMail({ ...letter });
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
