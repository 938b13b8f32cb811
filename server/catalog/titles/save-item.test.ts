import { describe, expect, it } from "vitest";
import { addReferenceNumber, getInventory, saveInventory, updateInventory } from "#contract/catalog/catalog.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, anAttachment, anItem } from "#server/test/factories.ts";

const library = await testApp();
const { db } = library;
const clerk = await anAdmin(library, { userName: "clerk" });
const colleague = await anAdmin(library, { userName: "colleague" });

let turn = 0;
const newSku = () => `S${(turn += 1)}`;
const form = (changes: object = {}) => ({
  title: "Healthy Eating",
  referenceNumber: newSku(),
  description: "A curriculum.",
  categoryId: 1,
  subjectId: 3,
  gradeId: 6,
  tags: "food, teens",
  ...changes,
});

const add = (body: object, token = clerk.token) => library.callLoosely(saveInventory, { body }, token);
const update = (id: number, body: object, token = clerk.token) =>
  library.callLoosely(updateInventory, { params: { id }, body }, token);
const addCopies = (body: object, token = clerk.token) => library.callLoosely(addReferenceNumber, { body }, token);
const show = async (id: number) => (await library.call(getInventory, { params: { id } }, clerk.token)).body.data;
const addTitle = async (changes: object = {}) => (await add(form(changes))).body.data;
const entries = async () =>
  db
    .selectFrom("activity_log")
    .select(["call", "user_id", "subject_id", "subject_label", "changes"])
    .orderBy("entry_id")
    .execute();
const lastEntry = async () => (await entries()).at(-1);
const counts = async () => ({
  items: (await db.selectFrom("items").select("item_id").execute()).length,
  copies: (await db.selectFrom("copies").select("copy_id").execute()).length,
  entries: (await entries()).length,
});
describe("adding a title", () => {
  it("stores every field, returns the title and its id, and publishes it", async () => {
    const sku = newSku();
    const { status, body } = await add(
      form({ title: "  Trimmed  ", referenceNumber: sku, tags: "food,  Food, ,teens" }),
    );
    expect({ status, ...body }).toMatchObject({
      status: 200,
      isSuccess: true,
      message: "Item Saved.",
      id: body.data.inventoryId,
      data: {
        title: "Trimmed",
        referenceNumber: sku,
        description: "A curriculum.",
        category: { categoryId: 1, categoryName: "Book" },
        subject: { subjectId: 3, subjectName: "Healthy Eating" },
        gradeId: 6,
        tags: "food, teens",
        attachmentId: null,
        version: 1,
        inStock: 0,
        inventoryItems: [],
      },
    });
    expect((await library.call(getInventory, { params: { id: body.id } })).body.data.title).toBe("Trimmed");
  });

  it("stores publisher and language, and keeps them if the next save omits them", async () => {
    const { inventoryId, referenceNumber, ...saved } = await addTitle({ publisher: " The Fixture ", language: "spa" });
    expect(saved).toMatchObject({ publisher: "The Fixture", language: "es", languageName: "Spanish" });
    expect(await addTitle({ inventoryId, referenceNumber })).toMatchObject({
      publisher: "The Fixture",
      language: "es",
    });
    expect(await addTitle()).toMatchObject({ publisher: "", language: "", languageName: "" });
    const { body } = await add(form({ language: "Klingonese" }));
    expect(body).toMatchObject({
      isSuccess: false,
      data: {
        errors: [{ field: "language", message: "Choose a language, or write its code, such as es." }],
      },
    });
  });

  it("stores author, year, and length, and refuses an invalid year", async () => {
    const fields = { author: "Ana Ruiz", publishedYear: "2021", extent: "32 pages" };
    const { inventoryId, referenceNumber } = await addTitle(fields);
    expect(await addTitle({ inventoryId, referenceNumber })).toMatchObject(fields);
    expect(await addTitle()).toMatchObject({ author: "", publishedYear: "", extent: "" });
    const { body } = await add(form({ publishedYear: "c2021" }));
    expect(body).toMatchObject({
      isSuccess: false,
      data: {
        errors: [{ field: "publishedYear", message: "Year must have four digits, such as 2024." }],
      },
    });
  });

  it("accepts category and subject nested or flat, and prefers the flat one", async () => {
    const nested = {
      categoryId: undefined,
      subjectId: undefined,
      category: { categoryId: 2 },
      subject: { subjectId: 9 },
    };
    expect(await addTitle(nested)).toMatchObject({ categoryId: 2, subjectId: 9 });
    expect(await addTitle({ category: { categoryId: 2 }, subject: { subjectId: 9 } })).toMatchObject({
      categoryId: 1,
      subjectId: 3,
    });
  });

  it("saves an existing title if it has an inventoryId", async () => {
    const { inventoryId, referenceNumber } = await addTitle();
    const answer = await add(form({ inventoryId, referenceNumber, title: "Saved again" }));
    expect(answer.body).toMatchObject({ isSuccess: true, id: inventoryId, data: { title: "Saved again", version: 2 } });
    expect((await add(form({ inventoryId: 2_000_000_000 }))).status).toBe(404);
  });
});

