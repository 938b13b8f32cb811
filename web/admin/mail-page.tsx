import { EditReminderSteps } from "#web/orders/edit-reminder-steps.tsx";
import { MailList } from "./mail-list.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { type MailKind, mailNames } from "#contract/admin/mail.ts";
import styles from "./mail.module.css";
import { mailKindsQuery } from "./mails.ts";
import { whenSent } from "#web/site/when-sent.ts";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { ForRole } from "#web/lib/session.ts";

export function MailPage() {
  return (
    <Page heading="Mail" lead="Emails to borrowers and their status.">
      <MailList />
      <ForRole least="manager">
        <MailKinds />
        <EditReminderSteps />
      </ForRole>
    </Page>
  );
}

// a separate component, because only managers may make its call
function MailKinds() {
  return (
    <Card heading="Which emails we send">
      <p>
        You can add your own paragraphs to each email under <Link to="/admin/sitecontent/mail">Email text</Link>.
      </p>
      <Fetched query={useQuery(mailKindsQuery)} what="the types of email" skeleton={<SkeletonLines lines={7} />}>
        {(kinds) => (
          <div className={styles.kinds}>
            {kinds.map((kind) => (
              <Kind key={kind.kind} {...kind} />
            ))}
          </div>
        )}
      </Fetched>
    </Card>
  );
}

function Kind({ kind, isOn }: { kind: MailKind; isOn: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async (turnOn: boolean) =>
      (await call("POST Mail/SwitchKind/{kind}/{isOn}", { params: { kind, isOn: turnOn } })).data,
    onSuccess: (kinds) => client.setQueryData(mailKindsQuery.queryKey, kinds),
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return (
    <CheckboxField
      name={`kind-${kind}`}
      label={mailNames[kind]}
      hint={whenSent[kind]}
      checked={change.isPending ? change.variables : isOn}
      aria-busy={change.isPending || undefined}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.checked);
      }}
    />
  );
}
