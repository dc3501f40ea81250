export { type FixtureOptions, makeFixtureRepository } from './fixture-repository.ts';
