import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { mailById } from "#server/admin/mail.queries.ts";
import { letterhead } from "#server/test/both-languages.ts";
import { testDatabase } from "#server/test/database.ts";
import { aBorrower } from "#server/test/factories.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { smtpServer } from "#server/test/smtp-server.ts";
import { createLog } from "../log.ts";
import { inTransaction } from "../database.ts";
import { enqueueMail, type Mail, releaseMail } from "./outbox.queries.ts";
import { cleanUpMail, folderCarrier, type MailWorkerParts, sendMailJob } from "./send-mail.ts";
import { smtpCarrier } from "./smtp-carrier.ts";

const { db } = await testDatabase();
const clock = {
  at: new Date("2026-11-21T16:00:00Z"),
  now: () => clock.at,
  async move(minutes: number) {
    clock.at = new Date(clock.at.getTime() + minutes * 60_000);
    await letPass(db, minutes * 60);
  },
};
const lines: string[] = [];
const log = createLog("debug", { write: (line) => void lines.push(line) });
const away: string[] = []; // sentences about the mail server
const [longTimeout, shortTimeout] = [20_000, 500]; // ms

const worker = (url: string, { envelope = longTimeout, content = longTimeout } = {}) => ({
  db,
  clock,
  log,
  secretKey: testConfiguration().secretKey,
  carrier: smtpCarrier(url, {
    timeouts: { envelope, content },
    onAway: (sentence) => void away.push(sentence),
  }),
  maxPerHour: () => 3,
  from: () => ({ name: "", address: "library@example.org" }),
  letterhead: async () => letterhead,
  ownWords: async () => ({ before: "", after: "" }),
});

const parts = { db, clock, configuration: testConfiguration() };

const sendDueMails = (parts: MailWorkerParts) => runDueJobs(db, [sendMailJob(parts)], log);

let number = 0;
/** Enqueues a mail; returns its id. */
async function write(overrides: Partial<Mail> = {}): Promise<number> {
  number += 1;
  const subject = `Mail ${number}`;
  const mail: Mail = {
    kind: "order-received",
    to: { borrowerId: null, address: `robin${number}@school.example` },
    letter: { subject, preview: "", heading: subject, blocks: [{ is: "text", text: "Hello." }] },
    at: clock.at,
    ...overrides,
  };
  await inTransaction(db, (tx) => enqueueMail(tx, mail));
  const row = await db.selectFrom("mails").select("mail_id").orderBy("mail_id", "desc").executeTakeFirstOrThrow();
  return row.mail_id;
}
/** Returns the mail as staff see it, with its content. */
const stateOf = async (mailId: number) => ({
  ...(await mailById(db, mailId)),
  ...(await db
    .selectFrom("mails")
    .select(["letter", "is_file"])
    .where("mail_id", "=", mailId)
    .executeTakeFirstOrThrow()),
});

describe("the mail worker of a restored library", () => {
  it("sends nothing until staff release the hold, and then everything", async () => {
    const server = await smtpServer();
    const old = await write();
    await db.insertInto("mail_hold").values({ backup_at: clock.at }).execute();
    await sendDueMails(worker(server.url));
    const later = await write({ kind: "welcome" });
    await clock.move(12);
    await sendDueMails(worker(server.url));
    expect(server.received).toEqual([]);
    expect(await stateOf(old)).toMatchObject({ state: "waiting", trouble: "On hold since a backup was restored." });
    expect(await releaseMail(db)).toBe(2);
    expect(await releaseMail(db)).toBeUndefined();
    await sendDueMails(worker(server.url));
    expect(server.received).toHaveLength(2);
    expect([(await stateOf(old)).state, (await stateOf(later)).state]).toEqual(["sent", "sent"]);
  });
});

