import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Label } from "#contract/labels.ts";
import type { LabelTemplate } from "#contract/label-templates.ts";
import { CallFailed, call } from "#web/lib/call.ts";
import { saveFile } from "#web/lib/save-file.ts";

/** The copies of a title; without one, all active copies that have no printed label. */
export function labelCopiesQuery(inventoryId: number | undefined) {
  return queryOptions({
    queryKey: ["catalogue", "labels", inventoryId ?? 0],
    queryFn: ({ signal }) => call("GET Labels/GetCopies", { query: { inventoryId: inventoryId ?? 0 } }, { signal }),
  });
}

/** What is asked of the printer. */
export type Sheet = {
  inventoryItemIds: number[];
  template: LabelTemplate;
  startAt: number;
  offsetX: number;
  offsetY: number;
  calibration: boolean;
};

/** Has a file of labels made and saves it on this machine. */
export function useMakeSheet() {
  return useMutation({
    mutationFn: async (sheet: Sheet) => saveFile(await call("POST Labels/MakeSheet", { body: sheet })),
  });
}

/**
 * Notes that these copies have a good label now: those that are still called what was printed. Gives how many are not,
 * because they were renamed meanwhile.
 */
export function useMarkPrinted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (printed: readonly Label[]) => {
      const inventoryItems = printed.map(({ inventoryItemId, skuNumber }) => ({ inventoryItemId, skuNumber }));
      return call("POST Labels/MarkPrinted", { body: { inventoryItems } });
    },
    // refused, too: whoever was renamed has another name in the list
    onSettled: () => client.invalidateQueries({ queryKey: ["catalogue", "labels"] }),
    // a refusal stays on the page
    meta: {
      done: "Labels marked as printed.",
      ownFaults: (error) => error instanceof CallFailed && error.isRefusal,
    },
  });
}
