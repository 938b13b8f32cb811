import { createHmac, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { newTwoStep, turnOnTwoStep } from "#contract/people/own-account.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { StartError } from "#server/platform/errors/source-places.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { prepareSecretKey } from "#server/platform/secret-key/seal.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, password } from "#server/test/factories.ts";
import { codeOf, enter, toNextStep } from "#server/test/staff/two-step.ts";
import { renewEncryption, replaceSecretKey } from "./replace-secret-key.ts";
import { createSessions, signToken } from "./sessions.ts";

const [minute, hour] = [60_000, 60 * 60_000]; // ms
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "library-keys-"));
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

type Library = Awaited<ReturnType<typeof testApp>>;

const newSecret = () => randomBytes(32).toString("base64url");
const headerOf = (token: string) => Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
const keyIdOf = (token: string) => /"kid":"([^"]+)"/.exec(headerOf(token))?.[1] ?? "";
const linesOf = async (file: string) => (await fs.readFile(file, "utf8")).trim().split("\n");

/** Creates an instance that reads the key itself, like another process does. */
function instanceOf({ db, clock }: Library, env: Record<string, string>) {
  const parts = { db, clock, configuration: readConfiguration(env) };
  const { read, start } = createSessions(parts);
  return {
    parts,
    accepts: async (token: string) => (await read(token)) !== null,
    isForged: async (token: string) => {
      let isForged = false;
      await read(token, () => (isForged = true));
      return isForged;
    },
    logIn: async (userId: number) => {
      const account = db.selectFrom("accounts").select("password_hash").where("user_id", "=", userId);
      const { password_hash: passwordHash } = await account.executeTakeFirstOrThrow();
      return (await start({ userId, passwordHash: passwordHash ?? "" }))?.token ?? "";
    },
  };
}

/** Creates a library with its key in a file, two instances that have read it, and a logged-in borrower. */
async function twoInstances() {
  const file = path.join(folder, randomBytes(6).toString("hex"));
  await fs.writeFile(file, `${newSecret()}\n`, { mode: 0o640 });
  const settings = { SECRET_KEY_FILE: file };
  const library = await testApp({ settings });
  await library.db.deleteFrom("secret_key").execute();
  await prepareSecretKey(library.db, library.configuration.secretKey, library.clock.now());
  const [one, other] = [instanceOf(library, settings), instanceOf(library, settings)];
  const { userId } = await aBorrower(library);
  const token = await one.logIn(userId);
  expect(await other.accepts(token)).toBe(true);
  // in use all the time
  const lastUse = new Date(library.clock.now().getTime() + 1000 * hour);
  await library.db.updateTable("sessions").set({ last_seen_at: lastUse }).execute();
  return { library, file, one, other, userId, token };
}

/** Turns on two-step verification for a new manager. */
async function aCarefulManager(library: Library) {
  const admin = await anAdmin(library);
  const { secret } = (await library.call(newTwoStep, {}, admin.token)).body.data;
  const body = { password, secret, code: codeOf(secret, library) };
  const { recoveryCodes } = (await library.call(turnOnTwoStep, { body }, admin.token)).body.data;
  return { ...admin, secret, recoveryCodes };
}

const storedSecrets = async ({ db }: Library) =>
  (await db.selectFrom("two_step_verifications").select("secret").execute()).map(({ secret }) => secret.split(".")[0]);

async function logInWithApp(library: Library, { userName, secret }: { userName: string; secret: string }) {
  toNextStep(library);
  return (await enter(library, userName, codeOf(secret, library))).body;
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
  return entries.where("subject_label", "=", "Secret key").orderBy("entry_id").execute();
}

