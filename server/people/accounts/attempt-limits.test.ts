import { describe, expect, it } from "vitest";
import {
  changePassword,
  checkUserResetPassword,
  login,
  registerBorrower,
  requestResetPassword,
} from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, aNewcomer, password } from "#server/test/factories.ts";
import { answerResets, secretIn } from "#server/test/mails.ts";

const library = await testApp({ settings: { RATE_LIMIT_SCALE: "0.2" } }); // two per name and address, twenty per name or address
const tooMany = { isSuccess: false, message: "Too many requests. Please wait a moment and try again." };

const enter = (userName: string, address: string, attempt = password) =>
  library.call(login, { body: { userName, password: attempt, userTypeId: 2 } }, undefined, address);

/** Requests a reset link, and returns its secret from the email. */
async function linkFor(userName: string): Promise<string> {
  await library.call(
    requestResetPassword,
    { query: {}, params: { userNameOrEmail: userName } },
    undefined,
    "203.0.113.99",
  );
  await answerResets(library);
  return secretIn(library, "robin@oakgrove.example");
}

/** Expires all limits, as the clock would. */
const waitItOut = () =>
  library.db
    .updateTable("rate_limits")
    .set({ expire: Date.now() - 1 })
    .execute();

describe("guessing passwords", () => {
  it("is stopped for a name and an address after a few wrong passwords, and then even the right one has to wait", async () => {
    const { userName } = await aBorrower(library);
    for (let round = 0; round < 2; round += 1) expect((await enter(userName, "192.0.2.1", "wrong")).status).toBe(401);
    const { status, headers, body } = await enter(userName, "192.0.2.1");
    expect([status, body]).toEqual([429, tooMany]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await enter(userName.toUpperCase(), "192.0.2.1")).status).toBe(429);
  });

  it("doesn't affect the owner at another address, or others at the same address", async () => {
    const [victim, neighbor] = [await aBorrower(library), await aBorrower(library)];
    for (let round = 0; round < 4; round += 1) await enter(victim.userName, "192.0.2.2", "wrong");
    expect((await enter(victim.userName, "192.0.2.3")).status).toBe(200);
    expect((await enter(neighbor.userName, "192.0.2.2")).status).toBe(200);
  });

  it("locks no one out for good", async () => {
    const { userName } = await aBorrower(library);
    for (let round = 0; round < 4; round += 1) await enter(userName, "192.0.2.4", "wrong");
    await waitItOut();
    expect((await enter(userName, "192.0.2.4")).status).toBe(200);
  });

  it("is stopped when it comes from many addresses, for a quarter of an hour at most", async () => {
    const { userName } = await aBorrower(library);
    const statuses = new Set<number>();
    for (let round = 0; round < 21; round += 1)
      statuses.add((await enter(userName, `198.51.100.${round}`, "wrong")).status);
    expect(statuses).toEqual(new Set([401, 429]));
    const { headers } = await enter(userName, "198.51.100.99");
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(15 * 60);
    await waitItOut();
    expect((await enter(userName, "198.51.100.99")).status).toBe(200);
  });

  it("doesn't lock out the owner at an address where they logged in before", async () => {
    const { userName } = await aBorrower(library);
    await enter(userName, "203.0.113.7");
    for (let round = 0; round < 25; round += 1) await enter(userName, `198.51.100.${round}`, "wrong");
    expect((await enter(userName, "203.0.113.8")).status).toBe(429);
    expect((await enter(userName, "203.0.113.7")).status).toBe(200);
  });

  it("doesn't lock out the owner at a new address after they open an emailed link", async () => {
    const { userName } = await aBorrower(library);
    for (let round = 0; round < 25; round += 1) await enter(userName, `198.51.100.${round}`, "wrong");
    const refusal = await enter(userName, "203.0.113.9");
    expect([refusal.status, refusal.body.message]).toEqual([
      429,
      "Too many wrong passwords for this user name. To log in now, choose “Reset password” and open the link in your " +
        "email. You can then log in with the password you have.",
    ]);
    const token = await linkFor(userName);
    await library.call(checkUserResetPassword, { params: { id: token } }, undefined, "203.0.113.9");
    expect((await enter(userName, "203.0.113.9")).status).toBe(200);
    expect((await enter(userName, "203.0.113.10")).status).toBe(429);
  });

  it("never earns attempts in advance, because no counter goes below zero", async () => {
    const { userName } = await aBorrower(library);
    for (let round = 0; round < 5; round += 1) await enter(userName, "203.0.113.20");
    const id = await linkFor(userName);
    for (let round = 0; round < 2; round += 1)
      await library.call(checkUserResetPassword, { params: { id } }, undefined, "203.0.113.20");
    const below = library.db.selectFrom("rate_limits").select(["key", "points"]).where("points", "<", 0);
    expect(await below.execute()).toEqual([]);
  });

  it("with a name that looks like an account id doesn't keep that account from changing its password", async () => {
    const { userId, token } = await aBorrower(library);
    for (let round = 0; round < 4; round += 1) await enter(`#${userId}`, "127.0.0.1", "wrong");
    for (let round = 0; round < 25; round += 1) await enter(`#${userId}`, `198.51.100.${round}`, "wrong");
    const body = { password, newPassword: "another long one" };
    expect((await library.call(changePassword, { body }, token)).body.isSuccess).toBe(true);
  });

  it("is stopped when one address tries many names", async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 21; round += 1)
      statuses.push((await enter(`name-${round}`, "2001:db8::1", "wrong")).status);
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses[20]).toBe(429);
    // the same IPv6 subscriber, and another one
    expect((await enter("name-200", "2001:db8:0:0:5::9", "wrong")).status).toBe(429);
    expect((await enter("name-200", "2001:db8:0:1::9", "wrong")).status).toBe(401);
  });

  it("doesn't count right passwords, so a class can log in from one address", async () => {
    const { userName } = await aBorrower(library);
    for (let round = 0; round < 4; round += 1) expect((await enter(userName, "192.0.2.5")).status).toBe(200);
  });

  it("leaves no user name in the counters", async () => {
    await enter("typed-my-password", "192.0.2.6");
    const counters = await library.db.selectFrom("rate_limits").select("key").execute();
    expect(counters.length).toBeGreaterThan(0);
    expect(JSON.stringify(counters)).not.toContain("typed-my-password");
  });

  it("is also stopped for the current password of a stolen session", async () => {
    const { token } = await aBorrower(library);
    const guess = () =>
      library.call(changePassword, { body: { password: "wrong", newPassword: "long enough" } }, token);
    for (let round = 0; round < 2; round += 1)
      expect((await guess()).body.message).toBe("Current password is incorrect.");
    expect((await guess()).status).toBe(429);
  });
});

describe("registering", () => {
  it("is limited per hour and address", async () => {
    const statuses: number[] = [];
    const register = (number: number) =>
      library.call(registerBorrower, { body: aNewcomer(`newcomer-${number}`, "x") }, undefined, "203.0.113.7");
    for (let round = 0; round < 7; round += 1) statuses.push((await register(round)).status);
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 200), 429]);
  });
});
