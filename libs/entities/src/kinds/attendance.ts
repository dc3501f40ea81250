import { property, text } from './define.ts';

/** The properties of a person's attendance of a meeting. */
export const ATTENDANCE = [
  property(
    'answer',
    text('answer', ['gcalendar'], {
      priority: 600,
      definition: 'The answer to the invitation: accepted, tentative, declined or needsAction.',
    }),
  ),
];
