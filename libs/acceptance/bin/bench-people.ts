import { sendPeople, type Crowd } from '../src/bench/load/people.ts';

process.send?.(await sendPeople(JSON.parse(process.argv[2] ?? '{}') as Crowd));
