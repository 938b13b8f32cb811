import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { logInAs } from "#web/test/a-session.ts";
import {
  cartIdentifier,
  currentSession,
  endSession,
  isExpired,
  keepCartIdentifier,
  keptUserId,
  useIsStaff,
  useSession,
} from "./session.ts";

afterEach(() => {
  endSession();
  keepCartIdentifier(null);
});

const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_")}.x`;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe("a token", () => {
  it.each([
    ["is missing", null],
    ["is empty", ""],
    ["is invalid", "abc"],
    ["has no expiry", tokenOf({})],
    ["has a word as its expiry", tokenOf({ exp: "tomorrow" })],
    ["is past its expiry", tokenOf({ exp: inSeconds(-1) })],
  ])("has expired if it %s", (_what, token) => expect(isExpired(token)).toBe(true));

  it("is valid until its expiry, minus an offset", () => {
    const token = tokenOf({ exp: inSeconds(60), name: "María?>" });
    expect(isExpired(token)).toBe(false);
    expect(isExpired(token, 30)).toBe(false);
    expect(isExpired(token, 120)).toBe(true);
  });
});

describe("a session", () => {
  it("belongs to the logged-in user until they log out", () => {
    logInAs("borrower");
    expect(currentSession()?.user).toMatchObject({ userId: 12, name: "Dolores Huerta" });
    endSession();
    expect(currentSession()).toBeNull();
    expect(keptUserId()).toBeUndefined();
  });

  it("that has expired is null, but its user is still known", () => {
    logInAs("borrower", -1);
    expect(currentSession()).toBeNull();
    expect(keptUserId()).toBe(12);
  });

  it("is null when someone has edited the storage", () => {
    for (const text of ["{", "null", '"admin"', '{"userId":1}']) {
      logInAs("admin");
      sessionStorage.setItem("currentUser", text);
      expect(currentSession()).toBeNull();
    }
  });

  it("keeps the cart when it ends", () => {
    keepCartIdentifier("c".repeat(32));
    logInAs("borrower");
    endSession();
    expect(cartIdentifier()).toBe("c".repeat(32));
  });
});

function Greeting() {
  const session = useSession();
  const staff = useIsStaff();
  return <p>{session ? `Hello ${session.user.name}${staff ? ", staff" : ""}` : "Nobody"}</p>;
}

it("useSession follows logins and logouts", async () => {
  await render(<Greeting />);
  await expect.element(page.getByText("Nobody")).toBeVisible();
  logInAs("admin");
  await expect.element(page.getByText("Hello Ada, staff")).toBeVisible();
  logInAs("borrower");
  await expect.element(page.getByText("Hello Dolores Huerta", { exact: true })).toBeVisible();
  endSession();
  await expect.element(page.getByText("Nobody")).toBeVisible();
});