describe("saving a title", () => {
  it("stores the submitted fields, raises the version, and uses the path's id", async () => {
    const saved = await addTitle();
    const { body } = await update(saved.inventoryId, {
      ...saved,
      inventoryId: 1_000_000,
      title: "Changed",
      gradeId: 63,
    });
    expect(body).toMatchObject({
      isSuccess: true,
      message: "Item Updated.",
      id: saved.inventoryId,
      data: { title: "Changed", grades: [{ gradeName: "All grades" }], version: 2 },
    });
    expect(await show(saved.inventoryId)).toEqual(body.data);
    const row = db
      .selectFrom("items")
      .select(["changed_by", "updated_at", "created_at"])
      .where("item_id", "=", body.id);
    const { changed_by, updated_at, created_at } = await row.executeTakeFirstOrThrow();
    expect(changed_by).toBe(clerk.userId);
    expect(updated_at.getTime()).toBeGreaterThan(created_at.getTime());
  });

  it("refuses a stale save with the name of the person who saved first", async () => {
    const saved = await addTitle();
    await update(saved.inventoryId, { ...saved, title: "First" }, colleague.token);
    const later = await update(saved.inventoryId, { ...saved, title: "Later" });
    expect(later.body).toEqual({
      isSuccess: false,
      message: "This item was changed by colleague. Reload to see it.",
      reason: { kind: "stale", what: "item", changedBy: "colleague" },
    });
    expect(await show(saved.inventoryId)).toMatchObject({ title: "First", version: 2 });
    for (const version of [null, undefined])
      expect((await update(saved.inventoryId, { ...saved, version })).body.isSuccess).toBe(true);
  });

  it("keeps an omitted picture, and can change and remove it", async () => {
    const [first, second] = [await anAttachment(library, "a.jpg"), await anAttachment(library, "b.jpg")];
    const saved = await addTitle({ attachmentId: first, attachmentAlt: "Two pears" });
    expect(saved).toMatchObject({ attachmentId: first, attachmentAlt: "Two pears", fileName: "a.jpg" });
    const { inventoryId, referenceNumber } = saved;
    const send = async (changes: object) =>
      (await update(inventoryId, form({ referenceNumber, ...changes }))).body.data;
    expect(await send({})).toMatchObject({ attachmentId: first, attachmentAlt: "Two pears" });
    expect(await send({ attachmentId: second, attachmentAlt: "A pear" })).toMatchObject({
      attachmentId: second,
      attachmentAlt: "A pear",
      attachment: { attachmentUrl: expect.stringContaining("/media/") },
    });
    expect(await send({ attachmentId: 0 })).toMatchObject({ attachmentId: null, attachmentAlt: "", attachment: null });
    expect(await send({ attachmentId: first })).toMatchObject({ attachmentId: first });
    expect(await send({ attachmentId: null })).toMatchObject({ attachmentId: null });
  });
});

