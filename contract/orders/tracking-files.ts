import { columnNames } from "../wire/table-format.ts";

/** What a column of a postage program's export can map to, with the names that programs use. Each row is one package. */
export const trackingFields = {
  order: {
    label: "Order number",
    otherNames: columnNames(`
      order id, order id required, order, order no, reference, reference id, reference id 1, reference no,
      reference number, reference number 1, reference 1, order reference, customer reference, memo`),
  },
  tracking: {
    label: "Tracking number",
    otherNames: columnNames(`
      tracking, tracking no, tracking id, tracking numbers, tracking number s, usps tracking number, usps tracking,
      tracking label number, label number`),
  },
  zip: {
    label: "ZIP Code",
    otherNames: columnNames(`
      zip, zipcode, postal code, ship to postal code, recipient zip code, recipient zip, recipient zipcode,
      recipient postal code, to zip, to zip code, destination zip, destination zip code, postcode`),
  },
  name: {
    label: "Recipient",
    otherNames: columnNames(`
      name, recipient name, recipient full name, full name, ship to, ship to name, to name, to, delivery address`),
  },
  firstName: { label: "First name", otherNames: ["recipient first name", "ship to first name"] },
  lastName: { label: "Last name", otherNames: ["recipient last name", "ship to last name"] },
  company: {
    label: "Company",
    otherNames: ["recipient company", "recipient company org name", "ship to company", "company org name"],
  },
  state: { label: "Label status", otherNames: ["status", "refund status", "shipment status", "label refund status"] },
} as const satisfies Record<string, { label: string; otherNames: readonly string[] }>;
export type TrackingField = keyof typeof trackingFields;

const isTrackingField = (name: string): name is TrackingField => name in trackingFields;
export const trackingFieldNames = Object.keys(trackingFields).filter(isTrackingField);

export const maxTrackingRows = 1000;

/** Returns the sentence about a required field that no column maps to. */
export function missingTrackingField(fields: readonly (string | null)[]): string | undefined {
  const hasOne = (...names: TrackingField[]) => names.some((name) => fields.includes(name));
  if (!hasOne("order")) return "Choose the column that holds the order numbers, which we exported as the reference.";
  if (!hasOne("tracking")) return "Choose the column that holds the tracking numbers.";
  return hasOne("zip", "name", "lastName")
    ? undefined
    : "Choose the column that holds the ZIP Codes or the recipients’ names, so that we can check the packages.";
}

/** Why an undo kept the tracking number of an order: someone changed the order since. */
export type KeptTrackingReason = "changed";
