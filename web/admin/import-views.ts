import type { ImportOf } from "#contract/imports/imports.ts";
import { titleView } from "#web/catalog/imports/title-view.tsx";
import type { ImportView } from "#web/imports/import-view.ts";
import { loanView } from "#web/orders/imports/loan-view.tsx";
import { trackingView } from "#web/orders/imports/tracking-view.tsx";
import { borrowerView } from "#web/people/imports/borrower-view.tsx";

/** Everything that can be imported, in the order of the page. */
export const importViews: readonly ImportView[] = [titleView, borrowerView, loanView, trackingView];

export function importViewOf(of: ImportOf): ImportView {
  return importViews.find((view) => view.of === of) ?? titleView;
}
