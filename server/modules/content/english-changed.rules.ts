/** When the English text changed after its Spanish version: an instant, by the path of the Spanish field. */
export type EnglishChanged = Record<string, string>;

type Version = { content: unknown; englishChanged: EnglishChanged };

/** A Spanish text with the English one beside it; `kind` is its path without the places in lists, which may change. */
type Pair = { path: string; kind: string; english: string; spanish: string };

/**
 * What holds after a save. A Spanish text that is new or changed is taken for a translation of what is there now, and so
 * is one of which staff say that it still fits, by its path.
 */
export function englishChangedAfter(
  before: Version,
  content: unknown,
  at: Date,
  stillFits: readonly string[] = [],
): EnglishChanged {
  const known = pairsIn(before.content);
  const changed = pairsIn(content).flatMap((pair): [string, string][] => {
    if (stillFits.includes(pair.path)) return [];
    const same = known.filter(({ kind, spanish }) => kind === pair.kind && spanish === pair.spanish);
    const untouched = same.find(({ english }) => english === pair.english);
    if (!untouched) return same.length > 0 ? [[pair.path, at.toISOString()]] : [];
    const since = before.englishChanged[untouched.path];
    return since === undefined ? [] : [[pair.path, since]];
  });
  return Object.fromEntries(changed);
}

const mark = "InSpanish";

function pairsIn(content: unknown, path = "", kind = ""): Pair[] {
  if (typeof content !== "object" || content === null) return [];
  const isList = Array.isArray(content);
  return Object.entries(content).flatMap(([name, value]: [string, unknown]): Pair[] => {
    const here = { path: path + name, kind: isList ? kind : kind + name };
    if (!name.endsWith(mark)) return pairsIn(value, `${here.path}.`, `${here.kind}.`);
    if (value === "" || value === null || value === undefined) return [];
    const english: unknown = Reflect.get(content, name.slice(0, -mark.length));
    return [{ ...here, english: JSON.stringify(english), spanish: JSON.stringify(value) }];
  });
}
