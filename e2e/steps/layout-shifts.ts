import type { Page } from "@playwright/test";

/** How much of this page has moved since it was opened: Cumulative Layout Shift. */
export const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const values = (list: PerformanceObserverEntryList) =>
          list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
        new PerformanceObserver((list) => resolve(values(list).reduce((sum, value) => sum + value, 0))).observe({
          type: "layout-shift",
          buffered: true,
        });
        // why: where nothing has moved, nothing is told
        setTimeout(() => resolve(0), 300);
      }),
  );
