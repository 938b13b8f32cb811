import { mailNames } from "#contract/admin/mail.ts";
import type { CallName } from "#contract/all.ts";
import { restoreSection, saveSection as saveSectionCall } from "#contract/site/content.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { forEachMail, type SectionName, siteContent } from "#contract/site/sections.ts";
import { checkRules, Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { pictureAddresses } from "../media/media.present.ts";
import { isStoredAttachment, storedDocument } from "../media/media.queries.ts";
import { type Actor, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Parts } from "#server/parts.ts";
import * as z from "zod/mini";
import {
  type EnglishChanged,
  insertRevision,
  keepFiles,
  pictureOf,
  revisionOf,
  revisionsOf,
} from "./content.queries.ts";
import { contentOf, englishChangedAfter, type Fields } from "./current-content.ts";

const titles: Record<SectionName, string> = {
  site: "Name and presentation",
  contact: "Phones, email, and mailing address",
  closedDays: "Closed days",
  returnCosts: "Return shipping costs",
  footer: "About and social links",
  home: "Home page",
  healthyYouth: "California Healthy Youth Act",
  testimonials: "Testimonials",
  resources: "Resources",
  signUp: "Sign-up page",
  terms: "Terms and Responsibilities",
  ...forEachMail((kind) => `Email text: ${mailNames[kind]}`),
};

type SectionVersion = { section: SectionName; version: number };

/** Saves a section as its next version. Rejects stale saves and broken rules. */
export async function saveSection(
  parts: Parts,
  form: SectionVersion & { content: Fields; stillFits: readonly string[] },
  actor: Actor,
): Promise<void> {
  const rules = siteContent.shape[form.section];
  checkRules(rules, form.content);
  const content = z.parse(rules, form.content);
  await inTransaction(parts.db, async (tx) => {
    const complete = await withFiles(tx, parts.clock, content);
    await store(tx, { ...form, content: complete, call: saveSectionCall.call, restored: null }, actor);
  });
}

/** Restores an earlier version of a section as its next one; 0 is the original text. */
export async function restore(
  parts: Parts,
  { section, version, wantedVersion: restored }: SectionVersion & { wantedVersion: number },
  actor: Actor,
): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    const row = restored === 0 ? undefined : await revisionOf(tx, section, restored);
    if (restored > 0 && !row) throw new Refusal({ kind: "no-such-version" });
    const content = contentOf(section, row);
    const englishChanged = row?.englishChanged ?? {};
    await store(tx, { section, version, content, englishChanged, call: restoreSection.call, restored }, actor);
  });
}

type Change = SectionVersion & {
  content: object;
  /** Only for a restored version, which has its own. */
  englishChanged?: EnglishChanged;
  stillFits?: readonly string[];
  call: CallName;
  restored: number | null;
};

async function store(tx: Transaction, change: Change, actor: Actor) {
  const { section, version, content, call, restored } = change;
  const [before] = await revisionsOf(tx, section, 1);
  const last = { content: contentOf(section, before), englishChanged: before?.englishChanged ?? {} };
  const isStored =
    version === (before?.version ?? 0) &&
    (await insertRevision(tx, {
      section,
      version: version + 1,
      content,
      english_changed: change.englishChanged ?? englishChangedAfter(last, content, actor.at, change.stillFits),
      saved_at: actor.at,
      saved_by: actor.userId,
      restored_version: restored,
    }));
  if (!isStored) {
    const [latest] = await revisionsOf(tx, section, 1);
    throw new Refusal({ kind: "stale", what: "section", changedBy: latest?.savedBy ?? "someone else" });
  }
  await keepFiles(tx, idsIn(content, "attachmentId"), idsIn(content, "documentId"));
  await recordActivity(tx, actor, {
    call,
    kind: "site",
    subjectId: null,
    label: titles[section],
    before: snapshotOf(last.content),
    after: snapshotOf(content),
  });
}

function idOf(value: object, name: "attachmentId" | "documentId"): number | undefined {
  const id: unknown = Reflect.get(value, name);
  return typeof id === "number" ? id : undefined;
}

function idsIn(value: unknown, name: "attachmentId" | "documentId"): number[] {
  if (typeof value !== "object" || value === null) return [];
  const id = idOf(value, name);
  return id === undefined ? Object.values(value).flatMap((inner) => idsIn(inner, name)) : [id];
}

/** Returns the content with the stored address of every picture and document. Rejects missing ones. */
async function withFiles(tx: Transaction, clock: Clock, content: object): Promise<object> {
  const attachmentId = idOf(content, "attachmentId");
  if (attachmentId !== undefined) {
    const row = (await isStoredAttachment(tx, clock, attachmentId)) ? await pictureOf(tx, attachmentId) : undefined;
    const addresses = row && pictureAddresses(row);
    if (!addresses) throw refusalOf([{ field: "logo", message: ownMessages.noSuchPicture }]);
    return { attachmentId, ...addresses };
  }
  const documentId = idOf(content, "documentId");
  if (documentId !== undefined) {
    const document = await storedDocument(tx, clock, documentId);
    if (!document) throw refusalOf([{ field: "document", message: ownMessages.noSuchDocument }]);
    return document;
  }
  const fields: [field: string, value: unknown][] = Object.entries(content);
  const parts: typeof fields = [];
  for (const [field, value] of fields) {
    const isNested = typeof value === "object" && value !== null;
    parts.push([field, isNested ? await withFiles(tx, clock, value) : value]);
  }
  return Array.isArray(content) ? parts.map(([, value]) => value) : Object.fromEntries(parts);
}

/** Returns a readable snapshot of a section for the activity log, field by field: "documents 2, title". */
function snapshotOf(content: unknown): Snapshot {
  return Object.fromEntries(linesOf(content, ""));
}

function linesOf(value: unknown, name: string): [string, string | null][] {
  if (typeof value !== "object" || value === null) return [[name, typeof value === "string" ? value : null]];
  if ("attachmentId" in value && "fileName" in value)
    return [[name, `${String(value.fileName)} (picture ${String(value.attachmentId)})`]];
  if ("documentId" in value && "fileName" in value)
    return [[name, `${String(value.fileName)} (document ${String(value.documentId)})`]];
  if (Array.isArray(value)) return value.flatMap((entry, at) => linesOf(entry, `${name} ${at + 1}`));
  return Object.entries(value).flatMap(([field, inner]) =>
    linesOf(inner, name ? `${name}, ${inWords(field)}` : inWords(field)),
  );
}

/** Returns "site name" for "siteName". */
const inWords = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
