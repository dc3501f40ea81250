import { CONNECTORS } from './connectors.ts';
import { serveTasks } from './serve-tasks.ts';

// Sources are added in the service's thread, which alone needs the roots.
serveTasks(CONNECTORS);
