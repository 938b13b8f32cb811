import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { BorrowerPage, BorrowerRow } from "#contract/people/borrowers.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { mailsTo } from "#server/test/mails.ts";
import { letPass } from "#server/test/run-jobs.ts";
import { wordsOf } from "#server/test/decode-codes.ts";
import { run as drawLetter } from "./draw-clearance.ts";
import { showBorrower } from "./search-borrowers.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const kit = await fixture.newTitle("Kit", 20);

const reader = (userName: string, fields: Parameters<typeof fixture.newBorrower>[1] = {}) =>
  fixture.newBorrower(userName, { email_address: `${userName}@school.example`, ...fields });
const search = async (query: string) => {
  const answer = await call<BorrowerRow[]>(clerk, `GET Borrowers/Search?${query}`);
  return { names: answer.data.map(({ borrowerName }) => borrowerName), total: answer.total, rows: answer.data };
};
const page = async ({ borrowerId }: Person) =>
  (await call<BorrowerPage>(clerk, `GET Borrowers/Get/${borrowerId}`)).data;
const kindsTo = async (address: string) => (await mailsTo(fixture, address)).map(({ kind }) => kind);

/** Ships an order of one copy; returns the ids of the order and the loan. */
async function lend(person: Person, returnDate: string) {
  const orderId = await fixture.order(person, [[kit, 1]], new Date("2026-02-01T18:00:00Z"));
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  const { data } = await call(clerk, "POST Order/UpdateOrder/", {
    orderId,
    statusId: 3,
    returnDate,
    shipDate: "2026-02-01",
  });
  return { orderId, loan: data.orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId };
}

const ana = await reader("ana.huerta", { name: "Ána Huerta", school_name: "Zoo School" });
const bob = await reader("bob", { name: "Bob Late", school_name: "Bay School", phone_number: "(559) 555-0142" });
const cy = await reader("cy", { name: "Cy Case", mailbox_confirmed_at: null });
const dee = await reader("dee", { name: "Dee New", school_district: "Marin" });
await lend(ana, "2026-04-01");
await lend(bob, "2026-02-20");
const lost = await lend(cy, "2026-03-20");
await call(clerk, "POST Claims/Open", { orderInventoryItemId: lost.loan, kind: "lost", cost: "24.50" });
await fixture.order(dee, [[kit, 2]]);
await letPass(db, 120);
await fixture.writeNotices();

it("search finds borrowers by beginnings of words, phone number, email address, and user name", async () => {
  expect((await search("searchString=HUER+zoo")).names).toEqual(["Ána Huerta"]);
  expect((await search("searchString=559-555-01")).names).toEqual(["Bob Late"]);
  expect((await search("searchString=cy%40school.example")).names).toEqual(["Cy Case"]);
  expect((await search("searchString=ana.h")).names).toEqual(["Ána Huerta"]);
  expect((await search("searchString=mari")).names).toEqual(["Dee New"]);
  expect((await search("searchString=_")).names).toEqual([]);
  expect((await search("searchString=uerta")).names).toEqual([]);
});

it("search filters borrowers by current loans, late loans, open claims, blocks, and unconfirmed email", async () => {
  const namesIn = async (state: string) => (await search(`state=${state}`)).names;
  expect(await namesIn("out")).toEqual(["Ána Huerta", "Bob Late"].toSorted());
  expect(await namesIn("late")).toEqual(["Bob Late"]);
  expect(await namesIn("claim")).toEqual(["Cy Case"]);
  expect(await namesIn("unconfirmed")).toEqual(["Cy Case"]);
  expect(await namesIn("blocked")).toEqual([]);
  expect((await call(clerk, "GET Borrowers/Search?state=odd")).status).toBe(400);
});

it("search sorts and pages borrowers, and counts their loans and orders", async () => {
  const byDue = await search("sort=due&pageSize=2");
  expect(byDue).toMatchObject({ names: ["Bob Late", "Ána Huerta"], total: 4 });
  expect(byDue.rows[0]).toMatchObject({ copiesOut: 1, copiesLate: 1, dueDate: "2026-02-20", orders: 1, openOrders: 1 });
  expect((await search("sort=due&pageSize=2&page=2")).names).toEqual(["Cy Case", "Dee New"]);
  expect((await search("sort=school&pageSize=1")).names).toEqual(["Bob Late"]);
  expect((await search("searchString=cy")).rows[0]).toMatchObject({ openClaims: 1, copiesOut: 0 });
});

