import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeTable } from '../src/attribute-table/attribute-table.ts';

writeFileSync(join(import.meta.dirname, '../../../docs/attributes.md'), attributeTable());
