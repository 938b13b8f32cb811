import { expect, it } from "vitest";
import { found } from "#server/refusals/http-error.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");

/** Writes all waiting email and returns the last of a kind. */
async function lastMail(kind: string) {
  const mails = await fixture.mails({ after: 3600 });
  const { letter: written } = found(mails.findLast((mail) => mail.kind === kind));
  const lists = written.blocks.flatMap((block) => (block.is === "list" ? [block.items] : []));
  const words = written.blocks.flatMap((block) => (block.is === "text" || block.is === "heading" ? block.text : []));
  return { lists, words, calendar: written.calendar };
}

/** Orders five copies of one title and one of another, but ships only three of the first. */
async function threeOfFive() {
  const [kit, poster] = [await fixture.newTitle("Kit", 5), await fixture.newTitle("Poster", 1)];
  const orderId = await fixture.order(ann, [
    [kit, 5],
    [poster, 1],
  ]);
  await desk.pack(orderId, 3);
  await desk.save(orderId, 3);
  return { orderId, kit };
}

it("emails about an order that shipped three of five copies list three when it ships and when it returns", async () => {
  const { orderId } = await threeOfFive();
  const shipped = await lastMail("order-shipped");
  expect(shipped.lists).toEqual([["Kit (3)"]]);
  expect(shipped.calendar?.description).toBe("Kit (3)");
  await desk.save(orderId, 4);
  const back = await lastMail("order-returned");
  expect(back.lists).toEqual([["Kit (3)"]]);
  expect(back.words).toEqual(["Everything is back. Thank you for taking good care of it."]);
});

it("emails about an order that shipped without check-outs list the ordered titles", async () => {
  const title = await fixture.newTitle("Not scanned", 2);
  const orderId = await fixture.order(ann, [[title, 2]]);
  await desk.save(orderId, 3);
  expect((await lastMail("order-shipped")).lists).toEqual([["Not scanned (2)"]]);
  await desk.save(orderId, 4);
  expect((await lastMail("order-returned")).lists).toEqual([["Not scanned (2)"]]);
});

it("the email about a return lists damage and missing parts", async () => {
  const { kit } = await threeOfFive();
  const parts = { parts: "1 DVD @ 24.50; 4 cards" };
  await fixture.setTitle(kit, parts);
  const checkIn = async (copy: number, condition: string, more: object = {}) => {
    const { data } = await desk.checkIn(kit.copyIds[copy]);
    const answer = await desk.judge(data.returnId, condition, more);
    expect(answer.isSuccess).toBe(true);
  };
  await checkIn(0, "parts missing", { missingParts: "1 DVD; 2 cards", note: "not for readers" });
  await checkIn(1, "damaged", { note: "not for readers" });
  const partly = await lastMail("order-returned");
  expect(partly.lists).toEqual([["Kit (2)"], ["Kit: missing: 1 DVD, 2 cards", "Kit: damaged"], ["Kit"]]);
  expect(partly.words).toContain("Missing or damaged");
  await checkIn(2, "parts missing");
  const all = await lastMail("order-returned");
  expect(all.lists).toEqual([["Kit (3)"], ["Kit: missing: 1 DVD, 2 cards", "Kit: damaged", "Kit: parts are missing"]]);
  expect(all.words[0]).toBe("Everything is back except for the items below. Thank you for returning it.");
  expect(JSON.stringify(all)).not.toContain("not for readers");
});
