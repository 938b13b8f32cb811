import { DialogButton } from "#web/ui/overlay/dialog-button.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type RefObject, useRef, useState } from "react";
import { type BorrowerPage, maxColleagues } from "#contract/people/borrowers.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { colleaguesQuery, ofBorrowers } from "./borrower-queries.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Search, Undo2 } from "#web/ui/icons.tsx";
import { plainText } from "#web/lib/filters/address-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";

/** Hands what is out over to a colleague of the same school; nothing when nothing is out. */
export function TransferLoans({ of }: { of: BorrowerPage }) {
  if (of.out.length === 0) return null;
  return <DialogButton dialog={(onClose) => <AskWhom of={of} onClose={onClose} />}>Hand over</DialogButton>;
}

const problemsOf = ({ toBorrowerId }: { toBorrowerId: string }) =>
  toBorrowerId === "" ? [{ field: "toBorrowerId", message: "Choose a colleague." }] : [];

function AskWhom({
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
      const chosen = colleagues.data?.find((one) => one.borrowerId === Number(toBorrowerId));
      const body = { toBorrowerId: Number(toBorrowerId) };
      const { data } = await call("POST Borrowers/TransferLoans/{id}", { params: { id: borrowerId }, body });
      toast(`Handed over to ${chosen?.borrowerName ?? "the colleague"}: ${ordersInWords(data.length)}.`);
      onClose();
      return {};
    },
  });
  const orders = new Set(out.map(({ orderId }) => orderId)).size;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Hand over what ${borrowerName} has?`}
      send="Hand over"
      canSend={colleagues.data?.length !== 0}
      initialFocus={field}
      before={
        <Stack gap="tight">
          <p>
            {orders === 1 ? "One order" : `${orders} orders`} with what is out and what came back of it. Due dates stay.
            Both get an email two minutes later, if they have confirmed their address. An order with an open claim stays
            with the person who had the copy.
          </p>
          <FindPerson
            field={field}
            of="Colleagues"
            label="Find a colleague"
            hint={`Part of the name of somebody of ${schoolName}`}
            name="colleagueText"
            text={text}
            onFind={(words) => {
              form.change({ toBorrowerId: "" }); // somebody who is no longer listed
              setText(words);
            }}
          />
        </Stack>
      }
    >
      <Fetched query={colleagues} what="colleagues" skeleton={<SkeletonLines lines={3} />}>
        {(found) => <Colleagues field={form.field("toBorrowerId")} found={found} schoolName={schoolName} text={text} />}
      </Fetched>
    </FormDialog>
  );
}

type ColleaguesProps = {
  field: Omit<ComponentProps<typeof RadioGroup>, "label" | "options">;
  found: readonly { borrowerId: number; borrowerName: string; emailAddress: string }[];
  schoolName: string;
  text: string;
};

function Colleagues({ field, found, schoolName, text }: ColleaguesProps) {
  if (found.length === 0) {
    return (
      <p>
        {text === ""
          ? `Nobody else of ${schoolName} is registered. The colleague registers first.`
          : `Nobody else of ${schoolName} is called “${text}”.`}
      </p>
    );
  }
  return (
    <Stack gap="tight">
      <RadioGroup
        {...field}
        label="Colleague"
        options={found.map(({ borrowerId: id, borrowerName: name, emailAddress }) => ({
          value: String(id),
          label: name,
          hint: emailAddress,
        }))}
      />
      {found.length === maxColleagues && (
        <p>These are the first {maxColleagues} by name. Find others by their names.</p>
      )}
    </Stack>
  );
}

export const ordersInWords = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

export function Transferred({ of: { borrowerId, transferred } }: { of: BorrowerPage }) {
  return transferred.map(({ toBorrowerId, borrowerName, orders, on }) => (
    <Alert key={toBorrowerId} title={`Handed over to ${borrowerName}: ${ordersInWords(orders)}.`}>
      <Row>
        <span>
          <DateText value={on} />
        </span>
        <ActionButton
          size="small"
          icon={<Undo2 size={18} />}
          changes={ofBorrowers}
          aria-label={`Undo: handed over to ${borrowerName}`}
          action={async () => {
            const body = { toBorrowerId };
            const { data } = await call("POST Borrowers/UndoTransfer/{id}", { params: { id: borrowerId }, body });
            toast(`Taken back from ${borrowerName}: ${ordersInWords(data.length)}.`);
            focusOn(document.querySelector("main h1")); // the pressed button goes
          }}
        >
          Undo
        </ActionButton>
      </Row>
    </Alert>
  ));
}

type FindPersonProps = {
  field: RefObject<HTMLInputElement | null>;
  /** What is found, as the name of the form. */
  of: string;
  label: string;
  hint: string;
  name: string;
  text: string;
  onFind: (text: string) => void;
};

export function FindPerson({ field, of, label, hint, name, text, onFind }: FindPersonProps) {
  return (
    <form
      aria-label={of}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get(name);
        onFind(typeof typed === "string" ? plainText(typed) : "");
      }}
    >
      <Row align="end">
        <SearchField ref={field} label={label} hint={hint} name={name} width="l" defaultValue={text} />
        <Button type="submit" icon={<Search size={18} />}>
          Find
        </Button>
      </Row>
    </form>
  );
}
