import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect } from "#e2e/test.ts";

/** A user of a library's API, for journeys to set up their data without a browser. */
export type Caller = {
  address: string;
  userId: number;
  borrowerId: number;
  /** The browser's session storage after this login. */
  kept: { token: string; sessionKey: string; currentUser: string };
  /** Makes any call, a POST if there is a body. */
  send: (path: string, body?: object) => Promise<Response>;
  /** Makes a GET and returns the data of the response. */
  ask: <T>(path: string) => Promise<T>;
  /** Makes a POST and returns the whole response; fails on a refusal. */
  tell: <T>(path: string, body?: object) => Promise<T>;
  /** Logs this user in on a page without the form, which has its own journeys. */
  enter: (page: Page) => Promise<void>;
};

export type Login = { userName: string; password: string; userTypeId: 1 | 2 };
type LoggedIn = {
  token: string;
  sessionKey: string;
  cartIdentifier: string | null;
  userId: number;
  borrowerId: number;
};

/** Logs in at the library at this address. */
export async function callerAt(address: string, login: Login): Promise<Caller> {
  const { data } = await expectOk<{ data: LoggedIn }>(await send(address, "Account/Login/", login));
  const { token, sessionKey, cartIdentifier, ...user } = data;
  const kept = { token, sessionKey, currentUser: JSON.stringify(user), ...(cartIdentifier && { cartIdentifier }) };
  return {
    address,
    userId: user.userId,
    borrowerId: user.borrowerId,
    kept,
    send: (path, body) => send(address, path, body, token),
    ask: async <T>(path: string) => (await expectOk<{ data: T }>(await send(address, path, undefined, token))).data,
    tell: async (path, body = {}) => expectOk(await send(address, path, body, token)),
    enter: (page) => keep(page, kept),
  };
}

/** Registers a borrower and logs in. */
export async function newBorrower(address: string, userName: string, more: object = {}): Promise<Caller> {
  const password = "apples and pears";
  const registration = {
    user: { userName, password, confirmPassword: password },
    borrowerName: "Dolores Huerta",
    schoolName: "Kings River School",
    schoolDistrict: "Kings River",
    emailAddress: `${userName}@school.example`,
    phoneNumber: "(559) 555-0142",
    address: { street: "1 Main", city: "Fresno", state: "CA", zip: "93701" },
    ...more,
  };
  await expectOk(await send(address, "Account/RegisterBorrower", registration));
  return callerAt(address, { userName, password, userTypeId: 2 });
}

/** Adds entries to the tab's session storage, from its next page on. */
export async function keep(page: Page, storage: Record<string, string>): Promise<void> {
  await page.addInitScript((entries) => {
    if (!location.protocol.startsWith("http")) return;
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  }, storage);
}

async function send(address: string, path: string, body?: object, token?: string): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(!isForm && { "content-type": "application/json" }),
  };
  const init = body && { method: "POST", body: isForm ? body : JSON.stringify(body) };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${address}/api/${path}`, { ...init, headers });
    if (response.status !== 503 || tries === 10) return response;
    await pause(500); // a library that just started on a busy machine may be busy
  }
}

async function expectOk<T>(response: Response): Promise<T> {
  expect(response.status, response.url).toBe(200);
  const answer: T & { isSuccess: boolean; message?: string } = await response.json();
  expect(answer.isSuccess, `${response.url}: ${answer.message}`).toBe(true);
  return answer;
}
