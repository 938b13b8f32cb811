import { answerResetRequest } from "#server/people/accounts/new-passwords.ts";
import { letter, type Letter, openLinks } from "#server/platform/mail/letter/letter.ts";
import type { TestApp } from "./app.ts";
import { runDueJobs } from "./run-jobs.ts";
import { testConfiguration } from "./secret-key.ts";

/** Returns the emails to an address, oldest first. */
export async function mailsTo({ db }: Pick<TestApp, "db">, address: string) {
  const rows = await db
    .selectFrom("mails")
    .select(["kind", "subject", "letter"])
    .where("to_address", "=", address)
    .orderBy("mail_id")
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, letter: await openedLetter(row.letter) })));
}

/** Parses a stored letter, with its encrypted links opened. */
export async function openedLetter(stored: unknown): Promise<Letter> {
  const opened = await openLinks(letter.parse(stored), (sealed) => secretKey.open(sealed, new Date()));
  if (!opened) throw new Error("The letter's links can't be opened.");
  return opened;
}
const { secretKey } = testConfiguration();

/** Returns the buttons of an email, each with the fragment of its path, which is the secret of a link. */
export const buttonsOf = (mail?: { letter: Letter }) =>
  (mail?.letter.blocks ?? []).flatMap((block) =>
    block.is === "button" ? [{ ...block, secret: block.path.split("#")[1] ?? "" }] : [],
  );

/** Returns the secret of the first link in the newest email to an address. */
export const secretIn = async (parts: Pick<TestApp, "db">, address: string) =>
  buttonsOf((await mailsTo(parts, address)).at(-1))[0]?.secret ?? "none came";

/** Answers the requests for new passwords. */
export const answerResets = (parts: Pick<TestApp, "db" | "clock" | "configuration">) =>
  runDueJobs(parts.db, [{ kind: "answer-reset-request", run: (job) => answerResetRequest(parts, job) }]);
