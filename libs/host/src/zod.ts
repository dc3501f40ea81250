// What front-ends may use of zod. It is provided to all of them as `zod`: a shared package is not tree-shaken, and
// bundled it would travel once for each of them.
import {
  ZodRecord,
  _ZodString,
  array,
  boolean,
  config,
  core,
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
  strictObject,
  tuple,
  union,
  unknown,
  uuid,
} from 'zod/v4';

// Without the formats that a text could be asked for, such as `string().email()`: zod has them as `email()` too.
const string = (params?: Parameters<typeof core._string>[1]) => core._string(_ZodString, params);

// zod's own would bring those texts back, for keys that are left out.
const record = (keyType: core.$ZodRecordKey, valueType: core.$ZodType) =>
  new ZodRecord({ type: 'record', keyType, valueType });

export const z = {
  array,
  boolean,
  config,
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
  uuid,
};
