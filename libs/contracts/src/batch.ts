/** Where pages ask several reads in one request. */
export const BATCH_PATH = '/api/batch';

/** Reads in one request at most. */
export const MOST_READS = 40;

/**
 * The kinds of frames that answer a batch. Frames of different reads mix, in the order in which services answer. A frame
 * is a byte for the read (its place in the request), a byte for the kind, four for the length (big endian), then its
 * bytes: the status and headers as JSON, a part of the body, or nothing.
 */
export const FRAME = { head: 0, body: 1, end: 2, broken: 3 } as const;

/** Bytes before those of a frame's own. */
export const FRAME_START = 6;
