import type { ReactNode } from "react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useLocation } from "#web/ui/router/router.tsx";
import type { LanguageCode } from "#contract/site/languages.ts";
import { keepLanguage } from "#web/language/chosen-language.ts";
import type { Language } from "#web/language/language.ts";
import { english, loadLanguage } from "#web/language/language.ts";
import { LanguageChoiceContext, LanguageContext } from "#web/language/use-language.ts";
import { isAdminPath } from "./access.ts";
import { tellLanguage } from "./tell-language.ts";

/** The language of all pages: the initial one until another is chosen; English on the admin side. */
export function SiteLanguage({ start, children }: { start: Language; children: ReactNode }) {
  const { pathname } = useLocation();
  const [chosen, setChosen] = useState(start);
  const choose = useCallback(async (code: LanguageCode) => {
    const language = await loadLanguage(code);
    keepLanguage(language.code);
    setChosen(language);
  }, []);
  // at startup too: a choice made before the script loaded was handled by the server, without a session
  useEffect(() => void tellLanguage(chosen.code), [chosen]);
  const choice = useMemo(() => ({ chosen: chosen.code, choose }), [chosen, choose]);
  const language = isAdminPath(pathname) ? english : chosen;
  useLayoutEffect(() => {
    document.documentElement.lang = language.code;
  }, [language]);
  return (
    <LanguageChoiceContext value={choice}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </LanguageChoiceContext>
  );
}
