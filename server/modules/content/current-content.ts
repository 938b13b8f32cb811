import { contentIn } from "#contract/site/content-in.ts";
import { sectionNames, type SectionName, type SiteContent, siteContent } from "#contract/site/sections.ts";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import * as z from "zod/mini";
import { countRevisions, newestRevisions, type RevisionRow } from "./content.queries.ts";
import type { EnglishChanged } from "./english-changed.rules.ts";
import { installedContent } from "./installed-content.ts";

/** The current content and the row of each section; a section that was never saved has none. */
export type CurrentContent = { content: SiteContent; rows: ReadonlyMap<string, RevisionRow> };

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

/** What a row's save found of English texts that changed after their Spanish versions. */
export const englishChangedOf = (row: Pick<RevisionRow, "english_changed"> | undefined): EnglishChanged =>
  z.parse(z.record(z.string(), z.string()), row?.english_changed ?? {});

export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
