import type { Language, PlainSentence } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import type { Borrower } from "#contract/people/accounts.ts";
import { type ReactNode, useEffect } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { draftStore, useDraft } from "#web/ui/form/use-draft.ts";
import { borrowerQuery } from "#web/people/accounts-queries.ts";
import {
  PersonalFields,
  personalNames,
  type PersonalValues,
  personBody,
  personProblems,
  personValues,
} from "#web/people/fields/personal-fields.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { useEditing } from "#web/ui/form/editing.ts";
import { CurrentPasswordField } from "#web/people/fields/login-fields.tsx";
import { Link } from "#web/ui/router.tsx";

const drafts = draftStore(personalNames);
const draftOf = ({ user }: Borrower) => `account-${user.userId}`;

export function AccountCard({ borrower }: { borrower: Borrower }) {
  const { t } = useLanguage();
  const { editing, setEditing, opener } = useEditing(() => drafts.find(draftOf(borrower)) !== undefined);
  const edit = (
    <Button ref={opener} size="small" onClick={() => setEditing(true)}>
      {t("Edit")}
    </Button>
  );
  return (
    <Card heading={t("Personal information")} actions={!editing && edit}>
      {editing ? (
        <AccountForm borrower={borrower} onDone={() => setEditing(false)} />
      ) : (
        <DescriptionList items={factsOf(borrower, t)} />
      )}
    </Card>
  );
}

export function AccountCardSkeleton() {
  const { t } = useLanguage();
  const place = <Skeleton width="14rem" height="1.2em" />;
  return (
    <Card heading={t("Personal information")}>
      <DescriptionList items={terms.map((term) => ({ term: t(term), value: place }))} />
    </Card>
  );
}

const terms: PlainSentence[] = [
  "Full name",
  "Email address",
  "Phone number",
  "School",
  "School district",
  "Street",
  "City",
  "State",
  "Zip",
  "Username",
  "Password",
];

function factsOf(borrower: Borrower, t: Language["t"]): { term: string; value: ReactNode }[] {
  const { userId, userName } = borrower.user;
  const password = (
    <>
      <span aria-hidden="true">•••••••• </span>
      <Link to={`/user/changepassword/${userId}`}>{t("Change password")}</Link>
    </>
  );
  const values = [...Object.values(personValues(borrower)), userName, password];
  return terms.map((term, at) => ({ term: t(term), value: values[at] }));
}

const [nameField = "", emailField = "", ...otherFields] = personalNames;
const names = [nameField, emailField, "password", ...otherFields];
const passwordMissing = { field: "password", message: ownMessages.currentPasswordRequired };

/** Edits the personal fields; a new email address also needs the password. Drafts survive until saved or canceled. */
function AccountForm({ borrower, onDone }: { borrower: Borrower; onDone: () => void }) {
  const client = useQueryClient();
  const { t } = useLanguage();
  const { borrowerId, user } = borrower;
  const name = draftOf(borrower);
  const close = () => {
    drafts.forget(name);
    onDone();
  };
  const hasNewEmail = ({ emailAddress }: PersonalValues) =>
    emailAddress.trim().toLowerCase() !== borrower.emailAddress.toLowerCase();
  const form = useForm({
    names,
    stored: { values: { ...personValues(borrower), password: "" } },
    check: async (values) => [
      ...(await personProblems(personBody(values))),
      ...(hasNewEmail(values) && values.password === "" ? [passwordMissing] : []),
    ],
    save: async (values) => {
      const body = { ...personBody(values), borrowerId, ...(hasNewEmail(values) && { password: values.password }) };
      const { data } = await call("POST Account/UpdateBorrower/", { body });
      client.setQueryData(borrowerQuery(user.userId).queryKey, data);
      toast(messages.done.accountUpdated);
      return { next: close };
    },
  });
  useDraft(form, drafts, name);
  // the Edit button, which had the focus, is gone
  useEffect(() => document.getElementById("borrowerName")?.focus(), []);
  return (
    <Form form={form} send={t("Save")} also={<Button onClick={close}>{t("Cancel")}</Button>}>
      <PersonalFields
        fill={form.change}
        field={form.field}
        afterEmail={
          hasNewEmail(form.values) && (
            <CurrentPasswordField
              label={t("Current password")}
              {...form.field("password")}
              userName={user.userName}
              hint={t(
                "We ask because anyone who reads your email can reset your password. We’ll email both addresses.",
              )}
            />
          )
        }
      />
    </Form>
  );
}
