import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";

/** Says that a restored library sends nothing, and lets a manager end that. */
export function HeldMail({ backupOf }: { backupOf: string }) {
  const client = useQueryClient();
  const release = useMutation({
    mutationFn: async () => call("POST Mail/SendHeld", {}),
    meta: { done: "Emails are sent again." },
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return (
    <Alert tone="warning" title="No email is sent">
      <Stack>
        <p>
          The library was restored from a backup of <TimeText value={backupOf} />. Emails wait and reminders are not
          written, because what was sent or came back since then is not known here. Check recent orders and returns
          first.
        </p>
        <ForRole least="manager">
          <Row>
            <Button busy={release.isPending} onClick={() => release.mutate()}>
              Send what is held
            </Button>
          </Row>
        </ForRole>
      </Stack>
    </Alert>
  );
}
