import type { OwnAccount } from "#contract/staff/own-account.ts";
import { mostPasskeys, passkeyRules } from "#contract/staff/passkeys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import styles from "#web/features/accounts/form.module.css";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ownAccountQuery } from "../staff-queries.ts";
import list from "../staff.module.css";

type Passkey = OwnAccount["passkeys"]["own"][number];

/** One's own passkeys, and the form that adds one; nothing where the library's address can have none. */
export function PasskeysCard({ account }: { account: OwnAccount }) {
  const [isAdding, setAdding] = useState(false);
  const client = useQueryClient();
  const onAdded = async () => {
    await client.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
    setAdding(false);
  };
  const { isPossible, own } = account.passkeys;
  if (!isPossible) return null;
  if (isAdding)
    return (
      <Card heading="Add a passkey" actions={<Button onClick={() => setAdding(false)}>Cancel</Button>}>
        <AddForm userName={account.userName} onAdded={onAdded} />
      </Card>
    );
  return (
    <Card heading="Passkeys">
      <p>
        A passkey logs you in with the fingerprint, face, or PIN of your device, instead of a password and a code. It
        works only at this library’s address, so nobody can trick it out of you.
      </p>
      {own.length > 0 && (
        <div className={list.list}>
          <Table caption="Your passkeys" columns={columns} rows={own} rowKey={({ passkeyId }) => passkeyId} />
        </div>
      )}
      {own.length < mostPasskeys && (
        <div className={styles.actions}>
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        </div>
      )}
    </Card>
  );
}

const columns: Column<Passkey>[] = [
  { head: "Added in", names: true, cell: ({ name }) => name },
  { head: "Added", cell: ({ addedAt }) => <TimeText value={addedAt} /> },
  { head: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <TimeText value={lastUsedAt} />) },
  { head: "Remove", headHidden: true, cell: (passkey) => <Remove passkey={passkey} /> },
];

function Remove({ passkey: { passkeyId, name } }: { passkey: Passkey }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call("POST Staff/RemovePasskey/{passkeyId}", { params: { passkeyId } }),
    meta: { done: "Passkey removed." },
    onSettled: () => client.invalidateQueries({ queryKey: ownAccountQuery.queryKey }),
  });
  return (
    <Button
      size="small"
      busy={remove.isPending}
      aria-label={`Remove the passkey added in ${name}`}
      onClick={() => remove.mutate()}
    >
      Remove
    </Button>
  );
}

function AddForm({ userName, onAdded }: { userName: string; onAdded: () => Promise<void> }) {
  const form = useForm({
    names: ["password"],
    stored: { values: { password: "" } },
    check: (values) => brokenRules(passkeyRules, values),
    objection: (error) => (error.name === "NoPasskey" ? error.message : undefined),
    save: async ({ password }) => {
      const { makePasskey } = await import("#web/features/accounts/passkeys.ts");
      await makePasskey(password);
      toast("Passkey added.");
      return { next: onAdded };
    },
  });
  return (
    <Form form={form} className={styles.form}>
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <p>Your browser will ask you to unlock this device, or to choose another one.</p>
      <PasswordField {...form.field("password")} label="Current password" autoComplete="current-password" />
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          Add a passkey
        </Button>
      </div>
    </Form>
  );
}
