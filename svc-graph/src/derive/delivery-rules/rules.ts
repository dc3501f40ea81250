import { AppError } from '@cairn/contracts';
import { DEFAULT_DELIVERY_RULES, DeliveryRules } from '@cairn/contracts/delivery-rules';
import { KINDS, statedColumn } from '@cairn/entities';
import { quoted } from '../../store/ddl.ts';
import { readOwnAttributes } from '../../store/own-attributes.ts';
import { type Statement, deleteFrom, replaceRow, update } from '../../store/statement.ts';

const KEY = 'deliveryRules';

interface Rows {
  rows<Row>(sql: string, params?: readonly string[]): Promise<Row[]>;
}

/** The rules of an org: `set` is false until an admin has set any, the defaults included. */
export async function readRules(store: Rows): Promise<{ rules: DeliveryRules; set: boolean }> {
  const [row] = await store.rows<{ value: string }>('SELECT value FROM "Meta" WHERE key = $1', [KEY]);
  if (!row) return { rules: DEFAULT_DELIVERY_RULES, set: false };
  return { rules: DeliveryRules.parse(JSON.parse(row.value)), set: true };
}

/** What the rows say before the first rules is what their sources stated. */
const KEEP_STATED: readonly Statement[] = KINDS.filter(({ decided = [] }) => decided.length > 0).map(
  ({ name, decided = [] }) =>
    update(name, Object.fromEntries(decided.map((each) => [statedColumn(each), quoted(each)])), 'WHERE true'),
);

/** Sets the rules of an org. All measures become stale by it. */
export async function ruleStatements(store: Rows, rules: DeliveryRules): Promise<Statement[]> {
  const { set } = await readRules(store);
  return [
    ...(set ? [] : KEEP_STATED),
    replaceRow('Meta', [KEY, JSON.stringify(rules)]),
    deleteFrom('Meta', `key = 'derivedBy'`),
  ];
}

/** Refuses attributes that the org's issues do not have, or that hold no such value. */
export async function checkAttributes(store: Rows, rules: DeliveryRules): Promise<void> {
  const own = (await readOwnAttributes(store)).filter(({ kind }) => kind === 'Issue');
  const need = (name: string | null, types: readonly string[], what: string) => {
    const found = own.find((attribute) => attribute.name === name);
    if (name === null || (found && types.includes(found.type))) return;
    throw new AppError(
      'invalid_input',
      found ? `${found.label} holds no ${what}.` : `Issues have no attribute ${name}.`,
    );
  };
  need(rules.severity.attribute, ['string'], 'text');
  need(rules.storyPoints.attribute, ['number'], 'number');
}
