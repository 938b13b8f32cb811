import { statuses } from "#contract/catalog/codes.ts";
import { maxAtOnce } from "#contract/wire/refusals.ts";
import {
  ouncesOf,
  type PackageToMail,
  postageCsv as csvCall,
  type PostageProgram,
  programNames,
} from "#contract/orders/postage.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { type Columns, csvOfIds } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { countPackages, idsOfPackages, packagesById, type PackageRow, type PackagesToMail } from "./postage.queries.ts";

export async function listPackages(
  db: Database,
  of: PackagesToMail,
): Promise<{ data: PackageToMail[]; total: number }> {
  const [ids, total] = await Promise.all([idsOfPackages(db, of, maxAtOnce), countPackages(db, of)]);
  return { data: (await packagesById(db, ids)).map(present), total };
}

const present = (row: PackageRow): PackageToMail => ({
  orderId: row.order_id,
  statusId: row.status_id,
  borrowerName: row.ship_to_name,
  schoolName: row.ship_to_school,
  trackingNumber: row.tracking_number,
  ounces: ouncesOf(row.lines),
  withoutWeight: row.lines.flatMap(({ inventoryId, title, weight }) => (weight === "" ? { inventoryId, title } : [])),
  copiesMissing: row.status_id === statuses.shipped ? 0 : row.copies_missing,
});

const country = "US";
const ounces = ({ lines }: PackageRow) => ouncesOf(lines) ?? "";
const text = (value: string) => () => value;

/** Click-N-Ship needs the last name in its own column. */
function nameParts(name: string): [first: string, last: string] {
  const [, first = "", last = name] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? [];
  return [first, last];
}

/** The columns that each program recognizes by name. */
const columns: Record<PostageProgram, Columns<PackageRow>> = {
  "pirate-ship": [
    ["Order ID", (row) => row.order_id],
    ["Name", (row) => row.ship_to_name],
    ["Company", (row) => row.ship_to_school],
    ["Address", (row) => row.ship_to_street],
    ["City", (row) => row.ship_to_city],
    ["State", (row) => row.ship_to_state],
    ["Zipcode", (row) => row.ship_to_zip],
    ["Country", text(country)],
    ["Ounces", ounces],
  ],
  stamps: [
    ["Order ID (required)", (row) => row.order_id],
    ["Ship To - Name", (row) => row.ship_to_name],
    ["Ship To - Company", (row) => row.ship_to_school],
    ["Ship To - Address 1", (row) => row.ship_to_street],
    ["Ship To - City", (row) => row.ship_to_city],
    ["Ship To - State/Province", (row) => row.ship_to_state],
    ["Ship To - Postal Code", (row) => row.ship_to_zip],
    ["Ship To - Country", text(country)],
    ["Total Weight in Oz", ounces],
  ],
  "click-n-ship": [
    ["Reference ID", (row) => row.order_id],
    ["Recipient Country", text(country)],
    ["Recipient First Name", (row) => nameParts(row.ship_to_name)[0]],
    ["Recipient Last Name", (row) => nameParts(row.ship_to_name)[1]],
    ["Recipient Company/Org Name", (row) => row.ship_to_school],
    ["Recipient Address Line 1", (row) => row.ship_to_street],
    ["Recipient Address Town/City", (row) => row.ship_to_city],
    ["Recipient State", (row) => row.ship_to_state],
    ["Recipient ZIP Code", (row) => row.ship_to_zip],
    ["Package Weight (oz)", ounces],
  ],
};

type Download = PackagesToMail & { program: PostageProgram; actor: Actor; timeZone: string };

/** Returns packages for a postage program. Their reference, the order's number, comes back in the program's export. */
export async function postageCsv(db: Database, { program, actor, timeZone, ...of }: Download): Promise<FileAnswer> {
  return csvOfIds(db, actor, timeZone, {
    name: `postage-${program}`,
    entry: { call: csvCall.call, kind: "order", label: `Addresses for ${programNames[program]}` },
    columns: columns[program],
    idsOf: (tx) => idsOfPackages(tx, of),
    rowsOf: (ids) => packagesById(db, ids),
  });
}
