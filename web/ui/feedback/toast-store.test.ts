import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToastStore } from "./toast-store.ts";

describe("a toast", () => {
  // why: the rule is about two seconds of time, and a test should not take them
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("stays two seconds and goes by itself", () => {
    const store = createToastStore();
    store.show("Updated.", "success");
    vi.advanceTimersByTime(1999);
    expect(store.current()?.message).toBe("Updated.");
    vi.advanceTimersByTime(1);
    expect(store.current()).toBeUndefined();
  });

  it("gives its place, and a full two seconds, to the next", () => {
    const store = createToastStore();
    store.show("Item Saved.", "success");
    vi.advanceTimersByTime(1500);
    store.show("Forbidden", "error");
    expect(store.current()).toMatchObject({ message: "Forbidden", tone: "error" });
    vi.advanceTimersByTime(1999);
    expect(store.current()?.message).toBe("Forbidden");
    vi.advanceTimersByTime(1);
    expect(store.current()).toBeUndefined();
  });

  it("stays until it is closed, or another one comes, where the reader wants it so", () => {
    const store = createToastStore(() => true);
    store.show("Updated.", "success");
    vi.advanceTimersByTime(60_000);
    store.pause();
    store.resume();
    vi.advanceTimersByTime(60_000);
    expect(store.current()?.message).toBe("Updated.");
    store.show("Forbidden", "error");
    expect(store.current()?.message).toBe("Forbidden");
    store.dismiss();
    expect(store.current()).toBeUndefined();
  });

  it("waits while it is hovered or focused, and then stays only what was left", () => {
    const store = createToastStore();
    store.show("Password changed.", "success");
    vi.advanceTimersByTime(1200);
    store.pause();
    vi.advanceTimersByTime(60_000);
    expect(store.current()?.message).toBe("Password changed.");
    store.resume();
    vi.advanceTimersByTime(799);
    expect(store.current()?.message).toBe("Password changed.");
    vi.advanceTimersByTime(1);
    expect(store.current()).toBeUndefined();
  });

  it("is not brought back by a pointer that leaves after it has gone", () => {
    const store = createToastStore();
    store.show("Updated.", "success");
    store.dismiss();
    store.resume();
    vi.advanceTimersByTime(5000);
    expect(store.current()).toBeUndefined();
  });

  it("says the same words anew when they are said twice", () => {
    const store = createToastStore();
    store.show("SKU removed.", "success");
    const first = store.current()?.id;
    store.show("SKU removed.", "success");
    expect(store.current()?.id).not.toBe(first);
  });

  it("tells its listeners of coming and going, until they leave", () => {
    const store = createToastStore();
    const heard: unknown[] = [];
    const leave = store.subscribe(() => heard.push(store.current()?.message));
    store.show("Updated.", "info");
    vi.advanceTimersByTime(2000);
    leave();
    store.show("Item Saved.", "info");
    expect(heard).toEqual(["Updated.", undefined]);
  });
});
