import { type SubmitEvent, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog/catalog.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { Plus } from "#web/ui/icons.tsx";
import { useMutation } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { ActionButton, UndoButton } from "#web/ui/actions/action-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { type InactiveReason, useUpdateCopy } from "./item-mutations.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import styles from "./edit-item.module.css";

type CopyActivityProps = {
  item: ItemWithCopies;
  copy: Copy;
  name: string;
  /** Runs when someone else changed the item. */
  onRefused: (refusal: CallFailed) => void;
  /** Runs after the copy is set inactive or archived, to offer an undo. */
  onDone: (done: CopyDone) => void;
};

export type CopyDone = { copy: Copy; name: string; isArchived: boolean };

const reasons: { value: InactiveReason; label: string; hint: string }[] = [
  { value: "repair", label: "In repair", hint: "It’ll go out again once it’s fixed." },
  { value: "inspection", label: "Inspection", hint: "Someone needs to check it before it goes out again." },
  { value: "damaged", label: "Damaged", hint: "It can’t go out as is." },
  { value: "lost", label: "Lost", hint: "It wasn’t returned." },
  { value: "retired", label: "Retired", hint: "It won’t go out anymore." },
];

/** Deactivates, reactivates, or archives a copy that isn't checked out. */
export function CopyActivity({ item, copy, name, onRefused, onDone }: CopyActivityProps) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<InactiveReason>("repair");
  const update = useUpdateCopy(item, copy);
  const { mutate: set, isPending } = useMutation({
    mutationFn: (inactiveReason: InactiveReason | null) =>
      update({ isInactive: inactiveReason !== null, inactiveReason }),
    onSettled: () => setAsking(false),
    onSuccess: (_done, inactiveReason) => inactiveReason !== null && onDone({ copy, name, isArchived: false }),
    onError: (error) => {
      if (error instanceof CallFailed) onRefused(error);
    },
  });
  if (!copy.isAvailable && !copy.isInactive) return <>Check it in first</>;
  return (
    <>
      <Button size="small" busy={isPending} onClick={() => (copy.isInactive ? set(null) : setAsking(true))}>
        {copy.isInactive ? "Set active" : "Set inactive"}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {copy.isInactive && (
        <ActionButton
          size="small"
          look="quiet"
          action={() => setArchived(copy, !copy.isArchived)}
          changes="everything"
          onDone={() => !copy.isArchived && onDone({ copy, name, isArchived: true })}
        >
          {copy.isArchived ? "Unarchive" : "Archive"}
          <VisuallyHidden> {name}</VisuallyHidden>
        </ActionButton>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Set ${name} inactive?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="primary" busy={isPending} onClick={() => set(reason)}>
              Set inactive
            </Button>
          </>
        }
      >
        <RadioGroup
          label="Reason"
          name="inactiveReason"
          hint="An inactive copy isn’t in stock and can’t be checked out. You can set it active again."
          options={reasons}
          value={reason}
          onChange={({ target }) => setReason(reasons.find(({ value }) => value === target.value)?.value ?? "repair")}
        />
      </Dialog>
    </>
  );
}

const setArchived = ({ inventoryItemId }: Copy, isArchived: boolean) =>
  call(isArchived ? "POST Inventory/ArchiveCopy/{inventoryItemId}" : "POST Inventory/UnarchiveCopy/{inventoryItemId}", {
    params: { inventoryItemId },
  });

type UndoCopyProps = { item: ItemWithCopies; done: CopyDone; onUndone: () => void };

export function UndoCopy({ item, done: { copy, name, isArchived }, onUndone }: UndoCopyProps) {
  const update = useUpdateCopy(item, copy);
  const inactiveReason = reasons.find(({ value }) => value === copy.inactiveReason)?.value ?? null;
  const undo = async () => {
    if (isArchived) await setArchived(copy, false);
    else await update({ isInactive: inactiveReason !== null, inactiveReason });
  };
  return (
    <Alert title={`${name} is ${isArchived ? "archived" : "inactive"}.`}>
      <UndoButton action={undo} changes="everything" onDone={onUndone} />
    </Alert>
  );
}

const maxCopies = 50;
const invalidCount = `Number of copies must be from 1 to ${maxCopies}.`;

export const oneCopy = "1";

/** Returns the number of copies in a field, or undefined if it's invalid. */
export function copiesIn(text: string): number | undefined {
  const copies = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return copies >= 1 && copies <= maxCopies ? copies : undefined;
}

type AddCopiesProps = {
  text: string;
  onText: (text: string) => void;
  busy: boolean;
  disabled?: boolean;
  label?: string;
  isNew?: boolean;
  hint: string;
  onAdd: (copies: number) => void;
  /** Adds the copies and starts another title. */
  onAddAnother?: (copies: number) => void;
};

export function AddCopies({ busy, disabled, label = "Add copies", isNew, hint, ...on }: AddCopiesProps) {
  const [error, setError] = useState<string>();
  const { text, onText, onAdd, onAddAnother } = on;
  const send = (add: (copies: number) => void) => {
    const copies = copiesIn(text);
    setError(copies === undefined ? invalidCount : undefined);
    if (copies === undefined) document.getElementById("copies")?.focus();
    else add(copies);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) send(onAdd);
  };
  return (
    <form className={styles.add} noValidate aria-label="Add copies" onSubmit={submit}>
      <div className={styles.addLine}>
        <TextField
          label="Number of copies"
          name="copies"
          width="xs"
          inputMode="numeric"
          autoComplete="off"
          error={error}
          value={text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onText(target.value)}
        />
        <Button
          type="submit"
          look={isNew ? "primary" : "secondary"}
          busy={busy}
          disabled={disabled}
          icon={<Plus size={18} />}
        >
          {label}
        </Button>
        {onAddAnother && (
          <Button disabled={disabled} busy={busy} onClick={() => send(onAddAnother)}>
            Save and add another
          </Button>
        )}
      </div>
      <p className={styles.saved}>{hint}</p>
    </form>
  );
}
