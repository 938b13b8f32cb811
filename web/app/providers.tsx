import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router";

/** Everything around the pages. */
export function Providers({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
