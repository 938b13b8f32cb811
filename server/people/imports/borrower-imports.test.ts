import { beforeAll, describe, expect, it } from "vitest";
import { getDuplicates, getKeptRecords, skipDuplicates } from "#contract/imports/undo-import.ts";
import { mapWords } from "#contract/imports/imports.ts";
import { getInvitations, inviteBorrowers as inviteCall } from "#contract/people/borrower-files.ts";
import { changeBorrower, getBorrower } from "#contract/people/borrowers.ts";
import { checkResetLink, login } from "#contract/people/accounts.ts";
import { uploadDirectory } from "#contract/people/schools.ts";
import { aBorrower, anItem, anOrder } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import { mailsTo, secretIn } from "#server/test/mails.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { aSchoolDirectory } from "#server/test/schools/a-school-directory.ts";
import { inviteBorrowers } from "./invite.ts";

const fixture = await importsFixture("borrowers");
const { db, admin } = fixture;

beforeAll(async () => {
  const schools = {
    0: { School: "Lincoln Elementary", District: "Kings River Unified", City: "Kingsburg", Zip: "93631" },
    1: { School: "Quail Elementary", District: "Far Away Unified" },
  };
  const upload = new File([aSchoolDirectory(4, schools)], "pubschls.txt");
  await fixture.call(uploadDirectory, { upload }, admin.token);
});

const head = "Name;Email;Phone;School;School district;Street;City;State;ZIP;Notes";
const place = "12 Elm St;Kingsburg;CA;93631";
let lines = 0;
/** A line of the file for someone at a school that isn't in the directory, unless given. */
const line = (name: string, { email = "", school = "Oak Academy;Private" } = {}) => {
  lines += 1;
  return `${name};${email || `reader${lines}@import.example`};559-555-0134;${school};${place};`;
};
const fileOf = (...rows: string[]) => [head, ...rows].join("\n");
const borrowerOf = (email: string) =>
  db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .selectAll()
    .where("email_address", "=", email)
    .executeTakeFirst();
const invitations = async (importId: number) =>
  (await fixture.call(getInvitations, { query: { importId } }, admin.token)).body.data;
const invite = async (importId: number, again = false) => {
  const { body } = await fixture.call(inviteCall, { body: { importId, again } }, admin.token);
  await runDueJobs(db, [{ kind: "invite-borrowers", run: (job) => inviteBorrowers(fixture, job) }]);
  return body;
};
const choosePassword = async (email: string) => {
  const { headers, body } = await fixture.call(checkResetLink, { body: { token: await secretIn(fixture, email) } });
  const cookie = String(headers["set-cookie"] ?? "").split(";")[0] ?? "";
  return fixture.app.inject({
    method: "POST",
    url: `/api/Account/ResetPassword/${body.data}`,
    headers: { cookie },
    payload: { newPassword: "brand new words" },
  });
};

