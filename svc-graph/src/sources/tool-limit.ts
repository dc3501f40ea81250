import { AppError } from '@cairn/contracts';

/** A tool answers again after so many seconds: its limit is reached, and nobody has to mend anything. */
export class ToolLimit extends AppError {
  /** Seconds until it answers again. */
  readonly seconds: number;

  constructor(tool: string, seconds: number) {
    const at = new Date(Date.now() + seconds * 1_000).toISOString().slice(11, 16);
    super('source_unavailable', `${tool}'s limit is reached. Reading goes on by itself at ${at} UTC.`, {
      retryAfter: seconds,
    });
    this.seconds = seconds;
  }
}
