import { describe, expect, it } from "vitest";
import { getNewOrderCount } from "#contract/circulation.ts";
import { getOwnAccount } from "#contract/staff/own-account.ts";
import {
  addPasskey,
  askForPasskey,
  logInWithPasskey,
  mostPasskeys,
  newPasskey,
  removePasskey,
} from "#contract/staff/passkeys.ts";
import { removeSecondStep } from "#contract/staff/second-step.ts";
import { disableStaff } from "#contract/staff/staff.ts";
import { type TestApp, testApp } from "#server/test/app.ts";
import { anAdmin, password } from "#server/test/factories.ts";
import { passkeyDevice } from "#server/test/staff/passkey-device.ts";
import { aCarefulAdmin } from "#server/test/staff/second-step.ts";
import { cleanUpSessions } from "../../sessions/session.queries.ts";

const origin = "https://library.example";
const library = await testApp({ settings: { PUBLIC_URL: origin } });
const refusedFor = (kind: string) => ({ isSuccess: false, reason: { kind } });

type Device = ReturnType<typeof passkeyDevice>;

const asked = async (at: TestApp = library) => (await at.call(askForPasskey, {})).body.data;

/** Adds a device's passkey to an account. */
async function add(token: string, device: Device, { at = library, word = password } = {}) {
  const { data } = (await at.call(newPasskey, {}, token)).body;
  return at.call(addPasskey, { body: { password: word, token: data.token, credential: device.make(data) } }, token);
}

async function enter(device: Device, challenge?: Awaited<ReturnType<typeof asked>>) {
  const data = challenge ?? (await asked());
  return library.call(logInWithPasskey, { body: { token: data.token, credential: device.sign(data) } });
}

/** An administrator with one passkey. */
async function aDevice(options: { counts?: boolean } = {}) {
  const admin = await anAdmin(library);
  const device = passkeyDevice({ origin, ...options });
  expect((await add(admin.token, device)).body).toMatchObject({ isSuccess: true });
  return { admin, device };
}

const ownOf = async (token: string) => (await library.call(getOwnAccount, {}, token)).body.data.passkeys;

describe("a passkey", () => {
  it("logs its owner in, without password or code, and is listed with its last use", async () => {
    const admin = await aCarefulAdmin(library);
    const device = passkeyDevice({ origin });
    await add(admin.token, device);
    expect(await ownOf(admin.token)).toMatchObject({ isPossible: true, own: [{ lastUsedAt: null }] });
    const { body } = await enter(device);
    expect(body).toMatchObject({ isSuccess: true, data: { userId: admin.userId, userName: admin.userName } });
    expect((await library.call(getNewOrderCount, {}, body.data.token)).status).toBe(200);
    expect((await ownOf(admin.token)).own).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });

  it("is added only with the password, and the mailbox gets an email", async () => {
    const admin = await anAdmin(library);
    const address = "passkeys@library.example";
    const { db } = library;
    await db.updateTable("staff").set({ email_address: address }).where("user_id", "=", admin.userId).execute();
    const letters = () => db.selectFrom("mails").select("subject").where("to_address", "=", address).execute();
    const wrong = await add(admin.token, passkeyDevice({ origin }), { word: "wrong" });
    expect(wrong.body).toMatchObject(refusedFor("wrong-password"));
    expect((await ownOf(admin.token)).own).toEqual([]);
    expect(await letters()).toEqual([]);
    await add(admin.token, passkeyDevice({ origin }));
    expect(await letters()).toEqual([{ subject: "A passkey was added to your login" }]);
  });

  it("opens nothing after it was removed, by its owner alone", async () => {
    const { admin, device } = await aDevice();
    const [{ passkeyId } = { passkeyId: 0 }] = (await ownOf(admin.token)).own;
    const other = await anAdmin(library);
    expect((await library.call(removePasskey, { params: { passkeyId } }, other.token)).status).toBe(404);
    await library.call(removePasskey, { params: { passkeyId } }, admin.token);
    expect((await enter(device)).body).toMatchObject(refusedFor("passkey-unknown"));
  });

  it("opens nothing for a disabled account, nor after a colleague removed the second step", async () => {
    const manager = await anAdmin(library);
    const { admin, device } = await aDevice();
    await library.call(disableStaff, { params: { userId: admin.userId } }, manager.token);
    expect((await enter(device)).body).toMatchObject(refusedFor("passkey-unknown"));

    const lost = await aDevice();
    await library.call(removeSecondStep, { params: { userId: lost.admin.userId } }, manager.token);
    const entries = library.db
      .selectFrom("audit_entries")
      .select("user_id")
      .where("subject_id", "=", lost.admin.userId);
    expect(await entries.orderBy("entry_id", "desc").limit(1).execute()).toEqual([{ user_id: manager.userId }]);
    expect((await enter(lost.device)).body).toMatchObject(refusedFor("passkey-unknown"));
  });

  it("is one of at most so many, and each device's once, in any account", async () => {
    const { admin, device } = await aDevice();
    expect((await add(admin.token, device)).body).toMatchObject(refusedFor("passkeys-full"));
    expect((await add((await anAdmin(library)).token, device)).body).toMatchObject(refusedFor("passkeys-full"));
    for (let more = 1; more < mostPasskeys; more += 1) await add(admin.token, passkeyDevice({ origin }));
    expect((await add(admin.token, passkeyDevice({ origin }))).body).toMatchObject(refusedFor("passkeys-full"));
    expect((await ownOf(admin.token)).own).toHaveLength(mostPasskeys);
  });
});

