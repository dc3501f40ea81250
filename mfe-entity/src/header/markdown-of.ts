import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { kindOf, relatedOne, shortName, titleOf } from '../entity/read-entity.ts';
import type { KindPage } from '../kind-page/kind-page.ts';

const MOST_OF_TITLE = 300;

/** A text as plain words of markdown: on one line, without characters that would format it. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~!]/g, String.raw`\$&`);
}

/** An entity as one line of markdown: its link, kind, what it is part of, chips and author. */
export function markdownOf(entity: EntityDetail, page: KindPage, address: string): string {
  const kind = page.header.look(entity)?.label ?? CATALOGUE.kind(kindOf(entity))?.label ?? kindOf(entity);
  const container = page.partOf.flatMap((name) => relatedOne(entity, name) ?? [])[0];
  const author = page.author ? relatedOne(entity, page.author) : null;
  const said = [
    container ? `${kind} in ${container.name}` : kind,
    ...page.header.chips(entity).map(({ label }) => label),
    ...(author ? [author.name] : []),
  ];
  const title = plain(shortName(titleOf(entity), MOST_OF_TITLE));
  return `[${title}](${address}) · ${said.map(plain).join(' · ')}`;
}
