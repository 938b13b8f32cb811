import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSiteHistory } from "./site-history.ts";
import { guardLeaving, leaveFreely } from "#web/lib/kept-work.ts";

// the real history of the test's window, restored after each test
const start = location.pathname + location.search;
let stop = () => {};
beforeEach(() => history.pushState(null, "", "/admin/orderlist"));
afterEach(() => {
  stop();
  leaveFreely();
  history.replaceState(null, "", start);
});

/** Opens a list, then a form with unsaved work whose question gets this answer. */
function editing(answer: boolean) {
  const site = createSiteHistory();
  const moves: string[] = [];
  stop = site.listen((move) => moves.push(move.location.pathname));
  site.push("/admin/editorder/7");
  moves.length = 0;
  const question = vi.fn<() => Promise<boolean>>().mockResolvedValue(answer);
  guardLeaving(question);
  return { site, moves, question };
}

describe("leaving unsaved work", () => {
  it("by a link asks first, and stays on No", async () => {
    const { site, moves, question } = editing(false);
    site.push("/admin/dashboard");
    await expect.poll(() => question.mock.calls.length).toBe(1);
    expect(moves).toEqual([]);
    expect(location.pathname).toBe("/admin/editorder/7");
  });

  it("by a link leaves on Yes", async () => {
    const { site, moves } = editing(true);
    site.push("/admin/dashboard");
    await expect.poll(() => moves).toEqual(["/admin/dashboard"]);
  });

  it("by Back asks on the page itself, and reports no other page", async () => {
    const { site, moves, question } = editing(false);
    site.go(-1);
    await expect.poll(() => question.mock.calls.length).toBe(1);
    await expect.poll(() => location.pathname).toBe("/admin/editorder/7");
    expect(moves).toEqual([]);
  });

  it("by Back leaves after one confirmation", async () => {
    const { site, moves, question } = editing(true);
    let confirm = (_isConfirmed: boolean) => {};
    question.mockReturnValue(new Promise((resolve) => (confirm = resolve)));
    site.go(-1);
    await expect.poll(() => question.mock.calls.length).toBe(1);
    await expect.poll(() => location.pathname).toBe("/admin/editorder/7");
    confirm(true);
    await expect.poll(() => moves).toEqual(["/admin/orderlist"]);
    expect(location.pathname).toBe("/admin/orderlist");
    expect(question).toHaveBeenCalledOnce();
  });

  it("by Back leaves even if the answer comes before Back is undone", async () => {
    const { site, moves, question } = editing(true);
    site.go(-1);
    await expect.poll(() => moves).toEqual(["/admin/orderlist"]);
    expect(location.pathname).toBe("/admin/orderlist");
    leaveFreely();
    site.go(1);
    await expect.poll(() => moves).toEqual(["/admin/orderlist", "/admin/editorder/7"]);
    expect(question).toHaveBeenCalledOnce();
  });

  it("does not ask about filters of the page itself", () => {
    const { site, moves, question } = editing(false);
    site.replace("/admin/editorder/7?tab=copies");
    expect(moves).toEqual(["/admin/editorder/7"]);
    expect(question).not.toHaveBeenCalled();
  });
});

it("leaving a page without unsaved work asks nothing", async () => {
  const { site, moves, question } = editing(false);
  leaveFreely();
  site.push("/admin/dashboard");
  expect(moves).toEqual(["/admin/dashboard"]);
  expect(question).not.toHaveBeenCalled();
});

it("a page removes only its own question", () => {
  const removeQuestion = guardLeaving(async () => true);
  const { site, moves, question } = editing(true);
  removeQuestion();
  site.push("/admin/dashboard");
  expect(moves).toEqual([]);
  expect(question).toHaveBeenCalledOnce();
});
