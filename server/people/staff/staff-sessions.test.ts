import { describe, expect, it } from "vitest";
import { endStaffSession, endStaffSessions, getOwnAccount } from "#contract/people/own-account.ts";
import { getSessions } from "#contract/people/accounts.ts";
import { unattendedHeader } from "#contract/wire/unattended.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { testApp, type TestApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, password } from "#server/test/factories.ts";

const library = await testApp();
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Logs in from a device at an address. */
async function enter(userName: string, userAgent = windows, remoteAddress = "203.0.113.7"): Promise<string> {
  const answer = await library.app.inject({
    method: "POST",
    url: "/api/Account/Login/",
    headers: { "user-agent": userAgent },
    remoteAddress,
    payload: { userName, password, userTypeId: 1 },
  });
  const { token }: { token: string } = answer.json().data;
  return token;
}

const sessions = async (token: string) => (await library.call(getOwnAccount, {}, token)).body.data.sessions;
const statusOf = async (token: string, app: TestApp = library) => (await app.call(getOwnAccount, {}, token)).status;

describe("an administrator's sessions", () => {
  it("are listed with browser, address, and time, with the caller's marked", async () => {
    const { userName, token } = await anAdmin(library);
    await enter(userName);
    expect(await sessions(token)).toEqual([
      {
        sessionNumber: expect.any(Number),
        startedAt: expect.any(String),
        lastSeenAt: expect.any(String),
        browser: "Chrome on Windows",
        address: "203.0.113.7",
        isThisOne: false,
      },
      expect.objectContaining({ browser: "", address: "", isThisOne: true }),
    ]);
  });

  it("are listed without the ids that open them", async () => {
    const { token, sessionId } = await anAdmin(library);
    expect(JSON.stringify(await sessions(token))).not.toContain(sessionId);
  });

  it("can be ended one by one, such as that of a lost laptop", async () => {
    const { userId, userName, token } = await anAdmin(library);
    const [laptop, phone] = [await enter(userName), await enter(userName, "", "203.0.113.8")];
    const lost = (await sessions(token)).find(({ address }) => address === "203.0.113.7");
    const params = { userId, sessionNumber: lost?.sessionNumber ?? 0 };
    expect((await library.call(endStaffSession, { params }, token)).body.isSuccess).toBe(true);
    expect([await statusOf(laptop), await statusOf(phone), await statusOf(token)]).toEqual([401, 200, 200]);
    expect((await library.call(endStaffSession, { params }, token)).status).toBe(404);
    expect((await sessions(token)).map(({ address }) => address)).toEqual(["203.0.113.8", ""]);
  });

  it("can all be ended by another administrator", async () => {
    const [clerk, colleague] = [await anAdmin(library), await anAdmin(library)];
    const second = await enter(colleague.userName);
    await library.call(endStaffSessions, { params: { userId: colleague.userId } }, clerk.token);
    expect([await statusOf(second), await statusOf(colleague.token), await statusOf(clerk.token)]).toEqual([
      401, 401, 200,
    ]);
  });

  it("can all be ended except the caller's own", async () => {
    const { userId, userName, token } = await anAdmin(library);
    const others = [await enter(userName), await enter(userName)];
    await library.call(endStaffSessions, { params: { userId } }, token);
    expect(await Promise.all([token, ...others].map((each) => statusOf(each)))).toEqual([200, 401, 401]);
  });
});

describe("an idle session", () => {
  const minute = 60_000;

  it.each([
    ["staff", anAdmin, statusOf],
    ["a borrower", aBorrower, async (token: string) => (await library.call(getSessions, {}, token)).status],
  ])(
    "of %s ends when idle for the set time, even with a valid token, unlike one in use",
    async (_who, person, status) => {
      const idle = library;
      const [away, working] = [await person(idle), await person(idle)];
      for (let times = 0; times < 3; times += 1) {
        idle.clock.move(30 * minute);
        expect(await status(working.token)).toBe(200);
        await expect
          .poll(async () => (await lastSeenAt(idle, working.sessionId)) >= idle.clock.now().getTime() - minute)
          .toBe(true);
      }
      expect(await status(away.token)).toBe(401);
    },
  );

  it("isn't kept alive by refetches of an unattended page, but is by changes", async () => {
    const [left, scanning] = [await anAdmin(library), await anAdmin(library)];
    const first = await lastSeenAt(library, scanning.sessionId);
    const send = async (method: "GET" | "POST", url: string, token: string) => {
      const headers = { authorization: `Bearer ${token}`, [unattendedHeader]: "1" };
      expect((await library.app.inject({ method, url, headers })).statusCode).toBe(200);
    };
    library.clock.move(40 * minute);
    await send("GET", "/api/Order/GetNewOrderCount", left.token);
    await send("POST", "/api/Account/Stay", scanning.token);
    await expect.poll(() => lastSeenAt(library, scanning.sessionId)).toBeGreaterThan(first);
    library.clock.move(25 * minute);
    expect([await statusOf(left.token), await statusOf(scanning.token)]).toEqual([401, 200]);
  });

  it("is written at most once a minute, however many requests come", async () => {
    const app = library;
    const { token, sessionId } = await anAdmin(app);
    const first = await lastSeenAt(app, sessionId);
    for (let request = 0; request < 5; request += 1) await statusOf(token, app);
    expect(await lastSeenAt(app, sessionId)).toBe(first);
    app.clock.move(minute);
    await Promise.all(Array.from({ length: 5 }, () => statusOf(token, app)));
    await expect.poll(() => lastSeenAt(app, sessionId)).toBeGreaterThan(first);
  });

  const lastSeenAt = async ({ db }: TestApp, sessionId: string) => {
    const row = await db
      .selectFrom("sessions")
      .select("last_seen_at")
      .where("id_hash", "=", hashOf(sessionId))
      .executeTakeFirstOrThrow();
    return row.last_seen_at.getTime();
  };
});
