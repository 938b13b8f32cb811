import { useLanguage } from "#web/language/use-language.ts";
import type { Borrower } from "#contract/accounts.ts";
import { messages } from "#contract/specified-messages.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { borrowerQuery } from "#web/features/accounts/accounts-queries.ts";
import { forgetDraft } from "#web/features/accounts/form-draft.ts";
import styles from "#web/features/accounts/form.module.css";
import { personProblems } from "#web/features/accounts/person-rules.ts";
import type { PersonalValues } from "#web/features/accounts/fields/personal-fields.tsx";
import { personBody, PersonalFields, personalNames } from "#web/features/accounts/fields/personal-fields.tsx";
import { useTextForm } from "#web/features/accounts/use-text-form.ts";

/** The name of the draft of a user's account form. */
export function accountDraft(userId: number): string {
  return `account-${userId}`;
}

type AccountFormProps = { borrower: Borrower; onDone: () => void };

/** The personal fields with Save. What was typed is kept while the session has to be begun anew. */
export function AccountForm({ borrower, onDone }: AccountFormProps) {
  const client = useQueryClient();
  const { t } = useLanguage();
  const { userId } = borrower.user;
  const draft = accountDraft(userId);
  const form = useTextForm({
    names: personalNames,
    initial: valuesOf(borrower),
    check: async (values) => personProblems(personBody(values)),
    draft: { name: draft, kept: personalNames },
  });
  // why: Edit has just vanished with the focus on it
  useEffect(() => document.getElementById("borrowerName")?.focus(), []);
  const done = () => {
    forgetDraft(draft);
    onDone();
  };
  const save = useMutation({
    mutationFn: async (values: PersonalValues) => {
      const body = { ...personBody(values), borrowerId: borrower.borrowerId };
      return (await call("POST Account/UpdateBorrower/", { body })).data;
    },
    meta: { done: messages.done.accountUpdated },
    onSuccess: (saved) => {
      client.setQueryData(borrowerQuery(userId).queryKey, saved);
      done();
    },
    onError: form.refuse,
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event, save.mutateAsync)}>
      <ErrorSummary title={messages.field.correctInvalid} problems={form.problems} attempt={form.attempt} />
      <PersonalFields wire={form.wire} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t("Save")}
        </Button>
        <Button onClick={done}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}

function valuesOf({ address, ...person }: Borrower): PersonalValues {
  return {
    borrowerName: person.borrowerName,
    emailAddress: person.emailAddress,
    phoneNumber: person.phoneNumber,
    schoolName: person.schoolName,
    schoolDistrict: person.schoolDistrict,
    "address.street": address.street,
    "address.city": address.city,
    "address.state": address.state,
    "address.zip": address.zip,
  };
}
