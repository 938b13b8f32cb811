import { describe, expect, it } from "vitest";
import { initialSettings } from "#contract/admin/settings.ts";
import type { Caller } from "#contract/orders/callers.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const { orderOf: get } = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");

let presses = 0;
const newKey = () => `press-0000000000-${(presses += 1)}`;

const place = (user: { borrowerId: number | null }, input: readonly (readonly [Title, number])[], more: object = {}) =>
  call(clerk, "POST Order/PlaceForCaller", {
    borrowerId: user.borrowerId,
    key: newKey(),
    lines: input.map(([{ itemId }, quantity]) => ({ inventoryId: itemId, quantity })),
    ...more,
  });
const find = async (text: string) =>
  (await call<Caller[]>(clerk, `GET Account/FindBorrowers?searchString=${encodeURIComponent(text)}`)).data;

async function mailsOf(orderId: number) {
  const rows = await db.selectFrom("mails").select("letter").where("kind", "=", "order-received").execute();
  return rows.map((row) => letter.parse(row.letter)).filter(({ subject }) => subject.endsWith(`#${orderId}`));
}

describe("an order for a caller", () => {
  it("reserves stock, records that the terms were explained by phone, and emails the borrower", async () => {
    const title = await fixture.newTitle("Food Is Fun", 3);
    const { id } = await place(ann, [[title, 2]]);
    expect(await get(id)).toMatchObject({
      borrowerId: ann.borrowerId,
      statusName: "New",
      placedByName: "clerk",
      orderItems: [{ quantity: 2, inventory: { inStock: 1 } }],
    });
    const [mail, ...more] = await mailsOf(id);
    expect(more).toEqual([]);
    expect(JSON.stringify(mail?.blocks)).toContain("that we went over with you. To see it online, log in.");
    expect(mail?.blocks).toContainEqual({ is: "facts", facts: [{ name: "Username", value: "ann" }] });
    const entry = await db
      .selectFrom("activity_log")
      .select(["user_id", "changes"])
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(entry.user_id).toBe(clerk.userId);
    expect(entry.changes).toContainEqual({ field: "Terms", before: null, after: "explained by phone" });
    expect(entry.changes).toContainEqual({ field: "Beyond the lending limits", before: null, after: "no" });
  });

  it("for certain dates needs a copy then, not today, and refused dates count in the reports", async () => {
    const title = await fixture.newTitle("Kit for May", 1);
    await place(ann, [[title, 1]]);
    const may = { teachFrom: "2026-05-11", teachTo: "2026-05-15" };
    expect(await place(ann, [[title, 1]])).toMatchObject({ isSuccess: false, reason: { kind: "short-stock" } });
    const { id } = await place(ann, [[title, 1]], may);
    expect(await get(id)).toMatchObject({ days: may });
    const [mail] = await mailsOf(id);
    expect(JSON.stringify(mail?.blocks)).toContain("May 11");
    expect(await place(ann, [[title, 1]], may)).toMatchObject({ isSuccess: false, reason: { kind: "no-room" } });
    const refused = await db.selectFrom("refused_dates").selectAll().where("item_id", "=", title.itemId).execute();
    expect(refused).toHaveLength(1);
    const past = { teachFrom: "2020-04-06", teachTo: "2020-04-10" };
    expect(await place(ann, [[title, 1]], past)).toMatchObject({ isSuccess: false, reason: { kind: "teaching-days" } });
  });

  it("exceeds the lending limits only if staff confirm, and the activity log says so", async () => {
    const titles = await Promise.all(Array.from({ length: 26 }, (_, at) => fixture.newTitle(`Many ${at}`, 5)));
    const input = titles.map((title) => [title, 5] as const);
    fixture.configuration.follow({ ...initialSettings });
    expect(await place(ann, input)).toMatchObject({
      isSuccess: false,
      reason: { kind: "lending-limit", of: "copy-days" },
    });
    const { id } = await place(ann, input, { beyondLimits: true });
    expect((await get(id)).orderItems).toHaveLength(26);
    const entry = await db
      .selectFrom("activity_log")
      .select("changes")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(entry.changes).toContainEqual({ field: "Beyond the lending limits", before: null, after: "yes" });
  });
});

const person = {
  borrowerName: "Rosa Díaz",
  emailAddress: "rosa.diaz@lincoln.example",
  phoneNumber: "(408) 555-0199",
  schoolName: "Lincoln Middle School",
  schoolDistrict: "Santa Clara",
  address: { street: "1 Main Street", city: "San Jose", state: "CA", zip: "95110" },
};

describe("a caller", () => {
  it("can be found by any detail after registering", async () => {
    const { data } = await call<Caller>(clerk, "POST Account/RegisterCaller", person);
    for (const text of ["rosa", "lincoln díaz", "408-5550", "(408) 555-0199", "diaz@linc", "santa clara"]) {
      expect(
        (await find(text)).map(({ borrowerId }) => borrowerId),
        text,
      ).toEqual([data.borrowerId]);
    }
    for (const text of ["", "rosa fresno", "100%", "_____"]) expect(await find(text), text).toEqual([]);
  });

  it("gets a unique user name made from the email address, and no password", async () => {
    const register = () =>
      call<Caller>(clerk, "POST Account/RegisterCaller", { ...person, emailAddress: "twin@x.example" });
    const ids = [(await register()).data.borrowerId, (await register()).data.borrowerId];
    const rows = await db
      .selectFrom("borrowers")
      .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
      .select(["user_name", "mailbox_confirmed_at"])
      .where("borrower_id", "in", ids)
      .orderBy("borrower_id")
      .execute();
    expect(rows).toEqual([
      { user_name: "twin", mailbox_confirmed_at: null },
      { user_name: "twin2", mailbox_confirmed_at: null },
    ]);
  });

  it("gets the email about the order, with the confirmation link and without the username", async () => {
    const { data } = await call<Caller>(clerk, "POST Account/RegisterCaller", {
      ...person,
      emailAddress: "new@x.example",
    });
    const { id } = await place({ borrowerId: data.borrowerId }, [[await fixture.newTitle("First", 1), 1]]);
    const [mail] = await mailsOf(id);
    expect(JSON.stringify(mail?.blocks)).toContain("Confirm my email address");
    expect(JSON.stringify(mail?.blocks)).not.toContain("Username");
  });
});
