import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import * as calls from "#contract/people/accounts.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower } from "#server/test/factories.ts";
import { answerResets, buttonsOf, mailsTo, secretIn } from "#server/test/mails.ts";
import { resetLetter } from "./new-passwords.ts";

const fixture = await testApp();
let mailbox = 0;

/** Adds a borrower with their own mailbox, unless one is given. */
async function somebody(fields: { userName?: string; email_address?: string } = {}) {
  mailbox += 1;
  const { email_address = `reader${mailbox}@school.example` } = fields;
  return { ...(await aBorrower(fixture, { ...fields, email_address })), email: email_address };
}

const request = (userNameOrEmail: string, app = fixture, address?: string) =>
  app.call(calls.requestResetPassword, { query: {}, params: { userNameOrEmail } }, undefined, address);
const pendingRequests = () =>
  fixture.db.selectFrom("jobs").select("payload").where("payload", "is not", null).execute();

/** Returns the links in the emails to an address, newest email first. */
const linksTo = async (address: string) => (await mailsTo(fixture, address)).toReversed().map(buttonsOf);
/** Returns the user names in the newest email to an address. */
const userNamesIn = async (address: string) =>
  ((await mailsTo(fixture, address)).at(-1)?.letter.blocks ?? []).flatMap((block) =>
    block.is === "facts" ? block.facts.map(({ value }) => value) : [],
  );

/** Requests a link and returns its secret. */
async function linkFor({ userName, email }: { userName: string; email: string }, app = fixture): Promise<string> {
  await request(userName, app);
  await answerResets(app);
  return secretIn(app, email);
}

/** Follows a link as the page does; returns the response and the cookie. */
async function follow(token: string, app = fixture) {
  const { headers, body } = await app.call(calls.checkResetLink, { body: { token } });
  return { body, cookie: String(headers["set-cookie"] ?? "") };
}

type Attempt = { userId: number; password?: string; cookie?: string; inPath?: boolean };
async function choose({ userId, password = "brand new words", cookie = "", inPath = false }: Attempt, app = fixture) {
  const response = await app.app.inject({
    method: "POST",
    url: `/api/Account/ResetPassword/${userId}${inPath ? `/${encodeURIComponent(password)}` : ""}`,
    headers: { cookie: cookie.split(";")[0] ?? "" },
    ...(!inPath && { payload: { newPassword: password } }),
  });
  const body: { isSuccess: boolean; message: string } = response.json();
  return { status: response.statusCode, ...body };
}

const logIn = async (userName: string, password: string, app = fixture) =>
  (await app.call(calls.login, { body: { userName, password, userTypeId: 2 } })).status;
const expired = {
  status: 200,
  isSuccess: false,
  message: "This reset link is no longer valid.",
  reason: { kind: "link-expired", link: "reset" },
};

