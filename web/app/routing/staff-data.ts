import { auditFilters } from "#web/features/audit/audit-filters.ts";
import { auditQuery } from "#web/features/audit/audit-queries.ts";
import { editableContentQuery } from "#web/features/content/edit/edit-queries.ts";
import { categoriesQuery, gradesQuery, subjectsQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { importQuery, recentImportsQuery } from "#web/features/imports/import-queries.ts";
import { copyQuery } from "#web/features/labels/sheets/copy-query.ts";
import { labelCopiesQuery } from "#web/features/labels/sheets/label-queries.ts";
import { mailFilters } from "#web/features/mail/mail-filters.ts";
import { mailKindsQuery, mailsQuery } from "#web/features/mail/mail-queries.ts";
import { newsIdOf, staffNewsItemQuery, staffNewsListQuery } from "#web/features/news/news-queries.ts";
import { troubleWith } from "#web/lib/address-filters.ts";
import { routeId } from "#web/lib/route-id.ts";
import type { PageData } from "./page-data.ts";

/** The page asks again, and shows what could not be had. */
const ignored = () => undefined;

/** admin/audit */
export const auditData: PageData = async (client, { url }) => {
  const filters = auditFilters.read(url.searchParams);
  if (!troubleWith(filters)) await client.query(auditQuery(filters)).catch(ignored);
};

/** admin/mail */
export const mailData: PageData = async (client, { url }) => {
  await Promise.all([client.query(mailsQuery(mailFilters.read(url.searchParams))), client.query(mailKindsQuery)]).catch(
    ignored,
  );
};

/** admin/news */
export const staffNewsData: PageData = async (client) => {
  await client.query(staffNewsListQuery).catch(ignored);
};

/** admin/editnews/{id} */
export const editNewsData: PageData = async (client, { params }) => {
  const id = newsIdOf(params["newsId"]);
  if (id) await client.query(staffNewsItemQuery(id)).catch(ignored);
};

/** admin/itemqrcode/{inventoryItemId} */
export const copyCodeData: PageData = async (client, { params }) => {
  const id = routeId(params.id);
  if (id !== undefined) await client.query(copyQuery(id)).catch(ignored);
};

/** admin/labels */
export const labelsData: PageData = async (client, { url }) => {
  await client.query(labelCopiesQuery(routeId(url.searchParams.get("item") ?? undefined))).catch(ignored);
};

/** admin/sitecontent */
export const siteContentData: PageData = async (client) => {
  await client.query(editableContentQuery).catch(ignored);
};

/** admin/import */
export const importsData: PageData = async (client) => {
  await client.query(recentImportsQuery).catch(ignored);
};

/** admin/import/{id} */
export const importData: PageData = async (client, { params }) => {
  const id = routeId(params.id);
  if (id === undefined) return;
  const asked = [
    client.query(importQuery(id)),
    client.query(categoriesQuery),
    client.query(subjectsQuery),
    client.query(gradesQuery),
  ];
  await Promise.allSettled(asked);
};
