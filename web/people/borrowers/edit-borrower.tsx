import { useEffect, useState } from "react";
import type { BorrowerPage, BorrowerRow } from "#contract/people/borrowers.ts";
import { PersonalFields, personBody, personProblems, personValues } from "#web/people/fields/personal-fields.tsx";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { BlockBorrower } from "./block-borrower.tsx";
import { BorrowerBadges } from "./borrower-badges.tsx";
import { borrowers, ofBorrowers } from "./borrower-queries.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PersonDialog } from "./person-dialog.tsx";
import { ActionButton, DialogButton } from "#web/ui/actions/action-button.tsx";
import { ForRole } from "#web/lib/session.ts";
import { DateText, formatDay } from "#web/lib/formats.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useEditing } from "#web/ui/form/editing.ts";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Link, useNavigate } from "#web/ui/router.tsx";
import { sentWords } from "#web/lib/site.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

export function BorrowerAccount({ of }: { of: BorrowerPage }) {
  const { editing, setEditing, opener } = useEditing();
  const edit = (
    <Button ref={opener} size="small" onClick={() => setEditing(true)}>
      Edit
    </Button>
  );
  return (
    <Card heading="Account" actions={!editing && edit}>
      {editing ? (
        <BorrowerForm of={of} onDone={() => setEditing(false)} />
      ) : (
        <Stack>
          <DescriptionList items={factsOf(of)} />
          <Row>
            <SendReset of={of} />
            <BlockBorrower of={of} />
            <DialogButton size="small" look="risky" dialog={(onClose) => <MergeDialog of={of} onClose={onClose} />}>
              Merge
            </DialogButton>
            <ForRole least="manager">
              <AnonymizeBorrower of={of} />
            </ForRole>
          </Row>
        </Stack>
      )}
    </Card>
  );
}

const confirmations = { link: "With a link", phone: "By phone", import: "By import" };

function factsOf(of: BorrowerPage) {
  const { street, city, state, zip } = of.address;
  return [
    { term: "School", value: of.schoolName },
    { term: "School district", value: of.schoolDistrict },
    {
      term: "State directory",
      value: of.school ? (
        directoryWords(of.school)
      ) : (
        <>
          No school by this name. <Link to="/admin/schools">Schools and calendars</Link>
        </>
      ),
    },
    { term: "Address", value: `${street}, ${city}, ${state} ${zip}` },
    { term: "Email", value: <a href={`mailto:${of.emailAddress}`}>{of.emailAddress}</a> },
    {
      term: "Email confirmed",
      value: of.mailboxConfirmedAt ? (
        <>
          {confirmations[of.mailboxConfirmedBy]}, <DateText value={of.mailboxConfirmedAt} />
        </>
      ) : (
        "Not yet"
      ),
    },
    { term: "Phone", value: <a href={`tel:${of.phoneNumber.replace(/[^\d+]/g, "")}`}>{of.phoneNumber}</a> },
    { term: "Username", value: of.userName },
    { term: "Registered", value: <DateText value={of.registeredAt} /> },
    { term: "Alerts", value: <BorrowerBadges of={of} /> },
  ];
}

function directoryWords({ school, district, county, isOpen }: NonNullable<BorrowerPage["school"]>) {
  return `${school}, ${district}, ${county} County${isOpen ? "" : " (closed)"}`;
}

function BorrowerForm({ of, onDone }: { of: BorrowerPage; onDone: () => void }) {
  const form = useForm({
    stored: { values: personValues(of) },
    check: async (values) => personProblems(personBody(values)),
    changes: ofBorrowers,
    save: async (values) => {
      await call("POST Borrowers/Change/{id}", { params: { id: of.borrowerId }, body: personBody(values) });
      toast("Borrower updated.");
      return { next: onDone };
    },
  });
  // the Edit button, which had the focus, is gone
  useEffect(() => document.getElementById("borrowerName")?.focus(), []);
  const hasNewEmail = form.values.emailAddress.trim().toLowerCase() !== of.emailAddress.toLowerCase();
  const consequence = hasNewEmail && (
    <Alert>We’ll email both addresses. The borrower has to confirm the new one and log in again.</Alert>
  );
  return (
    <Form form={form} label="Account" send="Save" also={<Button onClick={onDone}>Cancel</Button>}>
      <PersonalFields fill={form.change} field={form.field} afterEmail={consequence} />
    </Form>
  );
}

