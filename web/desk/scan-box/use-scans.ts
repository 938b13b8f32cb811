import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { readSlip } from "#contract/desk/slip-code.ts";
import { isFromOtherKeyboard } from "#contract/desk/scans.ts";
import { readTrackingNumber } from "#contract/orders/carrier.ts";
import { readLabel } from "#contract/catalog/label-code.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { checkInWords, undoOfCheckIn, useDesk, useReturns } from "#web/orders/use-returns.ts";
import { answerQuery } from "#web/lib/queries.ts";
import { recordScan, type Scan, sessionScansQuery } from "#web/ui/code-scanner/session-scans.ts";
import { labelIsOldMessage, resolve } from "#web/desk/scanning/find-scanned-copy.ts";
import { type Choice, choicesFor, hrefOfPackage } from "./choices.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { forwardScan } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { useNavigate } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";

export const resolveQuery = (text: string) =>
  answerQuery(["resolve", text], ({ signal }) => resolve(text, signal), {
    keepPrevious: true,
    staleTime: 5000,
    meta: { background: true },
  });

/** Runs scans and choices one after another, and logs them. */
export function useScans() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const scans = useQuery(sessionScansQuery).data ?? [];
  const { checkIn, undo: undoAll } = useReturns();
  const { checkOut } = useDesk();
  const queue = useRef(Promise.resolve());

  const record = (scan: Omit<Scan, "number">) => {
    recordScan(client, scan);
    toast(scan.words, scan.isGood ? "success" : "error");
  };
  const run = async ({ act, label, detail }: Pick<Choice, "act" | "label" | "detail">) => {
    if (act.do === "open") {
      await navigate(act.to);
      return { words: `${label}: ${detail}.`, isGood: true };
    }
    const old = act.copy.labelIsOld ? ` ${labelIsOldMessage}` : "";
    if (act.do === "check out") {
      const { orderId, schoolName } = act.line;
      const undo = await checkOut(act.copy, act.line);
      const words = `Checked out: ${act.copy.title}, ${copyName(act.copy)}, to order #${orderId}, ${schoolName}.${old}`;
      return { words, isGood: true, undo };
    }
    const copy = await checkIn(act.copy.inventoryItemId);
    return { words: checkInWords(copy) + old, isGood: true, undo: undoOfCheckIn(copy) };
  };
  /** Runs scans in sequence, because two labels in a row are two copies. A failure doesn't stop the next scan. */
  const inTurn = (work: () => Promise<Omit<Scan, "number">>): Promise<void> => {
    queue.current = queue.current.then(async () => {
      try {
        record(await work());
      } catch (error) {
        const words = (error instanceof Error && error.message) || messages.trouble.reallyWrong;
        record({ words, isGood: false });
      }
    });
    return queue.current;
  };
  const undoOf = ({ undo }: Scan): (() => Promise<void>) | undefined =>
    undo && undo.eventIds.length > 0
      ? () =>
          inTurn(async () => {
            await undoAll(undo);
            return { words: undo.words, isGood: true };
          })
      : undefined;
  return {
    scans,
    /** Returns the undo of a scan, or undefined if there's nothing to undo. */
    undoOf,
    choose: async (choice: Choice) => {
      if (choice.act.do === "open") await navigate(choice.act.to);
      else await inTurn(() => run(choice));
    },
    scan: (text: string) =>
      inTurn(async () => {
        const matches = await resolve(text);
        const isPackage = (readSlip(text) ?? readTrackingNumber(text)) !== undefined;
        const [order, other] = isPackage && matches.copies.length === 0 ? matches.orders : [];
        if (order && !other) {
          // another desk may have shipped it
          await client.invalidateQueries({ queryKey: ["orders", "staff", order.orderId] });
          await navigate(hrefOfPackage(order));
          return { words: `Order #${order.orderId}, ${order.borrowerName}.`, isGood: true };
        }
        if (matches.copies[0]?.labelIsForeign) {
          forwardScan(text); // someone must look at the copy first
          return { words: ownMessages.labelIsForeign, isGood: false };
        }
        const [best] = choicesFor(matches);
        if (best) return run(best);
        return { words: noMatch(text), isGood: false };
      }),
  };
}

function noMatch(text: string): string {
  if (readLabel(text) !== undefined) return ownMessages.labelOfNobody;
  // the scan began before the page was ready
  if (text.endsWith('"}')) return "Only the end of a label was read. Scan it again.";
  if (isFromOtherKeyboard(text)) return ownMessages.otherKeyboard;
  return `Nothing found for “${cut(text, 40)}”.`;
}
