import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Caller } from "#contract/orders/callers.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { createLog } from "#server/platform/log.ts";
import { cleanUpMail, folderCarrier, sendMailJob } from "#server/platform/mail/send-mail.ts";
import { letterhead } from "#server/test/both-languages.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { rowsOfAll } from "#server/test/dump.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");

/** Registers a caller of the same school with a confirmed mailbox. */
async function register(borrowerName: string, emailAddress: string, more: object = {}): Promise<Person> {
  const { data } = await call<Caller>(manager, "POST Account/RegisterCaller", {
    borrowerName,
    emailAddress,
    phoneNumber: "(555) 010-2030",
    schoolName: "Oak Grove Elementary",
    schoolDistrict: "Valley Unified",
    address: { street: "1 Main Street", city: "Fresno", state: "CA", zip: "93701" },
    ...more,
  });
  const { user_id: userId } = await db
    .updateTable("borrowers")
    .set({ mailbox_confirmed_at: fixture.clock.now() })
    .where("borrower_id", "=", data.borrowerId)
    .returning("user_id")
    .executeTakeFirstOrThrow();
  return { userId, borrowerId: data.borrowerId };
}

let presses = 0;
/** Lends a new title by phone; returns the order. */
async function lend({ borrowerId }: Person, orderNote = ""): Promise<number> {
  const { itemId } = await fixture.newTitle(`Kit ${(presses += 1)}`, 5);
  const key = `press-0000000000-${presses}`;
  const { id } = await call(manager, "POST Order/PlaceForCaller", {
    borrowerId,
    key,
    lines: [{ inventoryId: itemId, quantity: 1 }],
  });
  await call(manager, `POST Order/CheckOutAll/${id}`);
  expect(await save(id, 3, orderNote)).toMatchObject({ isSuccess: true });
  return id;
}

const save = (orderId: number, statusId: number, orderNote: string) =>
  call(manager, "POST Order/UpdateOrder/", {
    orderId,
    statusId,
    trackingNumber: "",
    returnDate: "2026-04-01",
    orderNote,
  });

async function transfer(from: Person, to: Person): Promise<void> {
  const body = { toBorrowerId: to.borrowerId };
  expect(await call(manager, `POST Borrowers/TransferLoans/${from.borrowerId}`, body)).toMatchObject({
    isSuccess: true,
  });
  await fixture.mails({ after: 180 });
}

async function change({ borrowerId }: Person, fields: object): Promise<void> {
  const { data } = await call<object>(manager, `GET Borrowers/Get/${borrowerId}`);
  expect(await call(manager, `POST Borrowers/Change/${borrowerId}`, { ...data, ...fields })).toMatchObject({
    isSuccess: true,
  });
}

const anonymize = ({ borrowerId }: Person) => call(manager, `POST Borrowers/Anonymize/${borrowerId}`);

/** Resends an email about transferred loans, so that the activity log names the email. */
async function resendTransferMail(address: string): Promise<void> {
  const { mail_id: mailId } = await db
    .updateTable("mails")
    .set({ state: "dead", ended_at: fixture.clock.now() })
    .where("kind", "=", "loans-transferred")
    .where("to_address", "=", address)
    .returning("mail_id")
    .executeTakeFirstOrThrow();
  expect(await call(manager, `POST Mail/Resend/${mailId}`)).toMatchObject({ isSuccess: true });
}

const cleanUp = (folder: string) =>
  ({ kind: "clean-up-mail", every: 60, run: () => cleanUpMail({ db, clock: fixture.clock, folder }) }) as const;

const saveMail = (folder: string) =>
  sendMailJob({
    db,
    clock: fixture.clock,
    secretKey: fixture.configuration.secretKey,
    log: createLog("silent"),
    carrier: folderCarrier(folder),
    maxPerHour: () => 1000,
    from: () => ({ name: "", address: "library@example.org" }),
    letterhead: async () => letterhead,
    ownWords: async () => ({ before: "", after: "" }),
  });

const mailsTo = async (address: string) =>
  (await db.selectFrom("mails").select(["kind", "subject", "letter"]).where("to_address", "=", address).execute()).map(
    (mail) => ({ ...mail, letter: letter.parse(mail.letter) }),
  );

