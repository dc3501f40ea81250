export interface Counted {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

export function countVitest(file: string, failed: boolean, root: string): Counted;
export function countPlaywright(file: string, failed: boolean): Counted;
