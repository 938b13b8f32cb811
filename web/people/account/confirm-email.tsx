import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Order } from "#contract/orders/orders.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { formatDayAndTime } from "#web/lib/day-and-time.ts";
import { sendsMail } from "#web/lib/site.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Stack } from "#web/ui/layout.tsx";

/** Asks a borrower to confirm their email address, and says what's limited until then. */
export function ConfirmEmail({ emailAddress }: { emailAddress: string }) {
  const { t } = useLanguage();
  return (
    <AskToConfirm title={t("Please confirm your email address.")} send={t("Email me the link")}>
      {t(
        "Until you do, you can only reserve dates in the next 30 days, and we’ll cancel your orders 72 hours after you place the first one. We’ll send the link to {address}.",
        { address: emailAddress },
      )}
    </AskToConfirm>
  );
}

/** Tells a borrower when we'll cancel an order unless they confirm their email address. */
export function ConfirmOrder({ order: { confirmBy, borrower } }: { order: Order }) {
  const { t, code } = useLanguage();
  if (confirmBy === null) return null;
  const time = formatDayAndTime(confirmBy, code);
  return (
    <AskToConfirm
      title={t("Confirm your email address by {time}, or we’ll cancel this order.", { time })}
      send={t("Send the link again")}
    >
      {t(
        "We emailed a link to {address}. If that’s the wrong address, change it on your account page. If you can’t find our email, look in your spam folder or call us.",
        { address: borrower.emailAddress },
      )}
    </AskToConfirm>
  );
}

function AskToConfirm({ title, send, children }: { title: string; send: string; children: ReactNode }) {
  const { t, say } = useLanguage();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call("POST Account/SendConfirmation", {}),
    meta: { ownFaults: (failure) => failure instanceof CallFailed && failure.isRefusal },
  });
  const isSending = sendsMail();
  const refusal = error instanceof CallFailed && error.isRefusal ? error : undefined;
  return (
    <Alert tone="warning" title={title}>
      <Stack gap="tight">
        <p>
          {isSending
            ? children
            : t(
                "The library can’t send email yet, so there’s no link. Please call us, and we’ll confirm your address.",
              )}
        </p>
        {refusal && <p>{say(refusal)}</p>}
        {data?.message ? (
          <p>{say(data.message)}</p>
        ) : (
          isSending && (
            <div data-screen-only>
              <Button size="small" busy={isPending} onClick={() => mutate()}>
                {send}
              </Button>
            </div>
          )
        )}
      </Stack>
    </Alert>
  );
}
