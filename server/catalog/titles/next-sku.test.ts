import { expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const [book, video] = [1, 2];

const next = async (categoryId = 0) =>
  (await fixture.call<string>(clerk, `GET Inventory/GetNextSku?categoryId=${categoryId}`)).data;
const save = (referenceNumber: string, categoryId = book) =>
  fixture.call<unknown>(clerk, "POST Inventory/SaveInventory", {
    title: `Title ${referenceNumber}`,
    referenceNumber,
    description: "A kit.",
    categoryId,
    subjectId: 5,
    gradeId: 63,
    tags: "",
  });

it("an empty library has no next SKU", async () => {
  expect(await next()).toBe("");
});

it("the next SKU continues the newest ones of its category", async () => {
  for (const sku of ["BX0100", "BX0041", "VX17"]) await save(sku, sku.startsWith("V") ? video : book);
  expect(await next()).toBe("BX0042");
  expect(await next(video)).toBe("VX18");
  // without any audio, it continues the numbers of all titles
  expect(await next(3)).toBe("BX0042");
});

it("the next SKU skips taken numbers, ignoring case, and fills a gap when the numbers run out", async () => {
  await save("bx0042");
  expect(await next()).toBe("bx0043");
  await save("BX9999");
  expect(await next()).toBe("BX0043");
});

it("pressing “Add copies” twice adds copies once", async () => {
  const { itemId } = await fixture.newTitle("Pressed twice", 1);
  const { data: form } = await fixture.call<object>(clerk, `GET Inventory/Get/${itemId}`);
  const press = () => fixture.call<unknown>(clerk, "POST Inventory/AddReferenceNumber", { ...form, copies: 3 });
  const answers = await Promise.all([press(), press()]);
  answers.push(await press());
  expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.isSuccess)).toMatchObject([
    { status: 200, reason: { kind: "stale" } },
    { status: 200, reason: { kind: "stale" } },
  ]);
  const copies = await fixture.db.selectFrom("copies").select("copy_id").where("item_id", "=", itemId).execute();
  expect(copies).toHaveLength(4);
  const entries = await fixture.db
    .selectFrom("activity_log")
    .select("call")
    .where("subject_id", "=", itemId)
    .where("kind", "=", "item")
    .execute();
  expect(entries).toEqual([{ call: "POST Inventory/AddReferenceNumber" }]);
});