describe("the mail worker", () => {
  it("sends a mail as text and HTML with the right addresses, and deletes its content", async () => {
    const server = await smtpServer();
    const name = 'Robin, "the" Reader\r\nBcc: x@y.example';
    const { borrowerId } = await aBorrower(parts, { name, email_address: "robin@school.example" });
    const id = await write({ to: { borrowerId, address: "robin@school.example" } });
    await sendDueMails(worker(server.url));
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.envelopeTo).toEqual(["robin@school.example"]);
    expect(mail?.from?.text).toBe('"The Library" <library@example.org>');
    expect(mail?.replyTo?.text).toBe('"The Library" <help@example.org>');
    expect(mail?.to).toMatchObject({
      value: [{ name: 'Robin, "the" Reader Bcc: x@y.example', address: "robin@school.example" }],
    });
    expect(mail?.headers.has("bcc")).toBe(false);
    expect(mail?.text).toContain("Hello.");
    expect(mail?.html).toContain("Hello.</p>");
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    expect(await stateOf(id)).toMatchObject({ state: "sent", tries: 1, trouble: "", letter: null, is_file: false });
  });

  it("gives the borrower's name only to the mailbox that the borrower confirmed", async () => {
    const server = await smtpServer();
    const name = "IT desk";
    const [unconfirmed, confirmed] = [
      await aBorrower(parts, { name, email_address: "unsure@school.example", mailbox_confirmed_at: null }),
      await aBorrower(parts, { name, email_address: "sure@school.example" }),
    ];
    await write({ to: { borrowerId: unconfirmed.borrowerId, address: "unsure@school.example" } });
    await write({ to: { borrowerId: confirmed.borrowerId, address: "previous@school.example" } });
    await write({ to: { borrowerId: confirmed.borrowerId, address: "Sure@school.example" } });
    await sendDueMails(worker(server.url));
    const headers = server.received.map(({ headerLines }) => headerLines.find(({ key }) => key === "to")?.line);
    const expected = ["IT desk <Sure@school.example>", "previous@school.example", "unsure@school.example"];
    expect(new Set(headers)).toEqual(new Set(expected.map((recipient) => `To: ${recipient}`)));
  });

  it("truncates a long subject without splitting a character", async () => {
    const long = { subject: `${"x".repeat(199)}💚 and more`, preview: "", heading: "", blocks: [] };
    const id = await write({ letter: long });
    const row = await db.selectFrom("mails").select("subject").where("mail_id", "=", id).executeTakeFirstOrThrow();
    expect(row.subject).toBe("x".repeat(199));
  });

  it("logs in when SMTP_URL has a user and password, and logs neither", async () => {
    const server = await smtpServer({ login: { user: "mailer", pass: "hush%20hush" } });
    server.manners.login = 535;
    const id = await write();
    await sendDueMails(worker(server.url.replace("hush%20hush", encodeURIComponent("hush%20hush"))));
    expect(await stateOf(id)).toMatchObject({ state: "waiting", tries: 1 });
    delete server.manners.login;
    await clock.move(1);
    await sendDueMails(worker(server.url.replace("hush%20hush", encodeURIComponent("hush%20hush"))));
    expect(await stateOf(id)).toMatchObject({ state: "sent" });
    expect(lines.join("")).not.toMatch(/hush|robin|school\.example/);
  });

  it("retries at growing intervals while the server is down, and finally gives up", async () => {
    const server = await smtpServer();
    await server.stop();
    const id = await write();
    const tries: number[] = [];
    for (let minutes = 0; minutes < 3000; minutes += 10) {
      if ((await sendDueMails(worker(server.url))) > 0) tries.push(minutes);
      await clock.move(10);
    }
    expect(tries).toEqual([0, 10, 20, 30, 60, 120, 240, 480, 960, 1920]);
    expect(await stateOf(id)).toMatchObject({
      state: "dead",
      trouble: "Could not reach the mail server (ECONNREFUSED).",
    });
  });

  it.each([
    ["sender", 421, true],
    ["sender", 451, false],
    ["reader", 450, false],
  ] as const)("that refuses the %s with %d is away: %s", async (step, code, isAway) => {
    const server = await smtpServer();
    server.manners[step] = code;
    away.length = 0;
    await write();
    await sendDueMails(worker(server.url));
    expect(away).toEqual(
      isAway
        ? [`The mail server isn't working, so emails are waiting. The mail server said: ${code} no, thank you`]
        : [],
    );
    delete server.manners[step];
    await clock.move(1);
    await sendDueMails(worker(server.url));
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["sender", 451],
    ["reader", 450],
    ["words", 452],
  ] as const)("retries after a temporary refusal of the %s", async (step, code) => {
    const server = await smtpServer();
    server.manners[step] = code;
    const id = await write();
    await sendDueMails(worker(server.url));
    expect(await stateOf(id)).toMatchObject({
      state: "waiting",
      trouble: `The mail server said: ${code} no, thank you`,
    });
    delete server.manners[step];
    await clock.move(1);
    await sendDueMails(worker(server.url));
    expect(await stateOf(id)).toMatchObject({ state: "sent", tries: 2 });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["sender", 550],
    ["reader", 550],
    ["words", 554],
  ] as const)("gives up after a permanent refusal of the %s, with the server's reply", async (step, code) => {
    const server = await smtpServer();
    server.manners[step] = code;
    const id = await write();
    await sendDueMails(worker(server.url));
    const dead = await stateOf(id);
    expect(dead).toMatchObject({ state: "dead", trouble: `The mail server said: ${code} no, thank you` });
    expect(dead.letter).not.toBeNull(); // it can be resent
    await clock.move(5000);
    expect(await sendDueMails(worker(server.url))).toBe(0);
  });

  it.each(["sender", "reader"] as const)(
    "retries when the server hangs up or stops answering at the %s",
    async (step) => {
      for (const manner of ["hang up", "wait"] as const) {
        const server = await smtpServer();
        server.manners[step] = manner;
        const id = await write();
        await sendDueMails(worker(server.url, manner === "wait" ? { envelope: shortTimeout } : {}));
        expect(await stateOf(id)).toMatchObject({ state: "waiting" });
        delete server.manners[step];
        await clock.move(1);
        await sendDueMails(worker(server.url));
        expect(server.received).toHaveLength(1);
      }
    },
  );

  it("does not resend a mail that the server may have, and marks it dead for staff", async () => {
    for (const manner of ["hang up", "wait"] as const) {
      const server = await smtpServer();
      server.manners.words = manner;
      const id = await write();
      await sendDueMails(worker(server.url, manner === "wait" ? { content: shortTimeout } : {}));
      expect(await stateOf(id)).toMatchObject({
        state: "dead",
        trouble: expect.stringContaining("It may or may not have arrived"),
      });
      delete server.manners.words;
      await clock.move(5000);
      await sendDueMails(worker(server.url));
      expect(server.received).toHaveLength(1);
    }
  });

  it("does not wait forever for a server that never greets", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const id = await write();
    await sendDueMails(
      worker(`smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, { envelope: shortTimeout }),
    );
    silent.close();
    expect(await stateOf(id)).toMatchObject({ state: "waiting", tries: 1 });
    await db.deleteFrom("mails").where("mail_id", "=", id).execute();
  });

  it("delivers each of fifty mails once with five workers", async () => {
    const server = await smtpServer();
    const lastNumber = number;
    for (let mail = 0; mail < 50; mail += 1) await write();
    await Promise.all([1, 2, 3, 4, 5].map(() => sendDueMails(worker(server.url))));
    const subjects = server.received.map(({ subject }) => subject);
    expect(subjects).toHaveLength(50);
    expect(new Set(subjects).size).toBe(50);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(50);
    expect(subjects).toContain(`Mail ${lastNumber + 1}`);
  });

  it("gives up a mail that cannot be read and continues with the next", async () => {
    const server = await smtpServer();
    const [broken, fine] = [await write(), await write()];
    await db.updateTable("mails").set({ letter: "{}" }).where("mail_id", "=", broken).execute();
    await sendDueMails(worker(server.url));
    expect(await stateOf(broken)).toMatchObject({ state: "dead", trouble: "The email can no longer be read." });
    expect(await stateOf(fine)).toMatchObject({ state: "sent" });
  });

  it("writes mails to a private folder when there is no server, and logs the file names", async () => {
    const folder = path.join(await mkdtemp(path.join(os.tmpdir(), "library-mail-")), "mail");
    const id = await write();
    await sendDueMails({ ...worker(""), carrier: folderCarrier(folder) });
    const [name = "", ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-order-received-\d+\.eml$/);
    const file = path.join(folder, name);
    expect((await stat(file)).mode & 0o77).toBe(0);
    const mail = await simpleParser(await readFile(file));
    expect(mail.text).toContain("Hello.");
    expect(lines.join("")).toContain(`mail written to ${file}`);
    expect(await stateOf(id)).toMatchObject({ state: "sent", letter: null, is_file: true });
    await rm(path.dirname(folder), { recursive: true });
  });

  it("deletes the files of mails with their rows, and half-written files of a killed program", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "library-mail-"));
    const oldId = await write();
    await sendDueMails({ ...worker(""), carrier: folderCarrier(folder) });
    const [old = ""] = await readdir(folder);
    await writeFile(path.join(folder, `${old}.part`), "half a mail");
    await writeFile(path.join(folder, "notes.txt"), "of the staff");
    await clock.move(60 * 24 * 60);
    await write();
    await sendDueMails({ ...worker(""), carrier: folderCarrier(folder) });
    await cleanUpMail({ db, clock, folder });
    expect(await readdir(folder)).toHaveLength(4);
    await clock.move(31 * 24 * 60);
    const row = db.updateTable("mails").where("mail_id", "=", oldId);
    await row.set({ ended_at: clock.at }).execute(); // it was sent late, so its row and files stay
    await cleanUpMail({ db, clock, folder });
    expect(await readdir(folder)).toHaveLength(4);
    await row.set({ ended_at: new Date("2026-11-21T16:00:00Z") }).execute();
    await cleanUpMail({ db, clock, folder });
    const files = await readdir(folder);
    expect(files).toHaveLength(2);
    expect(files).not.toContain(old);
    await rm(folder, { recursive: true });
    await cleanUpMail({ db, clock, folder }); // without a folder there is nothing to do
  });

  it("deletes temporary files of a killed restore after a day", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "library-mail-"));
    for (const name of [".aside-old", ".aside-new"]) await writeFile(path.join(folder, name), "half a mail");
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    await utimes(path.join(folder, ".aside-old"), twoDaysAgo, twoDaysAgo);
    await cleanUpMail({ db, clock, folder });
    expect(await readdir(folder)).toEqual([".aside-new"]);
  });

  it("retries a mail that cannot be written to the folder", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "library-mail-"));
    const blocked = path.join(folder, "mail");
    await writeFile(blocked, "a file where the folder should be");
    const id = await write();
    await sendDueMails({ ...worker(""), carrier: folderCarrier(blocked) });
    expect(await stateOf(id)).toMatchObject({ state: "waiting", tries: 1 });
    await rm(blocked);
    await clock.move(1);
    await sendDueMails({ ...worker(""), carrier: folderCarrier(blocked) });
    expect(await readdir(blocked)).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it("does not send expired mails, and deletes their content", async () => {
    const server = await smtpServer();
    const [late, dead] = [
      await write({ expiresAt: new Date(clock.at.getTime() + 60_000) }),
      await write({ expiresAt: new Date(clock.at.getTime() + 60_000) }),
    ];
    await db.updateTable("mails").set({ state: "dead", ended_at: clock.at }).where("mail_id", "=", dead).execute();
    await clock.move(1);
    await sendDueMails(worker(server.url));
    await cleanUpMail({ db, clock, folder: "none" });
    expect(server.received).toHaveLength(0);
    expect(await stateOf(late)).toMatchObject({ state: "dead", trouble: "Its links have expired.", letter: null });
    expect(await stateOf(dead)).toMatchObject({ state: "dead", letter: null });
  });

  it("sends no mail for a rolled-back change, a used key, or a kind that is turned off", async () => {
    const server = await smtpServer();
    const letter = { subject: "S", preview: "", heading: "S", blocks: [] };
    const mail = {
      kind: "overdue",
      to: { borrowerId: null, address: "r@school.example" },
      letter,
      at: clock.at,
    } as const;
    await expect(
      inTransaction(db, async (tx) => {
        await enqueueMail(tx, mail);
        throw new Error("changed our mind");
      }),
    ).rejects.toThrow("changed our mind");
    const once = { ...mail, onceKey: "overdue 1 2026-11-21" };
    expect(await inTransaction(db, (tx) => enqueueMail(tx, once))).toBe(true);
    expect(await inTransaction(db, (tx) => enqueueMail(tx, once))).toBe(false);
    await db.insertInto("mail_kinds_off").values({ kind: "due-soon", since: clock.at }).execute();
    expect(await inTransaction(db, (tx) => enqueueMail(tx, { ...mail, kind: "due-soon" }))).toBe(false);
    await sendDueMails(worker(server.url));
    expect(server.received).toHaveLength(1);
  });
});

describe("an email address", () => {
  const to = { borrowerId: null, address: "flooded@school.example" };
  const subjectsAt = (server: Awaited<ReturnType<typeof smtpServer>>) => server.received.map(({ subject }) => subject);

  it("gets a limited number of emails per hour; the others wait and arrive later", async () => {
    const server = await smtpServer();
    const parts = { ...worker(server.url), maxPerHour: () => 3 };
    const kinds = ["reset", "order-received", "overdue", "opt-in", "order-shipped"] as const;
    for (const kind of kinds) await write({ kind, to: { ...to, address: to.address.toUpperCase() } });
    const last = await write({ kind: "reset", to });
    const elsewhere = await write();
    await sendDueMails(parts);
    expect(subjectsAt(server)).toHaveLength(4);
    expect((await mailById(db, elsewhere))?.state).toBe("sent");
    expect(await mailById(db, last)).toMatchObject({
      state: "waiting",
      tries: 0,
      trouble: "Waiting: this address already got 3 emails within an hour.",
    });
    await clock.move(59);
    await sendDueMails(parts);
    expect(subjectsAt(server)).toHaveLength(4);
    await clock.move(1);
    await sendDueMails(parts);
    expect(subjectsAt(server)).toHaveLength(7);
    expect((await mailById(db, last))?.state).toBe("sent");
  });

  it("has its limit enforced across concurrent workers", async () => {
    const server = await smtpServer();
    const parts = { ...worker(server.url), maxPerHour: () => 2 };
    for (let count = 0; count < 8; count += 1)
      await write({ to: { borrowerId: null, address: "busy@school.example" } });
    await Promise.all([sendDueMails(parts), sendDueMails(parts)]);
    expect(subjectsAt(server)).toHaveLength(2);
  });
});