it.each([
  ["/user/vieworder/7?a=b", "?next=%2Fuser%2Fvieworder%2F7%3Fa%3Db"],
  ["//evil.example", ""],
  ["https://evil.example", ""],
  ["/\\evil.example", ""],
  ["javascript:alert(1)", ""],
])("reset link leads to a path after the login, but only on this site: %s", async (next, end) => {
  const { userName, email } = await somebody();
  await fixture.call(calls.requestResetPassword, { query: { next }, params: { userNameOrEmail: userName } });
  await answerResets(fixture);
  expect((await linksTo(email))[0]?.[0]?.path.replace(/#.*/, "")).toBe(`/user/reset-password${end}`);
});

describe("a request for a new password", () => {
  it("gets the same response and one job for a user name, an address, and unknown text", async () => {
    const person = await somebody();
    const answers = [];
    for (const text of [person.userName, person.email, "nobody", "nobody@school.example", "admin", "'; --"]) {
      const { status, body, headers } = await request(text);
      answers.push(JSON.stringify({ status, body, type: headers["content-type"], length: headers["content-length"] }));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("If an account has this user name or email address");
    expect(await pendingRequests()).toHaveLength(6);
    expect(await linksTo(person.email)).toEqual([]); // the job hasn't run yet
    await answerResets(fixture);
    expect(await linksTo(person.email)).toHaveLength(2);
    expect(await pendingRequests()).toEqual([]);
  });

  it("sends one email to a shared mailbox, with a link for each user name", async () => {
    const first = await somebody({ userName: "shared.one", email_address: "Office@school.example" });
    const other = await somebody({ userName: "shared.two", email_address: "office@school.example" });
    await request(" OFFICE@school.example ");
    await answerResets(fixture);
    const mails = [...(await linksTo(first.email)), ...(await linksTo(other.email))];
    expect(await userNamesIn(first.email)).toEqual(["shared.one", "shared.two"]);
    expect(mails).toHaveLength(1);
    const [links = []] = mails;
    const users = await Promise.all(links.map(async ({ secret }) => (await follow(secret)).body.data));
    expect(users).toEqual([first.userId, other.userId]);
    await request(first.userName);
    await answerResets(fixture);
    expect(await userNamesIn(first.email)).toEqual(["shared.one"]);
    const { rows } = await sql`
      select borrower_id from mails where lower(to_address) = 'office@school.example' order by mail_id`.execute(
      fixture.db,
    );
    expect(rows).toEqual([{ borrower_id: null }, { borrower_id: first.borrowerId }]);
  });

  it("sends nothing to accounts that no one can log in to", async () => {
    const { userId, email } = await somebody();
    await fixture.db.updateTable("accounts").set({ password_hash: null }).where("user_id", "=", userId).execute();
    await request(email);
    await answerResets(fixture);
    expect(await linksTo(email)).toEqual([]);
  });

  it("is refused without any text", async () => {
    expect((await request("  ")).body).toMatchObject({
      isSuccess: false,
      message: "** User name/ Email Address is required.",
    });
  });

  it("lists the oldest accounts of a shared address, so that new accounts push no one out", async () => {
    const owner = await somebody({ email_address: "crowd@school.example" });
    for (let newcomer = 0; newcomer < 50; newcomer += 1) await somebody({ email_address: "crowd@school.example" });
    await request("crowd@school.example");
    await answerResets(fixture);
    const [links = []] = await linksTo("crowd@school.example");
    expect(links).toHaveLength(50);
    expect((await userNamesIn("crowd@school.example"))[0]).toBe(owner.userName);
  });

  it("never floods a mailbox, and leaves the last link valid", async () => {
    const limited = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
    const person = await aBorrower(limited);
    for (let round = 0; round < 8; round += 1) {
      expect((await request(person.userName, limited, `203.0.113.${round}`)).body.isSuccess).toBe(true);
      await answerResets(limited);
    }
    expect(await mailsTo(limited, "robin@oakgrove.example")).toHaveLength(5);
    const { body } = await follow(await secretIn(limited, "robin@oakgrove.example"), limited);
    expect(body.data).toBe(person.userId);
  });

  it("is slowed down for one address, and so is guessing links", async () => {
    const limited = await testApp({ settings: { RATE_LIMIT_SCALE: "0.1" } });
    const ask = async () => (await request("who", limited)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    const guess = async () => (await limited.call(calls.checkUserResetPassword, { params: { id: "x" } })).status;
    const guesses = [];
    for (let round = 0; round < 7; round += 1) guesses.push(await guess());
    expect(guesses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe("a reset link", () => {
  it("sets its account's new password and ends every session", async () => {
    const person = await somebody();
    const { body, cookie } = await follow(await linkFor(person));
    expect(body).toEqual({ isSuccess: true, data: person.userId });
    expect(cookie).toMatch(/; Path=\/api\/; HttpOnly; SameSite=Strict$/);
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeGreaterThan(3500);
    const answer = await choose({ userId: person.userId, cookie });
    expect(answer).toMatchObject({ status: 200, isSuccess: true });
    expect([await logIn(person.userName, person.password), await logIn(person.userName, "brand new words")]).toEqual([
      401, 200,
    ]);
    const card = await fixture.call(
      calls.getBorrowerInformationByUserId,
      { params: { userId: person.userId } },
      person.token,
    );
    expect(card.status).toBe(401);
  });

  it("can't be derived from the database", async () => {
    const person = await somebody();
    const token = await linkFor(person);
    const row = await fixture.db
      .selectFrom("password_resets")
      .selectAll()
      .where("user_id", "=", person.userId)
      .executeTakeFirstOrThrow();
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const hash of [row.token_hash, row.proof_hash]) {
      for (const guess of [hash.toString("base64url"), hash.toString("hex")]) {
        expect((await follow(guess)).body.isSuccess).toBe(false);
        const cookie = `reset-proof-${person.userId}=${guess}`;
        expect(await choose({ userId: person.userId, cookie })).toEqual(expired);
      }
    }
  });

  it("works once", async () => {
    const person = await somebody();
    const token = await linkFor(person);
    const { cookie } = await follow(token);
    expect((await choose({ userId: person.userId, password: "first of two", cookie })).isSuccess).toBe(true);
    expect(await choose({ userId: person.userId, password: "second of two", cookie })).toEqual(expired);
    expect((await follow(token)).body).toMatchObject({ isSuccess: false, message: expired.message });
    expect(await logIn(person.userName, "first of two")).toBe(200);
  });

  it("works for sixty minutes", async () => {
    const person = await somebody();
    const token = await linkFor(person);
    fixture.clock.move(59 * 60_000);
    const { cookie, body } = await follow(token);
    expect(body.isSuccess).toBe(true);
    fixture.clock.move(60_001);
    expect((await follow(token)).body.isSuccess).toBe(false);
    expect(await choose({ userId: person.userId, cookie })).toEqual(expired);
  });

  it("is void once a newer one is sent or the password changes", async () => {
    const person = await somebody();
    const older = await linkFor(person);
    const before = await follow(older);
    const newer = await linkFor(person);
    expect((await follow(older)).body.isSuccess).toBe(false);
    expect(await choose({ userId: person.userId, cookie: before.cookie })).toEqual(expired);
    expect((await follow(newer)).body.isSuccess).toBe(true);
    const body = { password: person.password, newPassword: "changed by hand" };
    await fixture.call(calls.changePassword, { body }, person.token);
    expect((await follow(newer)).body.isSuccess).toBe(false);
  });

  it("is valid for its own account only", async () => {
    const [person, victim] = [await somebody(), await somebody()];
    const { cookie } = await follow(await linkFor(person));
    await linkFor(victim); // the victim has one too
    const renamed = cookie.replace(`reset-proof-${person.userId}=`, `reset-proof-${victim.userId}=`);
    for (const forged of [cookie, renamed]) {
      expect(await choose({ userId: victim.userId, cookie: forged })).toEqual(expired);
    }
    expect(await logIn(victim.userName, victim.password)).toBe(200);
  });

  it.each([
    ["no cookie", ""],
    ["an empty cookie", "reset-proof-ID="],
    ["a guessed cookie", `reset-proof-ID=${"A".repeat(43)}`],
    ["a cookie of another name", `reset-proof-=${"A".repeat(43)}`],
  ])("is required: a user id with %s does nothing on either route", async (_what, cookie) => {
    const person = await somebody();
    await linkFor(person);
    for (const inPath of [true, false]) {
      const forged = cookie.replace("ID", String(person.userId));
      expect(await choose({ userId: person.userId, cookie: forged, inPath })).toEqual(expired);
    }
    expect(await choose({ userId: 999_999 })).toEqual(expired);
    // it triggers neither hashing nor the password rules
    expect(await choose({ userId: person.userId, password: "short" })).toEqual(expired);
    expect(await logIn(person.userName, person.password)).toBe(200);
  });
});

describe("a password reset", () => {
  it("lets the owner log in right away after many wrong passwords", async () => {
    const limited = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
    const { userName, userId } = await aBorrower(limited);
    for (let round = 0; round < 12; round += 1) await logIn(userName, "what was it", limited);
    expect(await logIn(userName, "what was it", limited)).toBe(429);
    const { cookie } = await follow(await linkFor({ userName, email: "robin@oakgrove.example" }, limited), limited);
    await choose({ userId, password: "that was it", cookie }, limited);
    expect(await logIn(userName, "that was it", limited)).toBe(200);
  });

  it("ties its cookie to the host if the library uses HTTPS", async () => {
    const secure = await testApp({ settings: { PUBLIC_URL: "https://library.example.org" } });
    const { userName, userId } = await aBorrower(secure);
    const { cookie } = await follow(await linkFor({ userName, email: "robin@oakgrove.example" }, secure), secure);
    expect(cookie).toMatch(/^__Host-reset-proof-\d+=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(await choose({ userId, cookie }, secure)).toMatchObject({ isSuccess: true });
  });
});

const ada = { userName: "ada.field", borrowerId: null, token: "a-secret" };
const cy = { userName: "cy.moved", borrowerId: null, waitsUntil: "Mar 4, 2026, 3:00 PM" };
const bob = { userName: "bob.b", borrowerId: null, token: "another-secret" };

it.each([{ links: [ada] }, { links: [ada, bob] }, { links: [cy] }, { links: [bob, cy] }])(
  "reset email has a link for each of $links.length accounts whose address wasn't just changed, in both languages",
  ({ links }) => {
    const [english, spanish] = [
      resetLetter(links, { minutes: 60, language: "en" }),
      resetLetter(links, { minutes: 60, language: "es" }),
    ];
    expectBothLanguages(english, spanish, [ada.userName, bob.userName, cy.userName]);
    for (const letter of [english, spanish])
      expect(letter.blocks.flatMap((block) => (block.is === "button" ? [block.path] : []))).toEqual(
        links.flatMap((link) => ("token" in link ? [`/user/reset-password#${link.token}`] : [])),
      );
  },
);
