import { CONNECTORS } from './connectors.ts';
import { serveTasks } from './serve-tasks.ts';

// Sources are added in the thread of the service, which alone needs the roots.
serveTasks(CONNECTORS);
