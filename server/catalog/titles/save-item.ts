import type { CallName } from "#contract/all.ts";
import { itemRules } from "#contract/catalog/catalog.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { firstOf, titleNames } from "#contract/catalog/title-record.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { checkRules, Refusal, refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import { type Codes, codesOf, followCodes } from "../codes/codes.queries.ts";
import { recountStock } from "../copies/stock.queries.ts";
import { isStoredAttachment } from "#server/site/public.ts";
import { type Actor, nameOf, recordActivity } from "#server/platform/record-activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { isDuplicate } from "#server/platform/errors/database-errors.ts";
import { itemLabel, type ItemState, snapshotsOf } from "./catalog.present.ts";
import { copiesOf, copyOf, itemOf } from "./catalog.queries.ts";
import * as queries from "./editing.queries.ts";
import { freeNumberAfter, freeNumbers, newestSkus } from "./editing.queries.ts";
import * as rules from "./editing.rules.ts";
import { schemeOf, skuOf } from "./editing.rules.ts";
import { unlessLocked } from "./archive-title.ts";

/** A save: `itemId` 0 adds a title; `copies` is the number of copies to add. */
export type ItemSave = { call: CallName; itemId: number; body: rules.ItemBody; copies: number };

export type SavedItem = ItemState & { added: ItemState["copies"] };

type Parts = { db: Database; clock: Clock };
type Work = { tx: Transaction; clock: Clock; save: ItemSave; draft: rules.ItemDraft; codes: Codes; actor: Actor };

/** Saves a title, the form's changes to its copies, and new copies in one transaction. */
export async function saveItem({ db, clock }: Parts, save: ItemSave, userId: number): Promise<SavedItem> {
  const { draft, codes } = await checkedDraft(db, save.body);
  const actor = { userId, at: clock.now() };
  const run = () =>
    inTransaction(db, async (tx) => {
      await queries.waitBriefly(tx);
      const work = { tx, clock, save, draft, codes, actor };
      const before = save.itemId > 0 ? await changeItem(work) : undefined;
      const itemId = before?.row.item_id ?? (await createItem(work));
      const sku = draft.skuNumber || draft.referenceNumber;
      if (save.copies > 0) await queries.insertCopies(tx, { itemId, sku, count: save.copies, at: actor.at });
      await recountStock(tx, [itemId]);
      const after = await stateOf(tx, itemId);
      const action = { call: save.call, kind: "item", subjectId: itemId, label: itemLabel(after) } as const;
      await recordActivity(tx, actor, { ...action, ...snapshotsOf(before, after, codes) });
      const known = new Set(before?.copies.map(({ copy_id }) => copy_id));
      return { ...after, added: after.copies.filter(({ copy_id }) => !known.has(copy_id)) };
    });
  return unlessLocked(async () =>
    run().catch((error: unknown) => {
      // the SKU was taken after the check; the second check names the title that has it
      if (isDuplicate(error)) return run();
      throw error;
    }),
  );
}

async function checkedDraft(db: Database, body: rules.ItemBody): Promise<{ draft: rules.ItemDraft; codes: Codes }> {
  const draft = rules.draftOf(body);
  checkRules(itemRules, draft);
  // another instance may have just added the code
  if (rules.choiceErrors(draft, await codesOf(db)).length > 0) await followCodes(db);
  const codes = await codesOf(db);
  const errors = rules.choiceErrors(draft, codes);
  if (errors.length > 0) throw refusalOf(errors);
  return { draft, codes };
}

/** Refuses hidden codes, unless the title already has them. */
function refuseHidden({ draft, codes }: Pick<Work, "draft" | "codes">, before?: ItemState): void {
  const errors = rules.hiddenErrors(draft, codes, before?.row);
  if (errors.length > 0) throw refusalOf(errors);
}

async function stateOf(tx: Transaction, itemId: number): Promise<ItemState> {
  return { row: found(await itemOf(tx, itemId)), copies: await copiesOf(tx, itemId) };
}

async function createItem({ tx, clock, save, draft, codes, actor }: Work): Promise<number> {
  refuseHidden({ draft, codes });
  await refuseForeignCopies(tx, save.body, []);
  const picture = await pictureOf(tx, clock, save.body);
  await refuseTakenSku(tx, draft.referenceNumber, 0);
  return queries.insertItem(tx, titleOf(draft, picture), actor);
}

