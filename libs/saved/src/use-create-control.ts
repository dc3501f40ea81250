import { createDenial, SAVED_TYPES, type SavedTypeRules } from '@cairn/contracts';
import { actorOf, controlOf, useHost } from '@cairn/host';

/** The attributes of a control that creates a thing of a type, as far as this person may. */
export function useCreateControl(rules: Pick<SavedTypeRules, 'creator' | 'denied'>) {
  return controlOf(createDenial(actorOf(useHost()), rules), rules.denied);
}

/** The attributes of a control that puts something into a space. */
export const useSpaceControl = () => useCreateControl(SAVED_TYPES['space-v1']);