describe("importing borrowers", () => {
  it("adds them with confirmed mailboxes, the directory’s school, and staff notes, but without a password", async () => {
    const school = "LINCOLN ELEM;Kings River USD";
    const { counts } = await fixture.bringIn(
      fileOf(`Díaz, Rosa;rosa@import.example;559-555-0134;${school};12 Elm St;;;;Mornings only`),
    );
    expect(counts).toMatchObject({ added: 1, faulty: 0 });
    const rosa = await borrowerOf("rosa@import.example");
    expect(rosa).toMatchObject({
      name: "Rosa Díaz",
      user_name: "rosa",
      school_name: "Lincoln Elementary",
      school_district: "Kings River Unified",
      city: "Kingsburg",
      zip: "93631",
      mailbox_confirmed_by: "import",
      awaits_password: true,
    });
    expect(rosa?.school_id).not.toBeNull();
    const { body } = await fixture.call(getBorrower, { params: { id: rosa?.borrower_id ?? 0 } }, admin.token);
    expect(body.data).toMatchObject({ mailboxConfirmedBy: "import", mailboxConfirmedAt: body.data.registeredAt });
    const notes = await db.selectFrom("borrower_notes").select(["borrower_id", "note"]).execute();
    expect(notes).toEqual([{ borrower_id: rosa?.borrower_id, note: "Mornings only" }]);
  });

  it("creates different user names for people with the same one in their addresses", async () => {
    const emails = ["pat@one.example", "pat@two.example", "Pat@three.example"];
    await fixture.bringIn(fileOf(...emails.map((email) => line("Pat Lee", { email }))));
    const names = await Promise.all(emails.map(async (email) => (await borrowerOf(email))?.user_name));
    expect(names).toEqual(["pat", "pat2", "Pat3"]);
  });

  it("refuses rows that registration would refuse, and email addresses that are twice in the file", async () => {
    const { faults, counts } = await fixture.check(
      fileOf(
        line("Free prizes at www.prizes.example"),
        line("No Mailbox", { email: "no-mailbox" }),
        line("One Reader", { email: "same@import.example" }),
        line("Other Reader", { email: "SAME@import.example" }),
      ),
    );
    expect(counts).toMatchObject({ added: 1, faulty: 3 });
    expect(faults.map(({ row, column }) => [row, column])).toEqual([
      [2, "Name"],
      [3, "Email"],
      [5, "Email"],
    ]);
  });

  it("lists unknown schools with near matches, and keeps them as typed unless they are matched once for all", async () => {
    const school = "Lincon Elementry;Kings River";
    const file = fileOf(line("First Reader", { school }), line("Second Reader", { school }));
    const { words, counts, importId } = await fixture.check(file);
    expect(counts).toMatchObject({ added: 2, faulty: 0 });
    expect(words).toMatchObject([{ field: "school", word: "Lincon Elementry, Kings River", rows: 2, value: null }]);
    const match = "Lincoln Elementary, Kings River Unified";
    expect(words[0]?.choices[0]).toBe(match);
    expect((await fixture.rowsOf(importId))[0]?.draft).toMatchObject({ schoolName: "Lincon Elementry" });
    const mapped = (value: string) =>
      fixture.call(
        mapWords,
        { body: { words: [{ field: "school", word: words[0]?.word ?? "", value }] } },
        admin.token,
      );
    expect((await mapped("Nowhere High")).body).toMatchObject({ isSuccess: false });
    await mapped(match);
    const again = await fixture.check(file);
    expect((await fixture.rowsOf(again.importId)).map(({ draft }) => draft)).toMatchObject([
      { schoolName: "Lincoln Elementary", schoolDistrict: "Kings River Unified" },
      { schoolName: "Lincoln Elementary" },
    ]);
  });

  it("skips known email addresses, marks the same name and school, and adds them if staff say so", async () => {
    const known = await aBorrower(fixture, { email_address: "known@import.example" });
    const same = await aBorrower(fixture, { name: "Kim Cho", school_name: "Oak Academy" });
    const { importId, counts } = await fixture.check(
      fileOf(line("Known Reader", { email: "Known@import.example" }), line("kim cho"), line("New Reader")),
    );
    expect(counts).toMatchObject({ added: 2, skipped: 1, duplicates: 2 });
    const listed = await fixture.call(getDuplicates, { params: { id: importId }, query: {} }, admin.token);
    expect(listed.body.data).toMatchObject([
      { row: 2, name: "Known Reader, Oak Academy", isSkipped: true, known: { id: known.borrowerId } },
      { row: 3, isSkipped: false, known: { id: same.borrowerId, name: "Kim Cho" } },
    ]);
    await fixture.call(skipDuplicates, { params: { id: importId }, body: { row: 2, skip: false } }, admin.token);
    await fixture.save(importId);
    await fixture.work();
    expect((await fixture.show(importId)).counts).toMatchObject({ added: 3, skipped: 0 });
  });

  it("saves nothing if someone registered with an address after the check", async () => {
    const { importId } = await fixture.check(
      fileOf(line("Late Reader", { email: "late@import.example" }), line("B Reader")),
    );
    await aBorrower(fixture, { email_address: "late@import.example" });
    await fixture.save(importId);
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({ state: "checked", counts: { added: 1, faulty: 1 } });
  });
});

