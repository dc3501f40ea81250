import { type Word, find, replace } from './words.ts';

const NOT = '(?:not|without|excluding|except(?: for)?|ignoring|no|minus)';
/** What the words state by themselves; names and folders are values. */
const STATED = '(?:merges|merge commits?|bots?)(?![^ ])';

const BEFORE_STATED = new RegExp(
  `${NOT}(?: by)? (?:[^ |]+ ){1,3}?(?:and|or|nor)(?= (?:by |the |any )*${STATED})`,
);
const AFTER_STATED = new RegExp(`${NOT}( by)? (?:the |any )?${STATED} (?:or|nor)(?= [^ |<])`);

/** "Not by bots or merges" leaves out both: the second gets the "not" of the first. */
export function distributeNegation(words: readonly Word[]): readonly Word[] {
  let spelled = words;
  for (const pattern of [BEFORE_STATED, AFTER_STATED]) {
    for (let found = find(spelled, pattern); found; found = find(spelled, pattern)) {
      const connector = { first: found.after - 1, after: found.after };
      spelled = replace(spelled, connector, pattern === AFTER_STATED ? 'not' : 'without');
    }
  }
  return spelled;
}
