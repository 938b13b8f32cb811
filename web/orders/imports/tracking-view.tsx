import {
  type KeptTrackingReason,
  maxTrackingRows,
  missingTrackingField,
  type TrackingField,
  trackingFieldNames,
  trackingFields,
} from "#contract/orders/tracking-files.ts";
import type { ImportView } from "#web/imports/import-view.ts";

const help: Record<TrackingField, string> = {
  order: "The order number that we exported, such as 1024. Programs call it Order ID or Reference.",
  tracking: "The number from USPS, UPS, or FedEx.",
  zip: "Where the package went. It must be the order’s ZIP Code.",
  name: "Who the package went to. It must be the order’s recipient.",
  firstName: "For a file with first and last names in two columns.",
  lastName: "For a file with first and last names in two columns.",
  company: "The school, for a file without recipients’ names.",
  state: "Voided and refunded labels are left out.",
};

const keptReasons: Record<KeptTrackingReason, string> = { changed: "The order changed since then." };

/** Imports of tracking numbers. Their upload is on the Postage page. */
export const trackingView: ImportView = {
  of: "tracking",
  one: "tracking number",
  many: "tracking numbers",
  place: "on its order",
  home: { to: "/admin/orderlist", label: "Orders" },
  uploadPage: { to: "/admin/postage", label: "Postage" },
  fields: trackingFieldNames.map((name) => ({ name, label: trackingFields[name].label, help: help[name] })),
  missingField: missingTrackingField,
  upload: {
    heading: "Import tracking numbers",
    lead: "Upload the file your postage program exports after you buy the labels. We’ll check each row before saving anything. When you save, the orders ship and their borrowers get the usual email.",
    hint: `CSV, up to ${maxTrackingRows.toLocaleString("en-US")} rows. One row per package.`,
    sample: {
      fileName: "sample-tracking-numbers.csv",
      lines: [
        "Order ID,Recipient,Company,Zipcode,Tracking Number",
        "1024,Rosa Díaz,Lincoln Elementary,93701,9361 2898 7003 0176 3379 53",
        "1025,Sam Lee,Roosevelt High,93702,9205 5901 6491 7312 7510 89",
      ],
    },
  },
  duplicates: { known: "Existing number", why: "they are the same number." },
  mark: "Order",
  notes: { heading: "What saving will do", column: "Result" },
  linkTo: (orderId) => `/admin/orderdetails/${orderId}`,
  undoExplanation:
    "The tracking numbers it saved will be removed, and the orders it shipped won’t be marked Shipped anymore. Orders that have changed since then are kept and listed.",
  keptReasons,
};
