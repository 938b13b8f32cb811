import type { Page } from "@playwright/test";

/** Returns the page's Cumulative Layout Shift since it was opened. */
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
        // without any shift there is no entry
        setTimeout(() => resolve(0), 300);
      }),
  );
