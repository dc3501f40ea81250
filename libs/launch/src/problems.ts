/** A problem that may resolve itself. Equal keys are the same problem, whoever reports it. */
export interface OngoingProblem {
  readonly key: string;
  /** What is wrong, and what a person can do. */
  readonly message: string;
  /** The message once it is resolved. */
  readonly over: string;
}

/** Receives all present problems of one reporter. */
export type ReportProblems = (reporter: string, problems: readonly OngoingProblem[]) => void;

/** Prints a problem once when the first reporter has it, and its end when the last one no longer has it. */
export function printProblemsOnce(print: (line: string) => void): ReportProblems {
  const reported = new Map<string, readonly OngoingProblem[]>();
  const known = () =>
    new Map([...reported.values()].flatMap((problems) => problems.map((problem) => [problem.key, problem])));
  return (reporter, problems) => {
    const before = known();
    reported.set(reporter, problems);
    const now = known();
    for (const [key, { message }] of now) if (!before.has(key)) print(message);
    for (const [key, { over }] of before) if (!now.has(key)) print(over);
  };
}
