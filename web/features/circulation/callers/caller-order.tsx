import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import type { Caller } from "#contract/desk/callers.ts";
import { messages } from "#contract/specified-messages.ts";
import { FindTitles } from "#web/features/circulation/wishes/find-titles.tsx";
import { linesOf, type Wish } from "#web/features/circulation/wishes/wish.ts";
import { WishList } from "#web/features/circulation/wishes/wish-list.tsx";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { ShoppingCart } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { CallerWords, ChooseCaller } from "./choose-caller.tsx";

/** An order for a caller: who it is, which titles, and one press. */
export function CallerOrder({ register }: Pick<ComponentProps<typeof ChooseCaller>, "register">) {
  const [caller, setCaller] = useState<Caller>();
  const [wishes, setWishes] = useState<readonly Wish[]>([]);
  const { place, isPending } = usePlace();
  const titles = useRef<HTMLInputElement>(null);
  const choose = (chosen: Caller) => {
    setCaller(chosen);
    titles.current?.focus(); // what comes next
  };
  return (
    <Stack>
      <Card heading="Borrower">
        {caller ? (
          <Row apart>
            <CallerWords caller={caller} />
            <Button size="small" onClick={() => setCaller(undefined)}>
              Somebody else
            </Button>
          </Row>
        ) : (
          <ChooseCaller onChoose={choose} register={register} />
        )}
      </Card>
      <Card heading="Titles">
        <Stack>
          <FindTitles field={titles} wishes={wishes} onChange={setWishes} />
          <WishList wishes={wishes} onChange={setWishes} />
        </Stack>
      </Card>
      <Card heading="Terms and Responsibilities">
        <Stack gap="tight">
          <p>
            Tell the caller the Terms and Responsibilities: return everything on or before the due date, insured and
            with tracking, and pay for what is lost or damaged. The order notes that they were told by phone.
          </p>
          <Row>
            <Button
              look="primary"
              icon={<ShoppingCart size={18} />}
              busy={isPending}
              disabled={!caller || wishes.length === 0}
              onClick={() => caller && void place(caller, wishes)}
            >
              Place the order
            </Button>
          </Row>
        </Stack>
      </Card>
    </Stack>
  );
}

/** Places the order once, however often it is sent; asks before it goes beyond the lending limits. */
function usePlace() {
  const [key] = useState(() => crypto.randomUUID());
  const client = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: { borrowerId: number; lines: ReturnType<typeof linesOf>; beyondLimits: boolean }) =>
      call("POST Order/PlaceForCaller", { body: { ...body, key } }),
    meta: { ownFaults: (error) => isRefusedFor(error, "lending-limit") },
  });
  const send = async (caller: Caller, wishes: readonly Wish[], beyondLimits: boolean): Promise<number | undefined> => {
    try {
      const body = { borrowerId: caller.borrowerId, lines: linesOf(wishes), beyondLimits };
      return (await mutateAsync(body)).id;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.reason?.kind !== "lending-limit") return undefined; // already shown by a toast
      const { of, most, now } = error.reason;
      const what = { titles: "titles in an order", copies: "copies ordered and out", orders: "orders in 24 hours" }[of];
      const explanation = <p>{`A borrower may have ${most} ${what}; ${caller.borrowerName} has ${now}.`}</p>;
      const question = "Place it beyond the lending limits?";
      const goOn = await confirm({ question, explanation, confirmLabel: "Place it anyway", cancelLabel: "Go back" });
      return goOn ? send(caller, wishes, true) : undefined;
    }
  };
  const place = async (caller: Caller, wishes: readonly Wish[]) => {
    const orderId = await send(caller, wishes, false);
    if (orderId === undefined) return;
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" && queryKey[0] !== "codes" });
    toast(messages.done.orderSubmitted);
    await navigate(`/admin/orderdetails/${orderId}`);
  };
  return { place, isPending };
}
