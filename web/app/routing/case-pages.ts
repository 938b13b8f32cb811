import {
  caseFilters,
  caseLetterQuery,
  caseLettersQuery,
  caseListQuery,
  caseQuery,
} from "#web/features/circulation/cases/case-queries.ts";
import { type PageRow, staffPage } from "./page-table.ts";

/** The pages of what is lost, claimed returned, damaged, or incomplete. */
export const casePages: readonly PageRow[] = [
  staffPage("cases", async () => (await import("#web/pages/admin/desk/cases-page.tsx")).CasesPage, {
    preload: (client, { url }) => [client.query(caseListQuery(caseFilters.read(url.searchParams)))],
  }),
  staffPage("cases/:id", async () => (await import("#web/pages/admin/desk/case-page.tsx")).CasePage, {
    preload: (client, { params }) => [client.query(caseQuery(Number(params["id"])))],
  }),
  staffPage("caseletter/:id", async () => (await import("#web/pages/admin/desk/case-letter-page.tsx")).CaseLetterPage, {
    preload: (client, { params }) => [client.query(caseLetterQuery(Number(params["id"])))],
  }),
  staffPage("caseletters", async () => (await import("#web/pages/admin/desk/case-letters-page.tsx")).CaseLettersPage, {
    preload: (client, { url }) => [client.query(caseLettersQuery(url.searchParams.get("cases") ?? ""))],
  }),
];
