export interface Options {
  /** Absolute paths. */
  repos: string[];
  data: string;
  port: number;
  demo: boolean;
  reset: boolean;
  help: boolean;
}
export const HELP: string;
export function readOptions(argv: string[], from: string, root: string): Options;
