import type { ReactNode } from "react";
import { useListOrigin } from "#web/ui/router/use-filters.ts";
import { BackLink } from "./back-link.tsx";

/** Links back to the list that the page was opened from, with its filters, or else to the plain list. */
export function BackToList({ path, children }: { path: string; children: ReactNode }) {
  return <BackLink to={useListOrigin(path) ?? path}>{children}</BackLink>;
}
