import { useEffect, useRef, useState } from "react";
import type { BorrowerPage, BorrowerRow } from "#contract/people/borrowers.ts";
import { PersonalFields, personBody, personProblems, personValues } from "#web/people/fields/personal-fields.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { BlockBorrower } from "./block-borrower.tsx";
import { BorrowerBadges } from "./borrower-badges.tsx";
import { borrowers, ofBorrowers } from "./borrower-queries.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { SearchForm } from "#web/ui/forms/search-form.tsx";
import { DialogButton } from "#web/ui/actions/action-button.tsx";
import { ForRole } from "#web/lib/session.ts";
import { DateText } from "#web/lib/formats.tsx";
import { DescriptionList } from "#web/ui/data/values.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useEditing } from "#web/ui/form/editing.ts";
import { Card, Row, Stack } from "#web/ui/layout.tsx";
import { Link, useNavigate } from "#web/ui/router.tsx";
import { sentWords } from "#web/lib/site.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";

export function BorrowerAccount({ of }: { of: BorrowerPage }) {
  const { editing, setEditing, opener } = useEditing();
  const edit = (
    <Button ref={opener} size="small" onClick={() => setEditing(true)}>
      Edit
    </Button>
  );
  return (
    <Card heading="Account" actions={!editing && edit}>
      {editing ? <BorrowerForm of={of} onDone={() => setEditing(false)} /> : <AccountFacts of={of} />}
    </Card>
  );
}

function AccountFacts({ of }: { of: BorrowerPage }) {
  return (
    <Stack>
      <DescriptionList items={factsOf(of)} />
      <Row>
        <SendReset of={of} />
        <BlockBorrower of={of} />
        <DialogButton size="small" dialog={(onClose) => <MergeDialog of={of} onClose={onClose} />}>
          Merge
        </DialogButton>
        <ForRole least="manager">
          <AnonymizeBorrower of={of} />
        </ForRole>
      </Row>
    </Stack>
  );
}

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
          No school by this name. <Link to="/admin/schools">Schools</Link>
        </>
      ),
    },
    { term: "Address", value: `${street}, ${city}, ${state} ${zip}` },
    { term: "Email", value: <a href={`mailto:${of.emailAddress}`}>{of.emailAddress}</a> },
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
  const confirm = useConfirm();
  const send = useMutation({
    mutationFn: () => call("POST Borrowers/SendReset/{id}", { params: { id: borrowerId } }),
    onSuccess: ({ message }) => toast(sentWords(message ?? "Sent.")),
  });
  if (!hasPassword) return null;
  const press = async () => {
    const question = "Email a password reset link?";
    const explanation = `We’ll send it to ${emailAddress}. It works for 60 minutes. The current password keeps working until the link is used.`;
    if (await confirm({ question, explanation, confirmLabel: "Send link" })) send.mutate();
  };
  return (
    <Button size="small" busy={send.isPending} onClick={() => void press()}>
      Reset password
    </Button>
  );
}

function AnonymizeBorrower({ of: { borrowerId, borrowerName } }: { of: BorrowerPage }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const anonymize = useMutation({
    mutationFn: () => call("POST Borrowers/Anonymize/{id}", { params: { id: borrowerId } }),
    meta: { done: "Borrower anonymized." },
    onSuccess: async () => {
      await navigate(borrowers.path);
      client.removeQueries({ queryKey: ["borrowers"] });
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
  });
  const press = async () => {
    const question = `Anonymize ${borrowerName}?`;
    const explanation =
      "This deletes the account with its notes and emails. Past orders keep only the school, district, titles, and dates. This can’t be undone.";
    if (await confirm({ question, explanation, confirmLabel: "Anonymize", danger: true })) anonymize.mutate();
  };
  return (
    <Button size="small" busy={anonymize.isPending} onClick={() => void press()}>
      Anonymize
    </Button>
  );
}

const maxAccounts = 10;

const problemsOf = ({ fromBorrowerId }: { fromBorrowerId: string }) =>
  fromBorrowerId === "" ? [{ field: "fromBorrowerId", message: "Choose the account to merge." }] : [];

function MergeDialog({
  of: { borrowerId, borrowerName, userName },
  onClose,
}: {
  of: BorrowerPage;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(borrowerName);
  const matches = useQuery(borrowers.query({ ...borrowers.none, searchString: text }));
  const form = useForm({
    stored: { values: { fromBorrowerId: "" } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    changes: ofBorrowers,
    save: async ({ fromBorrowerId }) => {
      const body = { fromBorrowerId: Number(fromBorrowerId) };
      await call("POST Borrowers/Merge/{id}", { params: { id: borrowerId }, body });
      toast("Accounts merged.");
      onClose();
      return {};
    },
  });
  const others = matches.data?.data.filter((row) => row.borrowerId !== borrowerId).slice(0, maxAccounts) ?? [];
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Merge another account into ${borrowerName}’s?`}
      send="Merge"
      look="danger"
      canSend={others.length > 0}
      initialFocus={field}
      before={
        <Stack gap="tight">
          <p>
            The other account’s orders, claims, and notes move here, and its login stops working. This account keeps its
            username ({userName}), name, and address. Both addresses get an email. This can’t be undone.
          </p>
          <SearchForm
            ref={field}
            of="Other accounts"
            label="Find the other account"
            hint="Search by name, school, email address, phone number, or username."
            name="otherText"
            defaultValue={text}
            onFind={(words) => {
              form.change({ fromBorrowerId: "" }); // the chosen account may not be listed anymore
              setText(words);
            }}
          />
        </Stack>
      }
    >
      <Fetched query={matches} what="borrowers" skeleton={<SkeletonLines lines={3} />}>
        {() =>
          others.length === 0 ? (
            <p>No other account matches “{text}”.</p>
          ) : (
            <RadioGroup
              {...form.field("fromBorrowerId")}
              label="The other account"
              options={others.map((row) => ({
                value: String(row.borrowerId),
                label: row.borrowerName,
                hint: inWords(row),
              }))}
            />
          )
        }
      </Fetched>
    </FormDialog>
  );
}

function inWords({ userName, schoolName, emailAddress, orders, copiesOut }: BorrowerRow): string {
  const counts = [orders === 1 ? "1 order" : `${orders} orders`, copiesOut > 0 && `${copiesOut} out`].filter(Boolean);
  return `${userName} · ${schoolName} · ${emailAddress} · ${counts.join(", ")}`;
}
