import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import { type BorrowerPage, maxColleagues } from "#contract/people/borrowers.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { colleaguesQuery, ofBorrowers } from "./borrower-queries.ts";
import { ActionButton, DialogButton } from "#web/ui/actions/action-button.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { SearchForm } from "#web/ui/forms/search-form.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";

/** Opens the dialog that transfers a borrower's loans to a colleague at the same school. */
export function TransferLoans({ of }: { of: BorrowerPage }) {
  if (of.out.length === 0) return null;
  return <DialogButton dialog={(onClose) => <TransferDialog of={of} onClose={onClose} />}>Transfer loans</DialogButton>;
}

const problemsOf = ({ toBorrowerId }: { toBorrowerId: string }) =>
  toBorrowerId === "" ? [{ field: "toBorrowerId", message: "Choose a colleague." }] : [];

function TransferDialog({
  of: { borrowerId, borrowerName, schoolName, out },
  onClose,
}: {
  of: BorrowerPage;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const colleagues = useQuery(colleaguesQuery(borrowerId, text));
  const form = useForm({
    stored: { values: { toBorrowerId: "" } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    changes: ofBorrowers,
    save: async ({ toBorrowerId }) => {
      const colleague = colleagues.data?.find((row) => row.borrowerId === Number(toBorrowerId));
      const body = { toBorrowerId: Number(toBorrowerId) };
      const { data } = await call("POST Borrowers/TransferLoans/{id}", { params: { id: borrowerId }, body });
      toast(`Transferred ${ordersInWords(data.length)} to ${colleague?.borrowerName ?? "the colleague"}.`);
      onClose();
      return {};
    },
  });
  const orders = new Set(out.map(({ orderId }) => orderId)).size;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Transfer ${borrowerName}’s loans?`}
      send="Transfer loans"
      canSend={colleagues.data?.length !== 0}
      initialFocus={field}
      before={
        <Stack gap="tight">
          <p>
            {orders === 1 ? "One order moves" : `${orders} orders move`} to the colleague, including copies already
            returned. Due dates stay the same. Both people get an email two minutes later if they’ve confirmed their
            address. An order with an open claim stays with {borrowerName}.
          </p>
          <SearchForm
            ref={field}
            of="Colleagues"
            label="Find a colleague"
            hint={`Search by name at ${schoolName}.`}
            name="colleagueText"
            defaultValue={text}
            onFind={(words) => {
              form.change({ toBorrowerId: "" }); // the chosen colleague may not be listed anymore
              setText(words);
            }}
          />
        </Stack>
      }
    >
      <Fetched query={colleagues} what="colleagues" skeleton={<SkeletonLines lines={3} />}>
        {(rows) => <Colleagues field={form.field("toBorrowerId")} rows={rows} schoolName={schoolName} text={text} />}
      </Fetched>
    </FormDialog>
  );
}

type ColleaguesProps = {
  field: Omit<ComponentProps<typeof RadioGroup>, "label" | "options">;
  rows: readonly { borrowerId: number; borrowerName: string; emailAddress: string }[];
  schoolName: string;
  text: string;
};

function Colleagues({ field, rows, schoolName, text }: ColleaguesProps) {
  if (rows.length === 0) {
    return (
      <p>
        {text === ""
          ? `No one else at ${schoolName} has an account. Ask the colleague to register first.`
          : `No one else at ${schoolName} matches “${text}”.`}
      </p>
    );
  }
  return (
    <Stack gap="tight">
      <RadioGroup
        {...field}
        label="Colleague"
        options={rows.map(({ borrowerId: id, borrowerName: name, emailAddress }) => ({
          value: String(id),
          label: name,
          hint: emailAddress,
        }))}
      />
      {rows.length === maxColleagues && (
        <p>Only the first {maxColleagues} names are shown. Search by name to find others.</p>
      )}
    </Stack>
  );
}

export const ordersInWords = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

export function PastTransfers({ of: { transferred } }: { of: BorrowerPage }) {
  return transferred.map(({ toBorrowerId, borrowerName, orders, on, eventId }) => (
    <Alert key={toBorrowerId} title={`Transferred ${ordersInWords(orders)} to ${borrowerName}`}>
      <Row>
        <span>
          <DateText value={on} />
        </span>
        <ActionButton
          size="small"
          icon={<Undo2 size={18} />}
          changes={ofBorrowers}
          aria-label={`Undo the transfer to ${borrowerName}`}
          action={async () => {
            const { orderIds } = await call("POST Order/Undo/{eventId}", { params: { eventId } });
            toast(`Took back ${ordersInWords(orderIds.length)} from ${borrowerName}.`);
            focusOn(document.querySelector("main h1")); // the pressed button is gone
          }}
        >
          Undo
        </ActionButton>
      </Row>
    </Alert>
  ));
}
