import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

describe('commit message', () => {
  it('leaves the subject to the title', () => {
    expect(readMessage('Add a planner')).toEqual({ blocks: [], trailers: [] });
  });

  it('keeps paragraphs, lists and code apart, as they were written', () => {
    const text = 'Subject\n\nWhy it is so,\non two lines.\n\n- one\n- two\n\n    npm start\n    npm test\n';
    expect(readMessage(text).blocks).toEqual([
      { code: false, text: 'Why it is so,\non two lines.' },
      { code: false, text: '- one\n- two' },
      { code: true, text: '    npm start\n    npm test' },
    ]);
  });

  it('takes trailers off the end only', () => {
    const text = 'Subject\n\nNote: this is prose.\n\nSigned-off-by: Ada <ada@example.com>\nFixes: #12';
    expect(readMessage(text)).toEqual({
      blocks: [{ code: false, text: 'Note: this is prose.' }],
      trailers: [
        { name: 'Signed-off-by', value: 'Ada <ada@example.com>' },
        { name: 'Fixes', value: '#12' },
      ],
    });
  });

  it('reads line ends of any system', () => {
    expect(readMessage('Subject\r\n\r\nBody\r\n').blocks).toEqual([{ code: false, text: 'Body' }]);
  });
});
