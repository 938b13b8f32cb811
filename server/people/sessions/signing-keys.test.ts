import { createHmac, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { login } from "#contract/people/accounts.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, password } from "#server/test/factories.ts";
import { createSessions, signToken } from "./sessions.ts";
import { signingKeys, replaceSigningKey } from "./signing-keys.ts";
import { StartError } from "#server/platform/errors/source-places.ts";

const [minute, hour] = [60_000, 60 * 60_000]; // ms
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "library-keys-"));
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

type Library = Awaited<ReturnType<typeof testApp>>;

const secretNow = () => randomBytes(32).toString("base64url");
const headerOf = (token: string) => Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
const keyIdOf = (token: string) => /"kid":"([^"]+)"/.exec(headerOf(token))?.[1] ?? "";

/** Creates an instance that reads the keys itself, as another process does. */
function instanceOf({ db, clock }: Library, configuration: Library["configuration"]) {
  const parts = { db, clock, configuration };
  const { read, start } = createSessions(parts);
  return {
    parts,
    accepts: async (token: string) => (await read(token)) !== null,
    logIn: async (userId: number) => {
      const account = db.selectFrom("accounts").select("password_hash").where("user_id", "=", userId);
      const { password_hash: passwordHash } = await account.executeTakeFirstOrThrow();
      return (await start({ userId, passwordHash: passwordHash ?? "" }))?.token ?? "";
    },
  };
}

/** Creates two instances with one database that have read the keys, and a logged-in borrower. */
async function twoInstances(env: Record<string, string> = {}) {
  const library = await testApp();
  const configuration = () => readConfiguration(env);
  const [one, other] = [instanceOf(library, configuration()), instanceOf(library, configuration())];
  const { userId } = await aBorrower(library);
  const token = await one.logIn(userId);
  expect(await other.accepts(token)).toBe(true);
  return { library, one, other, userId, token, configuration };
}

/** Returns the key changes in the sign-in log. */
async function keyChanges({ db }: Library): Promise<string[]> {
  const events = db.selectFrom("sign_in_events").select("call").where("kind", "=", "key-turned");
  const rows = await events.where("user_id", "is", null).where("address", "=", "").orderBy("event_id").execute();
  return rows.map(({ call }) => call);
}

/** Returns the key changes in the activity log. */
async function keyActivity({ db }: Library) {
  const entries = db.selectFrom("activity_log").select(["user_id", "call", "changes"]);
  return entries.where("subject_label", "=", "Session key").orderBy("entry_id").execute();
}

describe("the key that signs", () => {
  it("is created once, even if several instances start at once", async () => {
    const fresh = await testApp();
    const keySets = await Promise.all(Array.from({ length: 6 }, () => signingKeys(fresh)()));
    expect(await fresh.db.selectFrom("signing_keys").select("key_id").execute()).toHaveLength(1);
    expect(new Set(keySets.map(({ signing }) => signing.key.export().toString("hex"))).size).toBe(1);
  });

  it("can come from the settings, where the first one signs and the others stay valid", async () => {
    const library = await testApp();
    const [old, young] = [secretNow(), secretNow()];
    const withKeys = (JWT_KEYS: string) => instanceOf(library, readConfiguration({ JWT_KEYS }));
    const { userId, token: ofDatabase } = await aBorrower(library);
    const [before, after] = [await withKeys(old).logIn(userId), await withKeys(`${young},${old}`).logIn(userId)];
    expect(await withKeys(`${young},${old}`).accepts(before)).toBe(true);
    expect(await withKeys(`${young},${old}`).accepts(after)).toBe(true);
    expect(await withKeys(old).accepts(after)).toBe(false);
    expect(await withKeys(`${young},${old}`).accepts(ofDatabase)).toBe(false);
    await expect(replaceSigningKey(withKeys(old).parts, { isImmediate: false })).rejects.toThrow(StartError);
  });
});

