import { afterEach, describe, expect, it } from "vitest";
import { currentSession, endSession } from "#web/lib/session.ts";
import { takeOver } from "#web/people/login/tabs.ts";
import { logInAs } from "#web/test/a-session.ts";
import { renameUser } from "./own-account-page.tsx";

afterEach(endSession);

describe("renaming the logged-in user", () => {
  const nameNow = () => currentSession()?.user.name;
  const storedItems = () =>
    Object.fromEntries(["token", "currentUser", "sessionKey"].map((key) => [key, sessionStorage.getItem(key) ?? ""]));

  it("updates this tab and other tabs with the same session", () => {
    logInAs("admin");
    renameUser("Ada Lovelace");
    expect(nameNow()).toBe("Ada Lovelace");
    const otherTab = storedItems();
    const renamedUser = otherTab["currentUser"]?.replace("Ada Lovelace", "Ada King") ?? "";
    takeOver({ ...otherTab, currentUser: renamedUser, sessionKey: "another" }, false);
    takeOver({ ...otherTab, currentUser: "{" }, false);
    expect(nameNow()).toBe("Ada Lovelace");
    takeOver({ ...otherTab, currentUser: renamedUser }, false);
    expect(nameNow()).toBe("Ada King");
  });

  it("does nothing without a login", () => {
    renameUser("Nobody");
    expect(currentSession()).toBeNull();
    expect(sessionStorage.getItem("currentUser")).toBeNull();
  });
});
