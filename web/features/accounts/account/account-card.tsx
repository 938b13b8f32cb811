import type { Borrower } from "#contract/accounts.ts";
import type { ReactNode } from "react";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/actions/button.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
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

function factsOf({ address, user, ...person }: Borrower): { term: string; value: ReactNode }[] {
  return [
    { term: "Full name", value: person.borrowerName },
    { term: "Email address", value: person.emailAddress },
    { term: "Phone number", value: person.phoneNumber },
    { term: "School", value: person.schoolName },
    { term: "School district", value: person.schoolDistrict },
    { term: "Street", value: address.street },
    { term: "City", value: address.city },
    { term: "State", value: address.state },
    { term: "Zip", value: address.zip },
    { term: "Username", value: user.userName },
    {
      term: "Password",
      value: (
        <>
          <span aria-hidden="true">•••••••• </span>
          <Link to={`/user/changepassword/${user.userId}`}>Change password</Link>
        </>
      ),
    },
  ];
}
