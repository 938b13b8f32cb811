import { readAuditFilters, troubleWith } from "#web/features/audit/audit-filters.ts";
import { auditQuery } from "#web/features/audit/audit-queries.ts";
import type { PageData } from "./page-data.ts";

/** The page asks again, and shows what could not be had. */
const ignored = () => undefined;

/** admin/audit */
export const auditData: PageData = async (client, { url }) => {
  const filters = readAuditFilters(url.searchParams);
  if (!troubleWith(filters)) await client.query(auditQuery(filters)).catch(ignored);
};
