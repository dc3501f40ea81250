import { describe, expect, it } from 'vitest';
import { notProvided, repeatedSingletons } from './built.ts';

const chunk = (id: number, name = `${id}.js`) => ({
  name,
  text: `(globalThis.x||=[]).push([[1],{7:(e)=>{"other"},${id}(e,t,r){r.d(t,{});throw new Error("useHost needs a HostProvider around it")}}]);`,
});

describe('the check of built output', () => {
  it('finds a singleton that is there as two modules', () => {
    expect(repeatedSingletons('explore', [chunk(118), chunk(240)])).toEqual([
      'explore holds 2 copies of @cairn/host: 118.js, 240.js',
    ]);
  });

  it('counts a module that is in two chunks once', () => {
    expect(repeatedSingletons('explore', [chunk(118, 'a.js'), chunk(118, 'b.js')])).toEqual([]);
  });

  it('finds what remotes ask for and the shell does not provide', () => {
    const text = 'federation.initOptions.shared={"@cairn/ui":[{version:"0.1.0"}],react:[{version:"19.3.1"}]}';
    const names = ['react', '@cairn/ui', '@cairn/ui/fields', 'zod'];
    expect(notProvided(names, [{ name: 'main.js', text }])).toEqual(['@cairn/ui/fields', 'zod']);
  });
});
