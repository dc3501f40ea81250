/** The type of an event `e` (E§4). Every event has a reference here, so that one alone makes no edit. */
export const EVENT_TYPE = `CASE
    WHEN (e."newStatus" IS NOT NULL AND e."newStatus" <> '__cairn::null__') OR json_exists(e.delta, '$.status') THEN 'status'
    WHEN e.comment IS NOT NULL AND e.comment <> '' THEN 'comment'
    WHEN e.delta IS NOT NULL THEN 'edit' ELSE 'other' END`;
