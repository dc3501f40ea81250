import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = 10;

/** The tracker that the planted source reads: lists of so many things, ten to a page, for whoever has the token. */
export class PlantedTracker {
  token = 'correct horse battery';
  readonly sizes = { issues: 25, comments: 15 };
  /** The pages that were asked for, as `issues 10`. */
  readonly asked: string[] = [];
  /** A page that is not answered before it is released, or that fails. */
  held: string | undefined;
  failing: string | undefined;
  private readonly waiting: (() => void)[] = [];
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Answers the page that was held. */
  release(): void {
    this.held = undefined;
    for (const go of this.waiting.splice(0)) go();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://tracker');
    const list = pathname === '/issues' ? 'issues' : 'comments';
    const after = Number(searchParams.get('after'));
    const page = `${list} ${String(after)}`;
    this.asked.push(page);
    if (request.headers.authorization !== `Bearer ${this.token}`) return void response.writeHead(401).end();
    if (this.failing === page) return void response.writeHead(500).end();
    if (this.held === page) await new Promise<void>((go) => this.waiting.push(go));
    const total = this.sizes[list];
    const items = Array.from({ length: Math.min(PAGE, total - after) }, (_, index) => ({
      id: after + index,
      text: `${list} ${String(after + index)}`,
    }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ items, total }));
  }

  close(): void {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
  }
}
