import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";
import { currentSession } from "#web/lib/session.ts";

const key = "mail language"; // what was told last, and in which session: a log-in says it, too

/** Tells a borrower's account in which language the site is read, for its mail. What fails is told at the next start. */
export async function tellLanguage(language: LanguageCode): Promise<void> {
  if (!currentSession()?.user.borrowerId) return;
  const told = `${sessionStorage.getItem("sessionKey")} ${language}`;
  if (sessionStorage.getItem(key) === told) return;
  await call("POST Account/ChooseLanguage", { body: { language } }).then(
    () => sessionStorage.setItem(key, told),
    () => undefined, // nobody asked for it by itself
  );
}