function SendReset({ of: { borrowerId, emailAddress, hasPassword } }: { of: BorrowerPage }) {
  if (!hasPassword) return null;
  return (
    <ActionButton
      size="small"
      action={() => call("POST Borrowers/SendReset/{id}", { params: { id: borrowerId } })}
      ask={{
        question: "Email a password reset link?",
        explanation: `We’ll send it to ${emailAddress}. It works for 60 minutes. The current password keeps working until the link is used.`,
        confirmLabel: "Send link",
      }}
      done={({ message }) => sentWords(message ?? "Sent.")}
    >
      Reset password
    </ActionButton>
  );
}

function AnonymizeBorrower({ of: { borrowerId, borrowerName, backupsUntil } }: { of: BorrowerPage }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ActionButton
      size="small"
      action={async () => {
        await call("POST Borrowers/Anonymize/{id}", { params: { id: borrowerId } });
        await navigate(borrowers.path);
        client.removeQueries({ queryKey: ["borrowers"] });
      }}
      ask={{
        question: `Anonymize ${borrowerName}?`,
        explanation: (
          <>
            This deletes the account with its notes and emails. Past orders keep only the school, district, titles, and
            dates. This can’t be undone. {backupWords(backupsUntil)}
          </>
        ),
        confirmLabel: "Anonymize",
        danger: true,
      }}
      changes={["orders"]}
      done="Borrower anonymized."
    >
      Anonymize
    </ActionButton>
  );
}

function backupWords(until: string | null): string {
  return until === null
    ? "Backups made outside the library keep this data until someone deletes them."
    : `Nightly backups keep this data until ${formatDay(until)}, or longer if a backup fails. Backups made by hand keep it until someone deletes them.`;
}

const maxAccounts = 10;

function MergeDialog({ of, onClose }: { of: BorrowerPage; onClose: () => void }) {
  const { borrowerId, borrowerName, userName } = of;
  const [text, setText] = useState(borrowerName);
  const matches = useQuery(borrowers.query({ ...borrowers.none, searchString: text }));
  const others = matches.data?.data.filter((row) => row.borrowerId !== borrowerId).slice(0, maxAccounts);
  return (
    <PersonDialog
      title={`Merge another account into ${borrowerName}’s?`}
      send="Merge"
      look="danger"
      onClose={onClose}
      search={{
        of: "Other accounts",
        label: "Find the other account",
        hint: "Search by name, school, email address, phone number, or username.",
        text,
        onFind: setText,
      }}
      people={{ ...matches, data: others }}
      label="The other account"
      hintOf={inWords}
      none={`No other account matches “${text}”.`}
      missing="Choose the account to merge."
      save={async (other) => {
        const body = { fromBorrowerId: other.borrowerId };
        await call("POST Borrowers/Merge/{id}", { params: { id: borrowerId }, body });
        toast("Accounts merged.");
      }}
    >
      The other account’s orders, claims, and notes move here, and its login stops working. This account keeps its
      username ({userName}), name, and address. Both addresses get an email. This can’t be undone.
    </PersonDialog>
  );
}

function inWords({ userName, schoolName, emailAddress, orders, copiesOut }: BorrowerRow): string {
  const counts = [orders === 1 ? "1 order" : `${orders} orders`, copiesOut > 0 && `${copiesOut} out`].filter(Boolean);
  return `${userName} · ${schoolName} · ${emailAddress} · ${counts.join(", ")}`;
}