describe("inviting imported borrowers", () => {
  it("emails each once, again only those without a password, and counts both", async () => {
    const emails = ["ann@invite.example", "ben@invite.example"];
    const { importId } = await fixture.bringIn(fileOf(...emails.map((email) => line("A Reader", { email }))));
    expect(await invitations(importId)).toEqual({
      total: 2,
      invited: 0,
      chosen: 0,
      waiting: 2,
      again: 0,
      isSending: false,
    });
    expect(await mailsTo(fixture, "ann@invite.example")).toEqual([]);
    expect(await invite(importId)).toMatchObject({ isSuccess: true });
    expect(await invite(importId)).toMatchObject({ isSuccess: false });
    expect(await mailsTo(fixture, "ann@invite.example")).toHaveLength(1);
    const { statusCode } = await choosePassword("ann@invite.example");
    expect(statusCode).toBe(200);
    const body = { userName: "ann", password: "brand new words", userTypeId: 2 };
    expect((await fixture.call(login, { body })).body).toMatchObject({ isSuccess: true });
    expect(await invitations(importId)).toMatchObject({ invited: 2, chosen: 1, waiting: 0, again: 1 });
    fixture.clock.move(60_000);
    await invite(importId, true);
    const kinds = async (email: string) =>
      (await db.selectFrom("mails").select("kind").where("to_address", "=", email).execute()).map(({ kind }) => kind);
    expect((await kinds("ben@invite.example")).length).toBe(2);
    expect((await kinds("ann@invite.example")).filter((kind) => kind === "borrower-invitation")).toHaveLength(1);
  });

  it("can include the borrowers of all imports at once, and leaves out those invited before", async () => {
    await invite(0);
    const emails = ["cam@invite.example", "dee@invite.example", "eve@invite.example"];
    const ids: number[] = [];
    for (const email of emails) ids.push((await fixture.bringIn(fileOf(line("A Reader", { email })))).importId);
    await invite(ids[0] ?? 0);
    expect(await invitations(0)).toMatchObject({ waiting: 2 });
    expect(await invite(0)).toMatchObject({ isSuccess: true });
    expect(await invitations(0)).toMatchObject({ waiting: 0 });
    const mails = await Promise.all(emails.map((email) => mailsTo(fixture, email)));
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 1]);
  });
});

describe("undoing an import of borrowers", () => {
  it("removes those with no activity since, and lists the others with the reason", async () => {
    const names = ["gone", "orders", "edits", "chooses"];
    const emails = names.map((name) => `${name}@undo.example`);
    const { importId } = await fixture.bringIn(fileOf(...emails.map((email) => line("A Reader", { email }))));
    const [, ordering, edited] = await Promise.all(emails.map(borrowerOf));
    const { itemId } = await anItem(fixture, 1);
    await anOrder(fixture, ordering?.borrower_id ?? 0, [[itemId, 1]]);
    const card = {
      borrowerName: "New Name",
      schoolName: "Oak Academy",
      schoolDistrict: "Private",
      emailAddress: "edits@undo.example",
      phoneNumber: "559-555-0134",
      address: { street: "12 Elm St", city: "Kingsburg", state: "CA", zip: "93631" },
    };
    await fixture.call(changeBorrower, { params: { id: edited?.borrower_id ?? 0 }, body: card }, admin.token);
    await invite(importId);
    await choosePassword("chooses@undo.example");
    expect(await fixture.undo(importId)).toMatchObject({ state: "undone", undone: { removed: 1, kept: 3 } });
    const { body } = await fixture.call(getKeptRecords, { params: { id: importId }, query: {} }, admin.token);
    expect(body.data.map(({ mark, reason }) => [mark, reason])).toEqual([
      ["orders@undo.example", "used"],
      ["edits@undo.example", "edited"],
      ["chooses@undo.example", "password"],
    ]);
    expect(await borrowerOf("gone@undo.example")).toBeUndefined();
    const account = db.selectFrom("accounts").select("user_id").where("user_name", "=", "gone");
    expect(await account.executeTakeFirst()).toBeUndefined();
  });
});
