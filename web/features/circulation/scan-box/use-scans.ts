import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { messages } from "#contract/specified-messages.ts";
import { readLabel } from "#contract/labels.ts";
import { readSlip } from "#contract/desk/slip-code.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { useNavigate } from "#web/ui/router/router.tsx";
import { copyName } from "../order-details/copy-name.ts";
import { whereTo } from "../returns/returned-row.tsx";
import { useReturns } from "../returns/use-returns.ts";
import { type Choice, choicesFor, hrefOfParcel } from "./choices.ts";
import { resolve } from "./resolve-query.ts";
import { answerScan } from "#web/ui/code-scanner/scan-signals.ts";

/** What a scan did, in words; a check-in can be undone. */
export type Scan = { number: number; words: string; isGood: boolean; returnId?: number };

const labelIsOld = " This label is out of date. Print a new one.";
const most = 50; // scans that are kept

/** The scans of this tab, newest first. They live in the query cache, so that leaving a page keeps them. */
const scansQuery = queryOptions<readonly Scan[]>({
  queryKey: ["scans"],
  queryFn: () => [],
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Does what a scan or a choice asks for, one after another, and keeps what it did. */
export function useScans() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const scans = useQuery(scansQuery).data ?? [];
  const { returned, checkIn, undo } = useReturns();
  const turn = useRef(Promise.resolve());

  const keep = (scan: Omit<Scan, "number">) => {
    answerScan(scan.isGood);
    client.setQueryData(scansQuery.queryKey, (before = []) => [
      { number: (before[0]?.number ?? 0) + 1, ...scan },
      ...before.slice(0, most - 1),
    ]);
    toast(scan.words, scan.isGood ? "success" : "error");
  };
  const run = async ({ act, label, detail }: Pick<Choice, "act" | "label" | "detail">) => {
    if (act.do === "open") {
      await navigate(act.to);
      return { words: `${label}: ${detail}.`, isGood: true };
    }
    const copy = await checkIn(act.copy.inventoryItemId);
    const out = copy.copiesOut === 0 ? "Everything is back." : `${copy.copiesOut} of ${copy.copiesSent} still out.`;
    const words = `Checked in: ${copy.title}, ${copyName(copy)}. ${whereTo(copy)}. ${out}`;
    return { words: act.copy.labelIsOld ? words + labelIsOld : words, isGood: true, returnId: copy.returnId };
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
  return {
    scans,
    /** The check-in of a scan, while it can still be undone. */
    returnOf: ({ returnId }: Scan) => returned.find((copy) => copy.returnId === returnId),
    /** Does what was chosen. Opening a page says nothing: the page does. */
    choose: async (choice: Choice) => {
      if (choice.act.do === "open") await navigate(choice.act.to);
      else await inTurn(() => run(choice));
    },
    /** Does the likeliest for a scanned text. */
    scan: (text: string) =>
      inTurn(async () => {
        const found = await resolve(text);
        const parcel = readSlip(text) === undefined ? undefined : found.orders[0];
        if (parcel) {
          // another desk may have shipped it
          await client.invalidateQueries({ queryKey: ["orders", "staff", parcel.orderId] });
          await navigate(hrefOfParcel(parcel));
          return { words: `Order #${parcel.orderId}, ${parcel.borrowerName}.`, isGood: true };
        }
        const [best] = choicesFor(found);
        if (best) return run(best);
        const isLabel = readLabel(text) !== undefined;
        return {
          words: isLabel ? messages.trouble.invalidQrCode : `Nothing is known as “${text.slice(0, 40)}”.`,
          isGood: false,
        };
      }),
    undo: (copy: Parameters<typeof undo>[0]) =>
      inTurn(async () => {
        await undo(copy);
        return { words: `Undone: ${copyName(copy)} is out again.`, isGood: true };
      }),
  };
}