describe("a new signing key", () => {
  it("is picked up by every running instance, and ends no session", async () => {
    const { library, one, other, userId, token } = await twoInstances();
    const { clock } = library;
    await replaceSigningKey(one.parts, { isImmediate: false });
    expect(keyIdOf(await one.logIn(userId))).toBe(keyIdOf(token)); // the new key waits until every instance has read it
    clock.move(minute);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const young = await from.logIn(userId);
      expect(keyIdOf(young)).not.toBe(keyIdOf(token));
      expect(await to.accepts(young)).toBe(true);
      expect(await to.accepts(token)).toBe(true);
    }
    clock.move(7.9 * hour);
    expect(await other.accepts(token)).toBe(true);
    const { userName } = await library.db
      .selectFrom("accounts")
      .select("user_name as userName")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    const fresh = await library.call(login, { body: { userName, password, userTypeId: 2 } });
    expect(await other.accepts(fresh.body.data.token)).toBe(true);
  });

  it("ends the old key after a day, even for tokens that expire later or were accepted before", async () => {
    const { library, one, other, userId, token } = await twoInstances();
    const { clock, db } = library;
    const keys = await signingKeys(one.parts)();
    const [sessionId, ever] = ["a".repeat(32), new Date(clock.now().getTime() + 1000 * hour)];
    const endless = await signToken(keys, { userId, sessionId }, { now: clock.now(), expiresAt: ever });
    await db
      .insertInto("sessions")
      .values({ session_id: sessionId, user_id: userId, last_seen_at: clock.now(), expires_at: ever })
      .execute();
    await replaceSigningKey(one.parts, { isImmediate: false });
    clock.move(24 * hour);
    for (const instance of [one, other]) expect(await instance.accepts(endless)).toBe(true);
    clock.move(2 * minute);
    for (const instance of [one, other]) expect(await instance.accepts(endless)).toBe(false);
    for (const instance of [one, other]) expect(await instance.accepts(token)).toBe(false);
    await replaceSigningKey(one.parts, { isImmediate: false });
    expect(await db.selectFrom("signing_keys").select("key_id").execute()).toHaveLength(2);
  });

  it("accepts no signature under the id of another key or an unknown id", async () => {
    const { library, one, other, userId, token } = await twoInstances();
    await replaceSigningKey(one.parts, { isImmediate: false });
    library.clock.move(minute);
    const young = await one.logIn(userId);
    const secrets = await library.db.selectFrom("signing_keys").select(["key_id", "secret"]).execute();
    const secretOf = (keyId: string) => secrets.find(({ key_id }) => key_id === keyId)?.secret ?? "";
    const signed = (like: string, keyId: string, secret: string) => {
      const header = Buffer.from(JSON.stringify({ ...JSON.parse(headerOf(like)), kid: keyId })).toString("base64url");
      const text = `${header}.${like.split(".")[1]}`;
      return `${text}.${createHmac("sha256", Buffer.from(secret, "base64url")).update(text).digest("base64url")}`;
    };
    const [old, now] = [keyIdOf(token), keyIdOf(young)];
    expect(await other.accepts(signed(young, now, secretOf(now)))).toBe(true); // the forgery helper works
    for (const forged of [
      signed(young, old, secretOf(now)),
      signed(young, now, secretOf(old)),
      signed(young, "unknown", secretOf(now)),
      signed(young, "unknown", secretNow()),
      signed(young, now, secretNow()),
      signed(young, "__proto__", secretOf(now)),
    ])
      expect(await other.accepts(forged)).toBe(false);
  });

  it("is looked up at most once a second for tokens with unknown keys", async () => {
    const { library, other, token } = await twoInstances();
    const queries: string[] = [];
    const counting = library.db.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes("signing_keys")) queries.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { read } = createSessions({ ...other.parts, db: counting });
    const forged = token.replace(
      /^[^.]+/,
      Buffer.from(headerOf(token).replace(/"kid":"[^"]+"/, '"kid":"x"')).toString("base64url"),
    );
    const instant = library.clock.now();
    const { read: frozen } = createSessions({ ...other.parts, db: counting, clock: { now: () => instant } });
    for (let time = 0; time < 20; time += 1) expect(await frozen(forged)).toBeNull();
    expect(queries).toHaveLength(1);
    expect(await read(token)).not.toBeNull();
  });
});

describe("signing keys in a file", () => {
  async function inFile() {
    const file = path.join(folder, randomBytes(6).toString("hex"));
    await fs.writeFile(file, `${secretNow()}\n`, { mode: 0o640 });
    return { file, ...(await twoInstances({ JWT_KEYS_FILE: file })) };
  }

  it("are replaced in the file, not the database, and picked up by every instance", async () => {
    const { library, file, one, other, userId, token } = await inFile();
    await replaceSigningKey(one.parts, { isImmediate: false });
    expect((await fs.readFile(file, "utf8")).trim().split("\n")).toHaveLength(2);
    expect(await keyChanges(library)).toEqual(["turn-key"]);
    expect(await keyActivity(library)).toMatchObject([{ user_id: null, call: "npm run admin -- turn-key" }]);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o640);
    expect(keyIdOf(await other.logIn(userId))).toBe(keyIdOf(token));
    library.clock.move(10 * minute);
    const young = await one.logIn(userId);
    expect(keyIdOf(young)).not.toBe(keyIdOf(token));
    for (const each of [young, token]) expect(await other.accepts(each)).toBe(true);
    library.clock.move(24 * hour);
    expect(await other.accepts(token)).toBe(false);
    expect(await library.db.selectFrom("signing_keys").select("key_id").where("key_id", "!=", "1").execute()).toEqual(
      [],
    );
  });

  it("are reread when the file changes, and kept while it is missing or incomplete", async () => {
    const { library, file, other, userId, token } = await inFile();
    const [mine, theirs] = [(await fs.readFile(file, "utf8")).trim(), secretNow()];
    for (const broken of ["", "not a key", `${mine.slice(0, 20)}`]) {
      await fs.writeFile(file, broken);
      library.clock.move(20_000);
      expect(await other.accepts(token)).toBe(true);
    }
    await fs.rm(file);
    library.clock.move(20_000);
    expect(await other.accepts(token)).toBe(true);
    await fs.writeFile(file, `${theirs},${mine}`);
    library.clock.move(20_000);
    expect(keyIdOf(await other.logIn(userId))).not.toBe(keyIdOf(token));
    expect(await other.accepts(token)).toBe(true);
    await fs.writeFile(file, theirs);
    library.clock.move(20_000);
    expect(await other.accepts(token)).toBe(false);
  });

  it("are left unchanged if the file can't be written", async () => {
    const { file, one } = await inFile();
    await fs.rm(file);
    await fs.mkdir(file);
    await expect(replaceSigningKey(one.parts, { isImmediate: true })).rejects.toThrow(/cannot be written \(E\w+\)\.$/);
    expect((await fs.readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
