import { TitleText } from "#web/language/title-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import type { Copy } from "#contract/catalog/catalog.ts";
import type { OrderItem } from "#contract/orders/orders.ts";
import { copyName } from "#web/lib/copy-name.ts";
import { copiesQuery } from "#web/orders/order-queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Said } from "#web/ui/overlay/said.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "./choose-copy.module.css";
import { findCopy } from "./find-copy.ts";

type ChooseCopyProps = {
  line: OrderItem;
  busy: boolean;
  onChoose: (inventoryItemId: number) => Promise<void>;
  onClose: () => void;
};

export function ChooseCopy({ line, busy, onChoose, onClose }: ChooseCopyProps) {
  const box = useRef<HTMLInputElement>(null);
  const copies = useQuery({ ...copiesQuery(line.inventory.inventoryId), staleTime: 0 });
  const [problem, setProblem] = useState<string>();
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React bubbles a dialog's events to the form that contains it
    event.stopPropagation();
    if (!copies.data || busy) return;
    const found = findCopy(box.current?.value ?? "", copies.data.inventoryItems);
    if ("problem" in found) {
      setProblem(found.problem);
      box.current?.select();
      return;
    }
    setProblem(undefined);
    if (found.warning) toast(found.warning, "info");
    void onChoose(found.copy.inventoryItemId);
  };
  return (
    <Dialog open title="Choose a copy" onClose={onClose} initialFocus={box}>
      <p className={styles.title}>
        <TitleText of={line.inventory} />
      </p>
      <form onSubmit={find} noValidate className={styles.form}>
        <TextField
          ref={box}
          label="SKU or copy number"
          hint={`For example 2, or #${line.inventory.referenceNumber} copy 2. You can scan a label into this box.`}
          name="typedCopy"
          width="full"
          autoComplete="off"
          error={problem}
        />
        <Button type="submit" look="primary" busy={busy}>
          Assign
        </Button>
      </form>
      <Fetched query={copies} what="copies" skeleton={<SkeletonLines lines={3} />}>
        {({ inventoryItems }) => <FreeCopies copies={inventoryItems} busy={busy} onChoose={onChoose} />}
      </Fetched>
      <Said />
    </Dialog>
  );
}

type FreeCopiesProps = Pick<ChooseCopyProps, "busy" | "onChoose"> & { copies: readonly Copy[] };

function FreeCopies({ copies, busy, onChoose }: FreeCopiesProps) {
  const free = copies.filter(({ isAvailable }) => isAvailable);
  if (free.length === 0) return <Alert tone="warning">No copy of this title is available right now.</Alert>;
  return (
    <section className={styles.free}>
      <h3>Available copies</h3>
      <ul className={styles.copies}>
        {free.map((copy) => (
          <li key={copy.inventoryItemId}>
            <Button
              size="small"
              aria-disabled={busy || undefined}
              onClick={() => !busy && void onChoose(copy.inventoryItemId)}
            >
              {copyName(copy)}
              {copy.shelfPlace && ` · Shelf ${copy.shelfPlace}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
