import { createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOTP } from "otpauth";
import * as z from "zod";
import {
  checkUserResetPassword,
  confirmMailbox,
  getSessions,
  requestResetPassword,
} from "#contract/people/accounts.ts";
import { getOwnAccount } from "#contract/people/own-account.ts";
import { checkInvitation, inviteStaff } from "#contract/people/staff.ts";
import { libraryJobs } from "#server/jobs.ts";
import { backUp } from "#server/platform/backup/back-up.ts";
import { readArchive } from "#server/platform/backup/read-archive.ts";
import { createLog } from "#server/platform/log.ts";
import { storedFilesOf } from "#server/stored-files.ts";
import { testApp } from "#server/test/app.ts";
import { ask } from "#server/test/ask.ts";
import { aBorrower, anAdmin, password } from "#server/test/factories.ts";
import { answerResets } from "#server/test/mails.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { firstStep, toNextStep, turnOn, twoStep } from "#server/test/staff/two-step.ts";

// A thief has a plain backup or can read the database, but has no files of the running library. They know every format.
const library = await testApp();
const { connection, configuration, clock, db } = library;
const folder = mkdtempSync(path.join(os.tmpdir(), "library-thief-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const named = z.array(z.object({ name: z.string() }));
const loot = { database: "", backup: "" };
const manager = await turnOn(library, await anAdmin(library));
const borrower = await aBorrower(library, { email_address: "sam@oak.example", mailbox_confirmed_at: null });

const resetLink = async (userName: string) => {
  await library.call(requestResetPassword, { params: { userNameOrEmail: userName } });
  await answerResets(library);
};

beforeAll(async () => {
  await db
    .updateTable("staff")
    .set({ email_address: "ann@library.example" })
    .where("user_id", "=", manager.userId)
    .execute();
  const invitation = (emailAddress: string) =>
    library.call(inviteStaff, { body: { emailAddress, role: "manager", password } }, manager.token);
  // links in emails that were saved as files, and in emails that are still waiting
  await invitation("new@library.example");
  await resetLink(borrower.userName);
  const log = createLog("silent");
  const jobs = libraryJobs({ db, connection, clock, configuration, log });
  await runDueJobs(
    db,
    jobs.filter(({ kind }) => kind === "send-mail"),
  );
  await invitation("newer@library.example");
  await resetLink(manager.userName);
  await firstStep(library, manager.userName);

  const file = path.join(folder, "plain.tar");
  await backUp({ connection, storedFiles: storedFilesOf(configuration), passphrase: undefined }, file);
  await readArchive({ file, passphrase: undefined }, async ({ name, content }) => {
    loot.backup += `${(name.endsWith(".gz") ? gunzipSync(content) : content).toString("latin1")}\n`;
  });
  const tables = await ask(connection, "select tablename as name from pg_tables where schemaname = 'public'");
  for (const { name } of named.parse(tables))
    loot.database += JSON.stringify(await ask(connection, `select t::text as row from "${name}" t`));
});

/** Returns every distinct match, also with the emails' quoted-printable line breaks removed. */
const matches = (text: string, pattern: RegExp) => [
  ...new Set([text, text.replaceAll("=\r\n", "")].flatMap((each) => each.match(pattern) ?? [])),
];

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs tokens with every possible key, for every possible id of the manager's session. */
function mintedTokens(text: string): string[] {
  const keys = matches(text, /[\w-]{40,}/g);
  const ids = matches(text, /(?<![0-9a-f])[0-9a-f]{32}(?:[0-9a-f]{32})?(?![0-9a-f])/g);
  const keyIds = ["1", ...matches(text, /(?<=age1|\{sealed\})[a-z0-9]{12}/g)];
  const now = Math.floor(clock.now().getTime() / 1000);
  return keys.flatMap((key) =>
    ids.flatMap((jti) =>
      keyIds.map((kid) => {
        const header = { alg: "HS256", kid, typ: "session+jwt" };
        const claims = {
          iss: "lending-library",
          aud: "lending-library-api",
          sub: String(manager.userId),
          jti,
          iat: now,
          exp: now + 3600,
        };
        const signed = `${base64(header)}.${base64(claims)}`;
        return `${signed}.${createHmac("sha256", Buffer.from(key, "base64url")).update(signed).digest("base64url")}`;
      }),
    ),
  );
}

describe.each(["database", "backup"] as const)("everything in the %s", (where) => {
  it("names the manager, but has no session tokens or session ids", () => {
    const { userName, token, sessionId } = manager;
    expect([userName, token, sessionId].map((text) => loot[where].includes(text))).toEqual([true, false, false]);
  });

  it("can't be used to sign a token that opens a session", async () => {
    const tokens = mintedTokens(loot[where]);
    for (const token of tokens) {
      const { status } = await library.call(getOwnAccount, {}, token);
      if (status !== 401) throw new Error(`A minted token was answered ${status}.`);
    }
    expect((await library.call(getSessions, {}, borrower.token)).status).toBe(200); // the check works
  });

  it("has no usable links to resets, invitations, or mailboxes, and no first steps", async () => {
    const secrets = matches(loot[where], /(?<![\w-])[\w-]{43}(?![\w-])/g);
    const opened: string[] = [];
    for (const secret of secrets) {
      const answers = [
        await library.call(checkUserResetPassword, { params: { id: secret } }),
        await library.call(checkInvitation, { body: { token: secret } }),
        await library.call(confirmMailbox, { body: { token: secret } }),
      ];
      opened.push(...answers.filter(({ body }) => body.isSuccess).map(() => secret));
      const step = await twoStep(library, { token: secret, code: manager.recoveryCodes[0] ?? "" });
      if (step.body.isSuccess || step.body.reason?.kind === "wrong-code") opened.push(secret);
    }
    expect(opened).toEqual([]);
  });

  it("can't pass two-step verification, even with the manager's password", async () => {
    toNextStep(library);
    const token = await firstStep(library, manager.userName);
    const timestamp = clock.now().getTime();
    const codes = matches(loot[where], /(?<![A-Z2-7])[A-Z2-7]{32}(?![A-Z2-7])/g).map((secret) =>
      new TOTP({ secret }).generate({ timestamp }),
    );
    const hashes = matches(loot[where], /(?<=\\x)[0-9a-f]{64}/g);
    for (const code of [...codes, ...hashes]) {
      const { body } = await twoStep(library, { token, code });
      expect(body.isSuccess).toBe(false);
    }
  });
});
