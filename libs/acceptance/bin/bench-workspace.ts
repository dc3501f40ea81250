import { serveBare, serveWorkspace, type Serving } from '../src/bench/workspace/servers.ts';

interface Order {
  readonly file: string;
  readonly things: number;
  /** The statements of the service; a bare server runs them. */
  readonly statements?: Serving['statements'];
}

process.on('message', (order: Order) => {
  const { file, things, statements } = order;
  const serving = statements ? serveBare(file, statements) : serveWorkspace(file, things);
  void serving.then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
