import { formatDay, machineDay } from "#web/lib/dates.ts";

/** The note beside a Spanish text that translates an earlier English one, which a save takes away. `at` is an instant (ISO 8601). */
export function englishChangedNote(at: string): string {
  return `The English text changed on ${formatDay(machineDay(at) ?? at)}, after this one. If this one still fits, say so; else change it.`;
}
