import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { mailById } from "#server/admin/mail.queries.ts";
import { testDatabase } from "#server/test/database.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
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
const log = createLog("info", { write: (line) => void lines.push(line) });
/** Milliseconds. */
const [patient, impatient] = [20_000, 500];

const worker = (url: string, patience = patient) => ({
  db,
  clock,
  log,
  carrier: smtpCarrier(url, { envelope: patience, words: patience }),
  maxPerHour: () => 3,
  from: () => ({ name: "", address: "library@example.org" }),
  letterhead: async () => ({
    siteName: "The Library",
    email: "help@example.org",
    publicUrl: "https://library.example.org",
    postalAddress: "",
  }),
});

const sendDueMails = (parts: MailWorkerParts) => runDueJobs(db, [sendMailJob(parts)], log);

let number = 0;
/** Writes a mail, and gives its id. */
async function write(given: Partial<Mail> = {}): Promise<number> {
  number += 1;
  const subject = `Mail ${number}`;
  const mail: Mail = {
    kind: "order-received",
    to: { name: "Robin", address: `robin${number}@school.example` },
    letter: { subject, preview: "", heading: subject, blocks: [{ is: "text", text: "Hello." }] },
    at: clock.at,
    ...given,
  };
  await inTransaction(db, (tx) => enqueueMail(tx, mail));
  const row = await db.selectFrom("mails").select("mail_id").orderBy("mail_id", "desc").executeTakeFirstOrThrow();
  return row.mail_id;
}
/** The mail as staff see it, with its content. */
const stateOf = async (mailId: number) => ({
  ...(await mailById(db, mailId)),
  ...(await db
    .selectFrom("mails")
    .select(["letter", "is_file"])
    .where("mail_id", "=", mailId)
    .executeTakeFirstOrThrow()),
});

describe("the mail worker of a restored library", () => {
  it("sends nothing, old or new, until somebody says so, and then all of it", async () => {
    const server = await smtpServer();
    const old = await write();
    await db.insertInto("mail_hold").values({ backup_at: clock.at }).execute();
    await sendDueMails(worker(server.url));
    const later = await write({ kind: "welcome" });
    await clock.move(12);
    await sendDueMails(worker(server.url));
    expect(server.received).toEqual([]);
    expect(await stateOf(old)).toMatchObject({ state: "waiting", trouble: "Held, since a backup was restored." });
    expect(await releaseMail(db)).toBe(2);
    expect(await releaseMail(db)).toBeUndefined();
    await sendDueMails(worker(server.url));
    expect(server.received).toHaveLength(2);
    expect([(await stateOf(old)).state, (await stateOf(later)).state]).toEqual(["sent", "sent"]);
  });
});

