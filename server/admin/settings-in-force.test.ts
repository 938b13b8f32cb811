import { sql } from "kysely";
import { expect, it } from "vitest";
import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import type { LibrarySettings, StoredSettings } from "#contract/admin/settings.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { letPass } from "#server/test/run-jobs.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");
const { settings: initial } = (await call<StoredSettings>(manager, "GET Settings/Get")).data;

/** Saves settings as a manager; all others get their initial values. */
async function set(changes: Partial<LibrarySettings>) {
  const { data } = await call<StoredSettings>(manager, "GET Settings/Get");
  const answer = await call(manager, "POST Settings/Save", { ...initial, ...changes, version: data.version });
  expect(answer).toMatchObject({ isSuccess: true });
}
const on = (day: string) => (fixture.clock.at = new Date(`${day}T19:00:00Z`));
/** Fills a cart, changes the settings, and places the order. */
async function orderAfter(
  changes: Partial<LibrarySettings>,
  reader: Person,
  titles: readonly (readonly [Title, number])[],
) {
  await set({});
  let cart = "0";
  for (const [{ itemId }, quantity] of titles)
    cart = (await call<string>(reader, `POST Cart/AddItemToCart/${itemId}/${quantity}/false`)).data;
  await set(changes);
  return call(reader, `POST Order/SaveOrder/0/${cart}`);
}
/** Lends copies of a title, due on April 1. */
async function lend(reader: Person, copies = 1) {
  on("2026-03-02");
  const title = await fixture.newTitle("Kit", copies);
  const orderId = await fixture.order(reader, [[title, copies]]);
  await call(manager, `POST Order/CheckOutAll/${orderId}`);
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  await call(manager, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  return { title, orderId };
}

it("orders are refused when they exceed the limits that a manager saved", async () => {
  const person = (name: string) => fixture.newBorrower(name, { email_address: `${name}@school.example` });
  const [one, two] = [await fixture.newTitle("One", 50), await fixture.newTitle("Two", 50)];
  const both = [
    [one, 2],
    [two, 2],
  ] as const;
  const reader = await person("limited");
  expect(await orderAfter({ maxCopyDays: 120 }, reader, both)).toMatchObject({ isSuccess: true });
  expect(await orderAfter({ maxCopyDays: 119 }, await person("copies"), both)).toMatchObject({
    isSuccess: false,
    reason: { kind: "lending-limit", of: "copy-days", max: 119, now: 120 },
  });
  await set({});
  expect(await orderAfter({}, reader, [[one, 1]])).toMatchObject({ isSuccess: true });
});

it("a borrower can renew as often as the settings allow", async () => {
  const reader = await fixture.newBorrower("renewing");
  const { orderId } = await lend(reader);
  const renew = () => call(reader, `POST Order/RenewOwn/${orderId}`);
  await set({ renewals: 0 });
  on("2026-03-20");
  expect(await renew()).toMatchObject({ isSuccess: false, reason: { kind: "renewals-used" } });
  await set({ renewals: 2 });
  for (const day of ["2026-03-20", "2026-04-20"]) {
    on(day);
    expect(await renew(), day).toMatchObject({ isSuccess: true });
  }
  on("2026-05-20");
  expect(await renew()).toMatchObject({ isSuccess: false, reason: { kind: "renewals-used" } });
});

it("a copy is held for the hours in the settings, counted from the email to the borrower", async () => {
  const [borrower, nextBorrower] = [await fixture.newBorrower("has"), await fixture.newBorrower("waits")];
  const { title } = await lend(borrower);
  await call<WaitlistEntry>(nextBorrower, `POST Waitlist/Join/${title.itemId}`);
  await set({ holdHours: 5 });
  await call(manager, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
  await letPass(db, 120);
  await fixture.writeNotices();
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from until_at - emailed_at)::integer / 3600 as hours from waitlist_offers
    where item_id = ${title.itemId}`.execute(db);
  expect(rows).toEqual([{ hours: 5 }]);
});

it("the email about a return waits for the minutes in the settings, and no other email waits longer", async () => {
  const reader = await fixture.newBorrower("returning");
  const { title, orderId } = await lend(reader, 2);
  const { orderId: otherOrderId } = await lend(reader);
  /** Returns the seconds until the email about an order is due. */
  const secondsUntil = async (kind: "return" | "due", orderId: number) => {
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from run_at - now()) / 10)::integer * 10 as seconds from jobs
      where key = ${`${orderId}/${kind}`} and state = 'waiting'`.execute(db);
    return rows[0]?.seconds;
  };
  await set({ returnMailMinutes: 30 });
  await call(manager, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
  expect(await secondsUntil("return", orderId)).toBe(1800);
  await set({ returnMailMinutes: 1 });
  await call(manager, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[1] });
  expect(await secondsUntil("return", orderId)).toBe(60);
  // a new due date is emailed only after the email about the shipped order
  await letPass(db, 3600);
  await fixture.writeNotices();
  on("2026-03-20");
  await call(manager, `POST Order/Renew/${otherOrderId}`);
  expect(await secondsUntil("due", otherOrderId)).toBe(60);
});
