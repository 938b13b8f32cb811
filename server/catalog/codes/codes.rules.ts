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

const withSingleSpaces = (words: string) => words.replace(/\s+/gu, " ");

/** Returns the entries to store, with ids for new ones; undefined if a stored entry is missing or an id is unknown. */
export function entriesToStore(
  list: CodeList,
  stored: readonly CodeEntry[],
  input: readonly CodeEntry[],
): CodeEntry[] | undefined {
  const existing = input.filter(({ id }) => id !== 0);
  const ids = new Set(existing.map(({ id }) => id));
  if (ids.size !== existing.length || ids.size !== stored.length || !stored.every(({ id }) => ids.has(id)))
    return undefined;
  let last = Math.max(0, ...ids);
  const next = () => {
    last = list === "subjects" ? last + 1 : Math.max(last * 2, allGrades + 1);
    return last;
  };
  return input.map(({ id, name, nameInSpanish, alsoCalled, isHidden }) => ({
    id: id === 0 ? next() : id,
    name: withSingleSpaces(name),
    nameInSpanish: withSingleSpaces(nameInSpanish),
    alsoCalled: withSingleSpaces(alsoCalled),
    isHidden,
  }));
}

/** Returns the entries whose titles need new search words. */
export function withOtherWords(list: CodeList, before: readonly CodeEntry[], after: readonly CodeEntry[]): CodeEntry[] {
  return after.filter((entry) => {
    const previous = before.find(({ id }) => id === entry.id);
    // a new grade applies to titles for all grades; a new subject has no titles
    if (!previous) return list === "grades";
    return (["name", "nameInSpanish", "alsoCalled"] as const).some((part) => previous[part] !== entry[part]);
  });
}

export type Renamed = { field: "subject" | "grade"; from: string; to: string };

export function renamedIn(list: CodeList, before: readonly CodeEntry[], after: readonly CodeEntry[]): Renamed[] {
  const field = list === "subjects" ? "subject" : "grade";
  return before.flatMap(({ id, name: from }) => {
    const to = after.find((entry) => entry.id === id)?.name ?? from;
    return to === from ? [] : [{ field, from, to }];
  });
}

/** Builds the snapshot for the activity log: a line per entry under its previous name, and the order. */
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
