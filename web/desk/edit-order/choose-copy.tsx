import { TitleText } from "#web/language/title-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import type { Copy } from "#contract/catalog/catalog.ts";
import type { OrderItem } from "#contract/orders/orders.ts";
import { labelIsOldMessage } from "#web/desk/scanning/find-scanned-copy.ts";
import { copiesQuery } from "#web/orders/order-queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "./choose-copy.module.css";
import { isFromOtherKeyboard, readScan } from "#contract/desk/scans.ts";
import { readLabel } from "#contract/catalog/label-code.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { LiveRegion } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { copyName } from "#web/lib/formats.tsx";

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
    // React bubbles a dialog's events to the surrounding form
    event.stopPropagation();
    if (!copies.data || busy) return;
    const result = findCopy(box.current?.value ?? "", copies.data.inventoryItems);
    if ("problem" in result) {
      setProblem(result.problem);
      box.current?.select();
      return;
    }
    setProblem(undefined);
    if (result.warning) toast(result.warning, "info");
    void onChoose(result.copy.inventoryItemId);
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
          hint={`Type 2, for example, or #${line.inventory.referenceNumber} copy 2. You can also scan a label into this box.`}
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
        {({ inventoryItems }) => <AvailableCopies copies={inventoryItems} busy={busy} onChoose={onChoose} />}
      </Fetched>
      <LiveRegion />
    </Dialog>
  );
}

type AvailableCopiesProps = Pick<ChooseCopyProps, "busy" | "onChoose"> & { copies: readonly Copy[] };

function AvailableCopies({ copies, busy, onChoose }: AvailableCopiesProps) {
  const available = copies.filter(({ isAvailable }) => isAvailable);
  if (available.length === 0) return <Alert tone="warning">No copy of this title is available right now.</Alert>;
  return (
    <section className={styles.available}>
      <h3>Available copies</h3>
      <ul className={styles.copies}>
        {available.map((copy) => (
          <li key={copy.inventoryItemId}>
            <Button
              size="small"
              aria-disabled={busy || undefined}
              onClick={() => !busy && void onChoose(copy.inventoryItemId)}
            >
              {copyName(copy)}
              {copy.shelfLocation && ` · Shelf ${copy.shelfLocation}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SearchResult = { copy: Copy; warning?: string } | { problem: string };

/** Finds a copy of a title by its QR label, its number ("2", "copy 2"), its SKU ("B12345"), or both ("#B12345 copy 2"). */
export function findCopy(input: string, copies: readonly Copy[]): SearchResult {
  const text = readScan(input);
  if (text.startsWith("{")) return findByLabel(text, copies);
  if (isFromOtherKeyboard(text)) return { problem: ownMessages.otherKeyboard };
  const match = /^#?(?<sku>.*?)[\s,;-]*(?:copy|no\.?|#)?\s*(?<copyNumber>\d+)$/i.exec(text)?.groups;
  const withSku = (sku: string) => copies.filter(({ skuNumber }) => skuNumber.toLowerCase() === sku.toLowerCase());
  const skuMatches = withSku(text.replace(/^#/, ""));
  if (skuMatches.length > 0) return soleAvailableCopy(skuMatches);
  const number = Number(match?.copyNumber);
  const sku = match?.sku?.replace(/[\s,;-]*(?:copy|no\.?)?$/i, "") ?? "";
  const candidates = sku ? withSku(sku) : copies;
  const copy = match ? candidates.find(({ copyNumber }) => copyNumber === number) : undefined;
  return copy ? checkAvailability(copy) : { problem: "No copy of this title has that number." };
}

/** Finds a copy by the label's id. If the SKU differs, the label is out of date. */
function findByLabel(text: string, copies: readonly Copy[]): SearchResult {
  const label = readLabel(text);
  if (!label) return { problem: messages.trouble.invalidQrCode };
  const copy = copies.find(({ inventoryItemId }) => inventoryItemId === label.inventoryItemId);
  if (!copy) return { problem: ownMessages.copyOfAnotherTitle };
  const result = checkAvailability(copy);
  const isOld = copy.skuNumber.toLowerCase() !== label.skuNumber.toLowerCase();
  return "copy" in result && isOld ? { ...result, warning: labelIsOldMessage } : result;
}

/** Finds the one available copy among those that share a SKU. */
function soleAvailableCopy(copies: readonly Copy[]): SearchResult {
  const [first, second] = copies.filter(({ isAvailable }) => isAvailable);
  if (!first) return { problem: ownMessages.copyNotAvailable };
  return second ? { problem: "Several available copies have this SKU. Add the copy number." } : { copy: first };
}

function checkAvailability(copy: Copy): SearchResult {
  return copy.isAvailable ? { copy } : { problem: ownMessages.copyNotAvailable };
}
