import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { reachBy } from "#web/lib/call.ts";
import { endSession, startSession } from "#web/lib/session.ts";
import { tokenUntil } from "#web/test/a-session.ts";
import { lastUse, noteUse, SessionEnd } from "./session-end.tsx";

const minutes = (count: number) => count * 60_000;
const stay = page.getByRole("button", { name: "Stay logged in" });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-04T18:00:00Z"), toFake: ["Date", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  endSession();
  onIdle.mockReset();
});

function logIn(timeLeft: number, idleMinutes = 480): void {
  const user = {
    userId: 1,
    userName: "ada",
    userTypeId: 1,
    name: "Ada",
    borrowerId: null,
    role: "clerk",
    idleMinutes,
  } as const;
  startSession({ token: tokenUntil(Date.now() + timeLeft), sessionKey: "key", user });
}

const onIdle = vi.fn<(minutes: number) => void>();

async function show(): Promise<void> {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionEnd onIdle={onIdle} />
    </QueryClientProvider>,
  );
}

it("a session announces its end ten minutes ahead, in the library's time", async () => {
  logIn(minutes(11));
  await show();
  await expect.element(stay).not.toBeInTheDocument();
  vi.advanceTimersByTime(minutes(1));
  await expect.element(page.getByText("Your session ends at 10:11 AM.")).toBeVisible();
  vi.advanceTimersByTime(minutes(10));
  await expect.element(stay).not.toBeInTheDocument();
});

it("one click extends a session, and a message says when that is no longer possible", async () => {
  const answers = [tokenUntil(Date.now() + minutes(480)), tokenUntil(Date.now() + minutes(480))];
  reachBy(async () => Response.json({ isSuccess: true, data: { token: answers.shift() } }));
  logIn(minutes(5));
  await show();
  await stay.click();
  await expect.element(stay).not.toBeInTheDocument();
  vi.advanceTimersByTime(minutes(475));
  await stay.click();
  await expect.element(page.getByText(/^A session lasts a day at most\./)).toBeVisible();
  await expect.element(stay).not.toBeInTheDocument();
});

it("an idle session announces its end, even with the shortest idle limit", async () => {
  noteUse();
  logIn(minutes(480), 6);
  await show();
  vi.advanceTimersByTime(minutes(2));
  await expect.element(stay).not.toBeInTheDocument();
  vi.advanceTimersByTime(minutes(1));
  await expect.element(stay).toBeVisible();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true })); // someone is at the page
  await fetch("/api/anything");
  await expect.poll(lastUse).toBe(Date.now());
  vi.advanceTimersByTime(5000);
  await expect.element(stay).not.toBeInTheDocument();
});

it("an idle session ends a minute before the server ends it, even in an unattended tab, but not while someone is using it", async () => {
  noteUse();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  logIn(minutes(480), 60);
  await show();
  vi.advanceTimersByTime(minutes(40));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true })); // without a request
  vi.advanceTimersByTime(minutes(58));
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minutes(1));
  expect(onIdle).toHaveBeenCalledWith(60);
});
