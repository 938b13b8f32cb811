import { useMutation } from "@tanstack/react-query";
import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { sentWords } from "#web/lib/sent-words.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";

/** Emails a borrower a link for a new password, after a question. */
export function SendReset({ of: { borrowerId, emailAddress, hasPassword } }: { of: BorrowerPage }) {
  const confirm = useConfirm();
  const send = useMutation({
    mutationFn: () => call("POST Borrowers/SendReset/{id}", { params: { id: borrowerId } }),
    onSuccess: ({ message }) => toast(sentWords(message ?? "Sent.")),
  });
  if (!hasPassword) return null;
  const press = async () => {
    const question = "Email a link for a new password?";
    const explanation = `It goes to ${emailAddress} and works for 60 minutes. The current password works until the link is used.`;
    if (await confirm({ question, explanation, confirmLabel: "Send the link" })) send.mutate();
  };
  return (
    <Button size="small" busy={send.isPending} onClick={() => void press()}>
      Reset password
    </Button>
  );
}
