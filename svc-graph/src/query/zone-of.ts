import { AppError } from '@cairn/contracts';
import { isZone, zoneTable, type ZoneTable } from '@cairn/query';

/** The zone that a caller names, UTC without one. Throws for a zone that does not exist. */
export function zoneOf(timezone: string | undefined): ZoneTable {
  if (timezone !== undefined && !isZone(timezone))
    throw new AppError('invalid_input', `There is no time zone ${timezone}.`);
  return zoneTable(timezone ?? 'UTC');
}
