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
    ["nothing", null],
    ["an empty text", ""],
    ["no token at all", "abc"],
    ["a token without an expiry", tokenOf({})],
    ["a token whose expiry is a word", tokenOf({ exp: "tomorrow" })],
    ["a token of the past", tokenOf({ exp: inSeconds(-1) })],
  ])("is over when it is %s", (_what, token) => expect(isExpired(token)).toBe(true));

  it("is good until its expiry, less what its reader needs", () => {
    const token = tokenOf({ exp: inSeconds(60), name: "María?>" });
    expect(isExpired(token)).toBe(false);
    expect(isExpired(token, 30)).toBe(false);
    expect(isExpired(token, 120)).toBe(true);
  });
});

describe("a session", () => {
  it("is that of who logged in, until the log-out", () => {
    logInAs("borrower");
    expect(currentSession()?.user).toMatchObject({ userId: 12, name: "Dolores Huerta" });
    endSession();
    expect(currentSession()).toBeNull();
    expect(keptUserId()).toBeUndefined();
  });

  it("that has run out is none, but whose it was is still known", () => {
    logInAs("borrower", -1);
    expect(currentSession()).toBeNull();
    expect(keptUserId()).toBe(12);
  });

  it("is none when somebody has edited the storage", () => {
    for (const text of ["{", "null", '"admin"', '{"userId":1}']) {
      logInAs("admin");
      sessionStorage.setItem("currentUser", text);
      expect(currentSession()).toBeNull();
    }
  });

  it("leaves the cart where it is: a claimed one answers only to its owner", () => {
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

it("is followed by what is on the screen", async () => {
  await render(<Greeting />);
  await expect.element(page.getByText("Nobody")).toBeVisible();
  logInAs("admin");
  await expect.element(page.getByText("Hello Ada, staff")).toBeVisible();
  logInAs("borrower");
  await expect.element(page.getByText("Hello Dolores Huerta", { exact: true })).toBeVisible();
  endSession();
  await expect.element(page.getByText("Nobody")).toBeVisible();
});
