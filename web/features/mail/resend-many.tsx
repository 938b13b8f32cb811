import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffMail } from "#contract/mail.ts";
import { call } from "#web/lib/call.ts";
import type { Marked } from "#web/ui/marking/use-marked.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { ChooseAll } from "#web/ui/marking/choose-all.tsx";
import { RotateCcw } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

/** Sends many emails again at once, and what became of each. */
export function useResendMany({ mark }: Marked) {
  const client = useQueryClient();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (mails: readonly StaffMail[]) => {
      const body = { mailIds: mails.map(({ mailId }) => mailId) };
      const { data: outcomes } = await call("POST Mail/ResendMany", { body });
      const refused = outcomes.flatMap(({ mailId, refusal }) => {
        const mail = mails.find((one) => one.mailId === mailId);
        return refusal && mail ? [{ mail, message: refusal.message }] : [];
      });
      return { count: outcomes.length, refused };
    },
    onSuccess: (done, mails) => {
      mark(
        mails.map(({ mailId }) => mailId),
        false,
      );
      toast(inWords(done), done.refused.length > 0 ? "info" : "success");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return { resend: mutate, isPending, done: data };
}

type Done = { count: number; refused: readonly { mail: StaffMail; message: string }[] };

const inWords = ({ count, refused }: Done) =>
  `Sending again: ${count - refused.length} of ${count === 1 ? "1 email" : `${count} emails`}.`;

type ResendManyProps = { mails: readonly StaffMail[]; choice: Marked; many: ReturnType<typeof useResendMany> };

/** Chooses all listed emails that were given up, and sends the chosen ones again. */
export function ResendMany({ mails, choice: { marked, mark }, many: { resend, isPending } }: ResendManyProps) {
  const chosen = mails.filter(({ mailId }) => marked.has(mailId));
  const all = mails.map(({ mailId }) => mailId);
  return (
    <Row>
      <ChooseAll listed={all.length} chosen={chosen.length} onChoose={(isChosen) => mark(all, isChosen)} />
      <Button
        size="small"
        busy={isPending}
        disabled={chosen.length === 0}
        icon={<RotateCcw size={18} />}
        onClick={() => resend(chosen)}
      >
        Resend the chosen
      </Button>
    </Row>
  );
}

/** How many are sent again, and why the others are not. */
export function ResendOutcome({ done }: { done: Done }) {
  if (done.refused.length === 0) return null; // the toast said it
  return (
    <Alert tone="warning" title={inWords(done)}>
      <ul aria-label="What is not sent again">
        {done.refused.map(({ mail: { mailId, subject, toAddress }, message }) => (
          <li key={mailId}>
            {subject}, to {toAddress}: {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
