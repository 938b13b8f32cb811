import { contentIn } from "#contract/site/content-in.ts";
import { type SectionName, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import * as z from "zod/mini";
import { countRevisions, newestRevisions, type RevisionRow } from "./content.queries.ts";
import { installedContent } from "./installed-content.ts";

/** The current content and the row of each section; a section that was never saved has none. */
type CurrentContent = { content: SiteContent; rows: ReadonlyMap<string, RevisionRow> };

/**
 * Reads the site content. It is cached; one small query, shared by simultaneous callers, checks for a save, so every
 * instance shows a save to the next visitor.
 */
export function createContentReader(db: Database): () => Promise<CurrentContent> {
  let kept: { revisions: number; current: CurrentContent } | undefined;
  return sharedRead(async () => {
    const revisions = await countRevisions(db);
    // the count first: a save between the two queries makes the next caller read again
    if (kept?.revisions !== revisions) kept = { revisions, current: await readContent(db) };
    return kept.current;
  });
}

/** Reads the content from the database, in a transaction if given. */
export async function readContent(db: Database): Promise<CurrentContent> {
  const rows = new Map((await newestRevisions(db)).map((row) => [row.section, row]));
  const stored = Object.fromEntries(sectionNames.map((section) => [section, contentOf(section, rows.get(section))]));
  return { content: z.parse(siteContent, stored), rows };
}

/**
 * The content of a row's section; without a row, the original text. A text stored before a field existed gets that
 * field's original, except in Spanish, which would not translate it; one that no longer fits the schema reads as the original.
 */
export function contentOf(section: SectionName, row: Pick<RevisionRow, "content"> | undefined): Fields {
  const installed = installedContent[section];
  if (!isFields(row?.content)) return installed;
  const merged = { ...contentIn(installed, "en"), ...row.content };
  return z.safeParse(siteContent.shape[section], merged).data ?? installed;
}

export const englishChangedOf = (row: Pick<RevisionRow, "english_changed"> | undefined): EnglishChanged =>
  z.parse(z.record(z.string(), z.string()), row?.english_changed ?? {});

export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
