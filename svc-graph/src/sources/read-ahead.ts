/** How many pages may wait: enough to read while others are stored, too few to fill the memory. */
const MOST = 20;

type Ended = { readonly error: unknown } | 'whole' | null;

/** Pages as they come, read one after another while fewer than the most wait. */
class Ahead<Page> {
  private readonly pages: AsyncIterator<Page>;
  private readonly most: number;
  private waiting: Page[] = [];
  private ended: Ended = null;
  private reading: Promise<void> | null = null;

  constructor(pages: AsyncIterable<Page>, most: number) {
    this.pages = pages[Symbol.asyncIterator]();
    this.most = most;
  }

  /** All that came since, at least one page; null after the last. Throws where reading failed, once all is taken. */
  async take(): Promise<Page[] | null> {
    this.goOn();
    if (this.waiting.length === 0) await this.reading;
    const came = this.waiting;
    this.waiting = [];
    if (came.length > 0) {
      this.goOn();
      return came;
    }
    if (typeof this.ended === 'object' && this.ended !== null) throw this.ended.error;
    return null;
  }

  /** Asks for no further page. */
  stop(): void {
    this.ended ??= 'whole';
    this.pages.return?.().catch(() => {});
  }

  private goOn(): void {
    if (this.ended === null && this.waiting.length < this.most) this.reading ??= this.read();
  }

  private async read(): Promise<void> {
    try {
      const { done, value } = await this.pages.next();
      if (done === true) this.ended ??= 'whole';
      else this.waiting.push(value);
    } catch (error) {
      this.ended ??= { error };
    }
    this.reading = null;
    this.goOn();
  }
}

/**
 * Reads on while earlier pages are worked on, and gives all that came since, in order. Where reading fails, the
 * pages before that are given first.
 */
export async function* readAhead<Page>(pages: AsyncIterable<Page>, most = MOST): AsyncGenerator<Page[]> {
  const ahead = new Ahead(pages, most);
  try {
    for (let came = await ahead.take(); came; came = await ahead.take()) yield came;
  } finally {
    ahead.stop();
  }
}
