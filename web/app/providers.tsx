import { english, keepLanguage, type Language, loadLanguage, withCodeNames } from "#web/language/language.ts";
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, StrictMode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { SiteRoutes } from "./routing/routes.tsx";
import type { LanguageCode } from "#contract/site/languages.ts";
import { LanguageChoiceContext, LanguageContext } from "#web/language/use-language.ts";
import { siteConfigurationQuery } from "#web/site/site-queries.ts";
import { isAdminPath } from "./access.ts";
import { call } from "#web/lib/call.ts";
import { currentSession } from "#web/lib/session.ts";
import { type History, Router, useLocation } from "#web/ui/router.tsx";

type ProvidersProps = { client: QueryClient; history: History; language: Language };

export function Providers({ client, history, language }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Router history={history}>
          <SiteLanguage start={language}>
            <SiteRoutes />
          </SiteLanguage>
        </Router>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Provides the chosen language to public pages, and English to the admin side. */
function SiteLanguage({ start, children }: { start: Language; children: ReactNode }) {
  const { pathname } = useLocation();
  const [current, setCurrent] = useState(start);
  const client = useQueryClient();
  const choose = useCallback(
    async (code: LanguageCode) => {
      // together with the library's name, so that the tab's title never mixes languages
      const configuration = client.query(siteConfigurationQuery(code)).catch(() => undefined);
      const [language] = await Promise.all([loadLanguage(code), configuration]);
      keepLanguage(language.code);
      setCurrent(language);
    },
    [client],
  );
  // at startup, too: before the script loaded, the server handled the choice without a session
  useEffect(() => void saveLanguage(current.code), [current]);
  const choice = useMemo(() => ({ chosen: current.code, choose }), [current, choose]);
  const names = useQuery({ ...siteConfigurationQuery(current.code), enabled: current.code !== "en" }).data?.codeNames;
  const fullLanguage = useMemo(() => withCodeNames(current, names), [current, names]);
  const language = isAdminPath(pathname) ? english : fullLanguage;
  useLayoutEffect(() => {
    document.documentElement.lang = language.code;
  }, [language]);
  return (
    <LanguageChoiceContext value={choice}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </LanguageChoiceContext>
  );
}

const key = "mail language"; // has the session, too, because each login sends the language again

/** Saves the site's language in the borrower's account, for emails. Retries at the next start after a failure. */
async function saveLanguage(language: LanguageCode): Promise<void> {
  if (!currentSession()?.user.borrowerId) return;
  const choice = `${sessionStorage.getItem("sessionKey")} ${language}`;
  if (sessionStorage.getItem(key) === choice) return;
  await call("POST Account/ChooseLanguage", { body: { language } }).then(
    () => sessionStorage.setItem(key, choice),
    () => undefined,
  );
}
