import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

export function SubscribersCsv() {
  const { button, said } = useDownload(() => call("GET MailingList/csv", {}), "Mailing list downloaded.");
  return (
    <Card heading="Mailing list">
      <p>
        All confirmed subscribers, for your email program. Each email you send must include the reader’s unsubscribe
        link (last column).
      </p>
      <Row>
        <Button {...button} icon={<Download size={18} />}>
          Download mailing list CSV
        </Button>
      </Row>
      <p aria-live="polite">{said}</p>
    </Card>
  );
}
