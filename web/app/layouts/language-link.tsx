import { type MouseEvent, use } from "react";
import { announce } from "#web/ui/feedback/announce.ts";
import { useLocation } from "#web/ui/router/router.tsx";
import { languageNames } from "#contract/site/languages.ts";
import { LanguageChoiceContext, useLanguage } from "#web/language/use-language.ts";

const others = { en: { code: "es", name: "Español" }, es: { code: "en", name: "English" } } as const;

/** Links to the same page in the other language. Works without JavaScript, too. */
export function LanguageLink({ className, onChoose }: { className: string | undefined; onChoose?: () => void }) {
  const { code, name } = others[useLanguage().code];
  const { choose } = use(LanguageChoiceContext);
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete(languageNames.query);
  query.set(languageNames.choice, code);
  const press = (event: MouseEvent) => {
    event.preventDefault();
    onChoose?.();
    // later, because a screen reader skips announcements while the whole page changes
    void choose(code).then(() => setTimeout(announce, 500, name));
  };
  return (
    <a href={`${pathname}?${query}`} lang={code} hrefLang={code} rel="nofollow" className={className} onClick={press}>
      {name}
    </a>
  );
}