it("borrower page shows loans, orders, claims, emails, and notes", async () => {
  expect(await page(bob)).toMatchObject({
    borrowerName: "Bob Late",
    userName: "bob",
    out: [{ title: "Kit", copyNumber: 2, dueDate: "2026-02-20", isLate: true }],
    latestOrders: [{ statusName: "Shipped", itemCount: 1 }],
    claims: [],
    mails: [{ kind: "order-shipped" }, { kind: "order-received" }],
    notes: [],
  });
  // as without a mail server
  await db.updateTable("mails").set({ is_file: true }).where("kind", "=", "order-received").execute();
  expect((await page(bob)).mails).toMatchObject([{ isFile: false }, { isFile: true }]);
  expect((await page(cy)).claims).toMatchObject([{ kind: "lost", isOpen: true, cost: "24.50" }]);
});

it("staff notes are hidden from the borrower", async () => {
  await call(clerk, `POST Borrowers/AddNote/${ana.borrowerId}`, { note: "Calls on Fridays." });
  await call(clerk, `POST Borrowers/AddNote/${ana.borrowerId}`, { note: "Has our old kit." });
  const [newest] = (await page(ana)).notes;
  expect(newest).toMatchObject({ note: "Has our old kit.", writtenByName: "clerk" });
  expect(await call(clerk, `POST Borrowers/AddNote/${ana.borrowerId}`, { note: "  " })).toMatchObject({
    isSuccess: false,
  });
  await call(clerk, `POST Borrowers/DeleteNote/${newest?.noteId}`);
  expect((await page(ana)).notes.map(({ note }) => note)).toEqual(["Calls on Fridays."]);
  const own = await call(ana, `GET Account/GetBorrowerInformationByUserId/${ana.userId}`);
  expect(JSON.stringify(own)).not.toContain("Fridays");
});

const fieldsOf = (borrower: BorrowerPage) => ({
  borrowerName: borrower.borrowerName,
  schoolName: borrower.schoolName,
  schoolDistrict: borrower.schoolDistrict,
  emailAddress: borrower.emailAddress,
  phoneNumber: borrower.phoneNumber,
  address: borrower.address,
});

it("staff change a borrower's fields; a new address starts unconfirmed, and the previous one gets an email", async () => {
  const before = await page(dee);
  const input = { ...fieldsOf(before), schoolName: "Fern School", emailAddress: "dee.new@fern.example" };
  expect((await call(dee, "GET Account/GetSessions")).status).toBe(200);
  expect((await call(clerk, `POST Borrowers/Change/${dee.borrowerId}`, input)).isSuccess).toBe(true);
  expect(await page(dee)).toMatchObject({ ...input, isMailboxConfirmed: false });
  expect((await kindsTo("dee@school.example")).at(-1)).toBe("account-changed");
  expect(await kindsTo("dee.new@fern.example")).toEqual(["confirm-mailbox"]);
  expect((await call(dee, "GET Account/GetSessions")).status).toBe(401);
  const wrong = await call(clerk, `POST Borrowers/Change/${dee.borrowerId}`, { ...input, phoneNumber: "1" });
  expect(wrong.isSuccess).toBe(false);
});

