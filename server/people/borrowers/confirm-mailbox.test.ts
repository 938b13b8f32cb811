import { sql } from "kysely";
import { expect, it } from "vitest";
import type { ActivityEntry } from "#contract/admin/activity-log.ts";
import { confirmByPhone, sendConfirmationTo } from "#contract/people/borrowers.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin } from "#server/test/factories.ts";

const library = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
const { db } = library;
const clerk = await anAdmin(library, { role: "clerk" });

let count = 0;
async function unconfirmed() {
  const address = `reader${(count += 1)}@school.example`;
  const borrower = await aBorrower(library, { email_address: address, mailbox_confirmed_at: null });
  const mails = async () =>
    (await db.selectFrom("mails").select("kind").where("to_address", "=", address).orderBy("mail_id").execute()).map(
      ({ kind }) => kind,
    );
  return { address, mails, params: { id: borrower.borrowerId } };
}
const entriesAbout = async (id: number) => {
  const changes = sql<ActivityEntry["changes"]>`changes`.as("changes");
  const rows = await db.selectFrom("activity_log").select(changes).where("subject_id", "=", id).execute();
  return rows.flatMap((row) => row.changes);
};

it("a clerk emails a borrower the confirmation link again, at most five times an hour", async () => {
  const { address, mails, params } = await unconfirmed();
  const answers = [];
  for (let time = 0; time < 6; time += 1) answers.push(await library.call(sendConfirmationTo, { params }, clerk.token));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers[0]?.body.message).toBe(`We emailed a confirmation link to ${address}.`);
  expect(await mails()).toEqual(Array<string>(5).fill("confirm-mailbox"));
  expect((await entriesAbout(params.id))[0]).toEqual({
    field: "Confirmation link emailed to",
    before: null,
    after: address,
  });
});

it("a clerk confirms a borrower’s email address by phone; the log says so, and the borrower gets one welcome email", async () => {
  const { address, mails, params } = await unconfirmed();
  for (let time = 0; time < 2; time += 1)
    expect((await library.call(confirmByPhone, { params }, clerk.token)).body.isSuccess).toBe(true);
  expect(await mails()).toEqual(["welcome"]);
  expect(await entriesAbout(params.id)).toEqual([
    { field: "Email address confirmed by phone", before: null, after: address },
  ]);
  expect((await library.call(sendConfirmationTo, { params }, clerk.token)).body.message).toBe(
    "This email address is already confirmed.",
  );
});

it("a borrower without a login gets no welcome email, because it promises emails about orders", async () => {
  const { mails, params } = await unconfirmed();
  await sql`
    update accounts set password_hash = null
    where user_id = (select user_id from borrowers where borrower_id = ${params.id})`.execute(db);
  expect((await library.call(confirmByPhone, { params }, clerk.token)).body.isSuccess).toBe(true);
  expect(await mails()).toEqual([]);
});
