import { DialogButton } from "#web/ui/overlay/dialog-button.tsx";
import { useEffect, useRef, useState } from "react";
import type { BorrowerPage, BorrowerRow } from "#contract/people/borrowers.ts";
import { PersonalFields, personBody, personProblems, personValues } from "#web/people/fields/personal-fields.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useEditing } from "#web/ui/form/use-editing.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { BlockBorrower } from "./block-borrower.tsx";
import { BorrowerBadges } from "./borrower-badges.tsx";
import { borrowers, ofBorrowers } from "./borrower-queries.ts";
import { Link, useNavigate } from "#web/ui/router/router.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sentWords } from "#web/lib/sent-words.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { FindPerson } from "./transfer-loans.tsx";

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
        <DialogButton size="small" dialog={(onClose) => <AskWhich of={of} onClose={onClose} />}>
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
      term: "In the directory",
      value: of.school ? (
        directoryWords(of.school)
      ) : (
        <>
          The directory has no school by this name. <Link to="/admin/schools">Schools</Link>
        </>
      ),
    },
    { term: "Address", value: `${street}, ${city}, ${state} ${zip}` },
    { term: "Email", value: <a href={`mailto:${of.emailAddress}`}>{of.emailAddress}</a> },
    { term: "Phone", value: <a href={`tel:${of.phoneNumber.replace(/[^\d+]/g, "")}`}>{of.phoneNumber}</a> },
    { term: "Username", value: of.userName },
    { term: "Registered", value: <DateText value={of.registeredAt} /> },
    { term: "To know", value: <BorrowerBadges of={of} /> },
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
      toast("Borrower changed.");
      return { next: onDone };
    },
  });
  // Edit has just disappeared together with the focus
  useEffect(() => document.getElementById("borrowerName")?.focus(), []);
  const isAnother = form.values.emailAddress.trim().toLowerCase() !== of.emailAddress.toLowerCase();
  const consequence = isAnother && (
    <Alert>We’ll email both addresses. The new one has to be confirmed, and the borrower has to log in again.</Alert>
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
    const question = "Email a link for a new password?";
    const explanation = `It goes to ${emailAddress} and works for 60 minutes. The current password works until the link is used.`;
    if (await confirm({ question, explanation, confirmLabel: "Send the link" })) send.mutate();
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
  const forget = useMutation({
    mutationFn: () => call("POST Borrowers/Anonymize/{id}", { params: { id: borrowerId } }),
    meta: { done: "Borrower forgotten." },
    onSuccess: async () => {
      await navigate(borrowers.path);
      client.removeQueries({ queryKey: ["borrowers"] });
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
  });
  const press = async () => {
    const question = `Forget ${borrowerName}?`;
    const explanation =
      "The account, its notes and emails are deleted, and its orders keep only school, district, titles and days. This cannot be undone.";
    if (await confirm({ question, explanation, confirmLabel: "Forget", danger: true })) forget.mutate();
  };
  return (
    <Button size="small" busy={forget.isPending} onClick={() => void press()}>
      Forget
    </Button>
  );
}

const most = 10;

const problemsOf = ({ fromBorrowerId }: { fromBorrowerId: string }) =>
  fromBorrowerId === "" ? [{ field: "fromBorrowerId", message: "Choose the other account." }] : [];

function AskWhich({ of: { borrowerId, borrowerName, userName }, onClose }: { of: BorrowerPage; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(borrowerName);
  const found = useQuery(borrowers.query({ ...borrowers.none, searchString: text }));
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
  const others = found.data?.data.filter((row) => row.borrowerId !== borrowerId).slice(0, most) ?? [];
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
            The other account’s orders, claims and notes move here, and its login ends. This account keeps its user name
            ({userName}), its name and its address. This cannot be undone. Both addresses get an email.
          </p>
          <FindPerson
            field={field}
            of="Other accounts"
            label="Find the other account"
            hint="Part of the name, school, email address, phone number, or user name"
            name="otherText"
            text={text}
            onFind={(words) => {
              form.change({ fromBorrowerId: "" }); // an account that is no longer listed
              setText(words);
            }}
          />
        </Stack>
      }
    >
      <Fetched query={found} what="borrowers" skeleton={<SkeletonLines lines={3} />}>
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
  const has = [orders === 1 ? "1 order" : `${orders} orders`, copiesOut > 0 && `${copiesOut} out`].filter(Boolean);
  return `${userName} · ${schoolName} · ${emailAddress} · ${has.join(", ")}`;
}