describe("anonymizing a borrower", () => {
  it("changes nobody else's rows, even if the name is part of other words", async () => {
    const [giver, other] = [
      await register("Gil Giver", "gil@school.example"),
      await register("Olive Other", "olive@school.example"),
    ];
    const orderId = await lend(giver, "The order came late");
    await transfer(giver, other);
    await resendTransferMail("olive@school.example");
    await call(other, `POST Order/ReportProblem/${orderId}`, { words: "The box of the order is torn" });
    await call(manager, `POST Borrowers/AddNote/${other.borrowerId}`, { note: "The order goes to the front office" });
    await change(other, { borrowerName: "Olive Order" });
    const before = await rowsOfAll(db);
    for (const name of ["e", "the", "Order"]) {
      const person = await register(name, `${name}.short@school.example`);
      const own = await lend(person, "Back soon");
      await save(own, 4, "");
      await change(person, { borrowerName: `${name} ${name}` });
      expect(await anonymize(person)).toMatchObject({ isSuccess: true });
    }
    const after = new Set(await rowsOfAll(db));
    // scheduled work and the library's day move on
    const changed = before.filter((row) => !after.has(row) && !/^(jobs|library_day|sessions): /.test(row));
    expect(changed).toEqual([]);
  });

  it("leaves a waiting email about transferred loans readable, without the name", async () => {
    const [giver, taker] = [
      await register("e", "short.name@school.example"),
      await register("Tessa Taker", "tessa@school.example"),
    ];
    await lend(giver);
    await transfer(giver, taker);
    const isAboutTransfer = ({ kind }: { kind: string }) => kind === "loans-transferred";
    const [before] = (await mailsTo("tessa@school.example")).filter(isAboutTransfer);
    expect(before?.letter.blocks).toContainEqual({
      is: "facts",
      facts: [{ name: "Colleague", value: "e", borrowerId: giver.borrowerId }],
    });
    expect(await anonymize(giver)).toMatchObject({ isSuccess: true });
    const [after] = (await mailsTo("tessa@school.example")).filter(isAboutTransfer);
    expect(after?.subject).toBe(before?.subject);
    expect(after?.letter).toEqual({
      ...before?.letter,
      blocks: before?.letter.blocks.map((block) =>
        block.is === "facts"
          ? { is: "facts", facts: [{ name: "Colleague", value: "Anonymized borrower", borrowerId: giver.borrowerId }] }
          : block,
      ),
    });
    expect(await mailsTo("short.name@school.example")).toEqual([]);
  });

  it("removes only their name from the log entry of a transfer to them", async () => {
    const [giver, taker] = [
      await register("Greta Giver", "greta@school.example"),
      await register("Transferred", "taker.short@school.example"),
    ];
    const orderId = await lend(giver);
    await transfer(giver, taker);
    await save(orderId, 4, "");
    expect(await anonymize(taker)).toMatchObject({ isSuccess: true });
    const entries = await call<{ call: string; subjectLabel: string; changes: object[] }[]>(
      manager,
      `GET ActivityLog/GetEntries?kind=borrowers&subjectId=${giver.borrowerId}`,
    );
    expect(entries.data.find((entry) => entry.call === "POST Borrowers/TransferLoans/{id}")).toMatchObject({
      subjectLabel: "Greta Giver",
      changes: [
        { field: "Transferred to", before: null, after: "Anonymized borrower" },
        { field: "Orders", before: null, after: `#${orderId}` },
      ],
    });
  });

  it("removes the name of an account that was merged into theirs from a colleague's log entry", async () => {
    const [giver, merged, kept] = [
      await register("Gus Giver", "gus@school.example"),
      await register("Mila Merged", "mila@school.example"),
      await register("Mila Kept", "mila.kept@school.example"),
    ];
    const orderId = await lend(giver);
    await transfer(giver, merged);
    await save(orderId, 4, "");
    const body = { fromBorrowerId: merged.borrowerId };
    expect(await call(manager, `POST Borrowers/Merge/${kept.borrowerId}`, body)).toMatchObject({ isSuccess: true });
    expect(await anonymize(kept)).toMatchObject({ isSuccess: true });
    expect((await rowsOfAll(db)).filter((row) => /mila (merged|kept)|mila[.@]/i.test(row))).toEqual([]);
  });

  it("keeps the emails and log entries of a namesake with the same mailbox", async () => {
    const [person, namesake] = [
      await register("Sam Same", "office@school.example"),
      await register("Sam Same", "office@school.example"),
    ];
    for (const each of [person, namesake]) await save(await lend(each), 4, "");
    const countMails = async () => (await mailsTo("office@school.example")).length;
    const both = await countMails();
    expect(await anonymize(person)).toMatchObject({ isSuccess: true });
    expect(await countMails()).toBe(both / 2);
    const { data } = await call<{ subjectLabel: string }[]>(
      manager,
      `GET ActivityLog/GetEntries?kind=borrowers&subjectId=${namesake.borrowerId}`,
    );
    expect(new Set(data.map(({ subjectLabel }) => subjectLabel))).toEqual(new Set(["Sam Same"]));
  });

  it("keeps what staff wrote about a colleague's loans after the transfer", async () => {
    const [giver, taker] = [
      await register("e", "giver.e@school.example"),
      await register("Tom Taker", "tom@school.example"),
    ];
    const [earlier, later] = [await lend(giver, "Called twice"), await lend(giver, "Called once")];
    await transfer(giver, taker);
    fixture.clock.move(60_000);
    await save(later, 3, "The new borrower called");
    expect(await anonymize(giver)).toMatchObject({ isSuccess: true });
    const noteOf = async (orderId: number) => (await call(manager, `GET Order/Get/${orderId}`)).data.orderNote;
    expect([await noteOf(earlier), await noteOf(later)]).toEqual(["", "The new borrower called"]);
  });

  it("deletes their saved emails at once, and those left by a killed run", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "library-mail-"));
    const [person, other] = [
      await register("Mona Mail", "mona@school.example"),
      await register("Otis Other", "otis@school.example"),
    ];
    const cleanUpIfDue = () => runDueJobs(db, [cleanUp(folder)]);
    await cleanUpIfDue();
    for (const each of [person, other]) await save(await lend(each), 4, "");
    await runDueJobs(db, [saveMail(folder)]);
    const namesOf = async (address: string) => {
      const mails = await db.selectFrom("mails").select("mail_id").where("to_address", "=", address).execute();
      const ids = mails.map(({ mail_id }) => `-${mail_id}.eml`);
      return (await readdir(folder)).filter((name) => ids.some((id) => name.endsWith(id)));
    };
    const [own, others] = [await namesOf("mona@school.example"), await namesOf("otis@school.example")];
    expect([own.length, others.length]).toEqual([1, 1]);
    const [leftFile = ""] = own;
    const copy = await readFile(path.join(folder, leftFile));
    expect(await cleanUpIfDue()).toBe(0); // not due yet
    expect(await anonymize(person)).toMatchObject({ isSuccess: true });
    expect(await cleanUpIfDue()).toBe(1);
    const remaining = await readdir(folder);
    expect([remaining.includes(leftFile), remaining.includes(others[0] ?? "")]).toEqual([false, true]);
    await writeFile(path.join(folder, leftFile), copy); // as if the run had been killed before this file
    await letPass(db, 60);
    expect(await cleanUpIfDue()).toBe(1);
    expect(await readdir(folder)).toEqual(remaining);
    await rm(folder, { recursive: true });
  });

  it("leaves no trace of a person's fields anywhere in the database", async () => {
    const address = { street: "7 Quillfeather Lane", city: "Fresno", state: "CA", zip: "93701" };
    const person = await register("Quilla Quillfeather", "quilla.first@school.example", {
      phoneNumber: "(559) 867-5309",
      address,
    });
    await change(person, { borrowerName: "Quilla Quillworth", emailAddress: "quilla@school.example" });
    const orderId = await lend(person, "Quilla called");
    const desk = fixture.desk(manager);
    const loan = (await desk.orderOf(orderId)).orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
    const { data: claim } = await desk.openClaim(loan, "lost", { note: "Quilla called" });
    await desk.settle(claim.claimId, "waived", "Quilla wrote");
    await sql`
      update jobs set trouble = '550 <quilla@school.example>: unknown' where kind = 'send-mail'
        and key in (select mail_id::text from mails where to_address like 'quilla%')`.execute(db);
    await call(null, "POST Account/RequestResetPassword/quilla@school.example");
    await save(orderId, 4, "Quilla called");
    const traces = /quill(a[ .@]|feather|worth)|867.?5309/i;
    const tables = (rows: string[]) => new Set(rows.filter((row) => traces.test(row)).map((row) => row.split(":")[0]));
    expect(tables(await rowsOfAll(db))).toContain("jobs");
    expect(await anonymize(person)).toMatchObject({ isSuccess: true });
    expect((await rowsOfAll(db)).filter((row) => traces.test(row))).toEqual([]);
  });
});
