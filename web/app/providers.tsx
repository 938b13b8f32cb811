import { english, type Language, loadLanguage, withCodeNames } from "#web/language/language.ts";
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, StrictMode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { History } from "#web/ui/router/browser-history.ts";
import { Router, useLocation } from "#web/ui/router/router.tsx";
import { SiteRoutes } from "#web/app/routing/routes.tsx";
import type { LanguageCode } from "#contract/site/languages.ts";
import { keepLanguage } from "#web/language/chosen-language.ts";
import { LanguageChoiceContext, LanguageContext } from "#web/language/use-language.ts";
import { siteConfigurationQuery } from "#web/site/site-queries.ts";
import { isAdminPath } from "./access.ts";
import { call } from "#web/lib/call.ts";
import { currentSession } from "#web/lib/session.ts";

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

/** The language of all pages: the initial one until another is chosen; English on the admin side. */
function SiteLanguage({ start, children }: { start: Language; children: ReactNode }) {
  const { pathname } = useLocation();
  const [chosen, setChosen] = useState(start);
  const client = useQueryClient();
  const choose = useCallback(
    async (code: LanguageCode) => {
      // with the library's name, which the tab's title would otherwise show in the other language for a moment
      const named = client.query(siteConfigurationQuery(code)).catch(() => undefined);
      const [language] = await Promise.all([loadLanguage(code), named]);
      keepLanguage(language.code);
      setChosen(language);
    },
    [client],
  );
  // at startup too: a choice made before the script loaded was handled by the server, without a session
  useEffect(() => void tellLanguage(chosen.code), [chosen]);
  const choice = useMemo(() => ({ chosen: chosen.code, choose }), [chosen, choose]);
  const names = useQuery({ ...siteConfigurationQuery(chosen.code), enabled: chosen.code !== "en" }).data?.codeNames;
  const named = useMemo(() => withCodeNames(chosen, names), [chosen, names]);
  const language = isAdminPath(pathname) ? english : named;
  useLayoutEffect(() => {
    document.documentElement.lang = language.code;
  }, [language]);
  return (
    <LanguageChoiceContext value={choice}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </LanguageChoiceContext>
  );
}

const key = "mail language"; // the language last sent and its session: logging in sends it too

/** Sends the site's language to the borrower's account, for emails. Retried at the next start after a failure. */
async function tellLanguage(language: LanguageCode): Promise<void> {
  if (!currentSession()?.user.borrowerId) return;
  const told = `${sessionStorage.getItem("sessionKey")} ${language}`;
  if (sessionStorage.getItem(key) === told) return;
  await call("POST Account/ChooseLanguage", { body: { language } }).then(
    () => sessionStorage.setItem(key, told),
    () => undefined, // a background request
  );
}