it("blocked borrower gets the reason by email, can't order, and keeps everything else", async () => {
  fixture.clock.move(1000);
  const reason = "Please send back Bay kit 2.";
  await call(clerk, `POST Borrowers/Block/${bob.borrowerId}`, { reason });
  const mail = (await mailsTo(fixture, "bob@school.example")).at(-1);
  expect(mail?.kind).toBe("account-blocked");
  expect(JSON.stringify(mail?.letter)).toContain(reason);
  const login = { userName: "bob", password: "correct horse battery" };
  expect((await call<{ blockReason: string }>(null, "POST Account/Login/", login)).data.blockReason).toBe(reason);
  const { data: cart } = await call<string>(bob, `POST Cart/AddItemToCart/${kit.itemId}/1/false`);
  const refusal = { isSuccess: false, reason: { kind: "borrower-blocked", explanation: reason } };
  expect(await call(bob, `POST Order/SaveOrder/0/${cart}`)).toMatchObject(refusal);
  const phoneOrder = { borrowerId: bob.borrowerId, key: "a-call-of-a-blocked-one", beyondLimits: true };
  const lines = [{ inventoryId: kit.itemId, quantity: 1 }];
  expect(await call(clerk, "POST Order/PlaceForCaller", { ...phoneOrder, lines })).toMatchObject(refusal);
  expect((await call(bob, `GET Account/GetOrdersByUserId/${bob.userId}`)).isSuccess).toBe(true);
  expect((await search("state=blocked")).names).toEqual(["Bob Late"]);
  expect(await call(clerk, `POST Borrowers/Block/${bob.borrowerId}`, { reason: " " })).toMatchObject({
    isSuccess: false,
  });
  await call(clerk, `POST Borrowers/Unblock/${bob.borrowerId}`);
  await call(clerk, `POST Borrowers/Unblock/${bob.borrowerId}`);
  expect((await kindsTo("bob@school.example")).filter((kind) => kind === "account-blocked")).toHaveLength(2);
  expect(await call(bob, `POST Order/SaveOrder/0/${cart}`)).toMatchObject({ isSuccess: true });
});

it("staff send a password reset link, unless the account can't log in", async () => {
  const response = await call(clerk, `POST Borrowers/SendReset/${ana.borrowerId}`);
  expect(response.message).toBe("We emailed a link for a new password to ana.huerta@school.example.");
  const jobs = await db.selectFrom("jobs").select("payload").where("kind", "=", "answer-reset-request").execute();
  expect(jobs.map(({ payload }) => payload)).toEqual([{ typed: "ana.huerta", language: "en" }]);
  const none = await reader("no.login");
  await db.updateTable("accounts").set({ password_hash: null }).where("user_id", "=", none.userId).execute();
  expect(await call(clerk, `POST Borrowers/SendReset/${none.borrowerId}`)).toMatchObject({ isSuccess: false });
});

const letterOf = ({ borrowerId }: { borrowerId: number | null }) =>
  call<object>(clerk, `GET Borrowers/ClearanceLetter/${borrowerId}`);

it("clearance letter is refused while an order is open, and the refusal says so", async () => {
  const ann = await fixture.newBorrower("ann");
  expect(await letterOf(ann)).toMatchObject({ status: 200, bare: expect.stringMatching(/^%PDF/) });
  await fixture.order(ann, [[kit, 1]]);
  expect(await letterOf(ann)).toMatchObject({
    isSuccess: false,
    message: "This borrower still has 1 open order.",
  });
});

it("clearance letter names the borrower, school, library, and date on one page, in any script", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "clearance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const long = "Very Long Name of a School ".repeat(7).trim();
  const borrower = { borrowerName: "Nguyễn Thị Hồng 김", schoolName: long, schoolDistrict: "Oak Unified" };
  const postalAddress = "Health Library\n12 Main Street\nFresno, CA 93701"; // the library's name must not appear twice
  const from = { siteName: "Health Library", postalAddress, email: "a@b.example" };
  const pdf = Buffer.from(await drawLetter({ borrower, today: "2026-06-01", from }));
  const words = (await wordsOf(pdf, folder)).replaceAll(/\s+/g, " ");
  expect(words.trim().startsWith("Health Library 12 Main Street Fresno, CA 93701 a@b.example Jun 1, 2026")).toBe(true);
  expect(words).toContain(`We confirm that Nguyễn Thị Hồng 김 (${long}, Oak Unified) has returned`);
  expect(words).toContain("owes the library nothing as of Jun 1, 2026.");
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});

it("a borrower's page says how long nightly backups keep the data, if the library makes any", async () => {
  const { borrowerId } = await reader("kept");
  expect((await page({ userId: 0, borrowerId })).backupsUntil).toBeNull();
  const backup = { folder: "/backups", isElsewhere: false, passphrase: undefined };
  const configuration = { ...fixture.configuration, backup, backupKeep: 14, timeZone: "America/Los_Angeles" };
  const clock = { now: () => new Date("2026-03-02T18:00:00Z") };
  expect((await showBorrower({ db, clock, configuration }, borrowerId ?? 0)).backupsUntil).toBe("2026-03-16");
});
