import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";
import { currentSession } from "#web/lib/session.ts";

const key = "mail language"; // the language last sent and its session: logging in sends it too

/** Sends the site's language to the borrower's account, for emails. Retried at the next start after a failure. */
export async function tellLanguage(language: LanguageCode): Promise<void> {
  if (!currentSession()?.user.borrowerId) return;
  const told = `${sessionStorage.getItem("sessionKey")} ${language}`;
  if (sessionStorage.getItem(key) === told) return;
  await call("POST Account/ChooseLanguage", { body: { language } }).then(
    () => sessionStorage.setItem(key, told),
    () => undefined, // a background request
  );
}
