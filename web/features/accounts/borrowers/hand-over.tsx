import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { colleaguesQuery, useBorrowerChange } from "./borrower-queries.ts";

/** Hands what is out over to a colleague of the same school; nothing when nothing is out. */
export function HandOver({ of }: { of: BorrowerPage }) {
  const [asking, setAsking] = useState(false);
  if (of.out.length === 0) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Hand over</Button>
      {asking && <AskWhom of={of} onClose={() => setAsking(false)} />}
    </>
  );
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
  const field = useRef<HTMLSelectElement>(null);
  const colleagues = useQuery(colleaguesQuery(borrowerId));
  const handOver = useBorrowerChange(
    (toBorrowerId: number) =>
      call("POST Borrowers/HandOver/{id}", { params: { id: borrowerId }, body: { toBorrowerId } }),
    "Handed over.",
    { isOfForm: true },
  );
  const form = useForm({
    names: ["toBorrowerId"],
    stored: { values: { toBorrowerId: "" } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    save: async ({ toBorrowerId }) => {
      await handOver.mutateAsync(Number(toBorrowerId));
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
    >
      <Fetched
        query={colleagues}
        what="colleagues"
        skeleton={<SkeletonLines lines={2} />}
        empty={<p>Nobody else of {schoolName} is registered. The colleague registers first.</p>}
      >
        {(found) => (
          <>
            <p>
              {orders === 1 ? "One order" : `${orders} orders`} with what is out and what came back of it. Due dates
              stay, and both get an email.
            </p>
            <SelectField
              {...form.field("toBorrowerId")}
              ref={field}
              label="Colleague"
              width="full"
              options={[
                { value: "", label: "Choose a colleague" },
                ...found.map(({ borrowerId: id, borrowerName: name, emailAddress }) => ({
                  value: String(id),
                  label: `${name} (${emailAddress})`,
                })),
              ]}
            />
          </>
        )}
      </Fetched>
    </FormDialog>
  );
}
