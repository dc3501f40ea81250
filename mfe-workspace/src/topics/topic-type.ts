import { SAVED_TYPES } from '@cairn/contracts';
import { savedTypeOf } from '@cairn/saved';

/** Topics, whose queries are the cards of a board. */
export const savedTopic = savedTypeOf('digest-v2', SAVED_TYPES['digest-v2']);
