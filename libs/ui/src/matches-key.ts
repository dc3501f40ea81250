/** True when the event matches a step such as `mod+k`, `?` or `arrowdown`, with exactly its modifiers. */
export function matchesKey(step: string, event: KeyboardEvent): boolean {
  const parts = step.toLowerCase().split('+');
  const key = parts.pop() ?? '';
  const mod = event.metaKey || event.ctrlKey;
  if (parts.includes('mod') !== mod || parts.includes('alt') !== event.altKey) return false;
  // A shifted character such as ? implies Shift.
  if (key.length > 1 || /[a-z]/.test(key)) {
    if (parts.includes('shift') !== event.shiftKey) return false;
  }
  return event.key.toLowerCase() === key;
}
