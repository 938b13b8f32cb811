import { useMutation } from "@tanstack/react-query";
import { useLanguage } from "#web/language/use-language.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

/** Asks a borrower to confirm their email address, and sends the link again. */
export function ConfirmEmail({ emailAddress }: { emailAddress: string }) {
  const { t, say } = useLanguage();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call("POST Account/SendConfirmation", {}),
    meta: { ownFaults: (failure) => failure instanceof CallFailed && failure.isRefusal },
  });
  const refused = error instanceof CallFailed && error.isRefusal ? error : undefined;
  return (
    <Alert tone="warning" title={t("Please confirm your email address.")}>
      <Stack gap="tight">
        <p>
          {t(
            "Until you do, you can borrow less, and we won’t tell you when an order ships or is due. We write to {address}.",
            {
              address: emailAddress,
            },
          )}
        </p>
        {refused && <p>{say(refused)}</p>}
        {data?.message ? (
          <p>{say(data.message)}</p>
        ) : (
          <div>
            <Button size="small" busy={isPending} onClick={() => mutate()}>
              {t("Email me the link")}
            </Button>
          </div>
        )}
      </Stack>
    </Alert>
  );
}