describe("a SKU", () => {
  it("belongs to one title, ignoring case", async () => {
    const [taken, other] = [await addTitle({ title: "Taken", referenceNumber: "Abc1" }), await addTitle()];
    const message = 'This SKU Number is already used by "Taken".';
    const reason = { kind: "taken", what: "SKU number", title: "Taken" };
    const refusal = {
      isSuccess: false,
      message,
      reason,
      data: { errors: [{ field: "referenceNumber", message, reason }] },
    };
    expect((await add(form({ referenceNumber: "aBC1" }))).body).toEqual(refusal);
    expect((await addCopies(form({ referenceNumber: "ABC1" }))).body).toEqual(refusal);
    expect((await update(other.inventoryId, { ...other, referenceNumber: "abc1" })).body).toEqual(refusal);
    expect((await update(taken.inventoryId, { ...taken, referenceNumber: "ABC1" })).body.isSuccess).toBe(true);
  });
});

describe("the activity log", () => {
  it("has an entry for each save that changed something, with the differences in words", async () => {
    const before = await counts();
    const saved = await addTitle({ title: "Audited", referenceNumber: "Audit1" });
    expect(await lastEntry()).toEqual({
      call: "POST Inventory/SaveInventory",
      user_id: clerk.userId,
      subject_id: saved.inventoryId,
      subject_label: "#Audit1 Audited",
      changes: [
        { field: "Title", before: null, after: "Audited" },
        { field: "SKU Number", before: null, after: "Audit1" },
        { field: "Description", before: null, after: "A curriculum." },
        { field: "Category", before: null, after: "Book" },
        { field: "Subject", before: null, after: "Healthy Eating" },
        { field: "Grades", before: null, after: "Grades K-2, Grades 3-5" },
        { field: "Tags", before: null, after: "food, teens" },
      ],
    });
    const attachmentId = await anAttachment(library, "c.jpg");
    const edited = { ...saved, tags: "", gradeId: 63, attachmentId };
    await update(saved.inventoryId, edited, colleague.token);
    expect(await lastEntry()).toMatchObject({
      call: "POST Inventory/UpdateInventory/{id}",
      user_id: colleague.userId,
      changes: [
        { field: "Grades", before: "Grades K-2, Grades 3-5", after: "All grades" },
        { field: "Tags", before: "food, teens", after: null },
        { field: "Picture", before: null, after: `c.jpg (picture ${attachmentId})` },
      ],
    });
    await update(saved.inventoryId, { ...edited, version: 2 }); // unchanged
    await update(saved.inventoryId, edited); // stale
    await update(saved.inventoryId, { ...edited, title: "" });
    expect((await counts()).entries - before.entries).toBe(2);
  });
});

describe("an invalid title", () => {
  const sentences = {
    title: "Title is required.",
    referenceNumber: "SKU Number is required.",
    description: "Description is required.",
    categoryId: "Category is required.",
    subjectId: "Subject is required.",
    gradeId: "Grades are required.",
  };

  const calls = [
    ["SaveInventory", (body: object) => add(body)],
    ["AddReferenceNumber", (body: object) => addCopies(body)],
    ["UpdateInventory", async (body: object) => update((await anItem(library, 1)).itemId, body)],
  ] as const;

  it.each(calls)(
    "with every field empty is refused by %s with every message, and nothing is saved",
    async (_name, send) => {
      const before = await counts();
      const { status, body } = await send({});
      expect([status, body]).toEqual([
        200,
        {
          isSuccess: false,
          message: `Please correct the invalid fields. ${Object.values(sentences).join(" ")}`,
          reason: { kind: "invalid" },
          data: { errors: Object.entries(sentences).map(([field, message]) => ({ field, message })) },
        },
      ]);
      expect((await counts()).entries).toBe(before.entries);
    },
  );
});
