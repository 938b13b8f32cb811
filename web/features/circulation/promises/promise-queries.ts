import { answerQuery } from "#web/lib/queries.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";

export const riskFilters = addressFilters<{ page: number }>("/admin/at-risk", { page: pageField() });

/** A page of the orders that miss a copy, with what would help. */
export const risksQuery = (page: number) =>
  answerQuery(["orders", "at risk", page], (context) => call("GET Promises/GetRisks", { query: { page } }, context), {
    keepPrevious: true,
    staleTime: 0,
  });

/** What an email’s link can do; null when it is over, which is no fault. */
export function riskQuery(token: string) {
  return queryOptions({
    queryKey: ["orders", "risk", token],
    queryFn: async ({ signal }) => {
      try {
        return (await call("GET Promises/GetRisk/{token}", { params: { token } }, { signal })).data;
      } catch (error) {
        if (isRefusedFor(error, "promise-over")) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

/** What one press does about a promise at risk. */
export type Choice =
  | { is: "days"; from: string; to: string }
  | { is: "instead"; inventoryId: number; insteadId: number }
  | { is: "let go"; inventoryId: number; isCanceling: boolean };

export const refusedFor = (error: unknown) => (error instanceof CallFailed && error.isRefusal ? error : undefined);

/** Does it by the link of an email; pressed twice, it is done once. */
export function useChoice(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (choice: Choice) => {
      if (choice.is === "days")
        return call("POST Promises/TakeDays", { body: { token, teachFrom: choice.from, teachTo: choice.to } });
      const { inventoryId } = choice;
      return choice.is === "instead"
        ? call("POST Promises/TakeInstead", { body: { token, inventoryId, insteadId: choice.insteadId } })
        : call("POST Promises/LetGo", { body: { token, inventoryId } });
    },
    onSettled: async () => client.invalidateQueries({ queryKey: ["orders"] }),
    meta: { ownFaults: (error) => refusedFor(error) !== undefined },
  });
}