/** Locks copies and then their title, writes the changes, and returns the previous title. */
async function changeItem({ tx, clock, save, draft, codes, actor }: Work): Promise<ItemState> {
  const { itemId, body } = save;
  const read = await stateOf(tx, itemId);
  await refuseForeignCopies(tx, body, read.copies);
  const picture = await pictureOf(tx, clock, body);
  const changes = rules.copyChanges(read.copies, body.inventoryItems);
  const hasNewSku = ({ row }: ItemState) => row.referenceNumber !== draft.referenceNumber;
  const copyIds = read.copies.map(({ copy_id }) => copy_id);
  await queries.lockCopies(tx, hasNewSku(read) ? copyIds : changes.map(({ copyId }) => copyId));
  const { version, changed_by } = found(await queries.lockItem(tx, itemId));
  const before = await stateOf(tx, itemId);
  // changes of copies or the SKU were checked on rows read before the lock, which must be unchanged
  const needsCurrentRead = body.inventoryItems !== undefined || hasNewSku(before);
  if (rules.isStale(body.version, version) || (needsCurrentRead && version !== read.row.version))
    throw new Refusal({ kind: "stale", what: "item", changedBy: await nameOf(tx, changed_by) });
  refuseHidden({ draft, codes }, before);
  if (hasNewSku(before)) await changeSku(tx, before, draft.referenceNumber);
  const objection = rules.objectionToCopyChanges(before.copies, changes);
  if (objection) throw refusalOfField(objection, "inventoryItems");
  await queries.writeItem(tx, itemId, titleOf(draft, picture, before), actor);
  for (const change of changes) await queries.writeCopy(tx, change);
  return before;
}

async function changeSku(tx: Transaction, { row, copies }: ItemState, sku: string): Promise<void> {
  const objection = rules.objectionToNewSku(copies);
  if (objection) throw refusalOfField(objection, "referenceNumber");
  await refuseTakenSku(tx, sku, row.item_id);
  await queries.renameCopies(tx, row.item_id, row.referenceNumber, sku);
}

async function refuseTakenSku(tx: Transaction, sku: string, itemId: number): Promise<void> {
  const title = await queries.titleWithSku(tx, sku, itemId);
  if (title !== undefined) throw refusalOfField({ kind: "taken", what: "SKU number", title }, "referenceNumber");
}

async function refuseForeignCopies(tx: Transaction, body: rules.ItemBody, own: ItemState["copies"]): Promise<void> {
  for (const { inventoryItemId } of body.inventoryItems ?? []) {
    if (own.some(({ copy_id }) => copy_id === inventoryItemId)) continue;
    if ((await copyOf(tx, inventoryItemId)) === undefined) throw new HttpError(404);
    throw new Refusal({ kind: "copy-of-another-title" });
  }
}

/** Returns the chosen picture and protects it from cleanup: null for none, undefined to keep the current one. */
async function pictureOf(tx: Transaction, clock: Clock, { attachmentId }: rules.ItemBody) {
  if (attachmentId === undefined) return undefined;
  if (attachmentId === null || attachmentId === 0) return null;
  if (await isStoredAttachment(tx, clock, attachmentId)) return attachmentId;
  throw refusalOf([{ field: "attachmentId", message: ownMessages.noSuchPicture }]);
}

/** Builds the title to store. Omitted fields stay; without a picture there is no alternative text. */
function titleOf(draft: rules.ItemDraft, picture: number | null | undefined, before?: ItemState): TitleValues {
  const title = firstOf(titleNames, { ...draft, attachmentId: picture }, before?.row ?? {});
  return title.attachmentId === null ? { ...title, attachmentAlt: "" } : title;
}

/** Returns the next available SKU by the numbering scheme of a category, or else of all titles. */
export async function nextSku(db: Database, categoryId: number): Promise<string> {
  const scheme = schemeOf(await newestSkus(db, categoryId)) ?? schemeOf(await newestSkus(db, 0));
  if (!scheme) return "";
  const next = skuOf(scheme, [await freeNumberAfter(db, scheme)]);
  return next === "" ? skuOf(scheme, await freeNumbers(db, scheme)) : next; // slower: reads all SKUs
}
