import type { CallName } from "#contract/all.ts";
import { restoreSection, saveSection as saveSectionCall } from "#contract/content.ts";
import { ownMessages } from "#contract/messages.ts";
import { type SectionName, siteContent } from "#contract/site/sections.ts";
import { checkRules, Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { attachmentIsThere, documentThere, pictureAddresses } from "#server/modules/media/public.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import * as z from "zod/mini";
import { insertRevision, keepDocuments, keepPictures, pictureOf, revisionOf, revisionsOf } from "./content.queries.ts";
import { titles } from "./content.present.ts";
import { contentOf, type Fields } from "./current-content.ts";
import { snapshotOf } from "./section-snapshot.ts";

type Parts = { db: Database; clock: Clock };

/** The section and the version it was read at. */
type Place = { section: SectionName; version: number };

/** Saves a section as its next version; refuses stale saves and broken rules. */
export async function saveSection(parts: Parts, place: Place & { content: Fields }, actor: Actor): Promise<void> {
  const rules = siteContent.shape[place.section];
  checkRules(rules, place.content);
  const content: Fields = z.parse(rules, place.content);
  await inTransaction(parts.db, async (tx) => {
    const located = await withFiles(tx, parts.clock, content);
    await store(tx, { ...place, content: located, call: saveSectionCall.call, restored: null }, actor);
  });
}

/** Restores an earlier version of a section as its next one; 0 is the original text. */
export async function restore(parts: Parts, place: Place & { wanted: number }, actor: Actor): Promise<void> {
  const { section, wanted } = place;
  await inTransaction(parts.db, async (tx) => {
    const row = wanted === 0 ? undefined : await revisionOf(tx, section, wanted);
    if (wanted > 0 && !row) throw new Refusal({ kind: "no-such-version" });
    const content = contentOf(section, row);
    await store(tx, { ...place, content, call: restoreSection.call, restored: wanted }, actor);
  });
}

type Change = Place & { content: Fields; call: CallName; restored: number | null };

async function store(tx: Transaction, { section, version, content, call, restored }: Change, actor: Actor) {
  const [before] = await revisionsOf(tx, section, 1);
  const isStored =
    version === (before?.version ?? 0) &&
    (await insertRevision(tx, {
      section,
      version: version + 1,
      content,
      saved_at: actor.at,
      saved_by: actor.userId,
      restored_version: restored,
    }));
  if (!isStored) {
    const [theirs] = await revisionsOf(tx, section, 1);
    throw new Refusal({ kind: "stale", what: "section", changedBy: theirs?.name ?? "someone else" });
  }
  await keepPictures(tx, idsIn(content, "attachmentId"));
  await keepDocuments(tx, idsIn(content, "documentId"));
  await recordAudit(tx, actor, {
    call,
    kind: "site",
    subjectId: null,
    label: titles[section],
    before: snapshotOf(contentOf(section, before)),
    after: snapshotOf(content),
  });
}

/** The fields that reference a picture or a document. */
type FileId = "attachmentId" | "documentId";

function idOf(value: object, name: FileId): number | undefined {
  const id: unknown = Object.entries(value).find(([field]) => field === name)?.[1];
  return typeof id === "number" ? id : undefined;
}

/** The ids of the pictures or of the documents in a content, at any depth. */
function idsIn(value: unknown, name: FileId): number[] {
  if (typeof value !== "object" || value === null) return [];
  const id = idOf(value, name);
  return id === undefined ? [...new Set(Object.values(value).flatMap((inner) => idsIn(inner, name)))] : [id];
}

/**
 * The content with the actual address of every picture and document, ignoring the submitted ones; refuses missing ones.
 */
async function withFiles(tx: Transaction, clock: Clock, content: Fields): Promise<Fields> {
  const pictures = new Map<number, object>();
  for (const attachmentId of idsIn(content, "attachmentId")) {
    const row = (await attachmentIsThere(tx, clock, attachmentId)) ? await pictureOf(tx, attachmentId) : undefined;
    const addresses = row && pictureAddresses(row);
    if (!addresses) throw refusalOf([{ field: "logo", message: ownMessages.noSuchPicture }]);
    pictures.set(attachmentId, { attachmentId, ...addresses });
  }
  const documents = new Map<number, object>();
  for (const documentId of idsIn(content, "documentId")) {
    const document = await documentThere(tx, clock, documentId);
    if (!document) throw refusalOf([{ field: "document", message: ownMessages.noSuchDocument }]);
    documents.set(documentId, document);
  }
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place);
    if (typeof value !== "object" || value === null) return value;
    const [picture, document] = [idOf(value, "attachmentId"), idOf(value, "documentId")];
    if (picture !== undefined) return pictures.get(picture);
    if (document !== undefined) return documents.get(document);
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, place(inner)]));
  };
  return Object.fromEntries(Object.entries(content).map(([field, inner]) => [field, place(inner)]));
}
