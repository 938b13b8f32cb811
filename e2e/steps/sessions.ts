import { expect } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

/** Makes a call as the user logged in on this page, without the page's knowledge. */
export async function callElsewhere<T>(page: Page, call: `${"GET" | "POST"} ${string}`, body?: object): Promise<T> {
  const token = await page.evaluate(() => sessionStorage.getItem("token"));
  const [method, path] = call.split(" ");
  const answer = await fetch(new URL(`/api/${path}`, page.url()), {
    method: method ?? "GET",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  const { data }: { data: T } = await answer.json();
  return data;
}

/** Ends the session on the server, as eight hours would. */
export async function endSessionElsewhere(page: Page): Promise<void> {
  await callElsewhere(page, "POST Account/Logout");
}
