import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  changePassword,
  endSession,
  getBorrowerInformationByUserId,
  getSessions,
  login,
  logOutEverywhere,
  logout,
  stayLoggedIn,
} from "#contract/people/accounts.ts";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, password } from "#server/test/factories.ts";
import { cleanUpSessions } from "./session.queries.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { createSessions } from "./sessions.ts";

const library = await testApp({ rules: { idleMinutes: 480 } });
const { db, clock } = library;
const sessions = createSessions(library);
const readSession = sessions.read;
const hour = 60 * 60 * 1000;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
function decode(part = "") {
  const value: Record<string, unknown> = JSON.parse(Buffer.from(part, "base64url").toString());
  return value;
}
const see = (userId: number, token?: string) =>
  library.call(getBorrowerInformationByUserId, { params: { userId } }, token);

/** Returns the parts of a valid token for forging, and its signing key. */
async function partsOf(token: string) {
  const [header, payload, signature] = token.split(".");
  const { signing } = (await library.configuration.secretKey.keys(clock.now())).current;
  return {
    header: decode(header),
    payload: decode(payload),
    signature: signature ?? "",
    secret: signing.export(),
  };
}

function sign(header: object, payload: object, secret: Buffer, hash = "sha256") {
  const text = `${base64(header)}.${base64(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}

describe("a session", () => {
  it("is read from its token, with a borrower or without", async () => {
    const [borrower, admin] = [await aBorrower(library), await anAdmin(library)];
    expect(await readSession(borrower.token)).toEqual({
      sessionId: borrower.sessionId,
      sessionNumber: borrower.sessionNumber,
      userId: borrower.userId,
      userTypeId: 2,
      borrowerId: borrower.borrowerId,
      role: null,
    });
    expect(await readSession(admin.token)).toEqual({
      sessionId: admin.sessionId,
      sessionNumber: admin.sessionNumber,
      userId: admin.userId,
      userTypeId: 1,
      borrowerId: null,
      role: "manager",
    });
  });

  it("ends at logout, without affecting others", async () => {
    const { userName, userId, token } = await aBorrower(library);
    const other = (await library.call(login, { body: { userName, password, userTypeId: 2 } })).body.data.token;
    expect((await library.call(logout, {}, token)).body).toEqual({ isSuccess: true });
    expect((await see(userId, token)).status).toBe(401);
    expect((await see(userId, other)).status).toBe(200);
  });

  it("can be ended repeatedly, and a logout without one succeeds", async () => {
    const { token } = await aBorrower(library);
    for (const attempt of [token, token, undefined, "null"])
      expect((await library.call(logout, {}, attempt)).body.isSuccess).toBe(true);
  });

  it("ends after eight hours, and is cleaned up a month later along with expired counters", async () => {
    const { userId, token, sessionId } = await aBorrower(library);
    const rows = () => db.selectFrom("sessions").select("id_hash").where("id_hash", "=", hashOf(sessionId)).execute();
    clock.move(8 * hour - 60_000);
    expect((await see(userId, token)).status).toBe(200);
    await cleanUpSessions(db, clock);
    expect(await rows()).toHaveLength(1);
    await db.insertInto("rate_limits").values({ key: "expired", points: 1, expire: Date.now() }).execute();
    clock.move(2 * 60_000);
    expect((await see(userId, token)).status).toBe(401);
    await cleanUpSessions(db, clock);
    expect(await rows()).toHaveLength(1);
    clock.move(30 * 24 * hour);
    await cleanUpSessions(db, clock);
    expect(await rows()).toHaveLength(0);
    expect(await db.selectFrom("rate_limits").select("key").where("key", "=", "expired").execute()).toEqual([]);
  });

  it("can be extended until a day after its login", async () => {
    const { userId, token, sessionId } = await aBorrower(library);
    const stay = async (attempt: string) => (await library.call(stayLoggedIn, {}, attempt)).body.data.token;
    const tokens = [token];
    for (let time = 0; time < 26; time += 1) {
      clock.move(0.9 * hour);
      tokens.push(await stay(tokens.at(-1) ?? ""));
    }
    const last = tokens.at(-1) ?? "";
    expect((await see(userId, token)).status).toBe(401);
    expect((await readSession(last))?.sessionId).toBe(sessionId);
    clock.move(0.5 * hour);
    expect((await see(userId, last)).status).toBe(200);
    clock.move(0.2 * hour);
    expect((await see(userId, last)).status).toBe(401);
  });

  it("can't be extended once it has ended", async () => {
    const { token } = await aBorrower(library);
    await library.call(logout, {}, token);
    for (const attempt of [token, undefined, "null"])
      expect((await library.call(stayLoggedIn, {}, attempt)).status).toBe(401);
  });

  it("must belong to the token's user", async () => {
    const [ann, bob] = [await aBorrower(library), await aBorrower(library)];
    const { header, payload, secret } = await partsOf(ann.token);
    expect(await readSession(sign(header, { ...payload, sub: String(bob.userId) }, secret))).toBeNull();
  });

  it("doesn't open if the password changed after its check", async () => {
    const { userId } = await aBorrower(library);
    expect(await sessions.start({ userId, passwordHash: "the previous hash" })).toBeNull();
  });

  it("never stays open after a login with the old password that races with a change of it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userName, token, sessionId } = await aBorrower(library);
      const [attempt] = await Promise.all([
        library.call(login, { body: { userName, password, userTypeId: 2 } }),
        library.call(changePassword, { body: { password, newPassword: "another password" } }, token),
      ]);
      const late = attempt.status === 200 ? await readSession(attempt.body.data.token) : null;
      expect(late).toBeNull();
      expect((await readSession(token))?.sessionId).toBe(sessionId);
    }
  });
});

describe("a forged token", () => {
  it("is refused without a signature, or with another algorithm, key, or key id", async () => {
    const { token } = await aBorrower(library);
    const { header, payload, signature, secret } = await partsOf(token);
    const { exp: _exp, ...endless } = payload;
    const { kid: _kid, ...nameless } = header;
    expect(await readSession(sign(header, payload, secret))).not.toBeNull(); // the forgery helper works
    for (const forged of [
      `${base64({ ...header, alg: "none" })}.${base64(payload)}.`,
      `${base64({ ...header, alg: "None" })}.${base64(payload)}.${signature}`,
      sign({ ...header, alg: "HS512" }, payload, secret, "sha512"),
      sign(header, payload, randomBytes(32)),
      sign({ ...header, kid: "2" }, payload, secret),
      sign({ ...header, kid: "__proto__" }, payload, secret),
      sign(nameless, payload, secret),
      sign(header, endless, secret),
      sign(header, { ...payload, iss: "another-library" }, secret),
      sign(header, { ...payload, aud: "another-api" }, secret),
      sign(header, { ...payload, aud: undefined }, secret),
      sign({ ...header, typ: "mailbox+jwt" }, payload, secret),
      sign({ ...header, typ: undefined }, payload, secret),
      sign(header, { ...payload, exp: 1 }, secret),
      sign(header, { ...payload, exp: "tomorrow" }, secret),
      sign(header, { ...payload, sub: "x" }, secret),
      sign(header, { ...payload, sub: "1e400" }, secret),
      sign(header, { ...payload, sub: "99999999999999" }, secret),
      sign(header, { ...payload, jti: "a\0b" }, secret),
      sign(header, { ...payload, jti: randomBytes(16).toString("hex") }, secret),
      sign(header, { ...payload, jti: { toString: "x" } }, secret),
      `${base64(header)}.${base64({ ...payload, sub: "1" })}.${signature}`,
    ]) {
      expect(await readSession(forged)).toBeNull();
    }
  });

  it("is reported as forged, but one signed with a retired key counts as ended", async () => {
    const { token } = await aBorrower(library);
    const { header, payload, secret } = await partsOf(token);
    const isForged = async (attempt: string) => {
      let forged = false;
      expect(await readSession(attempt, () => (forged = true))).toBeNull();
      return forged;
    };
    expect(await isForged(sign(header, payload, randomBytes(32)))).toBe(true);
    expect(await isForged(sign({ ...header, kid: undefined }, payload, secret))).toBe(true);
    expect(await isForged(sign({ ...header, kid: "q".repeat(12) }, payload, randomBytes(32)))).toBe(false);
  });

  it("doesn't make a borrower an administrator by its claims", async () => {
    const { token } = await aBorrower(library);
    const { header, payload, secret } = await partsOf(token);
    const forged = sign(header, { ...payload, userTypeId: 1, role: "admin" }, secret);
    expect((await library.call(getNewOrderCount, {}, forged)).status).toBe(403);
  });
});

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

/** Logs in from an address with a browser; returns the token. */
async function enter(userName: string, remoteAddress: string, browser: string): Promise<string> {
  const payload = { userName, password, userTypeId: 2 };
  const headers = { "user-agent": browser };
  const answer = await library.app.inject({
    method: "POST",
    url: "/api/Account/Login",
    payload,
    headers,
    remoteAddress,
  });
  const { data }: { data: { token: string } } = answer.json();
  return data.token;
}

const listSessions = async (token: string) => (await library.call(getSessions, {}, token)).body.data;
const works = async (userId: number, token: string) => (await see(userId, token)).status === 200;

describe("a borrower's sessions", () => {
  it("are listed with time, browser, and address, newest first, without anyone else's", async () => {
    const { userName, sessionId } = await aBorrower(library);
    await aBorrower(library);
    const other = await enter(userName, "192.0.2.7", firefox);
    await enter(userName, "2001:db8::1", "<b>what</b>");
    const sessions = await listSessions(other);
    expect(sessions.map(({ browser, address, isThisOne }) => [browser, address, isThisOne])).toEqual([
      ["", "2001:db8::1", false],
      ["Firefox on Windows", "192.0.2.7", true],
      ["", "", false],
    ]);
    expect(sessions.every(({ startedAt, endedAt }) => Date.parse(startedAt) > 0 && endedAt === null)).toBe(true);
    expect(JSON.stringify(sessions)).not.toContain(sessionId);
  });

  it("can be ended one by one by their owner alone", async () => {
    const [owner, stranger] = [await aBorrower(library), await aBorrower(library)];
    const elsewhere = await enter(owner.userName, "192.0.2.8", firefox);
    const [{ sessionNumber } = { sessionNumber: 0 }] = await listSessions(owner.token);
    expect((await library.call(endSession, { params: { sessionNumber } }, stranger.token)).status).toBe(404);
    expect(await works(owner.userId, elsewhere)).toBe(true);
    expect((await library.call(endSession, { params: { sessionNumber } }, owner.token)).body.isSuccess).toBe(true);
    expect([await works(owner.userId, elsewhere), await works(owner.userId, owner.token)]).toEqual([false, true]);
    expect((await listSessions(owner.token))[0]?.endedAt).not.toBeNull();
    expect((await library.call(endSession, { params: { sessionNumber } }, owner.token)).status).toBe(404);
  });

  it("can be ended everywhere at once, including this one", async () => {
    const owner = await aBorrower(library);
    const elsewhere = await enter(owner.userName, "192.0.2.9", firefox);
    expect((await library.call(logOutEverywhere, {}, elsewhere)).body).toEqual({ isSuccess: true });
    expect([await works(owner.userId, elsewhere), await works(owner.userId, owner.token)]).toEqual([false, false]);
  });

  it("stay listed for a month after they expired", async () => {
    const { userName } = await aBorrower(library);
    await enter(userName, "192.0.2.10", firefox);
    library.clock.move(29 * 24 * hour);
    const token = await enter(userName, "192.0.2.11", firefox);
    expect((await listSessions(token)).map(({ endedAt }) => endedAt === null)).toEqual([true, false, false]);
  });
});