describe("an answer to a challenge", () => {
  it("is good once, also when it is sent twice at once", async () => {
    const { device } = await aDevice();
    const challenge = await asked();
    const body = { token: challenge.token, credential: device.sign(challenge) };
    const answers = await Promise.all([1, 2, 3].map(() => library.call(logInWithPasskey, { body })));
    expect(answers.filter((answer) => answer.body.isSuccess)).toHaveLength(1);
    expect((await library.call(logInWithPasskey, { body })).body).toMatchObject(refusedFor("passkey-expired"));
  });

  it("stays used after the challenges of before are deleted", async () => {
    const { device } = await aDevice();
    const challenge = await asked();
    const body = { token: challenge.token, credential: device.sign(challenge) };
    await library.call(logInWithPasskey, { body });
    library.clock.move(4 * 60_000);
    await cleanUpSessions(library.db, library.clock);
    expect((await library.call(logInWithPasskey, { body })).body).toMatchObject(refusedFor("passkey-expired"));
    library.clock.move(60_000);
    await cleanUpSessions(library.db, library.clock);
    expect((await library.call(logInWithPasskey, { body })).body).toMatchObject(refusedFor("passkey-expired"));
  });

  it("must come in time, and from a page of the library", async () => {
    const { device } = await aDevice();
    const challenge = await asked();
    library.clock.move(5 * 60_000);
    expect((await enter(device, challenge)).body).toMatchObject(refusedFor("passkey-expired"));
    const admin = await anAdmin(library);
    const elsewhere = passkeyDevice({ origin: "https://library.example.evil.example" });
    expect((await add(admin.token, elsewhere)).body).toMatchObject(refusedFor("passkey-expired"));
  });

  it("must be by the owner: holding the device is not enough", async () => {
    const { device } = await aDevice();
    const challenge = await asked();
    const body = { token: challenge.token, credential: device.sign(challenge, { owner: false }) };
    expect((await library.call(logInWithPasskey, { body })).body).toMatchObject(refusedFor("passkey-unknown"));
  });

  it("must be signed with the key of the passkey that it names", async () => {
    const { device } = await aDevice();
    const other = await aDevice();
    const challenge = await asked();
    const credential = { ...other.device.sign(challenge), id: device.sign(challenge).id };
    const body = { token: challenge.token, credential };
    expect((await library.call(logInWithPasskey, { body })).body).toMatchObject(refusedFor("passkey-unknown"));
  });

  it("needs the challenge's own token: none of an account, of a session, or made up", async () => {
    const { admin, device } = await aDevice();
    const own = (await library.call(newPasskey, {}, admin.token)).body.data;
    for (const token of [own.token, admin.token, "", "a.b.c"]) {
      const body = { token, credential: device.sign(own) };
      expect((await library.call(logInWithPasskey, { body })).body).toMatchObject(refusedFor("passkey-expired"));
    }
    const stranger = await anAdmin(library);
    const body = { password, token: own.token, credential: passkeyDevice({ origin }).make(own) };
    expect((await library.call(addPasskey, { body }, stranger.token)).body).toMatchObject(
      refusedFor("passkey-expired"),
    );
  });

  it("of a device that counts must be later than the last one: a copy of it is refused", async () => {
    const { device } = await aDevice({ counts: true });
    expect((await enter(device)).body).toMatchObject({ isSuccess: true });
    device.countFrom(0);
    expect((await enter(device)).body).toMatchObject(refusedFor("passkey-unknown"));
  });
});

describe("a library whose address is a number", () => {
  it("offers none", async () => {
    const here = await testApp({ settings: { PUBLIC_URL: "http://192.0.2.7:8080" } });
    const { token } = await anAdmin(here);
    expect((await here.call(getOwnAccount, {}, token)).body.data.passkeys).toEqual({ isPossible: false, own: [] });
    for (const answer of [await here.call(askForPasskey, {}), await here.call(newPasskey, {}, token)])
      expect(answer.body).toMatchObject(refusedFor("passkeys-need-name"));
  });
});

it("strangers who ask for challenges fill no table", async () => {
  await library.db.deleteFrom("passkey_challenges").execute();
  for (let time = 0; time < 5; time += 1) await asked();
  expect(await library.db.selectFrom("passkey_challenges").select("used_at").execute()).toEqual([]);
});
