import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import type { History } from "#web/ui/router/browser-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { SiteRoutes } from "./routing/routes.tsx";

/** Everything around the pages. */
export function Providers({ client, history }: { client: QueryClient; history: History }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Router history={history}>
          <SiteRoutes />
        </Router>
      </QueryClientProvider>
    </StrictMode>
  );
}
