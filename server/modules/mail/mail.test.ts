import { describe, expect, it } from "vitest";
import { getMailKinds, getMails, resendMail, switchMailKind } from "#contract/mail.ts";
import { inTransaction } from "#server/platform/database.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/enqueue-mail.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const house = await testApp();
const clerk = await anAdmin(house);

/** Writes a mail as it is after its time in the outbox, and gives its id. */
async function aMail(given: Partial<Mail> & { dead?: boolean; forgotten?: boolean } = {}): Promise<number> {
  const { dead = false, forgotten = false, ...mail } = given;
  const letter = { subject: "Your order", preview: "", heading: "A secret", blocks: [] };
  const to = { name: "Robin", address: "robin@school.example" };
  await inTransaction(house.db, (tx) =>
    enqueueMail(tx, { kind: "order-received", to, letter, at: house.clock.now(), ...mail }),
  );
  const { mail_id: id } = await house.db
    .selectFrom("mails")
    .select("mail_id")
    .orderBy("mail_id", "desc")
    .executeTakeFirstOrThrow();
  const end = { state: "dead", ended_at: house.clock.now(), trouble: "550 No such reader", tries: 1 };
  if (dead) await house.db.updateTable("mails").set(end).where("mail_id", "=", id).execute();
  if (forgotten) await house.db.updateTable("mails").set({ letter: null }).where("mail_id", "=", id).execute();
  return id;
}

describe("the outbox", () => {
  it("is listed by state and kind, newest first, and never says what a mail says", async () => {
    const [first, dead] = [await aMail(), await aMail({ kind: "overdue", dead: true })];
    const all = await house.call(getMails, { query: {} }, clerk.token);
    expect(all.body.data.map(({ mailId }) => mailId)).toEqual([dead, first]);
    expect(all.body).toMatchObject({ total: 2, counts: { waiting: 1, dead: 1 } });
    expect(JSON.stringify(all.body)).not.toContain("A secret");
    const only = async (query: object) =>
      (await house.callLoosely(getMails, { query: { ...query } }, clerk.token)).body.data.map(({ mailId }) => mailId);
    expect(await only({ state: "dead" })).toEqual([dead]);
    expect(await only({ kind: "order-received" })).toEqual([first]);
    expect(await only({ state: "dead", kind: "order-received" })).toEqual([]);
    expect(await only({ page: 2, pageSize: 1 })).toEqual([first]);
  });

  it("says in which language each is, for it stands among English words", async () => {
    const id = await aMail({ letter: { language: "es", subject: "Su pedido", preview: "", heading: "", blocks: [] } });
    const { data } = (await house.call(getMails, { query: {} }, clerk.token)).body;
    expect(data.find(({ mailId }) => mailId === id)).toMatchObject({ subject: "Su pedido", language: "es" });
    expect(data.filter(({ language }) => language === "en").length).toBeGreaterThan(0);
  });

  it("gives a dead mail another round of tries, once", async () => {
    const id = await aMail({ dead: true });
    const resend = () => house.call(resendMail, { params: { id } }, clerk.token);
    expect((await resend()).body).toMatchObject({ isSuccess: true, data: { state: "waiting", tries: 0 } });
    expect((await resend()).body).toMatchObject({
      isSuccess: false,
      message: "This email was sent or is still being tried.",
    });
  });

  it("does not resend what is forgotten, and knows no mail that is not there", async () => {
    const id = await aMail({ dead: true, forgotten: true });
    const refused = await house.call(resendMail, { params: { id } }, clerk.token);
    expect(refused.body).toMatchObject({
      isSuccess: false,
      message: "This email's links have expired. Request a new one instead.",
    });
    expect((await house.call(resendMail, { params: { id: 999_999 } }, clerk.token)).status).toBe(404);
  });

  it("writes no mail of a kind that is off, gives up what waits of it, and writes again when it is on", async () => {
    const waiting = await aMail({ kind: "due-soon" });
    const switchTo = (isOn: boolean) => house.call(switchMailKind, { params: { kind: "due-soon", isOn } }, clerk.token);
    const off = await switchTo(false);
    expect(off.body.data.filter(({ isOn }) => !isOn)).toEqual([{ kind: "due-soon", isOn: false }]);
    expect((await house.call(getMailKinds, {}, clerk.token)).body.data).toEqual(off.body.data);
    const mail = await house.db
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
