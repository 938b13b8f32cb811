import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { advanceWaitlists } from "./waitlist.ts";
import { againLetter, writeWaitlistMail } from "./waitlist-mail.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const [cat, out] = [await fixture.newBorrower("cat"), await fixture.newBorrower("out")];

const archive = ({ itemId }: Title, who = clerk) => call(who, `POST Inventory/Archive/${itemId}`);
const undo = ({ itemId }: Title, who = clerk) => call(who, `POST Inventory/Unarchive/${itemId}`);
const join = async (who: Person, { itemId }: Title) =>
  (await call<WaitlistEntry>(who, `POST Waitlist/Join/${itemId}`)).data.placeId;
const placeOf = async (who: Person, { itemId }: Title) =>
  (await call<WaitlistEntry[]>(who, "GET Waitlist/GetOwnPlaces")).data.find(
    ({ inventoryId }) => inventoryId === itemId,
  );
/** The numbers of the places of these people in line, and of whom a copy is held for. */
const line = async (title: Title, ...people: Person[]) =>
  Promise.all(people.map(async (who) => (await placeOf(who, title))?.placeId));

/** A title that Ann, Bob and Cat wait for, in this order; its copy is back, and held for Ann. */
async function awaited() {
  const title = await fixture.newTitle("Food Is Fun", 1);
  const orderId = await fixture.order(out, [[title, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
  const places = [await join(ann, title), await join(bob, title), await join(cat, title)];
  await call(clerk, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
  return { title, places };
}

/** What has been mailed of the line since the last look, after the grace: to whom, and the subject. */
async function mailed(seconds = 120) {
  await letPass(db, seconds);
  await runDueJobs(db, [{ kind: "write-waitlist-mail", run: (job) => writeWaitlistMail({ ...fixture }, job) }]);
  const rows = await db
    .deleteFrom("mails")
    .where("kind", "in", ["copy-held", "waitlist-ended"])
    .returning(["mail_id", "letter", "to_name"])
    .execute();
  return rows
    .toSorted((a, b) => a.mail_id - b.mail_id)
    .map(({ letter: kept, to_name: name }) => ({ name, ...letter.parse(kept) }));
}
const subjects = async (seconds?: number) =>
  (await mailed(seconds)).map(({ name, subject }) => `${name.split(" ")[0]}: ${subject}`).toSorted();
const ended = ["ann", "bob", "cat"].map((name) => `${name}: You no longer wait for Food Is Fun`);
const again = ["ann", "bob", "cat"].map((name) => `${name}: You wait for Food Is Fun again`);
const held = "ann: Held for you: Food Is Fun";

beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
  await db.deleteFrom("mails").execute();
});

describe("a title that is archived and taken back", () => {
  it("has its line as it was, with nobody told within the grace but who has a copy held", async () => {
    const { title, places } = await awaited();
    await archive(title);
    expect(await line(title, ann, bob, cat)).toEqual([undefined, undefined, undefined]);
    expect(await subjects(60)).toEqual([]);
    await undo(title);
    expect(await line(title, ann, bob, cat)).toEqual(places);
    expect((await placeOf(ann, title))?.held).not.toBeNull();
    expect((await placeOf(cat, title))?.place).toBe(3);
    expect(await subjects()).toEqual([held]);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("leaves a copy that was held with who has it, until when it was, by the same link, without another email", async () => {
    const { title } = await awaited();
    const [mail] = await mailed();
    const [path = ""] = mail?.blocks.flatMap((block) => (block.is === "button" ? [block.path] : [])) ?? [];
    const before = await placeOf(ann, title);
    await archive(title);
    await undo(title);
    expect(await placeOf(ann, title)).toEqual(before);
    expect(await subjects()).toEqual([]);
    const { isSuccess } = await call(null, "POST Waitlist/OrderOffer", { token: path.replace("/user/held/", "") });
    expect(isSuccess).toBe(true);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("says so to those who were told that it is gone, two minutes later", async () => {
    const { title, places } = await awaited();
    await mailed();
    await archive(title);
    expect(await subjects()).toEqual(ended);
    await undo(title);
    expect(await line(title, ann, bob, cat)).toEqual(places);
    expect(await subjects(60)).toEqual([]);
    expect(await subjects(60)).toEqual(again);
    await archive(title);
    expect(await subjects()).toEqual(ended);
  });

  it("says nothing when it is archived again before, because what they were told is true", async () => {
    const { title } = await awaited();
    await mailed();
    await archive(title);
    await mailed();
    await undo(title);
    await archive(title);
    expect(await subjects()).toEqual([]);
  });

  it("begins the two minutes again with each archive", async () => {
    const { title } = await awaited();
    await mailed();
    await archive(title);
    expect(await subjects(60)).toEqual([]);
    await undo(title);
    await archive(title);
    expect(await subjects(100)).toEqual([]);
    expect(await subjects(20)).toEqual(ended);
  });

  it("gives nobody back a place that ended for another reason, or an earlier archive", async () => {
    const { title, places } = await awaited();
    await call(ann, `POST Waitlist/Leave/${places[0]}`);
    await archive(title);
    await undo(title);
    expect(await line(title, ann, bob, cat)).toEqual([undefined, places[1], places[2]]);
    // as the version before left it, which gave no place back
    await sql`update waitlist_entries set left_at = now(), left_because = 'archived', left_with = '2026-01-01' where place_id = ${places[1]}`.execute(
      db,
    );
    await archive(title);
    await undo(title);
    expect(await line(title, bob)).toEqual([undefined]);
    await advanceWaitlists(db);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

it("says it in both languages", () => {
  expectBothLanguages(againLetter("Food Is Fun", "en", 7), againLetter("Food Is Fun", "es", 7), ["Food Is Fun"]);
});

it("keeps the places when the copy that is held is set inactive and active again", async () => {
  const { title, places } = await awaited();
  const set = async (change: object) => {
    const { data } = await call<object>(clerk, `GET Inventory/Get/${title.itemId}`);
    const inventoryItems = [{ inventoryItemId: title.copyIds[0], ...change }];
    return call(clerk, `POST Inventory/UpdateInventory/${title.itemId}`, { ...data, inventoryItems });
  };
  await set({ isInactive: true, inactiveReason: "lost" });
  expect((await placeOf(ann, title))?.held).toBeNull();
  await set({ isInactive: false });
  expect(await line(title, ann, bob, cat)).toEqual(places);
  expect((await placeOf(ann, title))?.held).not.toBeNull();
  expect(await subjects()).toEqual([held]);
});
