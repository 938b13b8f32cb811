import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CallFailed } from "#web/lib/call.ts";
import { toasts } from "#web/ui/feedback/toast.ts";
import { createQueryClient } from "./query-client.ts";

const face = vi.fn<Parameters<typeof createQueryClient>[0]>();
let tries = 0;
beforeEach(() => {
  face.mockClear();
  tries = 0;
  toasts.dismiss();
});

afterEach(() => vi.restoreAllMocks());

const failing = (error: Error) => async () => {
  tries += 1;
  throw error;
};

async function ask(error: Error, meta?: { background?: boolean }) {
  const client = createQueryClient(face);
  const asked = client.query({ queryKey: ["x"], queryFn: failing(error), retryDelay: 1, ...(meta && { meta }) });
  await asked.catch(() => undefined);
}

describe("what could not be fetched", () => {
  it("is handed on, with its status and the words of the API", async () => {
    await ask(new CallFailed(403, "Forbidden"));
    expect(face.mock.calls).toMatchObject([[{ status: 403, message: "Forbidden" }, "query"]]);
  });

  it.each([
    [0, 2],
    [503, 2],
    [403, 1],
    [404, 1],
    [500, 1],
  ])("with status %i is asked for %i times in all", async (status, times) => {
    vi.spyOn(console, "error").mockReturnValue(); // the expected error is logged there, and is not the test's failure
    await ask(new CallFailed(status, "No."));
    expect(tries).toBe(times);
    expect(face).toHaveBeenCalledOnce();
  });

  it("in the background is reported as a background failure", async () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    await ask(new CallFailed(403, "Forbidden"), { background: true });
    expect(face.mock.calls[0]?.[1]).toBe("background");
    expect(told).toHaveBeenCalledOnce();
  });

  it("by a fault of our own has no status, and is logged to the console", async () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    await ask(new TypeError("x is undefined"));
    expect(face.mock.calls).toMatchObject([[{ message: "" }, "query"]]); // which means nothing to a reader
    expect(face.mock.calls[0]?.[0].status).toBeUndefined();
    expect(told).toHaveBeenCalledOnce();
  });

  it("because somebody left is nobody's fault", async () => {
    await ask(new DOMException("Gone.", "AbortError"));
    expect(face).not.toHaveBeenCalled();
  });
});

type Meta = { done?: string; ownFaults?: boolean | ((error: Error) => boolean) };

function Save({ meta, error }: { meta: Meta; error?: Error }) {
  const { mutate, status } = useMutation({ mutationFn: error ? failing(error) : async () => undefined, meta });
  return (
    <>
      <button onClick={() => mutate()}>Save</button>
      <output>{status}</output>
    </>
  );
}

async function save(meta: Meta, error?: Error) {
  await render(
    <QueryClientProvider client={createQueryClient(face)}>
      <Save meta={meta} {...(error && { error })} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent(error ? "error" : "success");
}

describe("a change", () => {
  it("that worked is said", async () => {
    await save({ done: "Item saved." });
    expect(toasts.current()).toMatchObject({ message: "Item saved.", tone: "success" });
  });

  it("that failed is handed on, and tried once", async () => {
    await save({ done: "Item saved." }, new CallFailed(0, "Out of reach."));
    expect(face.mock.calls).toMatchObject([[{ status: 0, message: "Out of reach." }, "mutation"]]);
    expect(tries).toBe(1);
    expect(toasts.current()).toBeUndefined();
  });

  it("whose caller shows every failure is handed on to nobody", async () => {
    await save({ ownFaults: true }, new CallFailed(200, "No."));
    expect(face).not.toHaveBeenCalled();
  });

  it.each([
    [200, 0],
    [401, 1],
  ])("with status %i, whose caller shows refusals alone, is handed on %i times", async (status, times) => {
    await save({ ownFaults: (error) => error instanceof CallFailed && error.isRefusal }, new CallFailed(status, "No."));
    expect(face).toHaveBeenCalledTimes(times);
  });
});
