// zod's names that front-ends may use; all of them get this module as `zod`. A shared package is not
// tree-shaken, and bundling zod would repeat it in each front-end.
import {
  array,
  boolean,
  config,
  custom,
  discriminatedUnion,
  email,
  enum as enumeration,
  int,
  iso,
  lazy,
  literal,
  null as nothing,
  number,
  object,
  preprocess,
  record,
  strictObject,
  string,
  tuple,
  union,
  unknown,
  url,
  uuid,
} from 'zod/v4';

// Compiled validators need eval, which the content policy refuses and the browser reports. Each schema looks as it is
// made, so this comes before the first.
config({ jitless: true });

export const z = {
  array,
  boolean,
  custom,
  discriminatedUnion,
  email,
  enum: enumeration,
  int,
  iso,
  lazy,
  literal,
  null: nothing,
  number,
  object,
  preprocess,
  record,
  strictObject,
  string,
  tuple,
  union,
  unknown,
  url,
  uuid,
};
