import { ActionButton, DialogButton } from "#web/ui/actions/action-button.tsx";
import { useRef } from "react";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Ban } from "#web/ui/icons.tsx";
import { ofBorrowers } from "./borrower-queries.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextAreaField } from "#web/ui/forms/text-fields.tsx";
import { DateText } from "#web/lib/formats.tsx";

/** Shows the reason and the date of a block, with a button to unblock the borrower. */
export function BlockedNotice({ of: { borrowerId, blockReason, blockedAt } }: { of: BorrowerPage }) {
  if (blockReason === "") return null;
  return (
    <Alert tone="warning" title="Blocked: this borrower can’t place orders">
      <p>
        “{blockReason}” Since <DateText value={blockedAt} />.
      </p>
      <ActionButton
        size="small"
        action={() => call("POST Borrowers/Unblock/{id}", { params: { id: borrowerId } })}
        changes={ofBorrowers}
        done="Borrower unblocked."
      >
        Unblock
      </ActionButton>
    </Alert>
  );
}

export function BlockBorrower({ of }: { of: BorrowerPage }) {
  if (of.blockReason !== "") return null;
  return (
    <DialogButton
      size="small"
      look="risky"
      icon={<Ban size={16} />}
      dialog={(onClose) => <BlockDialog of={of} onClose={onClose} />}
    >
      Block
    </DialogButton>
  );
}

const problemsOf = ({ reason }: { reason: string }) =>
  reason.trim() === "" ? [{ field: "reason", message: ownMessages.required("Reason") }] : [];

function BlockDialog({ of: { borrowerId, borrowerName }, onClose }: { of: BorrowerPage; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    stored: { values: { reason: "" } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    changes: ofBorrowers,
    save: async ({ reason }) => {
      await call("POST Borrowers/Block/{id}", { params: { id: borrowerId }, body: { reason } });
      toast("Borrower blocked.");
      onClose();
      return {};
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Block ${borrowerName}?`}
      send="Block"
      look="danger"
      leave="Don’t block"
      initialFocus={field}
    >
      <TextAreaField
        {...form.field("reason")}
        ref={field}
        label="Reason"
        rows={3}
        width="full"
        maxLength={limits.line}
        hint="The borrower sees this in an email, when they log in, and when they try to order. They can keep and return what they already have."
      />
    </FormDialog>
  );
}
