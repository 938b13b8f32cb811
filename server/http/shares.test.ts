import { sql } from "kysely";
import { expect, it } from "vitest";
import { login } from "#contract/accounts.ts";
import { getInventoryBySearchParams } from "#contract/catalog.ts";
import { getNewOrderCount } from "#contract/circulation.ts";
import { ownMessages } from "#contract/messages.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const library = await testApp({ poolSize: 20, busyAfter: 600_000 });
const clerk = await anAdmin(library);

it("turns searches away when there are too many, and serves log-ins, staff, and health all the while", async () => {
  let page = 0;
  // each another one: who asks for the same shares one place
  const search = async () => library.call(getInventoryBySearchParams, { query: { page: (page += 1) } });
  const statusOf = async (answer: ReturnType<typeof search>) => (await answer).status;
  const begun = await inTransaction(library.db, async (transaction) => {
    await sql`lock table items`.execute(transaction); // searches take as long as we like
    const inside = Array.from({ length: 4 }, search);
    const away = await Promise.all(Array.from({ length: 130 }, search));
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
    expect(away[0]?.body).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    for (const { headers } of away) expect(Number(headers["retry-after"])).toBeGreaterThan(0);

    const { userName, password } = clerk;
    expect((await library.call(login, { body: { userName, password, userTypeId: 1 } })).status).toBe(200);
    expect((await library.call(getNewOrderCount, {}, clerk.token)).status).toBe(200);
    for (const url of ["/health/live", "/health/ready"])
      expect((await library.app.inject({ url })).statusCode).toBe(200);
    return { inside };
  });
  expect(await Promise.all(begun.inside.map(statusOf))).toEqual(Array.from({ length: 4 }, () => 200));
  expect((await search()).status).toBe(200);
});
