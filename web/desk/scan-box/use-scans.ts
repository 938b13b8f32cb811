import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { readSlip } from "#contract/desk/slip-code.ts";
import { readLabel } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { checkedIn, undoOfCheckIn, useDesk, useReturns } from "#web/orders/use-returns.ts";
import { call } from "#web/lib/call.ts";
import { copyName } from "#web/lib/copy-name.ts";
import { answerQuery } from "#web/lib/queries.ts";
import { leaveToBox } from "#web/ui/code-scanner/left-to-box.ts";
import { isOpen, keepScan, type Scan, sessionScansQuery } from "#web/ui/code-scanner/session-scans.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { useNavigate } from "#web/ui/router/router.tsx";
import { type Choice, choicesFor, hrefOfPackage } from "./choices.ts";

export const longestText = 200; // characters, of the call

/** What a typed or scanned text may be. */
export const resolveQuery = (text: string) =>
  answerQuery(["resolve", text], ({ signal }) => resolve(text, signal), {
    keepPrevious: true,
    staleTime: 5000,
    meta: { background: true },
  });

export async function resolve(text: string, signal?: AbortSignal) {
  const query = { text: cut(text, longestText) };
  return (await call("GET Desk/Resolve", { query }, signal ? { signal } : {})).data;
}

const labelIsOld = " This label is out of date. Print a new one.";

/** Does what a scan or a choice asks for, one after another, and keeps what it did. */
export function useScans() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const scans = useQuery(sessionScansQuery).data ?? [];
  const { checkIn } = useReturns();
  const { checkOut, undo: undoAll } = useDesk();
  const turn = useRef(Promise.resolve());

  const keep = (scan: Omit<Scan, "number">) => {
    keepScan(client, scan);
    toast(scan.words, scan.isGood ? "success" : "error");
  };
  const run = async ({ act, label, detail }: Pick<Choice, "act" | "label" | "detail">) => {
    if (act.do === "open") {
      await navigate(act.to);
      return { words: `${label}: ${detail}.`, isGood: true };
    }
    const old = act.copy.labelIsOld ? labelIsOld : "";
    if (act.do === "check out") {
      const { orderId, schoolName } = act.line;
      const checkOutId = await checkOut(act.copy, act.line);
      const name = copyName(act.copy);
      const words = `Checked out: ${act.copy.title}, ${name}, to order #${orderId}, ${schoolName}.${old}`;
      return { words, isGood: true, undo: { checkOutId, words: `Undone: ${name} is on the shelf again.` } };
    }
    const copy = await checkIn(act.copy.inventoryItemId);
    return { words: checkedIn(copy) + old, isGood: true, undo: undoOfCheckIn(copy) };
  };
  /** In turn: two labels in a row are two copies, however slow the network is. A failure never stops the next one. */
  const inTurn = (work: () => Promise<Omit<Scan, "number">>): Promise<void> => {
    turn.current = turn.current.then(async () => {
      try {
        keep(await work());
      } catch (error) {
        const words = (error instanceof Error && error.message) || messages.trouble.reallyWrong;
        keep({ words, isGood: false });
      }
    });
    return turn.current;
  };
  const undoOf = ({ undo }: Scan): (() => Promise<void>) | undefined =>
    undo && isOpen(undo)
      ? () =>
          inTurn(async () => {
            await undoAll(undo);
            return { words: undo.words, isGood: true };
          })
      : undefined;
  return {
    scans,
    /** Undoes what a scan did; undefined when there is nothing to undo, or not anymore. */
    undoOf,
    /** Does what was chosen. Opening a page says nothing: the page does. */
    choose: async (choice: Choice) => {
      if (choice.act.do === "open") await navigate(choice.act.to);
      else await inTurn(() => run(choice));
    },
    scan: (text: string) =>
      inTurn(async () => {
        const found = await resolve(text);
        const parcel = readSlip(text) === undefined ? undefined : found.orders[0];
        if (parcel) {
          // another desk may have shipped it
          await client.invalidateQueries({ queryKey: ["orders", "staff", parcel.orderId] });
          await navigate(hrefOfPackage(parcel));
          return { words: `Order #${parcel.orderId}, ${parcel.borrowerName}.`, isGood: true };
        }
        if (found.copies[0]?.labelIsForeign) {
          leaveToBox(text); // nothing is done before somebody looked at the copy in hand
          return { words: ownMessages.labelIsForeign, isGood: false };
        }
        const [best] = choicesFor(found);
        if (best) return run(best);
        return { words: nothingKnown(text), isGood: false };
      }),
  };
}

function nothingKnown(text: string): string {
  if (readLabel(text) !== undefined) return ownMessages.labelOfNobody;
  // a scan that began before the page could hear it
  if (text.endsWith('"}')) return "Only the end of a label was read. Scan it again.";
  return `Nothing is known as “${cut(text, 40)}”.`;
}
