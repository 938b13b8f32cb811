import type { Borrower } from "#contract/accounts.ts";
import { borrowerRules } from "#contract/accounts.ts";
import { messages } from "#contract/messages.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "#web/lib/call.ts";
import { rulesResolver } from "#web/lib/rules-resolver.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { borrowerQuery } from "./accounts-queries.ts";
import { forgetDraft, keepDraft, keptDraft } from "./form-draft.ts";
import { problemsInOrder, refusedFields } from "./form-problems.ts";
import styles from "./form.module.css";
import type { PersonalName } from "./personal-fields.tsx";
import { emptyPerson, PersonalFields, personalNames } from "./personal-fields.tsx";

/** The name of the draft of a user's account form. */
export function accountDraft(userId: number): string {
  return `account-${userId}`;
}

type AccountFormProps = { borrower: Borrower; onDone: () => void };

/** The personal fields with Save. What was typed is kept while the session has to be begun anew. */
export function AccountForm({ borrower, onDone }: AccountFormProps) {
  const client = useQueryClient();
  const { userId } = borrower.user;
  const draft = accountDraft(userId);
  const form = useForm({ defaultValues: personOf(borrower), resolver: rulesResolver(borrowerRules), shouldFocusError: false });
  const [refusals, setRefusals] = useState(0);
  const { setValue, setFocus, subscribe, getValues } = form;
  useEffect(() => {
    const before = keptDraft(draft);
    for (const name of personalNames) if (before?.[name] !== undefined) setValue(name, before[name]);
    setFocus("borrowerName");
    return subscribe({
      formState: { values: true },
      callback: () => keepDraft(draft, Object.fromEntries(personalNames.map((name) => [name, getValues(name)]))),
    });
  }, [draft, setValue, setFocus, subscribe, getValues]);
  const done = () => {
    forgetDraft(draft);
    onDone();
  };
  const save = useMutation({
    mutationFn: async (person: typeof emptyPerson) =>
      (await call("POST Account/UpdateBorrower/", { body: { ...person, borrowerId: borrower.borrowerId } })).data,
    meta: { done: messages.done.accountUpdated },
    onSuccess: (saved) => {
      client.setQueryData(borrowerQuery(userId).queryKey, saved);
      done();
    },
    onError: (error) => {
      for (const { name, message } of refusedFields(error, personalNames)) form.setError(name, { message });
      setRefusals((count) => count + 1);
    },
  });
  const errorOf = (name: PersonalName) => form.getFieldState(name, form.formState).error?.message;
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit((person) => save.mutate(person))(event)}>
      <ErrorSummary
        title={messages.field.correctInvalid}
        problems={problemsInOrder(personalNames, errorOf)}
        attempt={form.formState.submitCount + refusals}
      />
      <PersonalFields wire={(name) => ({ ...form.register(name), error: errorOf(name) })} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={save.isPending}>
          Save
        </Button>
        <Button onClick={done}>Cancel</Button>
      </div>
    </form>
  );
}

function personOf({ borrowerName, emailAddress, phoneNumber, schoolName, schoolDistrict, address }: Borrower): typeof emptyPerson {
  return { borrowerName, emailAddress, phoneNumber, schoolName, schoolDistrict, address: { ...address } };
}
