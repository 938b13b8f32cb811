import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { openedLetter } from "#server/test/mails.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { letPass } from "#server/test/run-jobs.ts";
import { advanceWaitlists } from "./waitlist.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const [cat, out] = [await fixture.newBorrower("cat"), await fixture.newBorrower("out")];
const names = new Map([ann, bob, cat, out].map(({ borrowerId }, at) => [borrowerId, ["ann", "bob", "cat", "out"][at]]));

const archive = ({ itemId }: Title, user = clerk) => call(user, `POST Inventory/Archive/${itemId}`);
const undo = ({ itemId }: Title, user = clerk) => call(user, `POST Inventory/Unarchive/${itemId}`);
const join = async (borrower: Person, { itemId }: Title) =>
  (await call<WaitlistEntry>(borrower, `POST Waitlist/Join/${itemId}`)).data.entryId;
const entryOf = async (borrower: Person, { itemId }: Title) =>
  (await call<WaitlistEntry[]>(borrower, "GET Waitlist/GetOwnPlaces")).data.find(
    ({ inventoryId }) => inventoryId === itemId,
  );
const entryIds = async (title: Title, ...people: Person[]) =>
  Promise.all(people.map(async (person) => (await entryOf(person, title))?.entryId));

/** Returns a title with Ann, Bob, and Cat on its waitlist, in this order. Its copy is back, on hold for Ann. */
async function titleOnHold() {
  const title = await fixture.newTitle("Food Is Fun", 1);
  await desk.ship(out, [[title, 1]]);
  const places = [await join(ann, title), await join(bob, title), await join(cat, title)];
  await desk.checkIn(title.copyIds[0]);
  return { title, places };
}

/** Takes the waitlist emails since the last call, after this many seconds. */
async function takeMails(seconds = 120) {
  await letPass(db, seconds);
  await fixture.writeNotices();
  const rows = await db
    .deleteFrom("mails")
    .where("kind", "in", ["copy-held", "waitlist-ended"])
    .returning(["mail_id", "letter", "borrower_id"])
    .execute();
  const inOrder = rows.toSorted((a, b) => a.mail_id - b.mail_id);
  return Promise.all(
    inOrder.map(async ({ letter, borrower_id: id }) => ({
      name: names.get(id) ?? "",
      ...(await openedLetter(letter)),
    })),
  );
}
const subjectsOf = (letters: Awaited<ReturnType<typeof takeMails>>) =>
  letters.map(({ name, subject }) => `${name}: ${subject}`).toSorted();
const subjects = async (seconds?: number) => subjectsOf(await takeMails(seconds));
const endedSubjects = ["ann", "bob", "cat"].map((name) => `${name}: You’re no longer on the waitlist for Food Is Fun`);
const againSubjects = ["ann", "bob", "cat"].map((name) => `${name}: You’re back on the waitlist for Food Is Fun`);
const holdSubject = "ann: On hold for you: Food Is Fun";

beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
  await db.deleteFrom("mails").execute();
});

describe("the waitlist of an archived title", () => {
  it("comes back with an undo, and within the grace period only the borrower with the hold gets an email", async () => {
    const { title, places } = await titleOnHold();
    await archive(title);
    expect(await entryIds(title, ann, bob, cat)).toEqual([undefined, undefined, undefined]);
    expect(await subjects(60)).toEqual([]);
    await undo(title);
    expect(await entryIds(title, ann, bob, cat)).toEqual(places);
    expect((await entryOf(ann, title))?.held).not.toBeNull();
    expect((await entryOf(cat, title))?.place).toBe(3);
    expect(await subjects()).toEqual([holdSubject]);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("keeps a mailed hold, its end, and its link when the archive is undone, without another email", async () => {
    const { title } = await titleOnHold();
    const [mail] = await takeMails();
    const [path = ""] = mail?.blocks.flatMap((block) => (block.is === "button" ? [block.path] : [])) ?? [];
    const before = await entryOf(ann, title);
    await archive(title);
    await undo(title);
    expect(await entryOf(ann, title)).toEqual(before);
    expect(await subjects()).toEqual([]);
    const { isSuccess } = await call(null, "POST Waitlist/OrderOffer", { token: path.replace("/user/held#", "") });
    expect(isSuccess).toBe(true);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("sends another email two minutes after an undo to everyone who got an email about its end", async () => {
    const { title, places } = await titleOnHold();
    await takeMails();
    await archive(title);
    expect(await entryIds(title, ann, bob, cat)).toEqual([undefined, undefined, undefined]);
    const letters = await takeMails();
    expect(subjectsOf(letters)).toEqual(endedSubjects);
    for (const { blocks } of letters) expect(JSON.stringify(blocks)).toContain("no longer lends");
    await undo(title);
    expect(await entryIds(title, ann, bob, cat)).toEqual(places);
    expect(await subjects(60)).toEqual([]);
    expect(await subjects(60)).toEqual(againSubjects);
    await archive(title);
    expect(await subjects()).toEqual(endedSubjects);
  });

  it("sends no email when the title is archived again within two minutes of the undo", async () => {
    const { title } = await titleOnHold();
    await takeMails();
    await archive(title);
    await takeMails();
    await undo(title);
    await archive(title);
    expect(await subjects()).toEqual([]);
  });

  it("starts the two minutes over with each archive", async () => {
    const { title } = await titleOnHold();
    await takeMails();
    await archive(title);
    expect(await subjects(60)).toEqual([]);
    await undo(title);
    await archive(title);
    expect(await subjects(100)).toEqual([]);
    expect(await subjects(20)).toEqual(endedSubjects);
  });

  it("doesn't restore entries that ended for another reason or with an earlier archive", async () => {
    const { title, places } = await titleOnHold();
    await call(ann, `POST Waitlist/Leave/${places[0]}`);
    await archive(title);
    await undo(title);
    expect(await entryIds(title, ann, bob, cat)).toEqual([undefined, places[1], places[2]]);
    // as an earlier version stored it, which restored no entries
    await sql`update waitlist_entries set left_at = now(), leave_reason = 'archived', left_with = '2026-01-01' where entry_id = ${places[1]}`.execute(
      db,
    );
    await archive(title);
    await undo(title);
    expect(await entryIds(title, bob)).toEqual([undefined]);
    await advanceWaitlists(db);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

it("a waitlist keeps its entries when the copy on hold is set inactive and active again", async () => {
  const { title, places } = await titleOnHold();
  const set = async (change: object) => {
    const { data } = await call<object>(clerk, `GET Inventory/Get/${title.itemId}`);
    const inventoryItems = [{ inventoryItemId: title.copyIds[0], ...change }];
    return call(clerk, `POST Inventory/UpdateInventory/${title.itemId}`, { ...data, inventoryItems });
  };
  await set({ isInactive: true, inactiveReason: "lost" });
  expect((await entryOf(ann, title))?.held).toBeNull();
  await set({ isInactive: false });
  expect(await entryIds(title, ann, bob, cat)).toEqual(places);
  expect((await entryOf(ann, title))?.held).not.toBeNull();
  expect(await subjects()).toEqual([holdSubject]);
});
