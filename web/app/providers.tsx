import type { Language } from "#web/language/language.ts";
import { SiteLanguage } from "./site-language.tsx";
import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { SiteRoutes } from "./routing/routes.tsx";
import type { SiteHistory } from "./routing/site-history.ts";
import { SiteRouter } from "./routing/site-router.tsx";

/** Everything around the pages. */
export function Providers({
  client,
  history,
  language,
}: {
  client: QueryClient;
  history: SiteHistory;
  language: Language;
}) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <SiteRouter history={history}>
          <SiteLanguage start={language}>
            <SiteRoutes />
          </SiteLanguage>
        </SiteRouter>
      </QueryClientProvider>
    </StrictMode>
  );
}
