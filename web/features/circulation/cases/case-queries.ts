import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type CaseKind, caseKinds, caseStates, type Settlement } from "#contract/desk/cases.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, idField, pageField, textField } from "#web/lib/filters/address-filters.ts";

/** The filters of the cases; empty and 0 mean all. */
export type CaseFilters = {
  state: (typeof caseStates)[number] | "";
  kind: CaseKind | "";
  orderId: number;
  text: string;
  page: number;
};

export const casePageSize = 25;

export const caseFilters = addressFilters<CaseFilters>("/admin/cases", {
  state: choiceField("state", "", ["", ...caseStates]),
  kind: choiceField("kind", "", ["", ...caseKinds]),
  orderId: idField("order"),
  text: textField("q"),
  page: pageField(),
});

/** The filters as the calls take them. */
export const queryOf = ({ state, kind, orderId, text: searchString }: CaseFilters) => ({
  state,
  kind,
  orderId,
  searchString,
});

export const caseListQuery = (filters: CaseFilters) =>
  answerQuery(
    ["cases", "list", filters],
    (context) =>
      call(
        "GET Cases/GetCases",
        { query: { ...queryOf(filters), page: filters.page, pageSize: casePageSize } },
        context,
      ),
    { keepPrevious: true },
  );

export const caseQuery = (caseId: number) =>
  dataQuery(["cases", "one", caseId], (context) => call("GET Cases/Get/{id}", { params: { id: caseId } }, context));

type CaseStep =
  | { step: "open"; orderInventoryItemId: number; kind: CaseKind; cost?: string; note: string }
  | { step: "change"; caseId: number; cost: string; note: string }
  | { step: "settle"; caseId: number; outcome: Settlement; note: string }
  | { step: "undo"; caseId: number };

/** The letters of cases, whose ids are separated by commas. */
export const caseLettersQuery = (ids: string) =>
  dataQuery(["cases", "letters", ids], (context) => call("GET Cases/GetLetters", { query: { ids } }, context));

/** Mails the letters of these cases, each borrower one. */
export function useSendLetters() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (caseIds: readonly number[]) =>
      (await call("POST Cases/SendLetters", { body: { caseIds: [...caseIds] } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
}

export const caseLetterQuery = (caseId: number) =>
  dataQuery(["cases", "letter", caseId], (context) =>
    call("GET Cases/GetLetter/{id}", { params: { id: caseId } }, context),
  );

/** A step of a case, after which orders, copies, and stock are other. A form says itself what failed. */
export function useCaseStep(done: string, { isOfForm = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (step: CaseStep) => (await sent(step)).data,
    meta: { done, ownFaults: isOfForm },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
      }),
  });
}

function sent(step: CaseStep) {
  if (step.step === "open") {
    const { step: _, ...body } = step;
    return call("POST Cases/Open", { body });
  }
  const params = { id: step.caseId };
  if (step.step === "undo") return call("POST Cases/Undo/{id}", { params });
  if (step.step === "change") {
    return call("POST Cases/Change/{id}", { params, body: { cost: step.cost, note: step.note } });
  }
  return call("POST Cases/Settle/{id}", { params, body: { outcome: step.outcome, note: step.note } });
}
