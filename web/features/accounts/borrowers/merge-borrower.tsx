import { toast } from "#web/ui/feedback/toast.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BorrowerPage, BorrowerRow } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { borrowers, ofBorrowers } from "./borrower-queries.ts";
import { FindPerson } from "./find-person.tsx";

const most = 10;

export function MergeBorrower({ of }: { of: BorrowerPage }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Merge
      </Button>
      {asking && <AskWhich of={of} onClose={() => setAsking(false)} />}
    </>
  );
}

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
            The other account’s orders, cases and notes move here, and its login ends. This account keeps its user name
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
