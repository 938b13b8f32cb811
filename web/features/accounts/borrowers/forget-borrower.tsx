import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { borrowerFilters } from "./borrower-queries.ts";

/** Deletes a borrower and all that names them, after a question. What is open is refused, and said. */
export function ForgetBorrower({ of: { borrowerId, borrowerName } }: { of: BorrowerPage }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const forget = useMutation({
    mutationFn: () => call("POST Borrowers/Forget/{id}", { params: { id: borrowerId } }),
    meta: { done: "Borrower forgotten." },
    onSuccess: async () => {
      await navigate(borrowerFilters.path);
      client.removeQueries({ queryKey: ["borrowers"] });
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
  });
  const press = async () => {
    const question = `Forget ${borrowerName}?`;
    const explanation =
      "The account, its notes and emails are deleted, and its orders keep only school, district, titles and days. This cannot be undone.";
    if (await confirm({ question, explanation, confirmLabel: "Forget", danger: true })) forget.mutate();
  };
  return (
    <Button size="small" busy={forget.isPending} onClick={() => void press()}>
      Forget
    </Button>
  );
}
