import { useLanguage } from "#web/language/use-language.ts";
import type { Borrower } from "#contract/accounts.ts";
import { messages } from "#contract/specified-messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#web/lib/call.ts";
import { keptDrafts } from "#web/lib/kept-work.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useDraft } from "#web/ui/form/use-kept.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { borrowerQuery } from "#web/features/accounts/accounts-queries.ts";
import styles from "#web/features/accounts/form.module.css";
import { personProblems } from "#web/features/accounts/person-rules.ts";
import {
  PersonalFields,
  personalNames,
  type PersonalValues,
  personBody,
} from "#web/features/accounts/fields/personal-fields.tsx";

/** Unsaved changes of a user's account, by `accountDraft`. */
export const accountDrafts = keptDrafts(personalNames);

/** The name of a user's draft. */
export function accountDraft(userId: number): string {
  return `account-${userId}`;
}

type AccountFormProps = { borrower: Borrower; onDone: () => void };

/** The personal fields with Save. Keeps what was typed until it is saved or canceled. */
export function AccountForm({ borrower, onDone }: AccountFormProps) {
  const client = useQueryClient();
  const { t } = useLanguage();
  const { borrowerId, user } = borrower;
  const name = accountDraft(user.userId);
  const done = () => {
    accountDrafts.forget(name);
    onDone();
  };
  const form = useForm({
    names: personalNames,
    stored: { values: valuesOf(borrower) },
    check: async (values) => personProblems(personBody(values)),
    save: async (values) => {
      const body = { ...personBody(values), borrowerId };
      const { data } = await call("POST Account/UpdateBorrower/", { body });
      client.setQueryData(borrowerQuery(user.userId).queryKey, data);
      toast(messages.done.accountUpdated);
      return { next: done };
    },
  });
  useDraft(form, accountDrafts, name);
  // Edit has just disappeared together with the focus
  useEffect(() => document.getElementById("borrowerName")?.focus(), []);
  return (
    <Form form={form} className={styles.form}>
      <PersonalFields field={form.field} />
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          {t("Save")}
        </Button>
        <Button onClick={done}>{t("Cancel")}</Button>
      </div>
    </Form>
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
