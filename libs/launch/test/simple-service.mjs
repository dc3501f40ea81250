// A process as the launcher runs them: it listens on PORT, reports it, and answers its probes. HELLO and EXIT
// end it early.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

if (process.env.EXIT) {
  process.stderr.write(`${process.env.HELLO ?? ''}\n`);
  process.exit(Number(process.env.EXIT));
}
const server = createServer((request, response) => {
  const isReady = request.url === '/readyz' && process.env.READYZ;
  response.end(isReady ? readFileSync(process.env.READYZ) : `{"pid":${process.pid},"failed":[]}`);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ type: 'listening' }));
process.once('disconnect', () => process.exit(0));
