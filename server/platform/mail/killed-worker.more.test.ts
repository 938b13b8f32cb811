import { afterEach, expect, it } from "vitest";
import { letterhead } from "#server/test/both-languages.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { smtpServer } from "#server/test/smtp-server.ts";
import { systemClock } from "../clock.ts";
import { inTransaction } from "../database.ts";
import { createLog } from "../log.ts";
import { enqueueMail } from "./outbox.queries.ts";
import { sendMailJob } from "./send-mail.ts";
import { smtpCarrier } from "./smtp-carrier.ts";

const { db, connection } = await testDatabase();
afterEach(killChildren);

const write = (subject: string) =>
  inTransaction(db, (tx) =>
    enqueueMail(tx, {
      kind: "reset",
      to: { borrowerId: null, address: "robin@school.example" },
      letter: { subject, preview: "", heading: subject, blocks: [] },
      at: new Date(),
    }),
  );

/** Runs the mail job of another instance some minutes later. */
async function sendLater(url: string, minutes: number): Promise<number> {
  await letPass(db, minutes * 60);
  const job = sendMailJob({
    secretKey: testConfiguration().secretKey,
    db,
    clock: systemClock,
    log: createLog("silent"),
    carrier: smtpCarrier(url),
    from: () => ({ name: "", address: "library@example.org" }),
    maxPerHour: () => 1000,
    letterhead: async () => letterhead,
    ownWords: async () => ({ before: "", after: "" }),
  });
  return runDueJobs(db, [job]);
}

const mailing = (url: string) =>
  startChild("server/test/children/mailing.ts", { CONNECTION: JSON.stringify(connection), MAIL_SERVER: url });

it.each(["sender", "reader"] as const)(
  "a mail is delivered once when its sender is killed while the server checks the %s",
  async (step) => {
    const server = await smtpServer();
    server.manners[step] = "wait";
    await write(`killed at the ${step}`);
    const child = mailing(server.url);
    await server.reached(step);
    child.kill("SIGKILL");
    await child.exited;
    delete server.manners[step];
    expect(await sendLater(server.url, 1)).toBe(0); // the lease has not expired yet
    expect(await sendLater(server.url, 3)).toBe(1);
    expect(await sendLater(server.url, 60)).toBe(0);
    expect(server.received.map(({ subject }) => subject)).toEqual([`killed at the ${step}`]);
  },
);

it("a mail whose sender is killed after the server has it is marked dead and not sent again", async () => {
  const server = await smtpServer();
  server.manners.words = "wait";
  await write("killed at the words");
  const child = mailing(server.url);
  await server.reached("words");
  child.kill("SIGKILL");
  await child.exited;
  delete server.manners.words;
  for (const minutes of [1, 3, 600]) await sendLater(server.url, minutes);
  expect(server.received).toHaveLength(1);
  const row = await db
    .selectFrom("mails")
    .select(["state", "trouble"])
    .where("subject", "=", "killed at the words")
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: "dead", trouble: expect.stringContaining("It may or may not have arrived") });
});
