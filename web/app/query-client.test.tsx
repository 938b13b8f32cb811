import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CallFailed } from "#web/lib/call.ts";
import { createQueryClient } from "./query-client.ts";
import { toasts } from "#web/ui/feedback/toast.tsx";

const onFault = vi.fn<Parameters<typeof createQueryClient>[0]>();
let tries = 0;
beforeEach(() => {
  onFault.mockClear();
  tries = 0;
  toasts.dismiss();
});

afterEach(() => vi.restoreAllMocks());

const failing = (error: Error) => async () => {
  tries += 1;
  throw error;
};

async function ask(error: Error, meta?: { background?: boolean }) {
  const client = createQueryClient(onFault);
  const result = client.query({ queryKey: ["x"], queryFn: failing(error), retryDelay: 1, ...(meta && { meta }) });
  await result.catch(() => undefined);
}

describe("a failed query", () => {
  it("is reported with the API's status and message", async () => {
    await ask(new CallFailed(403, "Forbidden"));
    expect(onFault.mock.calls).toMatchObject([[{ status: 403, message: "Forbidden" }, "query"]]);
  });

  it.each([
    [0, 2],
    [503, 2],
    [403, 1],
    [404, 1],
    [500, 1],
  ])("with status %i is sent %i times in all", async (status, times) => {
    vi.spyOn(console, "error").mockReturnValue(); // hides the expected error
    await ask(new CallFailed(status, "No."));
    expect(tries).toBe(times);
    expect(onFault).toHaveBeenCalledOnce();
  });

  it("in the background is reported as a background failure", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    await ask(new CallFailed(403, "Forbidden"), { background: true });
    expect(onFault.mock.calls[0]?.[1]).toBe("background");
    expect(log).toHaveBeenCalledOnce();
  });

  it("after an error in our own code has no status, and is logged to the console", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    await ask(new TypeError("x is undefined"));
    expect(onFault.mock.calls).toMatchObject([[{ message: "" }, "query"]]); // its message would mean nothing to a visitor
    expect(onFault.mock.calls[0]?.[0].status).toBeUndefined();
    expect(log).toHaveBeenCalledOnce();
  });

  it("that was aborted is not reported", async () => {
    await ask(new DOMException("Gone.", "AbortError"));
    expect(onFault).not.toHaveBeenCalled();
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
    <QueryClientProvider client={createQueryClient(onFault)}>
      <Save meta={meta} {...(error && { error })} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent(error ? "error" : "success");
}

describe("a change", () => {
  it("shows a toast on success", async () => {
    await save({ done: "Item saved." });
    expect(toasts.current()).toMatchObject({ message: "Item saved.", tone: "success" });
  });

  it("is reported on failure, and sent once", async () => {
    await save({ done: "Item saved." }, new CallFailed(0, "Out of reach."));
    expect(onFault.mock.calls).toMatchObject([[{ status: 0, message: "Out of reach." }, "mutation"]]);
    expect(tries).toBe(1);
    expect(toasts.current()).toBeUndefined();
  });

  it("is not reported if its caller shows every failure", async () => {
    await save({ ownFaults: true }, new CallFailed(200, "No."));
    expect(onFault).not.toHaveBeenCalled();
  });

  it.each([
    [200, 0],
    [401, 1],
  ])("that fails with status %i is reported %i times if its caller shows refusals only", async (status, times) => {
    await save({ ownFaults: (error) => error instanceof CallFailed && error.isRefusal }, new CallFailed(status, "No."));
    expect(onFault).toHaveBeenCalledTimes(times);
  });
});