describe("a new secret key", () => {
  it("is picked up by every running instance, and ends no session", async () => {
    const { library, file, one, other, userId, token } = await twoInstances();
    await replaceSecretKey(one.parts, { isImmediate: false });
    expect(await linesOf(file)).toHaveLength(2);
    expect(await keyChanges(library)).toEqual(["replace-key"]);
    expect(await keyActivity(library)).toMatchObject([{ user_id: null, call: "npm run admin -- replace-key" }]);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o640);
    expect(keyIdOf(await one.logIn(userId))).toBe(keyIdOf(token)); // it waits until every instance has read it
    library.clock.move(10 * minute);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const young = await from.logIn(userId);
      expect(keyIdOf(young)).not.toBe(keyIdOf(token));
      for (const each of [young, token]) expect(await to.accepts(each)).toBe(true);
    }
    library.clock.move(7.5 * hour);
    expect(await other.accepts(token)).toBe(true);
  });

  it("ends the old key after a day, even for tokens that expire later, without counting those as forged", async () => {
    const { library, file, one, other, userId } = await twoInstances();
    const { clock, db } = library;
    const { current } = await one.parts.configuration.secretKey.keys(clock.now());
    const [sessionId, ever] = ["a".repeat(32), new Date(clock.now().getTime() + 1000 * hour)];
    const endless = await signToken(current, { userId, sessionId }, { now: clock.now(), expiresAt: ever });
    const session = { id_hash: hashOf(sessionId), user_id: userId, last_seen_at: ever, expires_at: ever };
    await db.insertInto("sessions").values(session).execute();
    await replaceSecretKey(one.parts, { isImmediate: false });
    clock.move(24 * hour);
    for (const instance of [one, other]) expect(await instance.accepts(endless)).toBe(true);
    clock.move(11 * minute);
    for (const instance of [one, other])
      expect([await instance.accepts(endless), await instance.isForged(endless)]).toEqual([false, false]);
    await replaceSecretKey(one.parts, { isImmediate: false });
    expect(await linesOf(file)).toHaveLength(2);
  });

  it("rejects signatures with another key's id or an unknown id", async () => {
    const { library, one, other, userId, token } = await twoInstances();
    await replaceSecretKey(one.parts, { isImmediate: false });
    library.clock.move(10 * minute);
    const young = await one.logIn(userId);
    const { all } = await one.parts.configuration.secretKey.keys(library.clock.now());
    const secretOf = (keyId: string) => all.find((key) => key.keyId === keyId)?.signing.export() ?? Buffer.from("");
    const signed = (like: string, keyId: string, secret: Buffer) => {
      const header = Buffer.from(JSON.stringify({ ...JSON.parse(headerOf(like)), kid: keyId })).toString("base64url");
      const text = `${header}.${like.split(".")[1]}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    };
    const [old, now] = [keyIdOf(token), keyIdOf(young)];
    expect(await other.accepts(signed(young, now, secretOf(now)))).toBe(true); // proves that the forgery helper works
    for (const forged of [
      signed(young, old, secretOf(now)),
      signed(young, now, secretOf(old)),
      signed(young, "unknown", secretOf(now)),
      signed(young, now, randomBytes(32)),
      signed(young, "__proto__", secretOf(now)),
    ])
      expect([await other.accepts(forged), await other.isForged(forged)]).toEqual([false, true]);
  });

  it("encrypts authenticator secrets once it is in use, and a key that still opens one stays in the file", async () => {
    const { library, file, one, other } = await twoInstances();
    const manager = await aCarefulManager(library);
    const [old] = await storedSecrets(library);
    await replaceSecretKey(one.parts, { isImmediate: false });
    await renewEncryption(one.parts);
    expect(await storedSecrets(library)).toEqual([old]); // another instance may not have the new key yet
    library.clock.move(25 * hour);
    await replaceSecretKey(one.parts, { isImmediate: false });
    expect((await linesOf(file)).filter((line) => line.endsWith("@retired"))).toHaveLength(1);
    expect(await logInWithApp(library, manager)).toMatchObject({ isSuccess: true });
    await renewEncryption(other.parts);
    expect(await storedSecrets(library)).not.toEqual([old]);
    expect(await logInWithApp(library, manager)).toMatchObject({ isSuccess: true });
    library.clock.move(25 * hour);
    await renewEncryption(other.parts);
    await replaceSecretKey(one.parts, { isImmediate: false });
    expect((await linesOf(file)).filter((line) => line.endsWith("@retired"))).toEqual([]);
    expect(await logInWithApp(library, manager)).toMatchObject({ isSuccess: true });
  });
});

describe("a secret key that leaked", () => {
  it("is replaced at once: sessions end without counting as forged, and two-step verification still works", async () => {
    const { library, file, one, other, token } = await twoInstances();
    const manager = await aCarefulManager(library);
    const [old] = await storedSecrets(library);
    await replaceSecretKey(one.parts, { isImmediate: true });
    expect(await keyChanges(library)).toEqual(["replace-key --now"]);
    expect(await storedSecrets(library)).not.toEqual([old]);
    library.clock.move(20_000);
    for (const attempt of [token, manager.token])
      expect([await other.accepts(attempt), await other.isForged(attempt)]).toEqual([false, false]);
    const live = library.db.selectFrom("sessions").select("user_id").where("revoked_at", "is", null);
    expect(await live.execute()).toEqual([]);
    expect(await logInWithApp(library, manager)).toMatchObject({ isSuccess: true });
    expect(await linesOf(file)).toHaveLength(2); // for an instance that was encrypting at that moment
  });

  it("leaves everything readable if the command is killed after writing the file", async () => {
    const { library, file, one, other, token } = await twoInstances();
    const manager = await aCarefulManager(library);
    const killed = replaceSecretKey({ ...one.parts, db: failAtTransaction(library) }, { isImmediate: true });
    await expect(killed).rejects.toThrow("killed");
    expect(await linesOf(file)).toHaveLength(2);
    library.clock.move(20_000);
    expect(await other.accepts(token)).toBe(false);
    await prepareSecretKey(
      library.db,
      instanceOf(library, { SECRET_KEY_FILE: file }).parts.configuration.secretKey,
      library.clock.now(),
    );
    expect(await logInWithApp(library, manager)).toMatchObject({ isSuccess: true });
    const before = await storedSecrets(library);
    await renewEncryption(other.parts);
    expect(await storedSecrets(library)).not.toEqual(before);
    expect(await logInWithApp(library, manager)).toMatchObject({ isSuccess: true });
  });
});

/** Returns the database, with transactions that fail at the end as if the process were killed. */
const failAtTransaction = ({ db }: Library) =>
  db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === "DeleteQueryNode" && JSON.stringify(node).includes("first_steps")) throw new Error("killed");
      return node;
    },
    transformResult: async ({ result }) => result,
  });

describe("a secret key in a file", () => {
  it("is reread when the file changes, and kept while it is missing or incomplete", async () => {
    const { library, file, other, userId, token } = await twoInstances();
    const [mine, theirs] = [(await fs.readFile(file, "utf8")).trim(), newSecret()];
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

  it("is reread at most once a second for tokens with unknown keys", async () => {
    const { library, file, other, token } = await twoInstances();
    const unknown = token.replace(
      /^[^.]+/,
      Buffer.from(headerOf(token).replace(/"kid":"[^"]+"/, `"kid":"${"q".repeat(12)}"`)).toString("base64url"),
    );
    const instant = library.clock.now();
    const { read } = createSessions({ ...other.parts, clock: { now: () => instant } });
    const reads = vi.spyOn(fs, "readFile");
    onTestFinished(() => reads.mockRestore());
    for (let time = 0; time < 20; time += 1) expect(await read(unknown)).toBeNull();
    expect(reads.mock.calls.filter(([name]) => name === file).length).toBeLessThanOrEqual(1);
    expect(await other.accepts(token)).toBe(true);
  });

  it("is left unchanged if the file can't be written", async () => {
    const { file, one } = await twoInstances();
    await fs.rm(file);
    await fs.mkdir(file);
    await expect(replaceSecretKey(one.parts, { isImmediate: true })).rejects.toThrow(
      /cannot be (read|written) \(E\w+\)\.$/,
    );
    expect((await fs.readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe("a secret key in a setting", () => {
  it("can list several keys: the first is used, the others stay valid, and the command can't change it", async () => {
    const library = await testApp();
    await library.db.deleteFrom("secret_key").execute();
    const [old, young] = [newSecret(), newSecret()];
    const withKey = (SECRET_KEY: string) => instanceOf(library, { SECRET_KEY });
    const { userId } = await aBorrower(library);
    const [before, after] = [await withKey(old).logIn(userId), await withKey(`${young},${old}`).logIn(userId)];
    for (const token of [before, after]) expect(await withKey(`${young},${old}`).accepts(token)).toBe(true);
    expect(await withKey(old).accepts(after)).toBe(false);
    await expect(replaceSecretKey(withKey(old).parts, { isImmediate: false })).rejects.toThrow(StartError);
    const other = withKey(newSecret()).parts;
    await expect(prepareSecretKey(library.db, other.configuration.secretKey, library.clock.now())).rejects.toThrow(
      "SECRET_KEY is not this library's",
    );
    await replaceSecretKey(other, { isImmediate: true }); // the old one is lost, so the operator sets another
    await prepareSecretKey(library.db, other.configuration.secretKey, library.clock.now());
  });
});

describe("a start", () => {
  const keyOf = (DATA_DIR: string, more: Record<string, string> = {}) =>
    readConfiguration({ DATA_DIR, ...more }).secretKey;

  it("creates the key once, in a file that only its owner reads, and finds it again", async () => {
    const { db, clock } = await testApp();
    for (let time = 0; time < 5; time += 1) {
      await db.deleteFrom("secret_key").execute();
      const dataFolder = path.join(folder, `new-${time}`);
      const start = () => prepareSecretKey(db, keyOf(dataFolder), clock.now());
      await Promise.all(Array.from({ length: 20 }, start)); // with the same process id, like containers
      await start();
      const file = path.join(dataFolder, "secret-key");
      expect(await linesOf(file)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
      expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
      expect(await fs.readdir(dataFolder)).toEqual(["secret-key"]);
    }
  });

  it("is refused without the database's key, or with another, and says what to do", async () => {
    const { db, clock } = await testApp();
    const missing = prepareSecretKey(db, keyOf(path.join(folder, "elsewhere")), clock.now());
    await expect(missing).rejects.toThrow(/secret key is missing: there is no file .*elsewhere\/secret-key\..*copy it/);
    const other = prepareSecretKey(db, keyOf(folder, { SECRET_KEY: newSecret() }), clock.now());
    await expect(other).rejects.toThrow(/SECRET_KEY is not this library's\. .*replace-key --now/);
    await expect(fs.stat(path.join(folder, "elsewhere"))).rejects.toThrow("ENOENT");
  });

  it("works again after a lost key is replaced, and recovery codes still log in", async () => {
    const library = await testApp();
    const manager = await aCarefulManager(library);
    const dataFolder = path.join(folder, "lost");
    const parts = { ...library, configuration: readConfiguration({ DATA_DIR: dataFolder }) };
    await expect(replaceSecretKey(parts, { isImmediate: false })).rejects.toThrow("secret key is missing");
    await replaceSecretKey(parts, { isImmediate: true });
    await prepareSecretKey(library.db, keyOf(dataFolder), library.clock.now());
    const settings = { DATA_DIR: dataFolder };
    const app = await library.another({ configuration: readConfiguration({ RATE_LIMIT_SCALE: "1000", ...settings }) });
    const after = { ...library, ...callsTo(app) };
    toNextStep(library);
    expect((await enter(after, manager.userName, codeOf(manager.secret, library))).body).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("Use a recovery code"),
    });
    expect((await enter(after, manager.userName, manager.recoveryCodes[0] ?? "")).body).toMatchObject({
      isSuccess: true,
    });
  });
});
