import { FORGE, property, text } from './define.ts';

/** The properties of a request to review a pull request. */
export const REVIEW_REQUEST = [
  property(
    'verdict',
    text('verdict', FORGE, {
      priority: 600,
      definition:
        'The latest verdict of the reviewer: approved, changesRequested or commented; empty while there is none.',
    }),
  ),
];