describe("the mail worker", () => {
  it("sends a mail as text and HTML, from and to whom it should, and forgets what it said", async () => {
    const server = await smtpServer();
    const id = await write({
      to: { name: 'Robin, "the" Reader\r\nBcc: x@y.example', address: "robin@school.example" },
    });
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

  it("cuts a long subject, and no character of it in two", async () => {
    const long = { subject: `${"x".repeat(199)}💚 and more`, preview: "", heading: "", blocks: [] };
    const id = await write({ letter: long });
    const row = await db.selectFrom("mails").select("subject").where("mail_id", "=", id).executeTakeFirstOrThrow();
    expect(row.subject).toBe("x".repeat(199));
  });

  it("logs in where the address has a name and a password, and writes neither into the log", async () => {
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

  it("tries again when the server was down, later and later, and gives up in the end", async () => {
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
      trouble: "The mail server could not be used (ECONNREFUSED).",
    });
  });

  it("delivers once what the server could not take before", async () => {
    const server = await smtpServer();
    await server.stop();
    const id = await write();
    await sendDueMails(worker(server.url));
    expect(await stateOf(id)).toMatchObject({ state: "waiting", tries: 1 });
    const again = await smtpServer({ port: server.port });
    await sendDueMails(worker(server.url));
    expect(again.received).toHaveLength(0); // its time has not come
    await clock.move(1);
    await sendDueMails(worker(server.url));
    await sendDueMails(worker(server.url));
    expect(again.received.map(({ subject }) => subject)).toEqual([`Mail ${number}`]);
  });

  it.each([
    ["sender", 451],
    ["reader", 450],
    ["words", 452],
  ] as const)("tries again after a 'not now' to the %s", async (step, code) => {
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
  ] as const)("gives up at once after a 'never' to the %s, in the server's words", async (step, code) => {
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
    "tries again when the server hung up or fell asleep at the %s",
    async (step) => {
      for (const manner of ["hang up", "wait"] as const) {
        const server = await smtpServer();
        server.manners[step] = manner;
        const id = await write();
        await sendDueMails(worker(server.url, manner === "wait" ? impatient : patient));
        expect(await stateOf(id)).toMatchObject({ state: "waiting" });
        delete server.manners[step];
        await clock.move(1);
        await sendDueMails(worker(server.url));
        expect(server.received).toHaveLength(1);
      }
    },
  );

  it("does not send twice what the server may have: no answer to the words is shown to staff", async () => {
    for (const manner of ["hang up", "wait"] as const) {
      const server = await smtpServer();
      server.manners.words = manner;
      const id = await write();
      await sendDueMails(worker(server.url, manner === "wait" ? impatient : patient));
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

  it("is not held up for ever by a server that never greets", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const id = await write();
    await sendDueMails(worker(`smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, impatient));
    silent.close();
    expect(await stateOf(id)).toMatchObject({ state: "waiting", tries: 1 });
    await db.deleteFrom("mails").where("mail_id", "=", id).execute();
  });

  it("has many hands: five at once bring each of fifty mails once", async () => {
    const server = await smtpServer();
    const before = number;
    for (let mail = 0; mail < 50; mail += 1) await write();
    await Promise.all([1, 2, 3, 4, 5].map(() => sendDueMails(worker(server.url))));
    const subjects = server.received.map(({ subject }) => subject);
    expect(subjects).toHaveLength(50);
    expect(new Set(subjects).size).toBe(50);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(50);
    expect(subjects).toContain(`Mail ${before + 1}`);
  });

  it("gives up a mail that cannot be read, and goes on with the next", async () => {
    const server = await smtpServer();
    const [broken, fine] = [await write(), await write()];
    await db.updateTable("mails").set({ letter: "{}" }).where("mail_id", "=", broken).execute();
    await sendDueMails(worker(server.url));
    expect(await stateOf(broken)).toMatchObject({ state: "dead", trouble: "The email can no longer be read." });
    expect(await stateOf(fine)).toMatchObject({ state: "sent" });
  });

  it("puts mails into a folder where there is no server, for their owner alone, and says where", async () => {
    const folder = path.join(await mkdtemp(path.join(os.tmpdir(), "library-mail-")), "mail");
    const id = await write();
    await sendDueMails({ ...worker(""), carrier: folderCarrier(folder) });
    const [name = "", ...more] = await readdir(folder);
    expect(more).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-order-received-\d+\.eml$/);
    const file = path.join(folder, name);
    expect((await stat(file)).mode & 0o77).toBe(0);
    const mail = await simpleParser(await readFile(file));
    expect(mail.text).toContain("Hello.");
    expect(lines.join("")).toContain(`mail written to ${file}`);
    expect(await stateOf(id)).toMatchObject({ state: "sent", letter: null, is_file: true });
    await rm(path.dirname(folder), { recursive: true });
  });

  it("deletes the files of mails with their rows, and what a killed program left half written", async () => {
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
    await row.set({ ended_at: clock.at }).execute(); // it was sent late: its row stays, and so do its files
    await cleanUpMail({ db, clock, folder });
    expect(await readdir(folder)).toHaveLength(4);
    await row.set({ ended_at: new Date("2026-11-21T16:00:00Z") }).execute();
    await cleanUpMail({ db, clock, folder });
    const left = await readdir(folder);
    expect(left).toHaveLength(2);
    expect(left).not.toContain(old);
    await rm(folder, { recursive: true });
    await cleanUpMail({ db, clock, folder }); // a library that never wrote one has no folder
  });

  it("deletes what a killed restore left aside, after a day", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "library-mail-"));
    for (const name of [".aside-old", ".aside-new"]) await writeFile(path.join(folder, name), "half a mail");
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    await utimes(path.join(folder, ".aside-old"), twoDaysAgo, twoDaysAgo);
    await cleanUpMail({ db, clock, folder });
    expect(await readdir(folder)).toEqual([".aside-new"]);
  });

  it("keeps a mail that cannot be written into the folder, and writes it later", async () => {
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

  it("does not send what is over, and wipes it", async () => {
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

  it("has nothing to send of a change that was rolled back, of a key that is used, of a kind that is off", async () => {
    const server = await smtpServer();
    const letter = { subject: "S", preview: "", heading: "S", blocks: [] };
    const mail = { kind: "overdue", to: { name: "R", address: "r@school.example" }, letter, at: clock.at } as const;
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

describe("one address", () => {
  const to = { name: "", address: "flooded@school.example" };
  const arrived = (server: Awaited<ReturnType<typeof smtpServer>>) => server.received.map(({ subject }) => subject);

  it("gets so many emails of all kinds in an hour; the rest wait, and none is lost", async () => {
    const server = await smtpServer();
    const parts = { ...worker(server.url), maxPerHour: () => 3 };
    const kinds = ["reset", "order-received", "overdue", "opt-in", "order-shipped"] as const;
    for (const kind of kinds) await write({ kind, to: { ...to, address: to.address.toUpperCase() } });
    const last = await write({ kind: "reset", to });
    const elsewhere = await write();
    await sendDueMails(parts);
    expect(arrived(server)).toHaveLength(4);
    expect((await mailById(db, elsewhere))?.state).toBe("sent");
    expect(await mailById(db, last)).toMatchObject({
      state: "waiting",
      tries: 0,
      trouble: "Waits: this address got 3 emails within an hour.",
    });
    await clock.move(59);
    await sendDueMails(parts);
    expect(arrived(server)).toHaveLength(4);
    await clock.move(1);
    await sendDueMails(parts);
    expect(arrived(server)).toHaveLength(7);
    expect((await mailById(db, last))?.state).toBe("sent");
  });

  it("is counted by all workers at once", async () => {
    const server = await smtpServer();
    const parts = { ...worker(server.url), maxPerHour: () => 2 };
    for (let written = 0; written < 8; written += 1) await write({ to: { name: "", address: "busy@school.example" } });
    await Promise.all([sendDueMails(parts), sendDueMails(parts)]);
    expect(arrived(server)).toHaveLength(2);
  });
});
