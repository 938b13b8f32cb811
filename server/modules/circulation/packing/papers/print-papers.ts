import type { Paper } from "pdfkit";
import type { StaffOrder } from "#contract/circulation.ts";
import { backLabel, outLabel, withName } from "#contract/desk/parcel/addresses.ts";
import type { Fetch } from "#contract/desk/parcel/pick-list.ts";
import { labelsOnPage } from "#contract/label-templates.ts";
import { breathing } from "#server/platform/pdf/while-drawn.ts";
import { labelBox, pageSize } from "#server/platform/pdf/label-paper.rules.ts";
import { drawAddressLabel } from "./draw-address-label.ts";
import { drawPickList } from "./draw-pick-list.ts";
import { drawSlip, type Sender, type SlipDays } from "./draw-slip.ts";
import type { Wish } from "./make-papers.ts";

/** Draws the slip of every order, then sheets with the labels: of each order the one out, and beside it the one back; or the pick list. */
export async function printPapers(
  paper: Paper,
  orders: readonly StaffOrder[],
  { wish, sender, days, picks }: { wish: Wish; sender: Sender; days: SlipDays; picks: readonly Fetch[] },
): Promise<void> {
  if (wish.paper === "picks") return drawPickList(paper, picks, orders);
  const breathe = breathing();
  const isWanted = (one: Wish["paper"]) => wish.paper === "" || wish.paper === one;
  for (const order of isWanted("slips") ? orders : []) {
    await breathe();
    if (paper.destroyed) return;
    drawSlip(paper, order, sender, days);
  }
  const library = withName(sender.siteName, sender.postalAddress);
  const labels = orders.flatMap((order) => [
    ...(isWanted("addresses") ? [outLabel(order, library)] : []),
    ...(isWanted("returns") && sender.postalAddress !== "" ? [backLabel(order, library)] : []),
  ]);
  for (const [at, label] of labels.entries()) {
    await breathe();
    if (paper.destroyed) return;
    const place = (wish.startAt - 1 + at) % labelsOnPage(wish.template);
    if (at === 0 || place === 0) paper.addPage({ size: pageSize(wish.template), margin: 0 });
    drawAddressLabel(paper, label, labelBox(wish.template, place, wish));
  }
}
