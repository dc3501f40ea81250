import type { Kind } from '@cairn/entities';
import type { Expr } from './plan.ts';
import { typeOf } from './scope.ts';
import type { QueryScope } from './scope.ts';
import { parseSearch } from './search-grammar.ts';
import type { Search } from './search-grammar.ts';

const NO_PROSE =
  /^(integration|externalId|sourceEventId|entityType)$|Url$|^source[A-Z]|Category$|Explanation$/;

/** The attributes that a search reads: prose and names. */
export function searchedAttributes(kind: Kind): string[] {
  return kind.attributes
    .filter((attribute) => attribute.providedBy.length > 0)
    .filter((attribute) => typeOf(attribute) === 'string' && !NO_PROSE.test(attribute.name))
    .map(({ name }) => name);
}

function exprOf(search: Search, scope: QueryScope, names: readonly string[]): Expr {
  switch (search.kind) {
    case 'not':
      return { node: 'not', of: exprOf(search.of, scope, names) };
    case 'term':
      return {
        node: 'any',
        of: names.map((name) => ({
          node: 'textMatch',
          of: { node: 'column', alias: scope.base.alias, name, type: 'string' },
          text: search.text,
          how: 'contains',
          list: false,
        })),
      };
    default:
      return {
        node: search.kind === 'and' ? 'all' : 'any',
        of: search.of.map((part) => exprOf(part, scope, names)),
      };
  }
}

/** The condition of the search text on the base; no condition for an empty search. */
export function searchExpr(text: string, scope: QueryScope): Expr[] {
  const search = parseSearch(text);
  return search ? [exprOf(search, scope, searchedAttributes(scope.kind))] : [];
}
