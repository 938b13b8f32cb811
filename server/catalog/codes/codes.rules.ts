import { allGrades } from "#contract/catalog/grade-masks.ts";
import type { CodeEntry, CodeList } from "#contract/catalog/code-lists.ts";

export const offered = <Code extends { isHidden?: boolean }>(codes: readonly Code[]): Code[] =>
  codes.filter(({ isHidden }) => !isHidden);

type Named = { nameInSpanish: string };

export function spanishNames(codes: {
  subjects: readonly (Named & { subjectName: string })[];
  grades: readonly (Named & { gradeName: string })[];
}): Record<string, string> {
  return Object.fromEntries([
    ...codes.subjects.map(({ subjectName, nameInSpanish }) => [subjectName, nameInSpanish] as const),
    ...codes.grades.map(({ gradeName, nameInSpanish }) => [gradeName, nameInSpanish] as const),
  ]);
}

const spaced = (words: string) => words.replace(/\s+/gu, " ");

/**
 * What is stored after a save: the entries as sent, the new ones with their ids. Undefined when one that is stored is
 * missing, or one that is not is there.
 */
export function entriesToStore(
  list: CodeList,
  stored: readonly CodeEntry[],
  sent: readonly CodeEntry[],
): CodeEntry[] | undefined {
  const kept = sent.filter(({ id }) => id !== 0);
  const ids = new Set(kept.map(({ id }) => id));
  if (ids.size !== kept.length || ids.size !== stored.length || !stored.every(({ id }) => ids.has(id)))
    return undefined;
  let last = Math.max(0, ...ids);
  const next = () => {
    last = list === "subjects" ? last + 1 : Math.max(last * 2, allGrades + 1);
    return last;
  };
  return sent.map(({ id, name, nameInSpanish, alsoCalled, isHidden }) => ({
    id: id === 0 ? next() : id,
    name: spaced(name),
    nameInSpanish: spaced(nameInSpanish),
    alsoCalled: spaced(alsoCalled),
    isHidden,
  }));
}

/** Those whose titles are found by other words now. */
export function withOtherWords(list: CodeList, before: readonly CodeEntry[], after: readonly CodeEntry[]): CodeEntry[] {
  return after.filter((now) => {
    const then = before.find(({ id }) => id === now.id);
    // a new grade has the titles that are for all grades; a new subject has none
    if (!then) return list === "grades";
    return (["name", "nameInSpanish", "alsoCalled"] as const).some((part) => then[part] !== now[part]);
  });
}

export type Renamed = { field: "subject" | "grade"; from: string; to: string };

export function renamedIn(list: CodeList, before: readonly CodeEntry[], after: readonly CodeEntry[]): Renamed[] {
  const field = list === "subjects" ? "subject" : "grade";
  return before.flatMap(({ id, name: from }) => {
    const to = after.find((now) => now.id === id)?.name ?? from;
    return to === from ? [] : [{ field, from, to }];
  });
}

/** What the audit compares: a line for each, by the name that it had, and the order. */
export function snapshotOf(entries: readonly CodeEntry[], before: readonly CodeEntry[]): Record<string, string> {
  const named = entries.map((entry) => {
    const known = before.find(({ id }) => id === entry.id);
    return { key: known?.name ?? `${entry.name} (new)`, entry };
  });
  const lineOf = ({ name, nameInSpanish, alsoCalled, isHidden }: CodeEntry) =>
    [`${name} / ${nameInSpanish}`, alsoCalled && `also found by ${alsoCalled}`, isHidden && "hidden"]
      .filter(Boolean)
      .join("; ");
  const lines = Object.fromEntries(named.map(({ key, entry }) => [key, lineOf(entry)] as const));
  return { ...lines, Order: named.map(({ key }) => key).join(", ") };
}
