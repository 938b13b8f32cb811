import { describe, expect, it } from "vitest";
import {
  endSession,
  getBorrowerInformationByUserId,
  getSessions,
  logOutEverywhere,
} from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, password } from "#server/test/factories.ts";

const library = await testApp();
const day = 24 * 60 * 60 * 1000; // ms

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
const works = async (userId: number, token: string) =>
  (await library.call(getBorrowerInformationByUserId, { params: { userId } }, token)).status === 200;

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
    expect(sessions.every(({ begunAt, endedAt }) => Date.parse(begunAt) > 0 && endedAt === null)).toBe(true);
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
    library.clock.move(29 * day);
    const token = await enter(userName, "192.0.2.11", firefox);
    expect((await listSessions(token)).map(({ endedAt }) => endedAt === null)).toEqual([true, false, false]);
  });
});
