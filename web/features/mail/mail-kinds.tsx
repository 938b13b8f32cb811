import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { mailKindsQuery } from "./mail-queries.ts";
import styles from "./mail.module.css";
import { type KindSwitch, kindWords } from "./mail-words.ts";

/** Which kinds of mail the library writes; each tick is saved at once. */
export function MailKinds() {
  const { data, isError, isFetching, refetch } = useQuery(mailKindsQuery);
  return (
    <Card heading="Which emails we send">
      {isError && !data && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !isError && (
        <Awaiting what="the types of email">
          <SkeletonLines lines={7} />
        </Awaiting>
      )}
      {data && (
        <div className={styles.kinds}>
          {data.map((kind) => (
            <Kind key={kind.kind} {...kind} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Kind({ kind, isOn }: KindSwitch) {
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
