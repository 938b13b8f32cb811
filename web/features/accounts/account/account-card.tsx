import type { Borrower } from "#contract/accounts.ts";
import type { ReactNode } from "react";
import { useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { AccountForm, accountDraft } from "./account-form.tsx";
import { keptDraft } from "#web/features/accounts/form-draft.ts";

/** The personal information of a borrower: to read, and after Edit, to change. */
export function AccountCard({ borrower }: { borrower: Borrower }) {
  const { userId } = borrower.user;
  const [editing, setEditing] = useState(() => keptDraft(accountDraft(userId)) !== undefined);
  if (editing) {
    return (
      <Card heading="Personal information">
        <AccountForm borrower={borrower} onDone={() => setEditing(false)} />
      </Card>
    );
  }
  return (
    <Card
      heading="Personal information"
      actions={
        <Button size="small" onClick={() => setEditing(true)}>
          Edit
        </Button>
      }
    >
      <DescriptionList items={factsOf(borrower)} />
    </Card>
  );
}

/** The place of the card: as many facts, each a line. */
export function AccountCardSkeleton() {
  const place = <Skeleton width="14rem" height="1.2em" />;
  return (
    <Awaiting what="your account">
      <Card heading="Personal information">
        <DescriptionList items={terms.map((term) => ({ term, value: place }))} />
      </Card>
    </Awaiting>
  );
}

const terms = [
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

function factsOf({ address, user, ...person }: Borrower): { term: string; value: ReactNode }[] {
  const password = (
    <>
      <span aria-hidden="true">•••••••• </span>
      <Link to={`/user/changepassword/${user.userId}`}>Change password</Link>
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
  return terms.map((term, at) => ({ term, value: values[at] }));
}
