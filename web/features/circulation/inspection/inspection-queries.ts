import { answerQuery } from "#web/lib/queries.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type CopyPlace, type WaitingCopy, type WaitingState, waitingStates } from "#contract/desk/returns.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";

type InspectionFilters = { state: WaitingState; page: number };

export const inspectionPageSize = 25;

export const inspectionFilters = addressFilters<InspectionFilters>("/admin/inspection", {
  state: choiceField("state", "inspection", waitingStates),
  page: pageField(),
});

export const waitingCopiesQuery = ({ state, page }: InspectionFilters) =>
  answerQuery(
    ["inspection", state, page],
    (context) => call("GET Inspection/GetCopies", { query: { state, page, pageSize: inspectionPageSize } }, context),
    { keepPrevious: true },
  );

export type Move = { copies: readonly WaitingCopy[]; from: CopyPlace; to: CopyPlace };

/** Sends copies somewhere else; titles and stock are other then. */
export function useMoveCopies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ copies, ...places }: Move) => {
      const inventoryItemIds = copies.map(({ inventoryItemId }) => inventoryItemId);
      return (await call("POST Inspection/MoveMany", { body: { inventoryItemIds, ...places } })).data;
    },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
      }),
  });
}
