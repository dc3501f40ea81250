/** Does work at intervals, each time after the one before has ended; returns a function that stops it. */
export function repeat(work: () => Promise<void>, every: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(() => void work().finally(() => timer && next()), every).unref();
  };
  next();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
