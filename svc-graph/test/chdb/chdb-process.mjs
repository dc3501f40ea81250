// ClickHouse in a process of its own, so that it can be ended: one statement at a time, as its parent sends them.
import { createRequire } from 'node:module';

const [packages, folder] = process.argv.slice(2);
const { Session } = createRequire(`${packages}/`)('chdb');
const session = new Session(folder);
// The rows of tests are few: more threads would only wait for each other.
session.query('SET max_threads = 1');

let set = '';

process.on('message', async ({ id, settings, sql, params, format }) => {
  try {
    if (settings !== set) session.query(settings);
    set = settings;
    const result = await session.queryBindAsync(sql, params, { format });
    process.send({ id, bytes: Buffer.from(result.bytes()) });
  } catch (error) {
    process.send({ id, error: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ id: 0 });
