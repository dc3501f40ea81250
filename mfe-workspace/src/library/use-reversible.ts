import { AppError, READ_ONLY_MESSAGE, type LinkSummary } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { useSavedCache } from '@cairn/saved';
import { plural } from '@cairn/ui';

export const FAILED = 'There was an unexpected error. Please try again.';

type TakeBack = () => Promise<unknown>;

/** A change of one saved thing. */
export interface ReversibleChange {
  readonly link: Pick<LinkSummary, 'name'>;
  /** Makes the change, and gives what takes it back; null where nothing can. */
  readonly run: () => Promise<TakeBack | null>;
}

interface Outcome {
  /** One for each change that was made. */
  readonly undos: (TakeBack | null)[];
  readonly errors: unknown[];
}

async function runAll(changes: readonly (() => Promise<TakeBack | null>)[]): Promise<Outcome> {
  const outcome: Outcome = { undos: [], errors: [] };
  // One by one, so that many things do not ask the service all at once.
  for (const run of changes) {
    try {
      outcome.undos.push(await run());
    } catch (error) {
      outcome.errors.push(error);
    }
  }
  return outcome;
}

const isReadOnly = (error: unknown) => error instanceof AppError && error.code === 'read_only';

/** Changes saved things one by one, with one Undo for all of them. What fails is said, and the lists are read again. */
export function useReversible() {
  const host = useHost();
  const { toast } = host;
  const cache = useSavedCache();
  const isViewer = actorOf(host).role === 'viewer';
  const tell = ({ undos, errors }: Outcome) => {
    // A viewer has already seen this refusal.
    const [first] = errors.filter((error) => !isReadOnly(error));
    if (first === undefined) return;
    const reason = first instanceof AppError && first.code !== 'internal' ? first.message : FAILED;
    const many = undos.length > 0 ? `${plural(errors.length, 'thing')} stayed as before. ` : '';
    toast({ kind: 'error', message: many + reason });
  };
  const undo = async (undos: readonly TakeBack[]) => {
    const back = await runAll(undos.map((run) => async () => (await run(), run)));
    tell({ ...back, undos: [] });
    await cache.reloadLists();
  };
  return async (changes: readonly ReversibleChange[], done: (names: string) => string): Promise<boolean> => {
    if (isViewer) toast({ kind: 'info', message: READ_ONLY_MESSAGE });
    const outcome = await runAll(changes.map(({ run }) => run));
    const { undos, errors } = outcome;
    if (undos.length > 0) {
      const [only] = changes;
      const names =
        undos.length === 1 && changes.length === 1 ? (only?.link.name ?? '') : plural(undos.length, 'thing');
      const back = undos.filter((each) => each !== null);
      const message = done(names);
      toast(
        back.length > 0
          ? { kind: 'undo', message, onUndo: () => void undo(back) }
          : { kind: 'info', message },
      );
    }
    tell(outcome);
    await (errors.length > 0 ? cache.reload() : cache.reloadLists());
    return errors.length === 0;
  };
}
