import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

export function SubscribersCsv() {
  const { mutate, status } = useMutation({
    mutationFn: async () => saveFile(await call("GET MailingList/csv", {})),
    meta: { done: "Mailing list downloaded." },
  });
  return (
    <Card heading="Mailing list">
      <p>
        All confirmed subscribers, for your email program. Each email you send must include the reader’s unsubscribe
        link (last column).
      </p>
      <Row>
        <Button busy={status === "pending"} icon={<Download size={18} />} onClick={() => mutate()}>
          Download mailing list CSV
        </Button>
      </Row>
      <p aria-live="polite">
        {status === "pending" && "Preparing the file…"}
        {status === "error" && "The file couldn’t be downloaded. Please try again."}
      </p>
    </Card>
  );
}
