import { serveTasks } from '../src/sources/serve-tasks.ts';
import { plantedConnector } from './planted-source.ts';

serveTasks([plantedConnector]);
