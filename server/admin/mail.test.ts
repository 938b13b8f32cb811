import { describe, expect, it } from "vitest";
import { getMailKinds, getMails, resendMail, resendMails, switchMailKind } from "#contract/admin/mail.ts";
import { inTransaction } from "#server/platform/database.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const clerk = await anAdmin(fixture);

/** Creates an email and returns its id. */
async function aMail(options: Partial<Mail> & { dead?: boolean; hasNoText?: boolean } = {}): Promise<number> {
  const { dead = false, hasNoText = false, ...mail } = options;
  const letter = { subject: "Your order", preview: "", heading: "A secret", blocks: [] };
  const to = { borrowerId: null, address: "robin@school.example" };
  await inTransaction(fixture.db, (tx) =>
    enqueueMail(tx, { kind: "order-received", to, letter, at: fixture.clock.now(), ...mail }),
  );
  const { mail_id: id } = await fixture.db
    .selectFrom("mails")
    .select("mail_id")
    .orderBy("mail_id", "desc")
    .executeTakeFirstOrThrow();
  const end = { state: "dead", ended_at: fixture.clock.now(), trouble: "550 No such reader", tries: 1 };
  if (dead) await fixture.db.updateTable("mails").set(end).where("mail_id", "=", id).execute();
  if (hasNoText) await fixture.db.updateTable("mails").set({ letter: null }).where("mail_id", "=", id).execute();
  return id;
}

describe("the outbox", () => {
  it("lists emails by state and type, newest first, without their texts", async () => {
    const [first, dead] = [await aMail(), await aMail({ kind: "overdue", dead: true })];
    const all = await fixture.call(getMails, { query: {} }, clerk.token);
    expect(all.body.data.map(({ mailId }) => mailId)).toEqual([dead, first]);
    expect(all.body).toMatchObject({ total: 2, counts: { waiting: 1, dead: 1 } });
    expect(JSON.stringify(all.body)).not.toContain("A secret");
    const idsWith = async (query: object) =>
      (await fixture.callLoosely(getMails, { query: { ...query } }, clerk.token)).body.data.map(({ mailId }) => mailId);
    expect(await idsWith({ state: "dead" })).toEqual([dead]);
    expect(await idsWith({ kind: "order-received" })).toEqual([first]);
    expect(await idsWith({ state: "dead", kind: "order-received" })).toEqual([]);
    expect(await idsWith({ page: 2, pageSize: 1 })).toEqual([first]);
  });

  it("counts and lists dead emails, and those waiting for more than an hour, as trouble", async () => {
    const trouble = async () => {
      const { body } = await fixture.call(getMails, { query: { state: "trouble" } }, clerk.token);
      expect(body.counts.trouble).toBe(body.total);
      return body.data.map(({ mailId }) => mailId);
    };
    const before = await trouble();
    const at = (minutesAgo: number) => new Date(fixture.clock.now().getTime() - minutesAgo * 60_000);
    const late = await aMail({ at: at(61) });
    const dead = await aMail({ at: at(5), dead: true });
    await aMail({ at: at(59) });
    expect((await trouble()).toSorted((a, b) => a - b)).toEqual([...before, late, dead].toSorted((a, b) => a - b));
  });

  it("has the language of each subject", async () => {
    const id = await aMail({ letter: { language: "es", subject: "Su pedido", preview: "", heading: "", blocks: [] } });
    const { data } = (await fixture.call(getMails, { query: {} }, clerk.token)).body;
    expect(data.find(({ mailId }) => mailId === id)).toMatchObject({ subject: "Su pedido", language: "es" });
    expect(data.filter(({ language }) => language === "en").length).toBeGreaterThan(0);
  });

  it("resends a dead email once", async () => {
    const id = await aMail({ dead: true });
    const resend = () => fixture.call(resendMail, { params: { id } }, clerk.token);
    expect((await resend()).body).toMatchObject({ isSuccess: true, data: { state: "waiting", tries: 0 } });
    expect((await resend()).body).toMatchObject({
      isSuccess: false,
      message: "This email was sent or is still being tried.",
    });
  });

  it("refuses to resend an email without a text", async () => {
    const id = await aMail({ dead: true, hasNoText: true });
    const refusal = await fixture.call(resendMail, { params: { id } }, clerk.token);
    expect(refusal.body).toMatchObject({
      isSuccess: false,
      message: "This email’s links have expired. Request a new one instead.",
    });
  });

  it("resends many dead emails, each once, and gives the reason for each refusal", async () => {
    const [first, second, textless, waiting] = [
      await aMail({ dead: true }),
      await aMail({ dead: true }),
      await aMail({ dead: true, hasNoText: true }),
      await aMail(),
    ];
    const resend = (mailIds: number[]) => fixture.call(resendMails, { body: { mailIds } }, clerk.token);
    const answers = await Promise.all([
      resend([first, second, first, textless, waiting, 999_999]),
      resend([second, first]),
    ]);
    const successes = answers.flatMap(({ body }) => body.data.filter(({ refusal }) => refusal === null));
    expect(successes.map(({ mailId }) => mailId).toSorted((a, b) => a - b)).toEqual([first, second]);
    const refusals = answers.flatMap(({ body }) => body.data.filter(({ refusal }) => refusal));
    expect(refusals.map(({ mailId, refusal }) => [mailId, refusal?.reason.kind])).toEqual(
      expect.arrayContaining([
        [textless, "mail-expired"],
        [waiting, "mail-not-dead"],
        [999_999, "invalid"],
      ]),
    );
    const jobs = await fixture.db.selectFrom("jobs").select("key").where("kind", "=", "send-mail").execute();
    for (const mailId of [first, second]) expect(jobs.filter(({ key }) => key === String(mailId))).toHaveLength(1);
    const entries = await fixture.db
      .selectFrom("activity_log")
      .select("subject_id")
      .where("call", "=", "POST Mail/ResendMany")
      .orderBy("subject_id")
      .execute();
    expect(entries.map(({ subject_id }) => subject_id)).toEqual([first, second]);
  });

  it("fails the waiting emails of a type that is turned off, and queues none until it is on", async () => {
    const waiting = await aMail({ kind: "due-soon" });
    const switchTo = (isOn: boolean) =>
      fixture.call(switchMailKind, { params: { kind: "due-soon", isOn } }, clerk.token);
    const off = await switchTo(false);
    expect(off.body.data.filter(({ isOn }) => !isOn)).toEqual([{ kind: "due-soon", isOn: false }]);
    expect((await fixture.call(getMailKinds, {}, clerk.token)).body.data).toEqual(off.body.data);
    const mail = await fixture.db
      .selectFrom("mails")
      .selectAll()
      .where("mail_id", "=", waiting)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ state: "dead", trouble: "Staff turned off this type of email." });
    expect(await aMail({ kind: "due-soon" })).toBe(waiting);
    await switchTo(true);
    expect(await aMail({ kind: "due-soon" })).not.toBe(waiting);
  });
});
