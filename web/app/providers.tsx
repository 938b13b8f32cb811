import type { Language } from "#web/language/language.ts";
import { SiteLanguage } from "./site-language.tsx";
import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import type { History } from "#web/ui/router/browser-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { SiteRoutes } from "./routing/routes.tsx";

/** Providers around all pages. */
export function Providers({
  client,
  history,
  language,
}: {
  client: QueryClient;
  history: History;
  language: Language;
}) {
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
