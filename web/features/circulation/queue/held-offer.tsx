import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { CallFailed } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { heldQuery, orderHeld } from "./queue-queries.ts";
import { heldInWords } from "./held-in-words.ts";

const refused = (error: unknown) => (error instanceof CallFailed && error.isRefusal ? error : undefined);

type HeldOfferProps = { token: string; /** What one accepts by ordering. */ terms: ReactNode };

/** What is held for a borrower, and the button that orders it. Opening the page orders nothing. */
export function HeldOffer({ token, terms }: HeldOfferProps) {
  const language = useLanguage();
  const { t, say } = language;
  const client = useQueryClient();
  const offer = useQuery(heldQuery(token));
  const order = useMutation({
    mutationFn: async () => orderHeld(token),
    onSuccess: async () => {
      focusOn(document.querySelector("main h1")); // the pressed button goes
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
    meta: { ownFaults: (error) => refused(error) !== undefined },
  });
  if (order.data) return <Ordered orderId={order.data.id} />;
  const no = refused(order.error);
  if (no) return <Ended>{say(no)}</Ended>;
  if (offer.isError) return <Ended>{t("This couldn’t load.")}</Ended>;
  if (offer.data === undefined) return <Skeleton height="10rem" />;
  if (offer.data === null) return <Ended>{t("No copy is held for you now.")}</Ended>;
  const { inventoryId, until } = offer.data;
  return (
    <Stack>
      <h2>
        <Link to={`/user/viewitem/${inventoryId}`}>
          <TitleText of={offer.data} />
        </Link>
      </h2>
      <p>
        {heldInWords({ until }, language)} {t("We ship it to the address in your account.")}
      </p>
      {terms}
      <Row>
        <Button look="primary" busy={order.isPending} onClick={() => order.mutate()}>
          {t("Order it now")}
        </Button>
      </Row>
    </Stack>
  );
}

function Ordered({ orderId }: { orderId: number }) {
  const { t } = useLanguage();
  return (
    <Stack>
      <Alert tone="success" title={t("Thank you for your order!")}>
        <Link to={`/user/vieworder/${orderId}`}>{t("Order #{id}", { id: orderId })}</Link>
      </Alert>
    </Stack>
  );
}

function Ended({ children }: { children: string }) {
  const { t } = useLanguage();
  return (
    <Stack>
      <Alert tone="warning">{children}</Alert>
      <Row>
        <ButtonLink to="/user/inventories">{t("Find something to borrow")}</ButtonLink>
      </Row>
    </Stack>
  );
}
