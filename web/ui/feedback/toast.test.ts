import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToastStore } from "./toast.tsx";

describe("a toast", () => {
  // a toast stays two seconds, which a test should not take
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("disappears after two seconds", () => {
    const store = createToastStore();
    store.show("Updated.", "success");
    vi.advanceTimersByTime(1999);
    expect(store.current()?.message).toBe("Updated.");
    vi.advanceTimersByTime(1);
    expect(store.current()).toBeUndefined();
  });

  it("is replaced by the next one, which stays a full two seconds", () => {
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

  it("stays until it is closed or replaced if the user chose that", () => {
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

  it("pauses while hovered or focused and then stays for the remaining time", () => {
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

  it("is announced again when its text repeats", () => {
    const store = createToastStore();
    store.show("SKU removed.", "success");
    const first = store.current()?.id;
    store.show("SKU removed.", "success");
    expect(store.current()?.id).not.toBe(first);
  });
});
