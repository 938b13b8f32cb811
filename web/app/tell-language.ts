import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";
import { currentSession } from "#web/lib/session.ts";

const key = "mail language"; // what was told last, and for whom

/** Tells a borrower's account in which language the site is read, for its mail. What fails is told at the next start. */
export async function tellLanguage(language: LanguageCode): Promise<void> {
  const user = currentSession()?.user;
  if (!user?.borrowerId) return;
  const told = `${user.userId} ${language}`;
  if (sessionStorage.getItem(key) === told) return;
  await call("POST Account/ChooseLanguage", { body: { language } }).then(
    () => sessionStorage.setItem(key, told),
    () => undefined, // nobody asked for it by itself
  );
}
