import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { uploadAttachment } from "#contract/site/media.ts";
import { Snapshot } from "#server/platform/backup/snapshot.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type FileStore, FileStoreError } from "#server/platform/files/file-store.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { testApp } from "#server/test/app.ts";
import { ask } from "#server/test/ask.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";
import { isStoredAttachment } from "./media.queries.ts";
import { mediaUpkeep } from "./upload.ts";

const fixture = await testApp();
const files = openFileStore(fixture.configuration);
const hour = 60 * 60 * 1000;

/** Uploads as a new user, because the clock moves by days and ends sessions. */
async function upload(picture?: File) {
  const { token } = await anAdmin(fixture);
  return (await fixture.call(uploadAttachment, { upload: picture ?? (await aPicture()) }, token)).body.data;
}
const cleanUp = (store: FileStore = files) => mediaUpkeep.cleanUp(fixture.db, fixture.clock, store);
const isRow = async (id: number) =>
  (await fixture.db.selectFrom("attachments").select("attachment_id").where("attachment_id", "=", id).execute())
    .length > 0;
const isServed = async ({ attachmentUrl: url }: { attachmentUrl: string }) =>
  (await fixture.app.inject({ url })).statusCode === 200;
const isUsable = (id: number) => inTransaction(fixture.db, (tx) => isStoredAttachment(tx, fixture.clock, id));
async function attach(id: number) {
  const { itemId } = await anItem(fixture);
  await fixture.db.updateTable("items").set({ attachment_id: id }).where("item_id", "=", itemId).execute();
  return itemId;
}

/** Creates a latch that makes work wait, so that two operations overlap. */
function latch() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Waits until a connection to this database waits for a lock. */
async function lockWait() {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await ask(fixture.connection, waiting)).length === 0);
}

describe("the cleanup of pictures", () => {
  it("deletes rows and files that were unused for a day, and no others", async () => {
    const picture = await upload();
    fixture.clock.move(23 * hour);
    await cleanUp();
    expect([await isRow(picture.attachmentId), await isServed(picture)]).toEqual([true, true]);
    fixture.clock.move(2 * hour);
    await cleanUp();
    expect([await isRow(picture.attachmentId), await isServed(picture)]).toEqual([false, false]);
    expect(await readdir(path.join(fixture.configuration.dataFolder, "media"))).toEqual([]);
  });

  it("keeps pictures while an item or news item uses them", async () => {
    const [ofItem, ofNews] = [await upload(), await upload()];
    const itemId = await attach(ofItem.attachmentId);
    await fixture.db
      .insertInto("news")
      .values({ title: "T", content: "C", attachment_id: ofNews.attachmentId })
      .execute();
    fixture.clock.move(48 * hour);
    await cleanUp();
    expect([await isServed(ofItem), await isServed(ofNews)]).toEqual([true, true]);
    await fixture.db.updateTable("items").set({ attachment_id: null }).where("item_id", "=", itemId).execute();
    await cleanUp();
    expect([await isServed(ofItem), await isServed(ofNews)]).toEqual([false, true]);
  });

  it("counts the day from the last upload", async () => {
    const file = await aPicture();
    const first = await upload(file);
    fixture.clock.move(20 * hour);
    expect((await upload(file)).attachmentId).toBe(first.attachmentId);
    fixture.clock.move(20 * hour);
    await cleanUp();
    expect(await isServed(first)).toBe(true);
  });

  it("waits while a backup reads the files, and continues afterward", async () => {
    const picture = await upload();
    fixture.clock.move(25 * hour);
    await Snapshot.take(fixture.connection, async () => {
      await cleanUp();
      expect([await isRow(picture.attachmentId), await isServed(picture)]).toEqual([true, true]);
    });
    await cleanUp();
    expect([await isRow(picture.attachmentId), await isServed(picture)]).toEqual([false, false]);
  });

  it("keeps the row when the files cannot be removed, and retries", async () => {
    const picture = await upload();
    fixture.clock.move(25 * hour);
    const remove = () => Promise.reject(new FileStoreError("Cannot remove from the folder of stored files (EACCES)."));
    await expect(cleanUp({ ...files, remove })).rejects.toThrow(FileStoreError);
    expect(await isRow(picture.attachmentId)).toBe(true);
    await cleanUp();
    expect(await isRow(picture.attachmentId)).toBe(false);
  });
});

describe("a picture's use", () => {
  it("is possible if the picture is new or in use, but not if it is old and unused", async () => {
    const picture = await upload();
    expect(await isUsable(picture.attachmentId)).toBe(true);
    fixture.clock.move(25 * hour);
    expect(await isUsable(picture.attachmentId)).toBe(false);
    await attach(picture.attachmentId);
    expect(await isUsable(picture.attachmentId)).toBe(true);
    expect(await isUsable(1_000_000)).toBe(false);
  });

  it("keeps the picture if the cleanup runs before the save ends", async () => {
    const picture = await upload();
    fixture.clock.move(23 * hour);
    const { itemId } = await anItem(fixture);
    await inTransaction(fixture.db, async (tx) => {
      expect(await isStoredAttachment(tx, fixture.clock, picture.attachmentId)).toBe(true);
      fixture.clock.move(2 * hour);
      await cleanUp();
      await tx
        .updateTable("items")
        .set({ attachment_id: picture.attachmentId })
        .where("item_id", "=", itemId)
        .execute();
    });
    await cleanUp();
    expect(await isServed(picture)).toBe(true);
  });

  it("is rejected if the cleanup started first", async () => {
    const picture = await upload();
    fixture.clock.move(23 * hour);
    const [removing, resume] = [latch(), latch()];
    fixture.clock.move(2 * hour);
    const cleaning = cleanUp({
      ...files,
      remove: async (names) => {
        removing.open();
        await resume.opened;
        await files.remove(names);
      },
    });
    await removing.opened;
    fixture.clock.move(-2 * hour); // the caller's clock differs
    const answer = isUsable(picture.attachmentId);
    await lockWait();
    resume.open();
    await cleaning;
    expect(await answer).toBe(false);
    fixture.clock.move(2 * hour);
  });
});
