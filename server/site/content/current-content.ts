import type { EditableContent, Revision } from "#contract/site/content.ts";
import { contentIn } from "#contract/site/content-in.ts";
import { forEachMail, type SectionName, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { isoDates } from "#server/iso-dates.ts";
import type { Database } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import * as z from "zod/mini";
import {
  countRevisions,
  type EnglishChanged,
  newestRevisions,
  revisionOf,
  type RevisionRow,
  revisionsOf,
} from "./content.queries.ts";
import installedTexts from "./installed-content.json" with { type: "json" };

/** The original site content, version 0 of every section. Neutral, because each library replaces it at admin/sitecontent. */
export const installedContent = z.parse(siteContent, { ...installedTexts, ...forEachMail(() => ({})) });

/** The current content, and the row of each section that was ever saved. */
type CurrentContent = { content: SiteContent; rows: ReadonlyMap<string, RevisionRow> };

export type ContentReader = () => Promise<CurrentContent>;

/**
 * Returns a cached reader of the site content. A small query, shared by concurrent callers, checks for saves, so that every
 * instance shows a save to the next visitor.
 */
export function createContentReader(db: Database): ContentReader {
  let cache: { revisions: number; current: CurrentContent } | undefined;
  return sharedRead(async () => {
    const revisions = await countRevisions(db);
    // the count first, so that a save between the two queries makes the next caller read again
    if (cache?.revisions !== revisions) cache = { revisions, current: await readContent(db) };
    return cache.current;
  });
}

export const readClosedDays = async (readContent: ContentReader) => (await readContent()).content.closedDays.days;

export async function readContent(db: Database): Promise<CurrentContent> {
  const rows = new Map((await newestRevisions(db)).map((row) => [row.section, row]));
  const stored = Object.fromEntries(sectionNames.map((section) => [section, contentOf(section, rows.get(section))]));
  return { content: z.parse(siteContent, stored), rows };
}

/**
 * Returns the content of a row's section, or the original text without a row or for an invalid one. A field that is newer
 * than the row gets its original text, except in Spanish, which would not translate the row's English.
 */
export function contentOf(section: SectionName, row: Pick<RevisionRow, "content"> | undefined): Fields {
  const installed = installedContent[section];
  if (!isFields(row?.content)) return installed;
  const merged = { ...contentIn(installed, "en"), ...row.content };
  return z.safeParse(siteContent.shape[section], merged).data ?? installed;
}

/** Returns a version of the terms in a language; 0 is the original text. */
export async function termsOf(db: Database, version: number, language: LanguageCode) {
  const row = version === 0 ? undefined : found(await revisionOf(db, "terms", version));
  const terms = z.parse(siteContent.shape.terms, contentOf("terms", row));
  return { savedAt: row?.savedAt.toISOString() ?? null, terms: contentIn(terms, language) };
}

/** Returns the current version of every section, with its Spanish fields. */
export async function editableContent(db: Database): Promise<EditableContent> {
  const { content, rows } = await readContent(db);
  const revisions = Object.fromEntries(sectionNames.map((section) => [section, presentRevision(rows.get(section))]));
  return { content, revisions };
}

const maxVersions = 100;

/** Returns the versions of a section, newest first. */
export async function historyOf(db: Database, section: SectionName) {
  const rows = await revisionsOf(db, section, maxVersions);
  const versions = rows.at(-1)?.version === 1 || rows.length === 0 ? [...rows, undefined] : rows;
  return versions.map((row) => ({ revision: presentRevision(row), content: contentOf(section, row) }));
}

/** Presents a version of a section, or the original text without a row. */
function presentRevision(row: RevisionRow | undefined): Revision {
  if (!row) return { version: 0, savedAt: null, savedBy: "", restoredVersion: null, englishChanged: {} };
  const { section: _section, content: _content, ...revision } = row;
  return isoDates(revision);
}

export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Version = { content: unknown; englishChanged: EnglishChanged };

/** A Spanish text and its English version; `kind` is its path without positions in lists, which may change. */
type Pair = { path: string; kind: string; english: string; spanish: string };

/**
 * Returns the changes in English after a save. A Spanish text counts as accurate if it is new or changed, or if staff marked
 * its path as still accurate.
 */
export function englishChangedAfter(
  before: Version,
  content: unknown,
  at: Date,
  stillFits: readonly string[] = [],
): EnglishChanged {
  const previousPairs = pairsIn(before.content);
  const changes = pairsIn(content).flatMap((pair): [string, string][] => {
    if (stillFits.includes(pair.path)) return [];
    const matches = previousPairs.filter(({ kind, spanish }) => kind === pair.kind && spanish === pair.spanish);
    const untouched = matches.find(({ english }) => english === pair.english);
    if (!untouched) return matches.length > 0 ? [[pair.path, at.toISOString()]] : [];
    const since = before.englishChanged[untouched.path];
    return since === undefined ? [] : [[pair.path, since]];
  });
  return Object.fromEntries(changes);
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
