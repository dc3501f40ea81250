import { PART_NAMES } from '@cairn/host/parts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exposesOf, frontEnds, readFrontEnd } from './front-ends.ts';
import { disagreements } from './registry.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-front-ends-'));
  mkdirSync(join(root, 'mfe-maps/src'), { recursive: true });
  writeFileSync(join(root, 'mfe-maps/src/app.tsx'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

const declare = (text: string) => writeFileSync(join(root, 'mfe-maps/federation.json'), text);

describe('a front-end', () => {
  it('exposes the parts that the table names, each from the file of its name', () => {
    expect(exposesOf('explore')).toEqual({
      './App': './src/app.tsx',
      './DebugQuery': './src/debug-query.tsx',
      './QuestionView': './src/question-view.tsx',
    });
  });

  it('is refused when a part of it has no file, naming both', () => {
    declare('{ "name": "maps" }');
    expect(() => readFrontEnd('mfe-maps', ['maps/App', 'maps/StreetView'], root)).toThrow(
      'mfe-maps: ./StreetView is a part but ./src/street-view.tsx is missing',
    );
  });

  it('is refused when the table names no part of it', () => {
    declare('{ "name": "maps" }');
    expect(() => readFrontEnd('mfe-maps', PART_NAMES, root)).toThrow('names no part of "maps"');
  });

  it('is refused when its declaration says more or less than it may', () => {
    declare('{ "name": "maps", "exposes": {} }');
    expect(() => readFrontEnd('mfe-maps', ['maps/App'], root)).toThrow('exposes');
  });

  it('runs in the host contracts that it declares', () => {
    declare('{ "name": "maps", "contract": { "min": 3, "max": 4 } }');
    expect(readFrontEnd('mfe-maps', ['maps/App'], root).contract).toEqual({ min: 3, max: 4 });
  });

  it('that nobody knows is refused with the names that there are', () => {
    expect(() => frontEnds(['maps'])).toThrow(
      'no front-end maps; there are shell, explore, entity, workspace, settings',
    );
  });
});

describe('a manifest', () => {
  const exposes = (...names: string[]) => ({ exposes: names.map((name) => ({ name, path: `./${name}` })) });

  it('that exposes what the table names agrees with it', () => {
    expect(disagreements('explore', exposes('App', 'QuestionView', 'DebugQuery'))).toEqual([]);
  });

  it('that lacks a part, or exposes another, is said by name', () => {
    expect(disagreements('explore', exposes('App', 'DebugQuery', 'Secrets'))).toEqual([
      'explore/QuestionView is a part of libs/host but the manifest of explore does not expose it',
      'explore/Secrets is exposed but is no part of libs/host',
    ]);
  });
});
