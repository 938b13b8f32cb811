import { expect } from "vitest";
import { isStaffRole } from "#contract/people/roles.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import { placeOrder } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "../app.ts";
import { aBorrower, anAdmin, anItem } from "../factories.ts";

/** Builds the application with a title, an order, and logins that may make any call. */
export async function askedApp() {
  const fixture = await testApp();
  const borrower = await aBorrower(fixture);
  const admin = await anAdmin(fixture);
  const { itemId } = await anItem(fixture, 3);
  await inTransaction(fixture.db, (tx) =>
    placeOrder(tx, { borrowerId: borrower.borrowerId, cartKey: "x", at: new Date(), lines: [{ itemId, quantity: 1 }] }),
  );

  const send = (endpoint: Endpoint, url: string, payload?: string, type = "application/json") => {
    const { method } = callParts(endpoint.call);
    const { token } = isStaffRole(endpoint.access) ? admin : borrower;
    const headers = { authorization: `Bearer ${token}`, ...(payload !== undefined && { "content-type": type }) };
    return fixture.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  };

  /** Sends a request, and expects a clear answer. */
  const expectClear = async (endpoint: Endpoint, url: string, payload?: string, type?: string) => {
    const answer = await send(endpoint, url, payload, type);
    expectClearAnswer(answer, `${endpoint.call} ${url} ${payload ?? ""}`);
    return answer;
  };

  return { ...fixture, expectClear };
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>["app"]["inject"]>>;

/** Expects no fault, the envelope (except for the bare number), and nothing internal in it. */
export function expectClearAnswer(answer: Answer, request: string) {
  expect(answer.statusCode, `${request.slice(0, 900)}\n${answer.body.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.body.isWellFormed(), request.slice(0, 900)).toBe(true);
  expect(answer.body).not.toMatch(/\bat \/|node_modules|select |insert |syntax error|password_hash|argon2/i);
  if (answer.statusCode === 200 && !String(answer.headers["content-type"]).startsWith("application/json")) return; // a file
  const body: unknown = answer.json();
  if (typeof body === "number") return;
  expect(body).toMatchObject({ isSuccess: expect.any(Boolean) });
  if (answer.statusCode !== 200) expect(body).toMatchObject({ isSuccess: false, message: expect.stringMatching(/\S/) });
}
