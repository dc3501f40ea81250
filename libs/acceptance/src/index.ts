export { type FixtureOptions, type Shape, makeFixtureRepository } from './fixture-repository.ts';
