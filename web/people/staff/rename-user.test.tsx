import { afterEach, describe, expect, it } from "vitest";
import { currentSession, endSession, takeOver } from "#web/lib/session.ts";
import { logInAs } from "#web/test/a-session.ts";
import { renameUser } from "./own-account-page.tsx";

afterEach(endSession);

describe("a new name", () => {
  const nameNow = () => currentSession()?.user.name;
  const kept = () =>
    Object.fromEntries(["token", "currentUser", "sessionKey"].map((key) => [key, sessionStorage.getItem(key) ?? ""]));

  it("is that of this login, and of the other tabs that have the same one", () => {
    logInAs("admin");
    renameUser("Ada Lovelace");
    expect(nameNow()).toBe("Ada Lovelace");
    const elsewhere = kept();
    const renamed = elsewhere["currentUser"]?.replace("Ada Lovelace", "Ada King") ?? "";
    takeOver({ ...elsewhere, currentUser: renamed, sessionKey: "another" });
    takeOver({ ...elsewhere, currentUser: "{" });
    expect(nameNow()).toBe("Ada Lovelace");
    takeOver({ ...elsewhere, currentUser: renamed });
    expect(nameNow()).toBe("Ada King");
  });

  it("is nobody's without a login", () => {
    renameUser("Nobody");
    expect(currentSession()).toBeNull();
    expect(sessionStorage.getItem("currentUser")).toBeNull();
  });
});
