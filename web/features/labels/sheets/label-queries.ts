import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { LabelTemplate } from "#contract/labels/label-templates.ts";
import { call } from "#web/lib/call.ts";
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

/** Has a file of labels made and saves it on this machine; gives the copies that are in it. */
export function useMakeSheet() {
  return useMutation({
    mutationFn: async (sheet: Sheet) => {
      saveFile(await call("POST Labels/MakeSheet", { body: sheet }));
      return sheet.calibration ? [] : sheet.inventoryItemIds;
    },
  });
}

/** Notes that these copies have a good label now. */
export function useMarkPrinted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (inventoryItemIds: number[]) => call("POST Labels/MarkPrinted", { body: { inventoryItemIds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["catalogue", "labels"] }),
    meta: { done: "Labels noted as printed." },
  });
}
