import { formatDay, machineDay } from "#web/lib/dates.ts";

/** Returns a note for a Spanish text that translates an earlier English one. `at` is an instant (ISO 8601). */
export function englishChangedNote(at: string): string {
  return `The English text changed on ${formatDay(machineDay(at) ?? at)}, after this translation. If the translation is still accurate, check the box below. If not, update it.`;
}
