import type { Language } from "#web/language/language.ts";
import type { PlainSentence } from "#web/language/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import type { Borrower } from "#contract/accounts.ts";
import { type ReactNode, useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { AccountForm, accountDraft, accountDrafts } from "./account-form.tsx";

/** A borrower's personal information: read-only, or a form after Edit. */
export function AccountCard({ borrower }: { borrower: Borrower }) {
  const { userId } = borrower.user;
  const { t } = useLanguage();
  const [editing, setEditing] = useState(() => accountDrafts.find(accountDraft(userId)) !== undefined);
  if (editing) {
    return (
      <Card heading={t("Personal information")}>
        <AccountForm borrower={borrower} onDone={() => setEditing(false)} />
      </Card>
    );
  }
  return (
    <Card
      heading={t("Personal information")}
      actions={
        <Button size="small" onClick={() => setEditing(true)}>
          {t("Edit")}
        </Button>
      }
    >
      <DescriptionList items={factsOf(borrower, t)} />
    </Card>
  );
}

/** The card's skeleton, with one line per fact. */
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

function factsOf({ address, user, ...person }: Borrower, t: Language["t"]): { term: string; value: ReactNode }[] {
  const password = (
    <>
      <span aria-hidden="true">•••••••• </span>
      <Link to={`/user/changepassword/${user.userId}`}>{t("Change password")}</Link>
    </>
  );
  const values = [
    person.borrowerName,
    person.emailAddress,
    person.phoneNumber,
    person.schoolName,
    person.schoolDistrict,
    address.street,
    address.city,
    address.state,
    address.zip,
    user.userName,
    password,
  ];
  return terms.map((term, at) => ({ term: t(term), value: values[at] }));
}
