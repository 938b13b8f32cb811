import { formatDay, machineDay } from "#web/lib/dates.ts";

/** The note beside a Spanish text that translates an earlier English one. `at` is an instant (ISO 8601). */
export function englishChangedNote(at: string): string {
  return `The English text changed on ${formatDay(machineDay(at) ?? at)}, after this one. A change to this one takes the note away.`;
}
