import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

function logOutput(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = "";
  write(createLog("info", { write: (line: string) => void (lines += line) }));
  return lines;
}

describe("the log", () => {
  it.each<[string, (log: ReturnType<typeof createLog>) => void]>([
    ["a message", (log) => log.info("mail to jo@school.org, token eyJhbGciOi.eyJzdWIi.sig, postgres://u:hunter2@db/x")],
    ["a field", (log) => log.info({ password: "hunter2", token: "eyJhbGciOi", who: "jo@school.org" }, "x")],
    [
      "a nested field",
      (log) => log.info({ account: { emailAddress: "jo@school.org", headers: { authorization: "hunter2" } } }, "x"),
    ],
    ["a list", (log) => log.info({ list: ["jo@school.org", "jo%40school.org"] }, "x")],
    [
      "an error",
      (log) => log.error(Object.assign(new Error("no jo@school.org"), { detail: "(email)=(jo@school.org) hunter2" })),
    ],
    ["an error without a message of its own", (log) => log.error({ err: new Error("no jo@school.org") })],
    [
      "an error's cause",
      (log) => log.error({ err: new Error("x", { cause: new Error("jo@school.org eyJhbGciOi.eyJzdWIi.sig") }) }, "x"),
    ],
    [
      "an error under another name",
      (log) => log.error({ reason: Object.assign(new Error("jo@school.org"), { detail: "hunter2" }) }),
    ],
    [
      "a request",
      (log) =>
        log.info({ req: { method: "POST", url: "/api/x/hunter2/jo@school.org", headers: { cookie: "hunter2" } } }),
    ],
    ["a child", (log) => log.child({ requestId: "1" }).info({ body: { any: "hunter2" } }, "jo@school.org")],
  ])("contains no email address, password, or token from %s", (_, write) => {
    const lines = logOutput(write);
    expect(lines).toMatch(/^\{.+\}\n$/);
    expect(lines).not.toMatch(/school\.org|hunter2|eyJ/);
  });

  it("contains a request's method and route pattern", () => {
    const lines = logOutput((log) =>
      log.info({ req: { method: "GET", routeOptions: { url: "/api/Order/GetOrderForUser/:orderId" } } }, "done"),
    );
    expect(JSON.parse(lines)).toMatchObject({
      level: "info",
      req: { method: "GET", route: "/api/Order/GetOrderForUser/:orderId" },
      msg: "done",
    });
  });

  it("contains the type, code, table, and stack of a fault", () => {
    const lines = logOutput((log) =>
      log.error(Object.assign(new TypeError("broken"), { code: "23505", table: "accounts" })),
    );
    expect(JSON.parse(lines)).toMatchObject({
      err: { type: "TypeError", message: "broken", code: "23505", table: "accounts" },
    });
    expect(lines).toContain("log.test.ts");
  });
});
