import type { Kind } from './attribute.ts';
import { createCatalogue } from './catalogue.ts';
import { CODE_KINDS } from './kinds/code.ts';
import { COMMUNICATION_KINDS } from './kinds/communication.ts';
import { EVENT } from './kinds/event.ts';
import { PEOPLE_KINDS } from './kinds/people.ts';
import { REVIEW_KINDS } from './kinds/review.ts';
import { VULNERABILITY } from './kinds/vulnerability.ts';
import { WORK_KINDS } from './kinds/work.ts';

/** Every kind of entity. Code comes first, because every org has it. */
export const KINDS: readonly Kind[] = [
  ...CODE_KINDS,
  ...PEOPLE_KINDS,
  ...REVIEW_KINDS,
  ...WORK_KINDS,
  VULNERABILITY,
  ...COMMUNICATION_KINDS,
  EVENT,
];

/** The catalogue of an org without own attributes. */
export const CATALOGUE = createCatalogue(KINDS);
