/** Something that is wrong and may mend itself. The same key is the same problem, whoever reports it. */
export interface OngoingProblem {
  readonly key: string;
  /** What is wrong and what a person can do. */
  readonly message: string;
  /** What to say once it is over. */
  readonly over: string;
}

/** Takes everything that is wrong at one reporter now. */
export type ReportProblems = (reporter: string, problems: readonly OngoingProblem[]) => void;

/** Says a problem once when the first reporter has it, and once more when the last has it no longer. */
export function sayProblemsOnce(say: (line: string) => void): ReportProblems {
  const reported = new Map<string, readonly OngoingProblem[]>();
  const known = () =>
    new Map([...reported.values()].flatMap((problems) => problems.map((problem) => [problem.key, problem])));
  return (reporter, problems) => {
    const before = known();
    reported.set(reporter, problems);
    const now = known();
    for (const [key, { message }] of now) if (!before.has(key)) say(message);
    for (const [key, { over }] of before) if (!now.has(key)) say(over);
  };
}
