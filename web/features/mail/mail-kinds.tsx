import type { MailKind } from "#contract/mail.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import styles from "./mail.module.css";
import { kindWords, mailKindsQuery } from "./mails.ts";

/** The types of email the library sends; each checkbox saves at once. */
export function MailKinds() {
  return (
    <Card heading="Which emails we send">
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
  const { name, when } = kindWords[kind];
  const change = useMutation({
    mutationFn: async (wanted: boolean) =>
      (await call("POST Mail/SwitchKind/{kind}/{isOn}", { params: { kind, isOn: wanted } })).data,
    onSuccess: (kinds) => client.setQueryData(mailKindsQuery.queryKey, kinds),
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return (
    <CheckboxField
      name={`kind-${kind}`}
      label={name}
      hint={when}
      checked={change.isPending ? change.variables : isOn}
      aria-busy={change.isPending || undefined}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.checked);
      }}
    />
  );
}
