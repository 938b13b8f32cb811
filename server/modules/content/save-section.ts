import type { CallName } from "#contract/all.ts";
import { bringBackSection, saveSection as saveSectionCall } from "#contract/content.ts";
import { ownMessages } from "#contract/messages.ts";
import { type SectionName, siteContent } from "#contract/site/sections.ts";
import { Refusal } from "#server/http/errors.ts";
import { checkRules, refusalOf } from "#server/http/read-request.ts";
import { attachmentIsThere, pictureAddresses } from "#server/modules/media/public.ts";
import { type Hand, recordAudit } from "#server/platform/audit/record-audit.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import * as z from "zod/mini";
import { insertRevision, keepPictures, pictureOf, revisionOf, revisionsOf } from "./content.queries.ts";
import { titles } from "./content.present.ts";
import { contentOf, type Fields } from "./current-content.ts";
import { snapshotOf } from "./section-snapshot.ts";

type Parts = { db: Database; clock: Clock };

/** Which section, at the version it was read at. */
type Place = { section: SectionName; version: number };

/** Saves a section as its next version; refuses whoever read an older one, and what breaks the section's rules. */
export async function saveSection(parts: Parts, place: Place & { content: Fields }, hand: Hand): Promise<void> {
  const rules = siteContent.shape[place.section];
  checkRules(rules, place.content);
  const content: Fields = z.parse(rules, place.content);
  await inTransaction(parts.db, async (tx) => {
    const located = await withPictures(tx, parts.clock, content);
    await store(tx, { ...place, content: located, call: saveSectionCall.call, restored: null }, hand);
  });
}

/** Makes an earlier version of a section its next one; 0 is the text as installed. */
export async function bringBack(parts: Parts, place: Place & { wanted: number }, hand: Hand): Promise<void> {
  const { section, wanted } = place;
  await inTransaction(parts.db, async (tx) => {
    const row = wanted === 0 ? undefined : await revisionOf(tx, section, wanted);
    if (wanted > 0 && !row) throw new Refusal(ownMessages.noSuchVersion);
    const content = contentOf(section, row);
    await store(tx, { ...place, content, call: bringBackSection.call, restored: wanted }, hand);
  });
}

type Change = Place & { content: Fields; call: CallName; restored: number | null };

async function store(tx: Transaction, { section, version, content, call, restored }: Change, hand: Hand) {
  const [before] = await revisionsOf(tx, section, 1);
  const isStored =
    version === (before?.version ?? 0) &&
    (await insertRevision(tx, {
      section,
      version: version + 1,
      content,
      saved_at: hand.at,
      saved_by: hand.userId,
      restored_version: restored,
    }));
  if (!isStored) {
    const [theirs] = await revisionsOf(tx, section, 1);
    throw new Refusal(ownMessages.sectionChangedBy(theirs?.name ?? "someone else"));
  }
  await keepPictures(tx, picturesIn(content));
  await recordAudit(tx, hand, {
    call,
    kind: "site",
    subjectId: null,
    label: titles[section],
    before: snapshotOf(contentOf(section, before)),
    after: snapshotOf(content),
  });
}

const isPicture = (value: unknown): value is { attachmentId: number } =>
  typeof value === "object" && value !== null && "attachmentId" in value && typeof value.attachmentId === "number";

/** The ids of the pictures in a content, however deep. */
function picturesIn(value: unknown): number[] {
  if (isPicture(value)) return [value.attachmentId];
  return typeof value === "object" && value !== null ? [...new Set(Object.values(value).flatMap(picturesIn))] : [];
}

/** The content with every picture's own address, whatever was sent; refuses a picture that is not there. */
async function withPictures(tx: Transaction, clock: Clock, content: Fields): Promise<Fields> {
  const located = new Map<number, object>();
  for (const attachmentId of picturesIn(content)) {
    const row = (await attachmentIsThere(tx, clock, attachmentId)) ? await pictureOf(tx, attachmentId) : undefined;
    const addresses = row && pictureAddresses(row);
    if (!addresses) throw refusalOf([{ field: "logo", message: ownMessages.noSuchPicture }]);
    located.set(attachmentId, { attachmentId, ...addresses });
  }
  const place = (value: unknown): unknown => {
    if (isPicture(value)) return located.get(value.attachmentId);
    if (Array.isArray(value)) return value.map(place);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, place(inner)]));
  };
  return Object.fromEntries(Object.entries(content).map(([field, inner]) => [field, place(inner)]));
}
